import { isHeldBack } from '#shared/stock/stock-actions.ts'
import type { HeldRow } from '../staging/staging.ts'
import { decide } from './decide.ts'
import type { Car, Decisions, Verdict } from './decisions.ts'
import type { DecisionParts } from './decision-parts.ts'
import { findingOf, isUnsent } from './decision-findings.ts'
import { missingClues } from './missing-clues.ts'
import { stageMissing } from './missing-rows.ts'
import { openCars } from './open-cars.ts'
import type { StagedCar } from './stock-staging.ts'
import { twinCount } from './twins.ts'

/** Decides about all cars of a staged file, and stages what that changes of its rows. */
export async function stageDecisions(parts: DecisionParts): Promise<void> {
  const { cars, request, stock, staging } = parts
  const decisions = decide(cars, request.facts)
  stock.write(cars.map((car) => stagedCar(car, decisions)))
  staging.hold(
    cars.flatMap((car): HeldRow[] => {
      const found = verdictOf(car, decisions)
      const told = isHeldBack(found) || found.reason === 'equal-row'
      if (told) return [{ line: car.line, found: findingOf(found, car.key?.key ?? car.trouble?.text ?? '') }]
      return isUnsent(found) ? [{ line: car.line, found: null }] : []
    }),
  )
  await stageMissing(decisions.missing, parts)
  const { present, lacking, isUnclear, silent, ending, brake } = decisions
  stock.keep({
    rows: cars.length,
    filtered: parts.filtered,
    twins: twinCount(cars, decisions, parts.links),
    lostZeros: cars.filter((car) => verdictOf(car, decisions).reason === 'lost-zeros').length,
    present,
    lacking,
    isUnclear,
    silent: [...silent],
    brake,
    clues: missingClues(decisions.missing, cars, request.facts, request.clues),
    ended: [...ending],
    open: openCars(cars, decisions, parts.links),
  })
}

const verdictOf = ({ line }: Car, { verdicts }: Decisions): Verdict => {
  const found = verdicts.get(line)
  if (!found) throw new Error('a car without a decision')
  return found
}

function stagedCar(car: Car, decisions: Decisions): StagedCar {
  const { action, reason, other, candidates, autoId } = verdictOf(car, decisions)
  return {
    line: car.line,
    key: car.key?.key ?? '',
    action,
    reason,
    other,
    autoId,
    candidates: [...candidates].map((candidate) => ({ ...candidate, why: [...candidate.why] })),
    missing: false,
  }
}
