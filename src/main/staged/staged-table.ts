import { setImmediate } from 'node:timers/promises'
import type { EditMark } from '#shared/inventory/advert.ts'
import {
  type CellRef,
  type StagedCell,
  type StagedField,
  type StagedRow,
  type StagedState,
  stagedFields,
} from '#shared/staged/staged-edit.ts'
import { type HeldEdit, type KnownAdvert, type StagedEdit, shownEdit } from './staged-edit.ts'
import type { StagedAdverts } from './staged-adverts.ts'
import { z } from 'zod'
import { RowQuery, storedJson, Statement } from '../storage/row-query.ts'
import { Table } from '../storage/table.ts'

/** A value that is only proposed, or is so already, has no mark. */
const marks: Readonly<Record<StagedState, EditMark | null>> = {
  ready: null,
  same: null,
  sending: 'batch',
  conflict: 'conflict',
  gone: 'conflict',
  asked: 'person',
}

/** Edits of an account, each with its advert's present value. */
export class ShownEdits {
  readonly #table: StagedTable
  readonly #adverts: StagedAdverts
  readonly #isUnreadable: (batch: string) => boolean

  /** @param isUnreadable whether a batch that holds edits can't be read: a person is asked then */
  constructor(table: StagedTable, adverts: StagedAdverts, isUnreadable: (batch: string) => boolean) {
    this.#table = table
    this.#adverts = adverts
    this.#isUnreadable = isUnreadable
  }

  of(account: string, advert: number): StagedRow[] {
    return this.#shown(account, this.#table.of(account, [advert]))
  }

  /** The edits of these adverts, as the grid shows them; no entry for an advert without any. */
  cells(account: string, ids: readonly number[]): ReadonlyMap<number, StagedCell[]> {
    const found = new Map<number, StagedCell[]>()
    for (const row of this.#shown(account, this.#table.of(account, ids))) {
      const { advert, field, value, currency, seen, seenCurrency, state } = row
      const cells = found.get(advert) ?? []
      cells.push({ field, value, currency, seen, seenCurrency, state })
      found.set(advert, cells)
    }
    return found
  }

  /** One page of all edits, or of those in a state. */
  async list(
    account: string,
    state: StagedState | null,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: StagedRow[] }> {
    if (state === null) {
      const { edits, sending } = this.#table.counts(account)
      const rows = this.#shown(account, this.#table.page(account, offset, limit))
      return { total: edits + sending, rows }
    }
    const rows: StagedRow[] = []
    for await (const page of this.pages(account)) rows.push(...page.filter((row) => row.state === state))
    return { total: rows.length, rows: rows.slice(offset, offset + limit) }
  }

  /** Ids of the adverts by what became of their edits, if that is anything. */
  async marked(account: string): Promise<Readonly<Record<EditMark, ReadonlySet<number>>>> {
    const marked = { batch: new Set<number>(), conflict: new Set<number>(), person: new Set<number>() }
    for await (const page of this.pages(account))
      for (const { state, advert } of page) {
        const mark = marks[state]
        if (mark) marked[mark].add(advert)
      }
    return marked
  }

  /** All edits, some at a time; in between, main answers other calls. */
  async *pages(account: string): AsyncGenerator<readonly StagedRow[]> {
    for (const page of this.#table.pages(account)) {
      yield this.#shown(account, page)
      await setImmediate()
    }
  }

  /** Facts of the adverts of these cells now, as far as their fields are concerned. */
  known(account: string, cells: readonly CellRef[]): ReadonlyMap<number, KnownAdvert> {
    if (cells.length === 0) return new Map()
    const fields = new Set(cells.map(({ field }) => field))
    return this.#adverts.of(account, [...new Set(cells.map(({ advert }) => advert))], fields)
  }

  #shown(account: string, edits: readonly StagedEdit[]): StagedRow[] {
    const known = this.known(account, edits)
    const asks = (batch: string, advert: number): boolean =>
      this.#isUnreadable(batch) || this.#adverts.asks(account, batch, advert)
    return edits.map((edit) => shownEdit(edit, known.get(edit.advert), asks))
  }
}

const currency = z.literal([1, 2, 3]).nullable()
const value = z.union([z.string(), z.number()])
/** As a JSON array, in the order of these columns. */
const heldSchema = storedJson
  .pipe(z.tuple([value, currency, value.nullable(), currency, z.string(), z.string()]))
  .transform(([value, currency, seen, seenCurrency, stagedAt, batch]): HeldEdit => ({
    value,
    currency,
    seen,
    seenCurrency,
    stagedAt,
    batch,
  }))
const editSchema = z.object({
  advert: z.number(),
  field: z.enum(stagedFields),
  value,
  currency,
  seen: value.nullable(),
  seenCurrency: currency,
  stagedAt: z.string(),
  batch: z.string().nullable(),
  held: heldSchema.nullable(),
})
const countsSchema = z.object({ edits: z.int(), adverts: z.int(), sending: z.int() })
const advertSchema = z.object({ advert: z.number() })
const batchSchema = z.object({ batch: z.string() })

