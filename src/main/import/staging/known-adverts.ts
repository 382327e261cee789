import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { CurrencyId } from '#shared/batch/currency.ts'
import type { Values } from '../../writes/values.ts'
import { RowQuery } from '../../storage/row-query.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { valueIn } from '../check/row-check.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { CurrentAdvert } from '../compare/row-compare.ts'

/** A staged row that becomes another one. */
export interface RowChange {
  readonly line: number
  readonly before: CheckedRow | undefined
  readonly after: CheckedRow
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const values = z.record(z.string(), z.union([z.string(), z.number()]))
const advertSchema = z.object({ line: z.int(), title: z.string(), before: z.string() })
const foundSchema = z.object({ line: z.int(), code: z.string(), details: json.pipe(values) })

/** By what was found of an advert itself: it holds for whatever a row does with it. */
const foundSql = `SELECT line, code, details FROM findings
  WHERE line IN (SELECT value FROM json_each(?)) AND +code IN ('other-user', 'advert-gone', 'advert-not-shown')`
const advertsSql = 'SELECT line, title, before FROM adverts WHERE line'

/**
 * What the staged rows tell of the adverts of changed ones, in the order of the changes. Undefined for a row that may ask
 * for more: one with another advert, with another currency or with a field that it had not, or one that was not compared.
 */
export function knownAdverts(
  db: DatabaseSync,
  changes: readonly RowChange[],
  plan: RowPlan,
): (CurrentAdvert | undefined)[] {
  const currencies = new Map<number, CurrencyId>()
  for (const { line, before, after } of changes) {
    const currency = before ? sharedCurrency(before, after, plan) : null
    if (currency !== null) currencies.set(line, currency)
  }
  const adverts = stagedAdverts(db, currencies)
  return changes.map(({ line }) => adverts.get(line))
}

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

function stagedAdverts(
  db: DatabaseSync,
  currencies: ReadonlyMap<number, CurrencyId>,
): ReadonlyMap<number, CurrentAdvert> {
  const all = [...currencies.keys()]
  const lines = JSON.stringify(all)
  const found = new Map<number, Partial<CurrentAdvert>>()
  for (const { line, code, details } of new RowQuery(db, foundSchema, foundSql).all(lines))
    found.set(line, { ...found.get(line), ...factOf(code, details) })
  const adverts = new Map<number, CurrentAdvert>()
  for (const { line, title, before: json } of advertsOf(db, all)) {
    const currency = currencies.get(line)
    if (currency === undefined) continue
    // This thread wrote it, from values: to look at each of 100,000 again takes as long as to read them.
    const before = JSON.parse(json) as Values
    const prices = typeof before.price === 'number' ? { [currency]: before.price } : {}
    adverts.set(line, { title, userId: null, gone: false, prices, values: before, ...found.get(line) })
  }
  return adverts
}

/** Lines that fill so much of the range between them are read with all others in it. */
const dense = 0.5

function advertsOf(db: DatabaseSync, lines: readonly number[]): z.infer<typeof advertSchema>[] {
  const [first = 0, last = first] = [lines[0], lines.at(-1)]
  return lines.length >= (last - first) * dense
    ? new RowQuery(db, advertSchema, `${advertsSql} BETWEEN ? AND ?`).all(first, last)
    : new RowQuery(db, advertSchema, `${advertsSql} IN (SELECT value FROM json_each(?))`).all(
        JSON.stringify(lines),
      )
}

function factOf(code: string, { owner }: Values): Partial<CurrentAdvert> {
  if (code === 'other-user') return { userId: Number(owner) }
  return code === 'advert-gone' ? { gone: true } : { unshown: true }
}
