import { lacksZerosOf } from '../../writes/stock-key.ts'
import type { HeldRow } from '../staging/staging.ts'
import { brakeOfNew } from './brakes.ts'
import { decide } from './decide.ts'
import { type Car, type Decisions, type Verdict, verdict } from './decisions.ts'
import type { DecisionParts } from './decision-parts.ts'
import { findingOf, isHeldBack, isUnsent } from './decision-findings.ts'
import { missingClues } from './missing-clues.ts'
import { stageMissing } from './missing-rows.ts'
import { openCars } from './open-cars.ts'
import { type Reopened, reopenRows } from './reopened-rows.ts'
import type { KeptDecisions, StagedCar } from './stock-staging.ts'
import { twinCount } from './twins.ts'

/** Decides about all cars of a staged file, and stages what that changes of its rows. */
export async function stageDecisions(parts: DecisionParts): Promise<void> {
  const { cars, request, stock, staging } = parts
  const decisions = withoutIncomplete(decide(cars, request.facts), parts.incomplete)
  stock.write(cars.map((car) => stagedCar(car, decisions)))
  await reopenRows(reopened(parts, decisions), parts)
  staging.hold(
    cars.flatMap((car): HeldRow[] => {
      const found = verdictOf(car, decisions)
      const told = isHeldBack(found) || found.reason === 'equal-row'
      if (told) return [{ line: car.line, found: findingOf(found, car.key?.key ?? car.trouble?.text ?? '') }]
      return isUnsent(found) ? [{ line: car.line, found: null }] : []
    }),
  )
  await stageMissing(decisions.missing, parts)
  const { present, lacking, isUnclear, silent, ending } = decisions
  const brake = decisions.brake ?? brakeOfNew(createCount(decisions), request.facts)
  stock.keep({
    rows: cars.length,
    filtered: parts.filtered,
    twins: twinCount(cars, decisions, parts.links),
    lostZeros: cars.filter((car) => lostZeros(car, decisions)).length,
    present,
    lacking,
    isUnclear,
    silent: [...silent],
    brake,
    clues: missingClues(decisions.missing, cars, request.facts, request.clues),
    ended: [...ending],
    moved: cars.flatMap((car) => takeOver(car, decisions)),
    open: openCars(cars, decisions, parts.links),
  })
}

/** A car that may be created as far as the stock goes, and lacks what its advert needs. */
function withoutIncomplete(decisions: Decisions, incomplete: ReadonlySet<number>): Decisions {
  const verdicts = new Map(decisions.verdicts)
  for (const line of incomplete)
    if (verdicts.get(line)?.action === 'create') verdicts.set(line, verdict('error', 'invalid'))
  return { ...decisions, verdicts }
}

/** Cars that the file would create, whatever holds it otherwise. */
const createCount = ({ verdicts }: Decisions): number =>
  [...verdicts.values()].filter(({ action }) => action === 'create').length

const verdictOf = ({ line }: Car, { verdicts }: Decisions): Verdict => {
  const found = verdicts.get(line)
  if (!found) throw new Error('a car without a decision')
  return found
}

function lostZeros(car: Car, decisions: Decisions): boolean {
  const { reason, other } = verdictOf(car, decisions)
  return reason === 'spelt-alike' && other !== null && lacksZerosOf(car.key?.key ?? '', other)
}

/** A car that takes over the advert of one that left. */
function takeOver(car: Car, decisions: Decisions): KeptDecisions['moved'] {
  const { action, reason, other, autoId } = verdictOf(car, decisions)
  return action === 'edit' && reason === 'take-over' && other !== null && autoId !== null && car.key
    ? [{ ...car.key, from: other, autoId }]
    : []
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

/** Rows that do something else than their link alone says: a car that is made anew, and one that takes over an advert. */
function reopened({ cars, links }: DecisionParts, decisions: Decisions): Reopened[] {
  return cars.flatMap((car): Reopened[] => {
    const { action, reason, autoId } = verdictOf(car, decisions)
    const isLinked = links.get(car.key?.key ?? '')?.state === 'live'
    if (action === 'create' && isLinked)
      return [{ line: car.line, operation: 'create', autoId: null, inStock: '1', currency: '' }]
    if (action === 'delete')
      return [{ line: car.line, operation: 'delete', autoId, inStock: '', currency: '' }]
    if (action === 'edit' && reason === 'take-over' && autoId !== null)
      return [{ line: car.line, operation: 'edit', autoId, inStock: '1', currency: '' }]
    return []
  })
}
