import {
  type CandidateGrade,
  candidateGrades,
  type StockAction,
  stockActions,
} from '#shared/stock/stock-actions.ts'
import type { CarDecision, StockCheck } from '#shared/stock/stock-check.ts'
import type { StockNote } from '../../writes/stock-file.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'
import type { RowOfDraft } from '../draft/draft-row.ts'
import type { KeyedVehicle, StockRequest } from './stock-facts.ts'

/** A decision about a car, without its row. */
export interface StagedCar extends CarDecision {
  readonly line: number
}

/** Decisions about a stock file that the journal stores with its rows. */
export interface StockDecisions {
  /** Rows of the file. */
  readonly rows: number
  readonly present: readonly string[]
  readonly lacking: readonly string[]
  readonly isUnclear: boolean
  readonly clues: StockCheck['clues']
  /** Keys whose link ends without a request: the advert is gone, and the car left. */
  readonly ended: readonly string[]
  /** Cars without an advert that get none yet. */
  readonly open: KeyedVehicle[]
  /** Values of the file that adverts have already: remembered as given, without a request. */
  readonly notes: readonly StockNote[]
}

/** The best advert for a car without a link. */
export interface FoundAdvert {
  readonly key: string
  readonly autoId: number
  readonly grade: CandidateGrade
}

/** Facts of a file, as it was when it was checked. */
type Reported = Pick<StockCheck, 'filtered' | 'twins' | 'lostZeros' | 'silent' | 'brake'>

/** The decisions about all cars of a checked stock file, and about those that it lacks. */
export class StockPlan {
  readonly decisions: StockDecisions
  readonly #reported: Reported
  readonly #cars: ReadonlyMap<number, StagedCar>

  constructor(cars: readonly StagedCar[], decisions: StockDecisions, reported: Reported) {
    this.decisions = decisions
    this.#reported = reported
    this.#cars = new Map(cars.map((car) => [car.line, car]))
  }

  readonly carOf = (line: number): StagedCar | undefined => this.#cars.get(line)

  /** The asked cars with an advert of these grades, and the best advert of each. */
  found(grades: readonly CandidateGrade[]): FoundAdvert[] {
    return [...this.#cars.values()].flatMap(({ key, action, candidates: [best] }) =>
      action === 'asked' && best && grades.includes(best.grade)
        ? [{ key, autoId: best.autoId, grade: best.grade }]
        : [],
    )
  }

  /** Sums up the file's changes to the stock, as its rows are now. */
  check(
    rows: readonly RowOfDraft[],
    { header, mapping, addedCells = 0 }: DraftPlan,
    { source, key, missing, filter, reported, usualFields }: StockRequest,
  ): StockCheck {
    const fields: string[] = [...new Set(mapping.slice(addedCells).filter((column) => column !== null))]
    const { clues, rows: count } = this.decisions
    return {
      ...reported,
      source,
      key,
      missing,
      filter,
      ...this.#counted(rows),
      found: Object.fromEntries(
        candidateGrades.map((grade) => [grade, this.found([grade]).length]),
      ) as StockCheck['found'],
      ...this.#reported,
      clues,
      rows: count,
      fields,
      vanished: usualFields.filter((field) => !fields.includes(field)),
      header: [...header],
      mapping: [...mapping],
    }
  }

  /** Number of cars by action, and of missing ones that are withdrawn; without rows that the dealer left out. */
  #counted(rows: readonly RowOfDraft[]): Pick<StockCheck, 'counts' | 'withdrawn'> {
    const counts = Object.fromEntries(stockActions.map((action) => [action, 0])) as Record<
      StockAction,
      number
    >
    let withdrawn = 0
    for (const row of rows) {
      const car = this.#cars.get(row.line)
      if (!car || row.leftOut) continue
      counts[car.action] += 1
      if (car.missing && car.action === 'missing' && row.isSent) withdrawn += 1
    }
    return { counts, withdrawn }
  }
}
