import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { CurrencyId } from '#shared/batch/currency.ts'
import type { Values } from '../../writes/values.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { valueIn } from '../check/row-check.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { CurrentAdvert } from '../compare/row-compare.ts'
import { storedJson, storedObject } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

/** A staged row that becomes another one. */
export interface RowChange {
  readonly line: number
  readonly before: CheckedRow | undefined
  readonly after: CheckedRow
}

const valuesSchema = storedJson.pipe(z.record(z.string(), z.union([z.string(), z.number()])))

const advertValues = storedObject<Values>()

/** What was found of an advert itself: it holds for whatever a row does with it. */
const foundSql = `SELECT line, code, details FROM findings
  WHERE +code IN ('other-user', 'advert-gone', 'advert-not-shown', 'sent-since') AND line`
const advertsSql = 'SELECT line, title, before, row_price FROM adverts WHERE line'
const inRange = 'BETWEEN ? AND ?'
const inList = 'IN (SELECT value FROM json_each(?))'

/** Lines that fill so much of the range between them are read with all others in it. */
const dense = 0.5

/** What the staged rows tell of the adverts that they mean. */
export class StagedAdverts {
  readonly #found: LineQuery
  readonly #adverts: LineQuery

  constructor(db: DatabaseSync) {
    this.#found = new LineQuery(db, foundSql)
    this.#adverts = new LineQuery(db, advertsSql)
  }

  /**
   * What is known of the adverts of changed rows, in the order of the changes, which is that of the lines. Undefined for a
   * row that may ask for more: one with another advert, with another currency or with a field that it had not, or one
   * that was not compared.
   */
  known(changes: readonly RowChange[], plan: RowPlan): (CurrentAdvert | undefined)[] {
    const currencies = new Map<number, CurrencyId>()
    for (const { line, before, after } of changes) {
      const currency = before ? sharedCurrency(before, after, plan) : null
      if (currency !== null) currencies.set(line, currency)
    }
    const adverts = this.#read(currencies)
    return changes.map(({ line }) => adverts.get(line))
  }

  #read(currencies: Map<number, CurrencyId>): ReadonlyMap<number, CurrentAdvert> {
    const lines = [...currencies.keys()]
    const found = new Map<number, Partial<CurrentAdvert>>()
    for (const [line, code, details] of this.#found.all(lines)) {
      // What was sent since is asked again.
      if (code === 'sent-since') currencies.delete(line)
      found.set(line, {
        ...found.get(line),
        ...factOf(code, readStored(valuesSchema, details, draftPlace('findings'))),
      })
    }
    const adverts = new Map<number, CurrentAdvert>()
    for (const [line, title, json, rowPrice] of this.#adverts.all(lines)) {
      const currency = currencies.get(line)
      if (currency === undefined) continue
      // This thread wrote it, from values: to look at each value of 100,000 again takes as long as to read them.
      const values = readStored(advertValues, json, draftPlace('adverts'))
      const prices = {
        ...(typeof values.price === 'number' && { [values.currency_id ?? currency]: values.price }),
        ...(typeof rowPrice === 'number' && { [currency]: rowPrice }),
      }
      const advert = { title, userId: null, gone: false, prices, values }
      const facts = found.get(line)
      adverts.set(line, facts ? { ...advert, ...facts } : advert)
    }
    return adverts
  }
}

type LineOfTexts = readonly [line: number, first: string, second: string, price?: number | null]

/** A SELECT of a line and two texts, and maybe a price, for some lines. */
class LineQuery {
  readonly #range: StatementSync
  readonly #list: StatementSync

  /** @param sql the statement up to its condition for `line` */
  constructor(db: DatabaseSync, sql: string) {
    this.#range = db.prepare(`${sql} ${inRange}`)
    this.#list = db.prepare(`${sql} ${inList}`)
    for (const statement of [this.#range, this.#list]) statement.setReturnArrays(true)
  }

  all(lines: readonly number[]): LineOfTexts[] {
    const [first = 0, last = first] = [lines[0], lines.at(-1)]
    const cells: unknown[] =
      lines.length >= (last - first) * dense
        ? this.#range.all(first, last)
        : this.#list.all(JSON.stringify(lines))
    return cells.map((each) => {
      if (!isLineOfTexts(each))
        throw new Error('a staged row holds something else than a line, its texts and a price')
      return each
    })
  }
}

const isLineOfTexts = (cells: unknown): cells is LineOfTexts =>
  Array.isArray(cells) &&
  typeof cells[0] === 'number' &&
  typeof cells[1] === 'string' &&
  typeof cells[2] === 'string' &&
  (cells[3] === undefined || cells[3] === null || typeof cells[3] === 'number')

/** The currency of both rows' prices if the second one needs no other value of the advert; null if it may. */
function sharedCurrency(before: CheckedRow, after: CheckedRow, plan: RowPlan): CurrencyId | null {
  if (before.operation === 'create' || before.operation !== after.operation) return null
  if (!isValid(before) || !isValid(after)) return null
  if (after.operation === null) return null
  // A row without a currency is compared in the advert's own, which is that of the staged price.
  let currency: CurrencyId = 1
  for (const [at, cell] of plan.cells[after.operation].entries()) {
    const [old, next] = [valueIn(before, cell, at), valueIn(after, cell, at)]
    if (old === undefined && next !== undefined) return null
    if (cell.field !== 'auto_id' && cell.field !== 'currency_id') continue
    if (old !== next) return null
    if (cell.field === 'currency_id') currency = (next ?? 1) as CurrencyId
  }
  return currency
}

function factOf(code: string, { owner }: Values): Partial<CurrentAdvert> {
  if (code === 'other-user') return { userId: Number(owner) }
  return code === 'advert-gone' ? { gone: true } : { unshown: true }
}
