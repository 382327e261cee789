import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { CellRef } from '#shared/staged/staged-edit.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { StagedEdit } from './staged-edit.ts'

const stepSchema = z.object({ id: z.int() })
const advertSchema = z.object({ advert: z.number() })
const revisionSchema = z.object({ revision: z.int() })

/** Steps that can be taken back, for each account. */
const mostSteps = 200

/** An edit as a change keeps it; the batch is none of it. */
const stored = (edit: StagedEdit | null): string | null =>
  edit && JSON.stringify([edit.value, edit.currency, edit.seen, edit.seenCurrency, edit.stagedAt])

/** The statements that bring the cells of a step to what they were before (`old`) or after it (`new`). */
const dropSql = (
  side: 'old' | 'new',
): string => `DELETE FROM edits WHERE account_id = ? AND (advert, field) IN
  (SELECT advert, field FROM changes WHERE step = ? AND ${side} IS NULL)`
const putSql = (side: 'old' | 'new'): string => `INSERT OR REPLACE INTO edits
  SELECT ?, advert, field, ${side} ->> 0, ${side} ->> 1, ${side} ->> 2, ${side} ->> 3, ${side} ->> 4, NULL
  FROM changes WHERE step = ? AND ${side} IS NOT NULL`

const keepNewSql = `UPDATE changes SET new = (
    SELECT json_array(value, currency, seen, seen_currency, staged_at) FROM edits
    WHERE account_id = ? AND edits.advert = changes.advert AND edits.field = changes.field
  ) WHERE step = ?`

const forgetHeldSql = `DELETE FROM changes WHERE step IN (SELECT id FROM steps WHERE account_id = ?)
  AND (advert, field) IN (SELECT advert, field FROM edits WHERE account_id = ? AND batch = ?)`

/** What was edited, step by step, so that each can be taken back and done again. Call it inside a transaction. */
export class StagedSteps {
  readonly #db: DatabaseSync
  readonly #record: StatementSync
  readonly #forget: StatementSync
  readonly #last: RowQuery<typeof stepSchema>
  readonly #undone: RowQuery<typeof stepSchema>
  readonly #adverts: RowQuery<typeof advertSchema>
  readonly #bump: RowQuery<typeof revisionSchema>
  readonly #revision: RowQuery<typeof revisionSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    // A step names a cell once: what it was before the step. What it is after is kept when the step is undone.
    this.#record = db.prepare(`INSERT INTO changes VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING`)
    this.#forget = db.prepare(`DELETE FROM changes WHERE advert = ? AND field = ?
      AND step IN (SELECT id FROM steps WHERE account_id = ?)`)
    const step = 'SELECT id FROM steps WHERE account_id = ?'
    this.#last = new RowQuery(db, stepSchema, `${step} AND NOT undone ORDER BY id DESC LIMIT 1`)
    this.#undone = new RowQuery(db, stepSchema, `${step} AND undone ORDER BY id LIMIT 1`)
    this.#adverts = new RowQuery(
      db,
      advertSchema,
      'SELECT DISTINCT advert FROM changes WHERE step = ? LIMIT ?',
    )
    this.#bump = new RowQuery(
      db,
      revisionSchema,
      `INSERT INTO revisions VALUES (?, 1) ON CONFLICT (account_id) DO UPDATE SET revision = revision + 1 RETURNING revision`,
    )
    this.#revision = new RowQuery(db, revisionSchema, 'SELECT revision FROM revisions WHERE account_id = ?')
  }

  /** Begins a step; what was undone can't be done again any more. @returns its number */
  begin(account: string): number {
    this.#db.prepare('DELETE FROM steps WHERE account_id = ? AND undone').run(account)
    const { lastInsertRowid } = this.#db.prepare('INSERT INTO steps (account_id) VALUES (?)').run(account)
    return Number(lastInsertRowid)
  }

  record(step: number, cell: CellRef, before: StagedEdit | null): void {
    this.#record.run(step, cell.advert, cell.field, stored(before))
  }

  /** Ends a step: one without changes, and those that are too old to be taken back, are dropped. */
  end(account: string): void {
    this.#dropEmpty(account)
    this.#db
      .prepare(
        `DELETE FROM steps WHERE account_id = ?1 AND id <= (SELECT id FROM steps WHERE account_id = ?1
          ORDER BY id DESC LIMIT 1 OFFSET ${mostSteps})`,
      )
      .run(account)
  }

  /** The steps that would be taken back and done again next; null if there is none. */
  next(account: string): { readonly undo: number | null; readonly redo: number | null } {
    return { undo: this.#last.first(account)?.id ?? null, redo: this.#undone.first(account)?.id ?? null }
  }

  undo(account: string, step: number): void {
    this.#db.prepare(keepNewSql).run(account, step)
    this.#bring(account, step, 'old')
    this.#db.prepare('UPDATE steps SET undone = 1 WHERE id = ?').run(step)
  }

  redo(account: string, step: number): void {
    this.#bring(account, step, 'new')
    this.#db.prepare('UPDATE steps SET undone = 0 WHERE id = ?').run(step)
  }

  /** The adverts that a step is about, at most so many. */
  advertsOf(step: number, most: number): number[] {
    return this.#adverts.all(step, most).map(({ advert }) => advert)
  }

  /** The cell was sent: no step brings back what it was. */
  forget(account: string, { advert, field }: CellRef): void {
    this.#forget.run(advert, field, account)
    this.#dropEmpty(account)
  }

  /** The same for the cells that a batch holds. */
  forgetHeld(account: string, batch: string): void {
    this.#db.prepare(forgetHeldSql).run(account, account, batch)
    this.#dropEmpty(account)
  }

  /** To be called with every change of an account's edits. */
  bump(account: string): void {
    this.#bump.one(account)
  }

  revision(account: string): number {
    return this.#revision.first(account)?.revision ?? 0
  }

  #bring(account: string, step: number, side: 'old' | 'new'): void {
    this.#db.prepare(dropSql(side)).run(account, step)
    this.#db.prepare(putSql(side)).run(account, step)
  }

  #dropEmpty(account: string): void {
    this.#db
      .prepare(
        'DELETE FROM steps WHERE account_id = ? AND NOT EXISTS (SELECT 1 FROM changes WHERE step = id)',
      )
      .run(account)
  }
}
