import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { inTransaction } from '../storage/transactions.ts'
import type { Clock } from '../system/clock.ts'
import { packRecord } from './packed-record.ts'

/** Up to which advert records may still be as an older version kept them; empty when none is. */
export const packingSchema = `CREATE TABLE records_to_pack (last INTEGER NOT NULL) STRICT;`

const leftSchema = z.object({ last: z.number() })
const unpackedSchema = z.object({ advert: z.number(), unpacked: z.string(), isPacked: z.number() })

/** Records that are packed in one turn of main: some 5 ms. */
const packedAtOnce = 50
/** Between two pieces main is free for this long, in ms: it is in no hurry, and nothing waits for it. */
const pause = 20

/**
 * Packs the records that an older version cached, a piece at a time, the newest first. They are read in either form, so
 * that it may end at any time and goes on at the next start. The file doesn't shrink: the space is used for later records.
 */
export class RecordPacking {
  readonly #db: DatabaseSync
  readonly #left: RowQuery<typeof leftSchema>
  readonly #unpacked: RowQuery<typeof unpackedSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#left = new RowQuery(db, leftSchema, 'SELECT last FROM records_to_pack')
    this.#unpacked = new RowQuery(
      db,
      unpackedSchema,
      `SELECT advert, unpacked, record IS NOT NULL AS isPacked FROM advert_records
       WHERE advert <= ? ORDER BY advert DESC LIMIT ${packedAtOnce}`,
    )
  }

  /** Resolves when all are packed, or the database was closed. */
  async run(clock: Clock): Promise<void> {
    while (this.#db.isOpen && this.packSome()) await clock.sleep(pause)
  }

  /** Packs one piece. @returns false if none was left */
  packSome(): boolean {
    const { last } = this.#left.first() ?? {}
    if (last === undefined) return false
    inTransaction(this.#db, () => {
      const rows = this.#unpacked.all(last)
      const pack = this.#db.prepare(`UPDATE advert_records SET record = ?, unpacked = '' WHERE advert = ?`)
      for (const { advert, unpacked, isPacked } of rows)
        if (isPacked === 0) pack.run(packRecord(unpacked), advert)
      const next = rows.at(-1)
      if (next) this.#db.prepare('UPDATE records_to_pack SET last = ?').run(next.advert - 1)
      else this.#db.exec('DELETE FROM records_to_pack')
    })
    return true
  }
}
