import type { BrakeCode } from '#shared/stock/stock-actions.ts'
import type { Brake } from './decisions.ts'
import type { StockFacts } from './stock-facts.ts'

/** So many missing cars are never too many, and so many percent of all are. */
const fewMissing = 2
const mostPercent = 20

/** What is counted of a file and the links of its source. */
export interface Counts {
  readonly rows: number
  /** Other rows may be inside one of them, so that the file is not known to lack any. */
  readonly holdsRows: boolean
  /** Live links of the source with an advert that is there; those of them whose key the file lacks. */
  readonly links: number
  readonly missing: number
}

/**
 * Why nothing of the file is taken; null if it looks whole. A brake is lifted by the numbers that it told and no others:
 * what lifts it stays in a line of a timetable, and must not lift the next one.
 */
export const brakeOf = (counts: Counts, facts: StockFacts): Brake | null =>
  brakeOfRows(counts, facts) ?? brakeOfMissing(counts, facts)

function brakeOfRows({ rows, holdsRows, links }: Counts, facts: StockFacts): Brake | null {
  const { file, expectedRows, largestOfWeek } = facts
  if (file.isEmpty) return brake('empty', 0, links)
  if (expectedRows !== null) return rows === expectedRows ? null : brake('rows-differ', rows, expectedRows)
  if (rows === 0) return brake('header-alone', 0, links)
  if (holdsRows) return brake('lost-lines', rows, largestOfWeek)
  if (file.toldRows !== null) return brake('rows-differ', rows, file.toldRows)
  if (file.isCut) return brake('cut', rows, largestOfWeek)
  return rows * 2 < largestOfWeek ? brake('fewer-than-half', rows, largestOfWeek) : null
}

/**
 * Creates that can't be compared with own adverts: those made by hand, or by another program, would get a second one.
 * @param creates how many the plan would make
 */
export const brakeOfNew = (creates: number, { seesOwn, maxNew, links }: StockFacts): Brake | null =>
  seesOwn || creates <= (maxNew ?? 0) ? null : brake('new-unseen', creates, links.length)

function brakeOfMissing({ missing, links }: Counts, { maxMissing }: StockFacts): Brake | null {
  if (maxMissing !== null) return missing > maxMissing ? brake('missing-differ', missing, links) : null
  const isTooMuch = missing > fewMissing && missing * 100 > links * mostPercent
  return isTooMuch ? brake('many-missing', missing, links) : null
}

const brake = (code: BrakeCode, count: number, of: number): Brake => ({
  code,
  count,
  of,
  percent: of === 0 ? 0 : Math.round((count / of) * 100),
})
