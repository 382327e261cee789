import { createHash } from 'node:crypto'
import type { UnreadableRecord } from './row-query.ts'

/** Saved records of one place that can't be read. */
export interface UnreadablePlace {
  /** The file and the table: `cache.db, orders`. */
  readonly place: string
  /** They are left out; otherwise a part of them was replaced. */
  readonly leftOut: boolean
  readonly count: number
}

/** So many records of a place are counted one by one. */
const mostCounted = 10_000

/** The saved records that were found unreadable since the start, each counted once however often it is read. */
export class UnreadableRecords {
  /** Digests of what was found, by place and then by what was asked: of the same record another question reads other cells. */
  readonly #found = new Map<
    string,
    Omit<UnreadablePlace, 'count'> & { readonly asked: Map<string, Set<string>> }
  >()

  /** @returns whether it was not known yet */
  note({ place, leftOut, query, cells }: UnreadableRecord): boolean {
    const key = `${place} ${leftOut}`
    const known = this.#found.get(key) ?? { place, leftOut, asked: new Map<string, Set<string>>() }
    this.#found.set(key, known)
    const records = known.asked.get(query) ?? new Set()
    known.asked.set(query, records)
    const before = records.size
    if (before < mostCounted) records.add(digestOf(cells))
    return records.size > before
  }

  get places(): UnreadablePlace[] {
    return [...this.#found.values()].map(({ asked, ...place }) => ({
      ...place,
      count: Math.max(...[...asked.values()].map(({ size }) => size)),
    }))
  }
}

/** Digest of a finding, which itself is of no use, and may be of a buyer: it isn't kept. */
const digestOf = (cells: unknown): string =>
  createHash('sha256').update(JSON.stringify(cells)).digest('base64')
