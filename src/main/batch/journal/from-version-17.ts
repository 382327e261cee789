/** Columns of each table, those that others refer to first. `batch_counts` is filled by the triggers of `rows`. */
const kept = {
  batches: `seq, id, account_id, user_id, planned_by, file_name, file_sha256, encoding, bom, delimiter, header, mapping,
    operation, state, pause_reason, wakes_at, sent_before, undo_of, created_at, finished_at, preview, file, waits_since,
    archived_at, archived_counts, unreadable, sends_unshown`,
  rows: `id, batch, line, operation, state, auto_id, payload, before, problems, cells, fingerprint, outcome_source,
    error_code, error_detail, attempts, doubt, forced, overwrite, updated_at`,
  attempts: `id, row, kind, request_hash, started_at, ended_at, outcome, status, error_code, answer, service_at`,
  kept_rows: `id, batch, line, operation, state, auto_id, fingerprint, payload, updated_at, sent, sent_at, service_at`,
  lost_rows: 'batch, line, state, fingerprint',
  uncached_rows: 'row',
  looks: 'account_id, auto_id, live',
  holds: 'account_id, set_at, until',
  identity: 'one, id, claims, fence, marked',
} as const

const tables = Object.entries(kept)
const each = (sql: (table: string, columns: string) => string): string =>
  tables.map(([table, columns]) => `${sql(table, columns)};`).join('\n')

/** A row in doubt was called `unknown`. */
const renamed = `
UPDATE was_rows SET state = 'in-doubt' WHERE state = 'unknown';
UPDATE was_lost_rows SET state = 'in-doubt' WHERE state = 'unknown';
UPDATE was_attempts SET outcome = 'in-doubt' WHERE outcome = 'unknown';
UPDATE was_batches
SET archived_counts = json_remove(json_set(archived_counts, '$.inDoubt', archived_counts -> '$.unknown'), '$.unknown')
WHERE json_valid(archived_counts) AND archived_counts ->> '$.unknown' IS NOT NULL;`

/**
 * Brings a journal, or an archived batch, from the version before to this one with all that is in it. What can't be read
 * as JSON stays, too, to be counted where it is read.
 * @param schema all tables of this version, empty
 */
export const fromVersion17 = (schema: string): string => `
PRAGMA defer_foreign_keys = ON;
PRAGMA ignore_check_constraints = ON;
${each((table, columns) => `CREATE TEMP TABLE was_${table} AS SELECT ${columns} FROM ${table}`)}
DROP TABLE batch_counts;
${tables
  .toReversed()
  .map(([table]) => `DROP TABLE ${table};`)
  .join('\n')}
${renamed}
${schema}
${each((table, columns) => `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM was_${table}`)}
${each((table) => `DROP TABLE was_${table}`)}
PRAGMA ignore_check_constraints = OFF;`
