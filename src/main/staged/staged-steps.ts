import { z } from 'zod'
import type { CellRef } from '#shared/staged/staged-edit.ts'
import { RowQuery, StrictQuery, reportUnreadableRecord, Statement } from '../storage/row-query.ts'
import type { StagedEdit } from './staged-edit.ts'
import { heldParts } from './staged-table.ts'
import { Table } from '../storage/table.ts'

const stepSchema = z.object({ id: z.int() })
const advertSchema = z.object({ advert: z.number() })
const endSchema = z.object({ advert: z.number().nullable() })
const revisionSchema = z.object({ revision: z.int() })

/** Steps that can be taken back, for each account. */
const mostSteps = 200

/** An edit as a change keeps it. */
function stored(edit: StagedEdit | null): string | null {
  if (edit === null) return null
  const { value, currency, seen, seenCurrency, stagedAt, batch, held } = edit
  return JSON.stringify([value, currency, seen, seenCurrency, stagedAt, batch, held && heldParts(held)])
}

/** The same of an edit's row. */
const storedSql = 'json_array(value, currency, seen, seen_currency, staged_at, batch, json(held))'

/** Changes of a step that one piece of work is about. */
const atOnce = 1_000

/** A piece of a step: the changes of the adverts after one up to another. */
const piece = 'step = ? AND advert > ? AND advert <= ?'

const endOfPieceSql = `SELECT max(advert) AS advert FROM
  (SELECT advert FROM changes WHERE step = ? AND advert > ? ORDER BY advert LIMIT ${atOnce})`

/** Condition that a change keeps an edit as it was written: SQLite would end the whole step at another one. */
const isReadable = (side: 'old' | 'new'): string =>
  `iif(json_valid(${side}), coalesce(json_type(${side}, '$[4]'), '') = 'text' AND ${side} ->> 0 IS NOT NULL, 0)`

/** The statements that bring the cells of a piece to what they were before (`old`) or after it (`new`). */
const dropSql = (
  side: 'old' | 'new',
): string => `DELETE FROM edits WHERE account_id = ? AND (advert, field) IN
  (SELECT advert, field FROM changes WHERE ${piece} AND ${side} IS NULL)`
const putSql = (side: 'old' | 'new'): string => `INSERT OR REPLACE INTO edits
  SELECT ?, advert, field, ${side} ->> 0, ${side} ->> 1, ${side} ->> 2, ${side} ->> 3, ${side} ->> 4, ${side} ->> 5, ${side} ->> 6
  FROM changes WHERE ${piece} AND ${side} IS NOT NULL AND ${isReadable(side)}`
const unreadableSql = (side: 'old' | 'new'): string =>
  `SELECT advert, field FROM changes WHERE ${piece} AND ${side} IS NOT NULL AND NOT ${isReadable(side)}`

const keepNewSql = `UPDATE changes SET new = (
    SELECT ${storedSql} FROM edits
    WHERE account_id = ? AND edits.advert = changes.advert AND edits.field = changes.field
  ) WHERE ${piece}`

/** The edits of the adverts after one up to another that no batch holds. */
const unsentPiece = 'FROM edits WHERE account_id = ? AND advert > ? AND advert <= ? AND batch IS NULL'
const endOfEditsSql = `SELECT max(advert) AS advert FROM
  (SELECT advert FROM edits WHERE account_id = ? AND advert > ? ORDER BY advert LIMIT ${atOnce})`
const recordUnsentSql = `INSERT INTO changes
  SELECT ?, advert, field, ${storedSql}, NULL ${unsentPiece}`

/** Restores the edit that the batch holds. */
const bareHeldSql = `UPDATE edits SET value = held ->> 0, currency = held ->> 1, seen = held ->> 2, seen_currency = held ->> 3,
    staged_at = held ->> 4, batch = held ->> 5, held = NULL
  WHERE account_id = ? AND advert > ? AND advert <= ? AND batch IS NULL AND held IS NOT NULL`

const forgetHeldSql = `DELETE FROM changes WHERE ${piece} AND EXISTS (SELECT 1 FROM edits
  WHERE account_id = ? AND edits.advert = changes.advert AND edits.field = changes.field AND batch = ?)`

const stepsSql = 'SELECT id FROM steps WHERE account_id = ?'
// A step names a cell once: what it was before the step. What it is after is kept when the step is undone.
const recordStatement = new Statement(`INSERT INTO changes VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING`)
const forgetStatement = new Statement(`DELETE FROM changes WHERE advert = ? AND field = ?
      AND step IN (SELECT id FROM steps WHERE account_id = ?)`)
const advertsQuery = new RowQuery(advertSchema, 'SELECT DISTINCT advert FROM changes WHERE step = ? LIMIT ?')
const endOfPieceQuery = new RowQuery(endSchema, endOfPieceSql)
const endOfEditsQuery = new RowQuery(endSchema, endOfEditsSql)
const bumpQuery = new RowQuery(
  revisionSchema,
  `INSERT INTO revisions VALUES (?, 1) ON CONFLICT (account_id) DO UPDATE SET revision = revision + 1 RETURNING revision`,
)
const revisionQuery = new RowQuery(revisionSchema, 'SELECT revision FROM revisions WHERE account_id = ?')

const lastQuery = new RowQuery(stepSchema, `${stepsSql} AND NOT undone ORDER BY id DESC LIMIT 1`)
const undoneQuery = new RowQuery(stepSchema, `${stepsSql} AND undone ORDER BY id LIMIT 1`)

