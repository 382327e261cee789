import type { DatabaseSync } from 'node:sqlite'

/** Shape of the batches that `addSettled` adds. */
interface SettledBatches {
  readonly accountId: string
  readonly batches: number
  /** Rows of each batch. */
  readonly rows?: number
  /** The number of the first. */
  readonly from?: number
}

const series = (name: string, first: string, count: string): string =>
  `${name} (value) AS (SELECT ${first} UNION ALL SELECT value + 1 FROM ${name} WHERE value < ${first} + ${count} - 1)`
const hour = `strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', value || ' hours')`

/**
 * Adds finished batches to a journal, as years of work leave them: edits that are done, each of an advert of its own. `old-1.csv` is the
 * oldest; one is made each hour from the beginning of 2020 on.
 */
export function addSettled(
  journal: DatabaseSync,
  { accountId, batches, rows = 1, from = 1 }: SettledBatches,
): void {
  journal
    .prepare(
      `WITH RECURSIVE ${series('batch', ':from', ':batches')}
       INSERT INTO batches (id, account_id, user_id, file_name, file_sha256, encoding, bom, delimiter, header, mapping,
         operation, state, created_at, finished_at)
       SELECT format('old-%d', value), :accountId, 1, format('old-%d.csv', value), format('%064x', value), 'utf-8', 0, ',',
         '[]', '[]', 'edit', 'finished', ${hour}, ${hour} FROM batch`,
    )
    .run({ accountId, batches, from })
  journal
    .prepare(
      `WITH RECURSIVE ${series('line', '1', ':rows')}
       INSERT INTO rows (batch, line, operation, state, auto_id, payload, before, problems, fingerprint, outcome_source, attempts, updated_at)
       SELECT seq, value, 'edit', 'done', seq * :rows + value,
         json_object('auto_id', seq * :rows + value, 'currency_id', 1, 'price', 10000 + value), '{"currency_id":1,"price":9000}', '[]',
         format('%022d', seq * :rows + value), 'response', 1, finished_at
       FROM batches CROSS JOIN line WHERE batches.id LIKE 'old-%' AND seq > (SELECT coalesce(max(batch), 0) FROM rows) ORDER BY seq, value`,
    )
    .run({ rows })
  journal.exec(
    `INSERT INTO attempts (row, kind, started_at, ended_at, outcome, status)
     SELECT rows.id, 'send', rows.updated_at, rows.updated_at, 'done', 200
     FROM rows JOIN batches ON batches.seq = rows.batch WHERE batches.id LIKE 'old-%' AND rows.id > (SELECT coalesce(max(row), 0) FROM attempts) ORDER BY rows.id`,
  )
}
