import { z } from 'zod'
import type { RowAnswer } from '#shared/batch/row.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

const boundSchema = z.object({ batch: z.string(), line: z.int() })

/** Answers of a person about rows. Each method returns false if the row's state no longer allows the answer. */
export class AnswersTable extends Table {
  apply(row: number, answer: RowAnswer, at: string): boolean {
    switch (answer.kind) {
      case 'send-again':
        return this.sendAgain(row, at)
      case 'bind':
        return this.bind(row, answer.autoId, at)
      case 'never-made':
        return this.neverMade(row, at)
      case 'overwrite':
        return this.overwrite(row, at)
      case 'keep':
        return this.keep(row, at)
    }
  }

  /** Plans a row in doubt again: for a create this may make a second advert. */
  sendAgain(row: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'planned', forced = forced + (operation = 'create'), updated_at = ?
       WHERE id = ? AND state = 'in-doubt'`,
      at,
      row,
    )
  }

  bind(row: number, autoId: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'done', auto_id = ?, outcome_source = 'person', error_code = NULL, error_detail = NULL,
         updated_at = ? WHERE id = ? AND state = 'in-doubt' AND operation = 'create'`,
      autoId,
      at,
      row,
    )
  }

  /**
   * Nothing came of the row's attempts: it is left out, and no longer counts as sent. By way of a plan, because the journal
   * lets a row in doubt go no other way.
   */
  neverMade(row: number, at: string): boolean {
    const planned = this.sendAgain(row, at)
    return (
      planned &&
      this.#changes(
        `UPDATE rows SET state = 'skipped', outcome_source = 'person', doubt = 0, error_code = 'never-made',
         error_detail = NULL, updated_at = ? WHERE id = ? AND state = 'planned'`,
        at,
        row,
      )
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

  /** The values at the service stay: the row is left out, and the doubt of an earlier attempt ends with it. */
  keep(row: number, at: string): boolean {
    return this.#changes(
      `UPDATE rows SET state = 'skipped', outcome_source = 'person', doubt = 0, updated_at = ?
       WHERE id = ? AND state = 'conflict'`,
      at,
      row,
    )
  }

  /** The create of this account that made the advert, or null. */
  boundTo(accountId: string, autoId: number): z.infer<typeof boundSchema> | null {
    return (
      new StrictQuery(
        boundSchema,
        `SELECT batches.id AS batch, line FROM rows JOIN batches ON batches.seq = rows.batch
         WHERE rows.auto_id = :autoId AND account_id = :accountId AND rows.operation = 'create' AND rows.state = 'done'`,
      ).first(this.db, { autoId, accountId }) ?? null
    )
  }

  #changes(sql: string, ...values: (string | number)[]): boolean {
    return Number(this.db.prepare(sql).run(...values).changes) > 0
  }
}