const columns = `advert, field, value, currency, seen, seen_currency AS seenCurrency, staged_at AS stagedAt, batch, held`
const inOrder = `ORDER BY advert, CASE field ${stagedFields.map((field, at) => `WHEN '${field}' THEN ${at}`).join(' ')} END`

export const heldParts = ({ value, currency, seen, seenCurrency, stagedAt, batch }: HeldEdit) =>
  [value, currency, seen, seenCurrency, stagedAt, batch] as const

const storedHeld = (held: HeldEdit): string => JSON.stringify(heldParts(held))

/** Edits that one statement reads. */
const pageSize = 1_000

const countsQuery = new RowQuery(
  countsSchema,
  `SELECT count(*) FILTER (WHERE batch IS NULL) AS edits, count(DISTINCT advert) FILTER (WHERE batch IS NULL) AS adverts,
         count(batch) AS sending FROM edits WHERE account_id = ?`,
)
const advertsQuery = new RowQuery(advertSchema, 'SELECT DISTINCT advert FROM edits WHERE account_id = ?')
const unsentQuery = new RowQuery(
  advertSchema,
  'SELECT DISTINCT advert FROM edits WHERE account_id = ? AND batch IS NULL',
)
const batchesQuery = new RowQuery(
  batchSchema,
  `SELECT batch FROM edits WHERE account_id = ?1 AND batch IS NOT NULL
       UNION SELECT held ->> 5 FROM edits WHERE account_id = ?1 AND held IS NOT NULL`,
)
const putStatement = new Statement('INSERT OR REPLACE INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
const removeStatement = new Statement('DELETE FROM edits WHERE account_id = ? AND advert = ? AND field = ?')
const markStatement = new Statement(
  'UPDATE edits SET batch = ?, held = NULL WHERE account_id = ? AND advert = ? AND field = ?',
)
const unmarkStatement = new Statement(
  'UPDATE edits SET batch = NULL WHERE account_id = ? AND batch = ? AND advert = ?',
)

const select = (condition: string): RowQuery<typeof editSchema> =>
  new RowQuery(editSchema, `SELECT ${columns} FROM edits WHERE account_id = ? AND ${condition}`)
const ofQuery = select(`advert IN (SELECT value FROM json_each(?)) ${inOrder}`)
const ofFieldQuery = select('field = ? AND advert IN (SELECT value FROM json_each(?))')
const pageQuery = select('1 ORDER BY advert, field LIMIT ? OFFSET ?')
const afterQuery = select(`(advert, field) > (?, ?) ORDER BY advert, field LIMIT ${pageSize}`)

/** The edits of all accounts that are not sent yet. */
export class StagedTable extends Table {
  /** The edits of these adverts, those of one advert in the order of the fields. */
  of(account: string, adverts: readonly number[]): StagedEdit[] {
    return ofQuery.all(this.db, account, JSON.stringify(adverts))
  }

  /** The edits of this field of these adverts. */
  ofField(account: string, field: StagedField, adverts: readonly number[]): StagedEdit[] {
    return ofFieldQuery.all(this.db, account, field, JSON.stringify(adverts))
  }

  page(account: string, offset: number, limit: number): StagedEdit[] {
    return pageQuery.all(this.db, account, limit, offset)
  }

  /** All edits in the order of their adverts' ids, a page at a time. */
  *pages(account: string): Generator<readonly StagedEdit[]> {
    let last: CellRef | { advert: number; field: '' } = { advert: -1, field: '' }
    for (;;) {
      const page = afterQuery.all(this.db, account, last.advert, last.field)
      if (page.length > 0) yield page
      const end = page.at(-1)
      if (!end || page.length < pageSize) return
      last = end
    }
  }

  counts(account: string): z.infer<typeof countsSchema> {
    return countsQuery.one(this.db, account)
  }

  /** Ids of the adverts with edits that no batch holds: as many as `counts` says. */
  unsent(account: string): number[] {
    return unsentQuery.all(this.db, account).map(({ advert }) => advert)
  }

  /** Ids of the adverts that have edits. */
  adverts(account: string): number[] {
    return advertsQuery.all(this.db, account).map(({ advert }) => advert)
  }

  /** The batches that hold edits. */
  batches(account: string): string[] {
    return batchesQuery.all(this.db, account).map(({ batch }) => batch)
  }

  put(account: string, edit: StagedEdit): void {
    const { advert, field, value, currency, seen, seenCurrency, stagedAt, batch, held } = edit
    const heldText = held && storedHeld(held)
    putStatement
      .of(this.db)
      .run(account, advert, field, value, currency, seen, seenCurrency, stagedAt, batch, heldText)
  }

  remove(account: string, { advert, field }: CellRef): void {
    removeStatement.of(this.db).run(account, advert, field)
  }

  /** The batch holds these cells from now on. */
  mark(account: string, batch: string, cells: readonly CellRef[]): void {
    for (const { advert, field } of cells) markStatement.of(this.db).run(batch, account, advert, field)
  }

  /** The batch did not write this advert: its edits are unsent again. */
  unmark(account: string, batch: string, advert: number): void {
    unmarkStatement.of(this.db).run(account, batch, advert)
  }
}
