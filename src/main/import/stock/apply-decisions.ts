import { currencies, currencyIds } from '#shared/batch/currency.ts'
import { isHeldBack, type StockAction } from '#shared/stock/stock-actions.ts'
import { check } from '../check/check.ts'
import { type CheckedRow, nothingSaid, unchangedRow } from '../check/checked-row.ts'
import type { CurrentAdvert } from '../compare/row-compare.ts'
import { RowOfDraft } from '../draft/draft-row.ts'
import type { Row } from '../rows/row.ts'
import { compareCars } from './car-compare.ts'
import { decide } from './decide.ts'
import type { Car, Decisions, MissingCar, Verdict } from './decisions.ts'
import { missingClues } from './missing-clues.ts'
import { rowOfMissing, type RowOpening, type StockColumns } from './stock-columns.ts'
import type { KeyedVehicle, LinkFact, StockRequest } from './stock-facts.ts'
import { type StagedCar, StockPlan } from './stock-plan.ts'
import { isWhole, trimName } from './alike-keys.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import type { StockNote } from '../../writes/stock-file.ts'

/** Everything that the last step of a check works with. */
interface DecisionParts {
  readonly request: StockRequest
  readonly columns: StockColumns
  readonly rowPlan: RowPlan
  readonly compare: Compare | null
  readonly cars: readonly Car[]
  readonly links: ReadonlyMap<string, LinkFact>
  readonly notes: readonly StockNote[]
  /** Rows that the filter of the source left out. */
  readonly filtered: number
}

/** Decides about all cars of a checked file: rows that wait or are asked about are held, and those of missing cars added. */
export function applyDecisions(rows: RowOfDraft[], parts: DecisionParts): StockPlan {
  const { cars, request, links, notes, filtered } = parts
  const decisions = decide(cars, request.facts)
  const byLine = new Map(cars.map((car) => [car.line, car]))
  for (const row of rows) {
    const car = byLine.get(row.line)
    if (car) hold(row, verdictOf(car, decisions), car.key?.key ?? car.trouble?.text ?? '')
  }
  const missing = missingRows(decisions.missing, (rows.at(-1)?.line ?? 0) + 1, parts)
  for (const { row, car, verdict } of missing) {
    if (isHeldBack(verdict)) hold(row, verdict, car.key)
    row.isMissing = true
    rows.push(row)
  }
  const { present, lacking, isUnclear, silent, ending, brake } = decisions
  return new StockPlan(
    [...cars.map((car) => stagedCar(car, decisions)), ...missing.map(({ car }) => car)],
    {
      rows: cars.length,
      present,
      lacking,
      isUnclear,
      notes,
      clues: missingClues(decisions.missing, cars, request.facts, request.clues),
      ended: [...ending],
      open: openCars(parts, decisions),
    },
    {
      filtered,
      brake,
      twins: twinCount(cars, decisions, links),
      lostZeros: cars.filter((car) => verdictOf(car, decisions).reason === 'lost-zeros').length,
      silent: [...silent],
    },
  )
}

/** Keeps a row from being sent: for an error, or because there is nothing to send. @param key its number, or what is in its place */
function hold(row: RowOfDraft, verdict: Verdict, key: string): void {
  const isReported = isHeldBack(verdict) || verdict.reason === 'equal-row'
  if (!isReported && !isUnsent(verdict)) return
  const found = isReported ? findingOf(verdict, key) : null
  if (found) row.held = [found]
  row.isUnsent = found?.severity !== 'error'
}

const verdictOf = ({ line }: Car, { verdicts }: Decisions): Verdict => {
  const found = verdicts.get(line)
  if (!found) throw new Error('a car without a decision')
  return found
}

const stagedCar = (car: Car, decisions: Decisions): StagedCar =>
  staged(car.line, car.key?.key ?? '', verdictOf(car, decisions), false)

const staged = (
  line: number,
  key: string,
  { otherLine: _otherLine, ...decision }: Verdict,
  missing: boolean,
): StagedCar => ({ line, key, ...decision, missing })

/** True if there is nothing to send. */
const isUnsent = ({ action }: Verdict): boolean =>
  action === 'unchanged' || action === 'kept' || action === 'missing'

