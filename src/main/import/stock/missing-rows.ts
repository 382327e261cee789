import { currencies, currencyIds } from '#shared/batch/currency.ts'
import { check } from '../check/check.ts'
import { type CheckedRow, nothingSaid } from '../check/checked-row.ts'
import type { CurrentAdvert } from '../compare/row-compare.ts'
import { RowOfDraft } from '../draft/draft-row.ts'
import type { Row } from '../rows/row.ts'
import { compareCars } from './car-compare.ts'
import type { DecisionParts } from './decision-parts.ts'
import type { MissingCar, Verdict } from './decisions.ts'
import { type MissingRow, rowOfMissing } from './stock-cells.ts'
import type { StagedCar } from './stock-plan.ts'

const noFields = { fields: {}, out: null, isUnsaid: false, isStale: false }

/** A row of a car that the file lacks, with what is decided about it. */
interface MissingOfPlan {
  readonly row: RowOfDraft
  readonly car: StagedCar
  readonly verdict: Verdict
}

/** Makes a row for each car that the file lacks, from a line behind those of the file on. */
export function missingRows(
  cars: readonly MissingCar[],
  firstLine: number,
  {
    compare,
    columns,
    rowPlan: plan,
    request,
  }: Pick<DecisionParts, 'compare' | 'columns' | 'rowPlan' | 'request'>,
): MissingOfPlan[] {
  const ids = cars.map(({ autoId }) => autoId)
  const known = compare?.adverts(ids, ['currency_id']).current ?? new Map<number, CurrentAdvert>()
  const rows = cars.map((car, at) =>
    rowOfMissing(columns, missingRow(car, known.get(car.autoId)), firstLine + at),
  )
  const compared = compareCars(
    rows.filter((_, at) => cars[at]?.does !== 'nothing').map((row) => check(row, plan)),
    {
      ...{ plan, compare, byHand: request.facts.byHand },
      known: () => noFields,
    },
  )
  const sent = new Map(compared.map(({ row }) => [row.record.line, row]))
  return rows.flatMap((row, at) => {
    const car = cars[at]
    if (!car) return []
    const { key, autoId, verdict } = car
    const { action, reason, other } = verdict
    const checked = sent.get(row.line) ?? untouched(row, known.get(autoId))
    return [
      {
        row: new RowOfDraft(checked),
        car: { line: row.line, key, action, reason, other, autoId, candidates: [], missing: true },
        verdict,
      },
    ]
  })
}

/** The row of a car about which nothing is done. */
function untouched(record: Row, advert: CurrentAdvert | undefined): CheckedRow {
  const comparison = {
    title: advert?.title ?? '',
    before: {},
    rowPrice: null,
    unchanged: true,
    replacesText: false,
    priceStep: null,
  }
  return { record, operation: 'edit', payload: nothingSaid, problems: [], comparison }
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
