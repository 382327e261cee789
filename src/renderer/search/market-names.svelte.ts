import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import type { Choice } from '../ui/choice.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Names with ids for the form's choices, each list requested when it is first shown. */
export class MarketNamesState {
  readonly #client: Client<Calls>
  /** Null while it is requested, and if the service gives no such list. */
  readonly #lists = new SvelteMap<string, readonly Named[] | null>()
  readonly #asked = new Set<string>()

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Requests a list, once. */
  load(list: MarketList, of: number | null = null): void {
    const key = `${list} ${of ?? ''}`
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    void this.#client('search:names', { list, of }).then((reply) => {
      if (reply.ok) this.#lists.set(key, reply.value)
      else this.#asked.delete(key)
    })
  }

  /** Null if there is no list, so that an id has to be typed. */
  of(list: MarketList, of: number | null = null): readonly Named[] | null {
    return this.#lists.get(`${list} ${of ?? ''}`) ?? null
  }

  /** The list as choices with the ids beside the names, an unknown chosen id among them. */
  choices(list: MarketList, of: number | null, chosen: string, blank: string): Choice<string>[] {
    const names = this.of(list, of) ?? []
    const known = names.some(({ id }) => String(id) === chosen)
    return [
      { value: '', label: blank },
      ...(chosen === '' || known ? [] : [{ value: chosen, label: chosen }]),
      ...names.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` })),
    ]
  }

  nameOf(list: MarketList, id: string): string {
    const name = this.of(list)?.find((each) => String(each.id) === id)?.name
    return name === undefined ? id : `${name} · ${id}`
  }
}
