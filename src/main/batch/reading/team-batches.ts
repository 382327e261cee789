import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Batch } from '#shared/batch/row.ts'
import { RowQuery } from '../../storage/row-query.ts'

const schema = z.object({
  id: z.string(),
  desk: z.string(),
  accountId: z.string(),
  createdAt: z.string(),
  total: z.int(),
  done: z.int(),
  inDoubt: z.int(),
  sending: z.int(),
  failed: z.int(),
  planned: z.int(),
  creates: z.int(),
  edits: z.int(),
  deletes: z.int(),
  prices: z.int(),
  texts: z.int(),
})

const counted = Object.entries({
  done: "state = 'done'",
  inDoubt: "state = 'doubt'",
  sending: "state = 'sending'",
  failed: "state = 'failed'",
  planned: "state = 'unsent'",
  creates: "operation = 'create'",
  edits: "operation = 'edit'",
  deletes: "operation = 'delete'",
  prices: "operation = 'edit' AND payload ->> '$.price' IS NOT NULL",
  texts: "operation = 'edit' AND payload ->> '$.auto_note' IS NOT NULL",
}).map(([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${name}`)

const sql = `SELECT substr(key, 1, instr(key, '/') - 1) AS id, max(name) AS desk, account_id AS accountId, min(at) AS createdAt,
    count(*) AS total, ${counted.join(', ')}
  FROM team_writes WHERE at >= ? GROUP BY 1, 3 ORDER BY createdAt DESC`

const monthMs = 30 * 86_400_000

/** Batches that other desks of a team sent in the last month, as the team's log has their rows; the newest first. @param now ISO 8601 */
export const teamBatches = (db: DatabaseSync, now: string): Batch[] =>
  new RowQuery(schema, sql).all(db, new Date(Date.parse(now) - monthMs).toISOString()).map((found) => {
    const { id, desk, accountId, createdAt, total, ...rows } = found
    const { done, inDoubt, sending, failed, planned, ...contents } = rows
    const counts = { done, inDoubt, sending, failed, planned, conflict: 0, invalid: 0, skipped: 0 }
    return {
      id,
      desk,
      accountId,
      createdAt,
      total,
      counts,
      fileName: '',
      operation: 'mixed',
      contents: { ...contents, percent: null, inStock: 0, outOfStock: 0, advert: null },
      state: sending > 0 ? 'running' : 'finished',
      pauseReason: null,
      wakesAt: null,
      waitsFor: null,
      undoOf: null,
      finishedAt: null,
      sentBefore: 0,
      requests: null,
      file: null,
    }
  })
