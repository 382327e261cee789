import { saysNoSuchAddress } from '../http/service-error.ts'
import type { LookupAnswersTable, LookupOwner } from './lookup-answers-table.ts'
import type { LookupList } from './lookup-lists.ts'
import type { LookupsApi } from './lookups-api.ts'

/** List in the cache: `missing` if it has to be asked for, `unavailable` if the service has no such list. */
export type CachedList<Entry> =
  | { readonly state: 'fresh' | 'old'; readonly entries: readonly Entry[] }
  | { readonly state: 'missing' | 'unavailable'; readonly entries: readonly [] }

type Address = LookupList<unknown>['addresses'][number]

/** The name of an address with its question, in the cache. */
const addressOf = ({ path, params }: Address): string =>
  [path, ...params.map(([name, value]) => `${name}=${value}`)].join(' ')

/** Reads lists from the cache, and from the service what the cache lacks: newer addresses first, older remembered. */
export class LookupReader {
  readonly #table: LookupAnswersTable

  constructor(table: LookupAnswersTable) {
    this.#table = table
  }

  /** Without a call. */
  cached<Entry>(owner: LookupOwner, list: LookupList<Entry>): CachedList<Entry> {
    const kept = list.addresses.flatMap((address) => this.#table.find(owner, addressOf(address)) ?? [])
    const best = kept.find(({ fresh }) => fresh) ?? kept[0]
    const entries = best && list.entries.safeParse(best.answer).data
    if (best && entries) return { state: best.fresh ? 'fresh' : 'old', entries }
    if (best) this.#table.reportUnreadable(best)
    const isOpen = list.addresses.some(({ pattern }) => !this.#table.isMissing(owner, pattern))
    return { state: isOpen ? 'missing' : 'unavailable', entries: [] }
  }

  /**
   * Asks the service for the list, at the first address that it has. `onCall` is called before each call.
   * @returns null if the service has the list at no address
   * @throws what LookupsApi.read throws, but for the service's word that it has no such address
   */
  async fetch<Entry>(
    owner: LookupOwner,
    list: LookupList<Entry>,
    api: LookupsApi,
    { onCall, signal }: { readonly onCall: () => void; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly Entry[] | null> {
    for (const address of list.addresses) {
      const { path, params, pattern } = address
      if (this.#table.isMissing(owner, pattern)) continue
      onCall()
      const answer = await this.#answerOf(owner, pattern, () => api.read(path, params, signal))
      if (answer === null) continue
      this.#table.save(owner, addressOf(address), pattern, answer)
      return list.entries.parse(answer)
    }
    return null
  }

  /** Null if the service has no such address; an empty list if it has, but knows nothing of what was asked. */
  async #answerOf(
    owner: LookupOwner,
    pattern: string,
    read: () => Promise<readonly unknown[]>,
  ): Promise<readonly unknown[] | null> {
    try {
      return await read()
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#table.hasAnswered(owner, pattern)) return []
      this.#table.setMissing(owner, pattern)
      return null
    }
  }
}
