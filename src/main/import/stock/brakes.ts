import type { BrakeCode } from '#shared/stock/stock-actions.ts'
import type { Brake } from './decisions.ts'
import type { StockFacts } from './stock-facts.ts'

/** So many missing cars are never too many, and so many percent of all are. */
const fewMissing = 2
const mostPercent = 20

/** Counts of a file and the links of its source. */
export interface Counts {
  readonly rows: number
  /** Live links of the source with an advert that is there; those of them whose key the file lacks. */
  readonly links: number
  readonly missing: number
  /** Adverts that the file would make. */
  readonly creates: number
}

/**
 * Why nothing of the file is taken; null if it looks whole. A brake is lifted by the number that it told and no other:
 * what lifts it stays in a line of a timetable, and must not lift the next one.
 */
export function brakeOf({ rows, links, missing, creates }: Counts, facts: StockFacts): Brake | null {
  const { maxMissing, maxNew, seesOwn } = facts
  const expected = expectedRows(rows, links, facts)
  if (expected !== null) return brake('fewer-rows', rows, expected)
  const most = maxMissing ?? Math.max(fewMissing, Math.floor((links * mostPercent) / 100))
  if (missing > most) return brake('many-missing', missing, links)
  // They can't be compared with own adverts: those made by hand, or by another program, would get a second one.
  return seesOwn || creates <= (maxNew ?? 0) ? null : brake('new-unseen', creates, links)
}

/** The rows that a file should have which looks cut, as well as that is known; null if it looks whole. */
function expectedRows(rows: number, links: number, facts: StockFacts): number | null {
  const { file, expectedRows: confirmed, largestOfWeek } = facts
  const usual = largestOfWeek || links
  if (confirmed !== null) return rows === confirmed ? null : confirmed
  if (rows === 0) return usual
  if (file.toldRows !== null) return file.toldRows
  if (file.isCut) return Math.max(usual, rows + 1)
  return rows * 2 < largestOfWeek ? usual : null
}

const brake = (code: BrakeCode, count: number, of: number): Brake => ({
  code,
  count,
  of,
  percent: of === 0 ? 0 : Math.round((count / of) * 100),
})