/** Why a row is held back or not sent, as a problem of the row. @param key the number, or what is in its place */
function findingOf({ action, reason, other, autoId, otherLine, candidates }: Verdict, key: string): Finding {
  if (reason === 'equal-row') return finding('', 'equal-row', key, { line: otherLine ?? '' })
  const first = candidates[0]
  return {
    ...finding('', 'stock-question', key, {
      action,
      reason: reason ?? '',
      other: other ?? '',
      autoId: autoId ?? first?.autoId ?? '',
      line: otherLine ?? '',
      candidates: candidates.length,
    }),
    severity: 'error',
  }
}

/**
 * Number of new cars with a twin in the file: another number, the same make, model, modification and equipment. Each
 * gets an advert of its own.
 */
function twinCount(
  cars: readonly Car[],
  { verdicts }: Pick<Decisions, 'verdicts'>,
  links: ReadonlyMap<string, LinkFact>,
): number {
  const trims = new Map<string, { keys: Set<string>; created: number }>()
  for (const { key, line, vehicle } of cars) {
    const found = verdicts.get(line)
    const own = vehicle ?? links.get(key?.key ?? '')?.vehicle
    if (!key || !found || !own || !isWhole(own)) continue
    const trim = trims.get(trimName(own)) ?? { keys: new Set(), created: 0 }
    trim.keys.add(key.key)
    if (found.action === 'create') trim.created += 1
    trims.set(trimName(own), trim)
  }
  return [...trims.values()].reduce((sum, { keys, created }) => sum + (keys.size > 1 ? created : 0), 0)
}

/**
 * The cars of a file that have no advert and get none yet, because they are asked about, wait or have an error. A car that
 * another source misses may be one of them, under another number.
 */
const openCars = ({ cars, links }: DecisionParts, decisions: Decisions): KeyedVehicle[] =>
  cars
    .filter((car) => openActions.has(verdictOf(car, decisions).action))
    .filter(({ key }) => links.get(key?.key ?? '')?.state !== 'live')
    .map(({ key, vehicle }) => ({ key: key?.key ?? '', fold: key?.fold ?? '', vehicle }))

const openActions: ReadonlySet<StockAction> = new Set(['asked', 'error', 'waiting'])

const noFields = { fields: {}, out: null, isUnsaid: false, isStale: false }

/** A row of a car that the file lacks, with what is decided about it. */
interface MissingOfPlan {
  readonly row: RowOfDraft
  readonly car: StagedCar
  readonly verdict: Verdict
}

/** Makes a row for each car that the file lacks, from a line behind those of the file on. */
function missingRows(
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
    rowOfMissing(columns, car.key, openingOf(car, known.get(car.autoId)), firstLine + at),
  )
  const compared = compareCars(
    rows.filter((_, at) => cars[at]?.does !== 'nothing').map((row) => check(row, plan)),
    {
      plan,
      compare,
      byHand: request.facts.byHand,
      known: () => noFields,
    },
  )
  const sent = new Map(compared.map(({ row }) => [row.record.line, row]))
  return cars.flatMap(({ key, autoId, verdict }, at): MissingOfPlan[] => {
    const row = rows[at]
    if (!row) return []
    return [
      {
        row: new RowOfDraft(sent.get(row.line) ?? untouched(row, known.get(autoId))),
        car: staged(row.line, key, verdict, true),
        verdict,
      },
    ]
  })
}

/** The row of a car about which nothing is done. */
function untouched(record: Row, advert: CurrentAdvert | undefined): CheckedRow {
  const comparison = { ...unchangedRow, title: advert?.title ?? '' }
  return { record, operation: 'edit', payload: nothingSaid, problems: [], comparison, replacesUnknown: false }
}

function openingOf({ autoId, does }: MissingCar, advert: CurrentAdvert | undefined): RowOpening {
  const currency = currencyIds.find((id) => id === advert?.values.currency_id)
  return {
    autoId,
    operation: does === 'delete' ? 'delete' : 'edit',
    inStock: does === 'not-in-stock' ? '0' : '',
    currency: currency === undefined ? '' : currencies[currency],
  }
}
