import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { advertRecordSchema } from '../service/advert-record.ts'
import { RowQuery } from '../storage/row-query.ts'
import { storedJson } from '../storage/stored-json.ts'
import type { Clock } from '../system/clock.ts'
import type { AdvertsTable } from './adverts-table.ts'
import { laterFacts } from './cached-advert.ts'
import type { Owner } from './owner.ts'
import type { StockChange } from './stock-change.ts'

/** Up to which row adverts may lack what the columns of a newer version hold, as the step that adds them notes; empty when none does. */
export const fillingSchema = `CREATE TABLE columns_to_fill (last INTEGER NOT NULL) STRICT;`

const leftSchema = z.object({ last: z.number() })
const placeSchema = z.object({
  advert: z.number(),
  accountId: z.string(),
  id: z.number(),
  userId: z.number().nullable(),
})
type Place = z.infer<typeof placeSchema>

/** The parts of a record that the columns are filled from; what was not read from the service yet has none. */
const partsSchema = storedJson.pipe(
  advertRecordSchema.pick({ autoData: true, photoData: true, stateData: true }),
)

/** Adverts that are filled in one turn of main: some 5 ms. */
const filledAtOnce = 50
/** Between two pieces main is free for this long, in ms. */
const pause = 20

export interface FillingPorts {
  readonly table: AdvertsTable
  readonly onChanged: (owner: Owner, change: StockChange) => void
}

/**
 * Fills the columns that the version before did not have from the saved records, a piece at a time, the newest first.
 * It may end at any time and goes on at the next start.
 */
export class ColumnFilling {
  readonly #db: DatabaseSync
  readonly #ports: FillingPorts
  readonly #left: RowQuery<typeof leftSchema>
  readonly #places: RowQuery<typeof placeSchema>

  constructor(db: DatabaseSync, ports: FillingPorts) {
    this.#db = db
    this.#ports = ports
    this.#left = new RowQuery(db, leftSchema, 'SELECT last FROM columns_to_fill')
    this.#places = new RowQuery(
      db,
      placeSchema,
      `SELECT rowid AS advert, account_id AS accountId, id, user_id AS userId FROM adverts
       WHERE rowid <= ? ORDER BY rowid DESC LIMIT ${filledAtOnce}`,
    )
  }

  /** Resolves when all are filled, or the database was closed. */
  async run(clock: Clock): Promise<void> {
    while (this.#db.isOpen && this.fillSome()) await clock.sleep(pause)
  }

  /** Fills one piece. @returns false if none was left */
  fillSome(): boolean {
    const { last } = this.#left.first() ?? {}
    if (last === undefined) return false
    const places = this.#places.all(last)
    for (const place of places) this.#fill(place)
    const next = places.at(-1)
    if (next) this.#db.prepare('UPDATE columns_to_fill SET last = ?').run(next.advert - 1)
    else this.#db.exec('DELETE FROM columns_to_fill')
    return true
  }

  #fill({ accountId, id, userId }: Place): void {
    const { table, onChanged } = this.#ports
    const advert = table.find(accountId, id)
    const parts = partsSchema.safeParse(advert?.record).data
    if (!advert || !parts) return
    const change = table.save(accountId, [{ ...advert, ...laterFacts(parts) }])
    if (userId !== null) onChanged({ accountId, userId }, change)
  }
}
