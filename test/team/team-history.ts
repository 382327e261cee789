import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { z } from 'zod'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { readHistory, type History, type HistoryRow } from '../crash/history.ts'
import type { Desk } from './desks.ts'
import type { Postgres } from './postgres.ts'
import { carOf } from './stock-files.ts'

/** A write as the log has it: whose, which, and what became of it. */
const writeSchema = z.object({
  desk: z.string(),
  /** The number of the desk: one that joins again has another. */
  member: z.int(),
  key: z.string(),
  operation: z.string(),
  autoId: z.int().nullable(),
  state: z.string(),
})
export type LoggedWrite = z.infer<typeof writeSchema>
const permitSchema = writeSchema.extend({
  payload: z.record(z.string(), z.unknown()),
  /** Its desk left the team. */
  isRemoved: z.boolean(),
})

/** A row of a stock file, with the number of its car. */
export interface StockRow {
  readonly key: string
  readonly row: HistoryRow
}

/** What one desk's journal says of its own rows, and of those of the others. */
export interface DeskHistory extends History {
  readonly name: string
  /** What it asked for, in the order of the file. */
  readonly asked: readonly PlannedRow[]
  readonly others: readonly LoggedWrite[]
  /** Rows of stock files; `rows` are all others. */
  readonly stockRows: readonly StockRow[]
  /** Adverts of stock numbers, as `K0 39100000`, in their order. */
  readonly links: readonly string[]
  /** Rows of which a person said that what the advert has stays. */
  readonly kept: ReadonlySet<string>
}

/** What the desks and their server say, with what the service really did. */
export interface TeamHistory {
  readonly desks: readonly DeskHistory[]
  readonly permits: readonly z.infer<typeof permitSchema>[]
  /** What has nothing to do with cars of stock files. */
  readonly ledger: readonly LedgerEntry[]
  readonly stockLedger: readonly LedgerEntry[]
  readonly links: readonly string[]
  /** When each call reached the service, ms. */
  readonly calls: readonly number[]
  readonly quota: { readonly perHour: number; readonly minuteMs: number } | null
}

interface HistoryParts extends Pick<TeamHistory, 'calls' | 'quota'> {
  readonly ledger: readonly LedgerEntry[]
  readonly postgres: Postgres
  readonly desks: readonly Desk[]
  readonly planned: readonly (readonly PlannedRow[])[]
}

/** Failed and unsent ones are nothing that anybody has to know: a server that went back in time forgot them. */
const counts = `state IN ('sending', 'doubt', 'done')`

export function readTeamHistory({
  postgres,
  desks,
  planned,
  ledger: all,
  ...facts
}: HistoryParts): TeamHistory {
  const permits = postgres.sql(
    `SELECT coalesce(json_agg(json_build_object('desk', name, 'member', member, 'key', key, 'operation', operation,
       'autoId', auto_id, 'state', state, 'payload', payload, 'isRemoved', removed_at IS NOT NULL)), '[]')
     FROM forecourt.permits JOIN forecourt.members ON members.id = member WHERE ${counts}`,
  )
  const links = postgres.sql(
    `SELECT key || ' ' || advert FROM forecourt.entries WHERE advert IS NOT NULL ORDER BY key`,
  )
  const cars = new Set(all.filter((entry) => carOf(entry) !== null).map(({ autoId }) => autoId))
  const isOfStock = (entry: LedgerEntry): boolean =>
    carOf(entry) !== null || (entry.autoId !== null && cars.has(entry.autoId))
  const ledger = all.filter((entry) => !isOfStock(entry))
  return {
    ...facts,
    ledger,
    stockLedger: all.filter(isOfStock),
    links: links.split('\n').filter((line) => line !== ''),
    permits: z.array(permitSchema).parse(JSON.parse(permits)),
    desks: desks.map(({ name, dataDir }, at) => {
      const { keys, ...team } = readTeamRows(dataDir)
      const { rows, ...history } = readHistory(dataDir, planned[at]?.length ?? 0, ledger)
      const stockRows = rows.flatMap((row) => {
        const key = keys.get(row.key)
        return key === undefined ? [] : [{ key, row }]
      })
      const others = rows.filter((row) => !keys.has(row.key))
      return { name, asked: planned[at] ?? [], ...team, ...history, rows: others, stockRows }
    }),
  }
}

function readTeamRows(
  dataDir: string,
): Pick<DeskHistory, 'others' | 'kept' | 'links'> & { readonly keys: ReadonlyMap<string, string> } {
  const journal = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true })
  try {
    const others = journal
      .prepare(
        `SELECT name AS desk, member, key, operation, auto_id AS autoId, state FROM team_writes WHERE ${counts}`,
      )
      .all()
    const kept = journal
      .prepare(
        `SELECT batches.id || '/' || line AS key FROM attempts JOIN rows ON rows.id = attempts.row
         JOIN batches ON batches.seq = rows.batch WHERE kind = 'person' AND answer ->> '$.kind' = 'keep'`,
      )
      .all()
    const keyed = journal
      .prepare(
        `SELECT batches.id || '/' || line AS key, keyed_rows.key AS number FROM keyed_rows
         JOIN rows ON rows.id = keyed_rows.row JOIN batches ON batches.seq = rows.batch`,
      )
      .all()
    const links = journal
      .prepare(`SELECT key || ' ' || auto_id AS link FROM links WHERE state = 'live' ORDER BY key`)
      .all()
    return {
      keys: new Map(keyed.map(({ key, number }) => [String(key), String(number)])),
      links: links.map(({ link }) => String(link)),
      others: others.map((row) => writeSchema.parse(row)),
      kept: new Set(kept.map(({ key }) => String(key))),
    }
  } finally {
    journal.close()
  }
}
