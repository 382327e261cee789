import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row } from './damaged-file.ts'

/** Takes results that a damaged journal knows over to the same rows of its backup: a row that is done stays so. */
export class RowRefresher {
  readonly #plan: StatementSync
  readonly #send: StatementSync
  readonly #end: StatementSync
  /** The ids of the rows. */
  readonly refreshed = new Set<number>()

  constructor(into: DatabaseSync) {
    this.#plan = into.prepare(
      `UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL, error_detail = NULL
       WHERE id = ? AND state IN ('failed', 'conflict') AND batch = ? AND line = ? AND fingerprint = ?`,
    )
    this.#send = into.prepare(
      `UPDATE rows SET state = 'sending', attempts = max(attempts, ?)
       WHERE id = ? AND state = 'planned' AND batch = ? AND line = ? AND fingerprint = ?`,
    )
    this.#end = into.prepare(
      `UPDATE rows SET state = 'done', auto_id = ?, outcome_source = ?, error_code = ?, error_detail = ?, updated_at = ?
       WHERE id = ? AND state IN ('sending', 'in-doubt') AND batch = ? AND line = ? AND fingerprint = ?`,
    )
  }

  /** Rows that are not done, and results that the new journal's rules refuse, change nothing. */
  refresh(row: Row): void {
    if (row.state !== 'done') return
    const { id = null, batch = null, line = null, fingerprint = null } = row
    const { auto_id: autoId = null, outcome_source: source = null, updated_at: at = null } = row
    const { error_code: code = null, error_detail: detail = null } = row
    const place = [id, batch, line, fingerprint]
    try {
      this.#plan.run(...place)
      this.#send.run(Math.max(1, Number(row.attempts)), ...place)
      const { changes } = this.#end.run(autoId, source, code, detail, at, ...place)
      if (changes > 0) this.refreshed.add(Number(id))
    } catch {
      // What was being sent is in doubt; an undo that wasn't confirmed stays one until the mark tells that it was sent.
    }
  }
}
