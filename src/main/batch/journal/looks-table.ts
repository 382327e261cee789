import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { json } from './columns.ts'
import { liveAdvertSchema, type LiveAdvert } from './live-advert.ts'

const lookSchema = z.object({ live: json.pipe(liveAdvertSchema) })

/** Adverts that were read in search of rows in doubt: a search that ran out of quota continues from them. */
export class LooksTable {
  readonly #save: StatementSync
  readonly #load: StatementSync

  constructor(db: DatabaseSync) {
    this.#save = db.prepare('INSERT OR REPLACE INTO looks (account_id, auto_id, live) VALUES (?, ?, ?)')
    this.#load = db.prepare('SELECT live FROM looks WHERE account_id = ? AND auto_id = ?')
  }

  save(accountId: string, live: LiveAdvert): void {
    this.#save.run(accountId, live.autoId, JSON.stringify(live))
  }

  /** @returns the advert as it was last read, or null */
  load(accountId: string, autoId: number): LiveAdvert | null {
    const row = this.#load.get(accountId, autoId)
    // One that can't be read is read from the service again.
    return lookSchema.safeParse(row).data?.live ?? null
  }
}
