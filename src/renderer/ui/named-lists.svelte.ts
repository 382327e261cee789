import { SvelteMap } from 'svelte/reactivity'
import type { Reply } from '#shared/bridge/call.ts'
import type { Choice } from './choice.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** A choice among names, or their id as long as there is no list of them. */
export interface NamedChoiceProps<List extends string> {
  label: string
  /** The label if there is no list, so that an id has to be typed. */
  idLabel?: string
  names: NamedLists<List>
  list: List
  /** The id that the list belongs to, such as the make of the models; absent, it belongs to none. */
  of?: number | null | undefined
  value: string
  /** The choice of none. */
  blank: string
  /** Choice that has to come first, in words; undefined if none has to. */
  waits?: string | undefined
  /** Why a typed id can't be taken. */
  error?: string | undefined
  onchange: (value: string) => void
}
/** Names with ids for the choices of a form, each list requested when it is first shown. */
export class NamedLists<List extends string> {
  readonly #request: (list: List, of: number | null) => Promise<Reply<Named[] | null>>
  /** Null while it is requested, and if the service gives no such list. */
  readonly #lists = new SvelteMap<string, readonly Named[] | null>()
  readonly #asked = new Set<string>()

  constructor(request: (list: List, of: number | null) => Promise<Reply<Named[] | null>>) {
    this.#request = request
  }

  /** Requests a list, once. */
  load(list: List, of: number | null = null): void {
    const key = `${list} ${of ?? ''}`
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    void this.#request(list, of).then((reply) => {
      if (reply.ok) this.#lists.set(key, reply.value)
      else this.#asked.delete(key)
    })
  }

  /** Null if there is no list, so that an id has to be typed. */
  of(list: List, of: number | null = null): readonly Named[] | null {
    return this.#lists.get(`${list} ${of ?? ''}`) ?? null
  }

  /** The list as choices by name; an id that has none, such as one from an address, is among them as it is. */
  choices(list: List, of: number | null, chosen: string, blank: string): Choice<string>[] {
    const names = this.of(list, of) ?? []
    const known = names.some(({ id }) => String(id) === chosen)
    return [
      { value: '', label: blank },
      ...(chosen === '' || known ? [] : [{ value: chosen, label: chosen }]),
      ...names.map(({ id, name }) => ({ value: String(id), label: name })),
    ]
  }

  nameOf(list: List, id: string, of: number | null = null): string {
    return this.of(list, of)?.find((each) => String(each.id) === id)?.name ?? id
  }
}
