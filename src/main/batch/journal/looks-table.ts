import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'

const json = z.string().transform((text): unknown => JSON.parse(text))
const text = z.string().nullable()
const number = z.number().nullable()
const seenSchema = z.object({
  autoId: z.int(),
  userId: number,
  markaId: number,
  modelId: number,
  usd: number,
  eur: number,
  uah: number,
  currency: z.literal([1, 2, 3]).nullable(),
  description: text,
  version: text,
  addDate: text,
  title: text,
})

/** An advert as it was read. */
type SeenAdvert = z.infer<typeof seenSchema>

/** What looks for rows in doubt have read: a look that a used-up quota ended goes on where it was. */
export class LooksTable {
  readonly #keep: StatementSync
  readonly #find: StatementSync

  constructor(db: DatabaseSync) {
    this.#keep = db.prepare('INSERT OR REPLACE INTO looks (account_id, auto_id, live) VALUES (?, ?, ?)')
    this.#find = db.prepare('SELECT live FROM looks WHERE account_id = ? AND auto_id = ?')
  }

  keep(accountId: string, live: SeenAdvert): void {
    this.#keep.run(accountId, live.autoId, JSON.stringify(live))
  }

  find(accountId: string, autoId: number): SeenAdvert | null {
    const row = this.#find.get(accountId, autoId)
    return row ? json.pipe(seenSchema).parse(row.live) : null
  }
}
