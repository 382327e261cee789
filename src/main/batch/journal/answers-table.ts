import type { DatabaseSync } from 'node:sqlite'

/** A person's answer for one row. */
export type Answer =
  | { readonly kind: 'send-again' }
  | { readonly kind: 'bind'; readonly autoId: number }
  | { readonly kind: 'overwrite' }
  | { readonly kind: 'keep' }

/** What a person decides about a row. Each answers false where the row is no longer in the state that allows it. */
export class AnswersTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  apply(row: number, answer: Answer, at: string): boolean {
    switch (answer.kind) {
      case 'send-again':
        return this.sendAgain(row, at)
      case 'bind':
        return this.bind(row, answer.autoId, at)
      case 'overwrite':
        return this.overwrite(row, at)
      case 'keep':
        return this.keep(row, at)
    }
  }

  /** A row in doubt goes out again, knowingly: for a create this may make a second advert. */
  sendAgain(row: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'planned', forced = forced + (operation = 'create'), updated_at = ?
       WHERE id = ? AND state = 'unknown'`,
      at,
      row,
    )
  }

  bind(row: number, autoId: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'done', auto_id = ?, outcome_source = 'person', error_code = NULL, error_detail = NULL,
         updated_at = ? WHERE id = ? AND state = 'unknown' AND operation = 'create'`,
      autoId,
      at,
      row,
    )
  }

  /** The dealer's values win over those that were changed at the service meanwhile. */
  overwrite(row: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'planned', overwrite = 1, error_code = NULL, error_detail = NULL, updated_at = ?
       WHERE id = ? AND state = 'conflict'`,
      at,
      row,
    )
  }

  /** What stands at the service stays: the row is left out, and what an earlier attempt did is answered with it. */
  keep(row: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'skipped', outcome_source = 'person', doubt = 0, updated_at = ?
       WHERE id = ? AND state = 'conflict'`,
      at,
      row,
    )
  }

  /** The row of this account that has the advert already, or null. */
  boundTo(accountId: string, autoId: number): { readonly batch: string; readonly line: number } | null {
    const row = this.#db
      .prepare(
        `SELECT batches.id AS batch, line FROM rows JOIN batches ON batches.seq = rows.batch
         WHERE rows.auto_id = ? AND account_id = ? AND rows.operation = 'create' AND rows.state = 'done'`,
      )
      .get(autoId, accountId)
    return row ? { batch: String(row.batch), line: Number(row.line) } : null
  }

  #changes(sql: string, ...values: (string | number)[]): boolean {
    return Number(this.#db.prepare(sql).run(...values).changes) > 0
  }
}
