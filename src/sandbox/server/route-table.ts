import type { Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'

/** Answers a call; `ids` are the parts of the path that stand in braces in the description, as text. */
export type Route = (call: Call, ids: readonly string[]) => Answer

export interface FoundRoute {
  /** The path as docs/service writes it. */
  readonly path: string
  readonly route: Route
  readonly ids: readonly string[]
}

interface Entry {
  readonly path: string
  readonly pattern: RegExp
  readonly methods: ReadonlyMap<string, Route>
}

/** The addresses of the service, by `METHOD /path/{id}`. */
export class RouteTable {
  readonly #plain = new Map<string, Entry>()
  readonly #templates: Entry[] = []

  constructor(routes: Readonly<Record<string, Route>>) {
    const byPath = Map.groupBy(Object.entries(routes), ([name]) => name.slice(name.indexOf(' ') + 1))
    for (const [path, named] of byPath) {
      const methods = new Map(named.map(([name, route]) => [name.slice(0, name.indexOf(' ')), route]))
      const entry = { path, methods, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`) }
      if (path.includes('{')) this.#templates.push(entry)
      else this.#plain.set(path, entry)
    }
  }

  /** The route, or the methods that the path has if it lacks this one; undefined if there is no such path. */
  find({ method, path }: Call): FoundRoute | readonly string[] | undefined {
    const entry = this.#plain.get(path) ?? this.#templates.find(({ pattern }) => pattern.test(path))
    if (entry === undefined) return undefined
    const route = entry.methods.get(method)
    if (route === undefined) return [...entry.methods.keys()]
    return { path: entry.path, route, ids: entry.pattern.exec(path)?.slice(1) ?? [] }
  }
}
