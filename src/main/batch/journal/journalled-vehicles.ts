import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Values } from '../../writes/values.ts'
import { jsonValues } from './columns.ts'

/** A create whose advert may be there, or come to be, without being known: in doubt, being sent, or in an open batch. */
export interface OpenCreate {
  readonly batch: string
  readonly payload: Values
}

/** An advert that a create made, with what was written to it last. */
export interface CreatedAdvert {
  readonly autoId: number
  readonly payload: Values
}

export interface CreatedQuestion {
  readonly accountId: string
  /** Creates that were done before, ISO 8601, are not asked for; null asks for all. */
  readonly after: string | null
  /** Those of these adverts that nothing else is known of. */
  readonly unknown: (autoIds: readonly number[]) => readonly number[]
  /** What was written to these adverts last. */
  readonly written: (autoIds: readonly number[]) => ReadonlyMap<number, Values>
}

/** What can't be read is no vehicle. */
const openSchema = z.object({ batch: z.string(), payload: jsonValues.catch({}) })
const stepSchema = z.object({ ids: z.string(), last: z.int().nullable() })
const idSchema = z.object({ id: z.int() })

export const openCreatesSql = `
  SELECT batches.id AS batch, payload FROM rows INDEXED BY rows_in_doubt JOIN batches ON batches.seq = rows.batch
  WHERE rows.state IN ('sending', 'unknown') AND rows.operation = 'create' AND account_id IN (:accountId, '')
  UNION ALL
  SELECT batches.id, payload FROM batches CROSS JOIN rows INDEXED BY rows_by_state ON rows.batch = batches.seq
  WHERE rows.state = 'planned' AND rows.operation = 'create' AND preview = 0
    AND batches.state IN ('ready', 'running', 'waiting', 'paused') AND account_id IN (:accountId, '')`

const createsAtOnce = 2_000

/** The adverts of the next creates behind the row `after`, found by the index of creates alone: a journal may hold a million edits. */
const stepOf = (table: 'rows' | 'kept_rows', index: string): string => `
  SELECT coalesce(json_group_array(autoId) FILTER (WHERE isAsked), '[]') AS ids, max(id) AS last FROM (
    SELECT r.id, r.auto_id AS autoId, r.state = 'done' AND account_id IN (:accountId, '')
      AND (:since IS NULL OR coalesce(r.updated_at, '9') > :since) AS isAsked
    FROM ${table} AS r INDEXED BY ${index} JOIN batches ON batches.seq = r.batch
    WHERE r.operation = 'create' ${table === 'rows' ? '' : `AND r.state = 'done'`} AND r.id > :after
    ORDER BY r.id LIMIT ${createsAtOnce})`

export const createdSql = [
  stepOf('rows', 'creates_by_mark'),
  stepOf('kept_rows', 'kept_creates_by_mark'),
] as const

const notDeleted = `SELECT value AS id FROM json_each(:ids) WHERE NOT EXISTS (
    SELECT 1 FROM rows WHERE auto_id = value AND operation = 'delete' AND state = 'done')
  AND NOT EXISTS (SELECT 1 FROM kept_rows WHERE auto_id = value AND operation = 'delete' AND state = 'done')`

/** The account's creates that are in doubt, being sent, or wait in an open batch. */
export const openCreatesOf = (db: DatabaseSync, accountId: string): OpenCreate[] =>
  db
    .prepare(openCreatesSql)
    .all({ accountId })
    .map((row) => openSchema.parse(row))

/**
 * The adverts that the account's creates made, that no row of ours deleted, and that only the journal knows. Read in steps
 * with a turn of the event loop between them.
 */
export async function createdAdverts(
  db: DatabaseSync,
  { accountId, after: since, unknown, written }: CreatedQuestion,
): Promise<CreatedAdvert[]> {
  const created: CreatedAdvert[] = []
  const deleted = db.prepare(notDeleted)
  for (const sql of createdSql) {
    const step = db.prepare(sql)
    for (let after: number | null = 0; after !== null;) {
      const { ids, last } = stepSchema.parse(step.get({ accountId, since, after }))
      const asked = unknown(z.array(z.int()).parse(JSON.parse(ids)))
      if (asked.length > 0) {
        const kept = deleted.all({ ids: JSON.stringify(asked) }).map((row) => idSchema.parse(row).id)
        for (const [autoId, payload] of written(kept)) created.push({ autoId, payload })
      }
      after = last
      await nextTurn()
    }
  }
  return created
}
