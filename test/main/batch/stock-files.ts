import type { StockFile } from '../../../src/main/writes/stock-file.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { foldOf } from '../../../src/main/writes/stock-key.ts'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import { accountId } from './connect-to.ts'

/** The row with a dealer's own number. */
export const keyed = (row: PlannedRow, key: string, missing = false): PlannedRow => ({
  ...row,
  stock: { key, fold: foldOf(key), missing },
})

/** A source of which a plan was looked at. */
export function lookedSource(journal: Journal, name = 'stock'): number {
  const source = journal.tables.sources.save(accountId, name, 'No', {})
  journal.tables.sources.setLooked(source)
  return source
}

/** What a file says that is planned from the stock as it is now. */
export const fileOf = (journal: Journal, source: number, change: Partial<StockFile> = {}): StockFile => ({
  source,
  revision: journal.tables.links.revision(accountId),
  asOf: '2026-11-20T00:00:00.000Z',
  rows: 1,
  teamNo: null,
  present: [],
  lacking: [],
  isUnclear: false,
  ended: [],
  notes: [],
  ...change,
})

/** Links a key to an advert, as a person does. */
export const link = (journal: Journal, key: string, autoId: number, source: number | null = null): void =>
  journal.tables.linkAnswers.set(
    accountId,
    { key, fold: foldOf(key), autoId, origin: 'hand', source },
    journal.now(),
  )
