import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { StrictQuery, storedNumbers } from '../../storage/row-query.ts'
import type { Values } from '../../writes/values.ts'
import { flag, jsonValues } from './journal-row.ts'

/**
 * A create whose advert may exist, or may still appear, without a known id: in doubt, being sent, or in an open batch.
 */
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
  /** Values written to these adverts last. */
  readonly written: (autoIds: readonly number[]) => ReadonlyMap<number, Values>
}

/** An unreadable payload is no vehicle. */
const payload = jsonValues.catch({})
const doubtfulSchema = z.object({ seq: z.int(), payload })
const plannedSchema = z.object({ line: z.int(), payload })
const batchSchema = z.object({ seq: z.int(), id: z.string(), isOpen: flag })
const stepSchema = z.object({ ids: storedNumbers, last: z.int().nullable() })
const idSchema = z.object({ id: z.int() })

/** Few rows are in doubt or being sent. */
export const doubtfulCreatesSql = `
  SELECT seq, payload
  FROM rows INDEXED BY rows_in_doubt JOIN batches ON batches.seq = rows.batch
  WHERE rows.state IN ('sending', 'in-doubt') AND rows.operation = 'create' AND account_id = :accountId`

/** The batches, and which of them have rows to send. */
const batchesSql = `
  SELECT seq, id, state IN ('ready', 'running', 'waiting', 'paused') AND preview = 0 AS isOpen
  FROM batches WHERE account_id = :accountId`

const createsAtOnce = 2_000

/** The next creates of a batch that are still to be sent, behind a line. */
export const plannedCreatesSql = `
  SELECT line, payload FROM rows INDEXED BY rows_by_state
  WHERE batch = :batch AND state = 'planned' AND line > :after AND operation = 'create'
  ORDER BY line LIMIT ${createsAtOnce}`

/** The adverts of the next creates behind the row `after`, found by the index of creates alone: a journal may hold a million edits. */
export const createdSql = `
  SELECT coalesce(json_group_array(autoId) FILTER (WHERE isAsked), '[]') AS ids, max(id) AS last FROM (
    SELECT r.id, r.auto_id AS autoId, r.state = 'done' AND account_id = :accountId
      AND (:since IS NULL OR coalesce(r.updated_at, '9') > :since) AS isAsked
    FROM rows AS r INDEXED BY rows_of_creates JOIN batches ON batches.seq = r.batch
    WHERE r.operation = 'create' AND r.id > :after
    ORDER BY r.id LIMIT ${createsAtOnce})`

const notDeleted = `SELECT value AS id FROM json_each(:ids) WHERE NOT EXISTS (
    SELECT 1 FROM rows WHERE auto_id = value AND operation = 'delete' AND state = 'done')`

/** The account's creates that are in doubt, being sent, or wait in an open batch, read in steps. */
export function openCreatesOf(db: DatabaseSync, accountId: string): OpenCreate[] {
  const batches = new StrictQuery(batchSchema, batchesSql).all(db, { accountId })
  const ids = new Map(batches.map(({ seq, id }) => [seq, id]))
  const open = new StrictQuery(doubtfulSchema, doubtfulCreatesSql)
    .all(db, { accountId })
    .map((row): OpenCreate => ({ batch: ids.get(row.seq) ?? '', payload: row.payload }))
  const planned = new StrictQuery(plannedSchema, plannedCreatesSql)
  for (const { seq, id, isOpen } of batches)
    for (let after: number | undefined = isOpen ? -1 : undefined; after !== undefined;) {
      const rows = planned.all(db, { batch: seq, after })
      for (const row of rows) open.push({ batch: id, payload: row.payload })
      after = rows.at(-1)?.line
    }
  return open
}

/** The adverts that the account's creates made, that no row of ours deleted, and that only the journal knows. Read in steps. */
export function createdAdverts(
  db: DatabaseSync,
  { accountId, after: since, unknown, written }: CreatedQuestion,
): CreatedAdvert[] {
  const created: CreatedAdvert[] = []
  const deleted = new StrictQuery(idSchema, notDeleted)
  const step = new StrictQuery(stepSchema, createdSql)
  for (let after: number | null = 0; after !== null;) {
    const { ids, last }: z.infer<typeof stepSchema> = step.one(db, { accountId, since, after })
    const asked = unknown(ids)
    if (asked.length > 0) {
      const kept = deleted.all(db, { ids: JSON.stringify(asked) }).map(({ id }) => id)
      for (const [autoId, payload] of written(kept)) created.push({ autoId, payload })
    }
    after = last
  }
  return created
}
