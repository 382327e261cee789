import type { SentSince } from '../../writes/sent-before.ts'
import type { Compare, KnownAdverts } from './compare.ts'
import type { CurrentAdvert } from './row-compare.ts'

/** Adverts of a draft's rows, kept as long as nothing of them changed: main is asked about each once. */
export class AdvertsOfDraft {
  #knownAs: string | undefined
  #fields = ''
  /** Null for an advert that isn't known. */
  #current = new Map<number, CurrentAdvert | null>()
  #journalled = new Set<number>()
  #sent = new Map<number, SentSince>()

  /** The comparison, which asks about each advert once. */
  before(compare: Compare | null): Compare | null {
    if (!compare) return null
    const { knownAs } = compare
    if (knownAs === undefined || knownAs !== this.#knownAs) this.#forget()
    this.#knownAs = knownAs
    return {
      ...compare,
      adverts: async (autoIds, fields) => {
        const wanted = fields.join(' ')
        if (wanted !== this.#fields) this.#forget()
        this.#fields = wanted
        const open = autoIds.filter((id) => !this.#current.has(id))
        if (open.length > 0) this.#keep(open, await compare.adverts(open, fields))
        return { current: this.#current, journalled: this.#journalled, sent: this.#sent }
      },
    }
  }

  #keep(ids: Float64Array, { current, journalled, sent = new Map() }: KnownAdverts): void {
    for (const id of ids) this.#current.set(id, current.get(id) ?? null)
    for (const id of journalled) this.#journalled.add(id)
    for (const [id, since] of sent) this.#sent.set(id, since)
  }

  #forget(): void {
    this.#current = new Map()
    this.#journalled = new Set()
    this.#sent = new Map()
  }
}