/**
 * Steps of editing, so that each can be taken back and done again. Call it inside a transaction. A generator does
 * some ms of its work at each `next`: main can answer other calls in between.
 */
export class StagedSteps extends Table {
  /** Steps that were undone can't be done again any more. */
  *dropUndone(account: string): Generator<void> {
    yield* this.#drop(`${stepsSql} AND undone`, account)
  }

  /** Begins a step. @returns its number */
  begin(account: string): number {
    const { lastInsertRowid } = this.db.prepare('INSERT INTO steps (account_id) VALUES (?)').run(account)
    return Number(lastInsertRowid)
  }

  record(step: number, cell: CellRef, before: StagedEdit | null): void {
    recordStatement.of(this.db).run(step, cell.advert, cell.field, stored(before))
  }

  /** Drops every edit that no batch holds, and records what it was. */
  *dropUnsent(account: string, step: number): Generator<void> {
    const record = this.db.prepare(recordUnsentSql)
    const bareHeld = this.db.prepare(bareHeldSql)
    const drop = this.db.prepare(`DELETE ${unsentPiece}`)
    for (const [after, end] of piecesOf((last) => endOfEditsQuery.one(this.db, account, last).advert)) {
      record.run(step, account, after, end)
      bareHeld.run(account, after, end)
      drop.run(account, after, end)
      yield
    }
  }

  /** Ends a step: one without changes, and those that are too old to be taken back, are dropped. */
  *end(account: string): Generator<void> {
    this.dropEmpty(account)
    yield* this.#drop(`${stepsSql} ORDER BY id DESC LIMIT -1 OFFSET ${mostSteps}`, account)
  }

  /** The steps that would be taken back and done again next; null if there is none. */
  next(account: string): { readonly undo: number | null; readonly redo: number | null } {
    return {
      undo: lastQuery.first(this.db, account)?.id ?? null,
      redo: undoneQuery.first(this.db, account)?.id ?? null,
    }
  }

  *undo(account: string, step: number): Generator<void> {
    const keepNew = this.db.prepare(keepNewSql)
    yield* this.#bring(account, step, 'old', (after, end) => keepNew.run(account, step, after, end))
    this.db.prepare('UPDATE steps SET undone = 1 WHERE id = ?').run(step)
  }

  *redo(account: string, step: number): Generator<void> {
    yield* this.#bring(account, step, 'new')
    this.db.prepare('UPDATE steps SET undone = 0 WHERE id = ?').run(step)
  }

  /** The adverts that a step is about, at most so many. */
  advertsOf(step: number, most: number): number[] {
    return advertsQuery.all(this.db, step, most).map(({ advert }) => advert)
  }

  /** The cell was sent: no step brings back what it was. Call `dropEmpty` afterwards. */
  forget(account: string, { advert, field }: CellRef): void {
    forgetStatement.of(this.db).run(advert, field, account)
  }

  /** The same for the cells that a batch holds. */
  *forgetHeld(account: string, batch: string): Generator<void> {
    const forget = this.db.prepare(forgetHeldSql)
    for (const { id } of new StrictQuery(stepSchema, stepsSql).all(this.db, account))
      for (const [after, end] of this.#pieces(id)) {
        forget.run(id, after, end, account, batch)
        yield
      }
    this.dropEmpty(account)
  }

  /** To be called with every change of an account's edits. */
  bump(account: string): void {
    bumpQuery.one(this.db, account)
  }

  revision(account: string): number {
    return revisionQuery.first(this.db, account)?.revision ?? 0
  }

  *#bring(
    account: string,
    step: number,
    side: 'old' | 'new',
    before?: (after: number, end: number) => void,
  ): Generator<void> {
    const drop = this.db.prepare(dropSql(side))
    const put = this.db.prepare(putSql(side))
    const unreadable = this.db.prepare(unreadableSql(side))
    for (const [after, end] of this.#pieces(step)) {
      before?.(after, end)
      drop.run(account, step, after, end)
      put.run(account, step, after, end)
      for (const cells of unreadable.all(step, after, end))
        reportUnreadableRecord(this.db, { table: 'changes', leftOut: true, query: side, cells })
      yield
    }
  }

  /** Drops the steps of a query by account. */
  *#drop(sql: string, account: string): Generator<void> {
    const dropChanges = this.db.prepare(`DELETE FROM changes WHERE ${piece}`)
    const dropStep = this.db.prepare('DELETE FROM steps WHERE id = ?')
    for (const { id } of new StrictQuery(stepSchema, sql).all(this.db, account)) {
      for (const [after, end] of this.#pieces(id)) {
        dropChanges.run(id, after, end)
        yield
      }
      dropStep.run(id)
    }
  }

  /** The bounds of a step's pieces, by the ids of its adverts. */
  #pieces(step: number): Generator<readonly [after: number, end: number]> {
    return piecesOf((last) => endOfPieceQuery.one(this.db, step, last).advert)
  }

  /** To be called after `forget`. */
  dropEmpty(account: string): void {
    this.db
      .prepare(
        'DELETE FROM steps WHERE account_id = ? AND NOT EXISTS (SELECT 1 FROM changes WHERE step = id)',
      )
      .run(account)
  }
}

/** The bounds of pieces, one after another; `endAfter` finds the end of the next, null if there is none. */
function* piecesOf(
  endAfter: (last: number) => number | null,
): Generator<readonly [after: number, end: number]> {
  for (let after = -1; ;) {
    const end = endAfter(after)
    if (end === null) return
    yield [after, end]
    after = end
  }
}
