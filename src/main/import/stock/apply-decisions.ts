import { isHeldBack } from '#shared/stock/stock-actions.ts'
import type { RowOfDraft } from '../draft/draft-row.ts'
import { decide } from './decide.ts'
import { findingOf, isUnsent } from './decision-findings.ts'
import type { DecisionParts } from './decision-parts.ts'
import type { Car, Decisions, Verdict } from './decisions.ts'
import { missingClues } from './missing-clues.ts'
import { missingRows } from './missing-rows.ts'
import { openCars } from './open-cars.ts'
import { type StagedCar, StockPlan } from './stock-plan.ts'
import { twinCount } from './twins.ts'

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
    rows.push(row)
  }
  const { present, lacking, isUnclear, silent, ending, brake } = decisions
  return new StockPlan(
    [...cars.map((car) => stagedCar(car, decisions)), ...missing.map(({ car }) => car)],
    {
      ...{ rows: cars.length, present, lacking, isUnclear, notes },
      clues: missingClues(decisions.missing, cars, request.facts, request.clues),
      ended: [...ending],
      open: openCars(cars, decisions, links),
    },
    {
      ...{ filtered, brake },
      twins: twinCount(cars, decisions, links),
      lostZeros: cars.filter((car) => verdictOf(car, decisions).reason === 'lost-zeros').length,
      silent: [...silent],
    },
  )
}

/** Keeps a row from being sent: for an error, or because there is nothing to send. @param key its number, or what is in its place */
function hold(row: RowOfDraft, verdict: Verdict, key: string): void {
  const isTold = isHeldBack(verdict) || verdict.reason === 'equal-row'
  if (!isTold && !isUnsent(verdict)) return
  const found = isTold ? findingOf(verdict, key) : null
  if (found) row.held = [found]
  row.isUnsent = found?.severity !== 'error'
}

const verdictOf = ({ line }: Car, { verdicts }: Decisions): Verdict => {
  const found = verdicts.get(line)
  if (!found) throw new Error('a car without a decision')
  return found
}

function stagedCar(car: Car, decisions: Decisions): StagedCar {
  const { action, reason, other, candidates, autoId } = verdictOf(car, decisions)
  return {
    ...{ line: car.line, key: car.key?.key ?? '', action, reason, other, autoId },
    candidates: [...candidates].map((candidate) => ({ ...candidate, why: [...candidate.why] })),
    missing: false,
  }
}
