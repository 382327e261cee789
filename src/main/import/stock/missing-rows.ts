import { currencies, currencyIds } from '#shared/batch/currency.ts'
import { isHeldBack } from '#shared/stock/stock-actions.ts'
import { checkRecords } from '../check/check-file.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import type { CurrentAdvert } from '../compare/row-compare.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { compareCars } from './car-compare.ts'
import { findingOf } from './decision-findings.ts'
import type { MissingCar } from './decisions.ts'
import type { DecisionParts } from './decision-parts.ts'
import type { MissingRow } from './stock-records.ts'

/** Cars that are staged together. */
const carsAtOnce = 500

const noFields = { fields: {}, out: null, isUnsaid: false, isStale: false }

/** Stages a row for each car that the file lacks, behind those of the file. */
export async function stageMissing(cars: readonly MissingCar[], parts: DecisionParts): Promise<void> {
  for (let from = 0; from < cars.length; from += carsAtOnce)
    await stageSome(cars.slice(from, from + carsAtOnce), parts.lastLine + 1 + from, parts)
}

async function stageSome(
  cars: readonly MissingCar[],
  firstLine: number,
  parts: DecisionParts,
): Promise<void> {
  const { staging, stock, records, compare, plan, duplicates, request } = parts
  const ids = Float64Array.from(cars.map(({ autoId }) => autoId))
  const known = (await compare?.adverts(ids, ['currency_id']))?.current ?? new Map<number, CurrentAdvert>()
  const page = records.missing(cars.map((car) => missingRow(car, known.get(car.autoId))))
  const lines = cars.map((_, at) => firstLine + at)
  const sent = cars.flatMap(({ does }, at) => (does === 'nothing' ? [] : [at]))
  const pick = <Item>(items: readonly Item[]): Item[] => sent.flatMap((at) => items[at] ?? [])
  const checked = checkRecords(pick(page.records), pick(lines), plan, duplicates)
  const compared = await compareCars(checked, {
    plan,
    compare,
    byHand: request.facts.byHand,
    known: () => noFields,
  })
  const rows = cars.map(({ autoId, does }, at): CheckedRow => {
    const done = does === 'nothing' ? undefined : compared[sent.indexOf(at)]?.row
    return done ?? untouched(page.records[at], known.get(autoId))
  })
  staging.write(page.bytes, rows, lines)
  stock.write(
    cars.map(({ key, verdict }, at) => ({
      line: lines[at] ?? 0,
      key,
      action: verdict.action,
      reason: verdict.reason,
      other: verdict.other,
      autoId: verdict.autoId,
      candidates: [],
      missing: true,
    })),
  )
  staging.hold(
    cars.flatMap(({ key, verdict }, at) =>
      isHeldBack(verdict) ? [{ line: lines[at] ?? 0, found: findingOf(verdict, key) }] : [],
    ),
  )
}

/** The row of a car about which nothing is done. */
function untouched(record: CsvRecord | undefined, advert: CurrentAdvert | undefined): CheckedRow {
  if (!record) throw new Error('a missing car without a record')
  const comparison = {
    title: advert?.title ?? '',
    before: {},
    rowPrice: null,
    unchanged: true,
    replacesText: false,
    priceStep: null,
  }
  return { record, operation: 'edit', numbers: [], problems: [], comparison }
}

function missingRow({ key, autoId, does }: MissingCar, advert: CurrentAdvert | undefined): MissingRow {
  const currency = currencyIds.find((id) => id === advert?.values.currency_id)
  return {
    key,
    autoId,
    operation: does === 'delete' ? 'delete' : 'edit',
    inStock: does === 'not-in-stock' ? '0' : '',
    currency: currency === undefined ? '' : currencies[currency],
  }
}
