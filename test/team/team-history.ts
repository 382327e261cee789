import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { z } from 'zod'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import { readHistory, type History } from '../crash/history.ts'
import type { Desk } from './desks.ts'
import type { Postgres } from './postgres.ts'

/** A write as the log has it: whose, which, and what became of it. */
const writeSchema = z.object({
  desk: z.string(),
  key: z.string(),
  operation: z.string(),
  autoId: z.int().nullable(),
  state: z.string(),
})
export type LoggedWrite = z.infer<typeof writeSchema>

/** What one desk's journal says of its own rows, and of those of the others. */
export interface DeskHistory extends History {
  readonly name: string
  /** What it asked for, in the order of the file. */
  readonly asked: readonly PlannedRow[]
  readonly others: readonly LoggedWrite[]
  /** Rows of which a person said that what the advert has stays. */
  readonly kept: ReadonlySet<string>
}

/** What the desks and their server say, with what the service really did. */
export interface TeamHistory {
  readonly desks: readonly DeskHistory[]
  readonly permits: readonly LoggedWrite[]
  readonly ledger: readonly LedgerEntry[]
  /** When each call reached the service, ms. */
  readonly calls: readonly number[]
  readonly quota: { readonly perHour: number; readonly minuteMs: number } | null
}

interface HistoryParts extends Pick<TeamHistory, 'ledger' | 'calls' | 'quota'> {
  readonly postgres: Postgres
  readonly desks: readonly Desk[]
  readonly planned: readonly (readonly PlannedRow[])[]
}

/** Failed and unsent ones are nothing that anybody has to know: a server that went back in time forgot them. */
const counts = `state IN ('sending', 'doubt', 'done')`

export function readTeamHistory({ postgres, desks, planned, ...facts }: HistoryParts): TeamHistory {
  const permits = postgres.sql(
    `SELECT coalesce(json_agg(json_build_object('desk', name, 'key', key, 'operation', operation, 'autoId', auto_id,
       'state', state)), '[]') FROM forecourt.permits JOIN forecourt.members ON members.id = member WHERE ${counts}`,
  )
  return {
    ...facts,
    permits: z.array(writeSchema).parse(JSON.parse(permits)),
    desks: desks.map(({ name, dataDir }, at) => ({
      name,
      asked: planned[at] ?? [],
      ...readTeamRows(dataDir),
      ...readHistory(dataDir, planned[at]?.length ?? 0, facts.ledger),
    })),
  }
}

function readTeamRows(dataDir: string): Pick<DeskHistory, 'others' | 'kept'> {
  const journal = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true })
  try {
    const others = journal
      .prepare(
        `SELECT name AS desk, key, operation, auto_id AS autoId, state FROM team_writes WHERE ${counts}`,
      )
      .all()
    const kept = journal
      .prepare(
        `SELECT batches.id || '/' || line AS key FROM attempts JOIN rows ON rows.id = attempts.row
         JOIN batches ON batches.seq = rows.batch WHERE kind = 'person' AND answer ->> '$.kind' = 'keep'`,
      )
      .all()
    return {
      others: others.map((row) => writeSchema.parse(row)),
      kept: new Set(kept.map(({ key }) => String(key))),
    }
  } finally {
    journal.close()
  }
}
