import { z } from 'zod'
import { reportUnreadableRecord, Statement } from '../../storage/row-query.ts'
import { json } from './journal-row.ts'
import { liveAdvertSchema, type LiveAdvert } from './live-advert.ts'
import { Table } from '../../storage/table.ts'

/** Nothing else refers to these: they only save calls. */
export const looksSchema = `
CREATE TABLE looks (
  account_id TEXT NOT NULL,
  auto_id INTEGER NOT NULL,
  live TEXT NOT NULL CHECK (json_valid(live)),
  PRIMARY KEY (account_id, auto_id)
) STRICT, WITHOUT ROWID;`

const lookSchema = z.object({ live: json.pipe(liveAdvertSchema) })

const saveStatement = new Statement(
  'INSERT OR REPLACE INTO looks (account_id, auto_id, live) VALUES (?, ?, ?)',
)
const loadStatement = new Statement('SELECT live FROM looks WHERE account_id = ? AND auto_id = ?')

/** Adverts that were read in search of rows in doubt: a search that ran out of quota continues from them. */
export class LooksTable extends Table {
  save(accountId: string, live: LiveAdvert): void {
    saveStatement.of(this.db).run(accountId, live.autoId, JSON.stringify(live))
  }

  /** @returns the advert as it was last read, or null */
  load(accountId: string, autoId: number): LiveAdvert | null {
    const row = loadStatement.of(this.db).get(accountId, autoId)
    if (row === undefined) return null
    const look = lookSchema.safeParse(row).data
    // One that can't be read is read from the service again.
    if (look === undefined)
      reportUnreadableRecord(this.db, { table: 'looks', leftOut: true, query: 'look', cells: row })
    return look?.live ?? null
  }
}
