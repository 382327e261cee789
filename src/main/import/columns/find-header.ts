import { isComment, isRule } from '../check/no-car-lines.ts'
import { columnOfHeader } from './column-names.ts'
import { isOtherSum } from './money-headers.ts'
import { isNumberName } from './number-column.ts'

export interface FoundHeader {
  /** Index of the record with the names. */
  readonly at: number
  /** 2 if the record below completes the names, as merged cells do; 0 if the file has none. */
  readonly records: 0 | 1 | 2
  readonly cells: readonly string[]
}

/** In letters: what is behind them says nothing of a column, and each is looked at in many ways. */
const longestName = 500

/** Titles, addresses and dates above a header are a few lines. */
export const searchedRecords = 30

type Cells = readonly string[]

const filledCells = (cells: Cells): number => cells.filter((cell) => cell.trim() !== '').length

/** Number of our columns that the cells name. A row of thousands of cells says the same in most. */
export const knownNames = (cells: Cells): number =>
  new Set(
    [...new Set(cells)]
      .map((cell) => columnOfHeader(cell) ?? (isNumberName(cell) ? 'stock_no' : null))
      .filter((column) => column !== null),
  ).size

const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[\s\d.,'’+-]+$/.test(cell)

/** Finds the header among a file's first records, of which the blank ones are left out, or completes the one at `chosen`. */
export function findHeader(all: readonly Cells[], chosen: number | null = null): FoundHeader {
  const records = withoutComments(
    all.map((cells) => cells.map((cell) => cell.slice(0, longestName))),
    chosen,
  )
  const at = chosen ?? headerAt(records)
  if (chosen === null && isRow(records[at] ?? [], records[at + 1] ?? []))
    return { at, records: 0, cells: numberedNames(records[at] ?? []) }
  const cells = namesInGroups(records[at] ?? [], records[at - 1] ?? [])
  const merged = mergedNames(cells, records[at + 1] ?? [])
  return merged ? { at, records: 2, cells: merged } : { at, records: 1, cells }
}

/**
 * The records, without the cells of comments and rules. A comment that names columns is the header if no other record names as
 * many: then it is without its mark.
 */
function withoutComments(records: readonly Cells[], chosen: number | null): readonly Cells[] {
  const isMarked = (cells: Cells): boolean => isComment(cells.find((cell) => cell.trim() !== '') ?? '')
  const bare = (cells: Cells): Cells =>
    cells.map((cell, index) => (index === 0 ? cell.replace(/^\s*(?:#+|\/\/)\s*/, '') : cell))
  const most = Math.max(0, ...records.map((cells) => (isMarked(cells) ? 0 : knownNames(cells))))
  return records.map((cells, index) => {
    if (isRule(cells.map((cell) => cell.trim()))) return []
    if (!isMarked(cells)) return cells
    return index === chosen || knownNames(bare(cells)) > Math.max(most, 1) ? bare(cells) : []
  })
}

/** So many numbers are in no line of names. */
const leastNumbers = 2

/** True if the record in the header's place is a row: it has numbers, as those below it, and no known names. */
function isRow(cells: Cells, next: Cells): boolean {
  const numbers = [...cells.keys()].filter((index) => isNumber(cells[index] ?? ''))
  if (numbers.length < leastNumbers || knownNames(cells) * 2 > numbers.length) return false
  return next.length === 0 || numbers.filter((index) => isNumber(next[index] ?? '')).length >= leastNumbers
}

/** Names for the columns of a file without a header. */
const numberedNames = (cells: Cells): string[] => cells.map((_cell, index) => `Column ${index + 1}`)

/** The first record unless it is a title: a later one names more of our columns, or none does and the first is narrow. */
function headerAt(records: readonly Cells[]): number {
  const searched = records.slice(0, searchedRecords)
  const known = searched.map(knownNames)
  const most = Math.max(0, ...known)
  const first = Math.max(
    0,
    searched.findIndex((cells) => filledCells(cells) > 0),
  )
  const best = Math.max(0, known.indexOf(most))
  if (most === 0) return Math.max(first, belowTitles(searched))
  if (most > 1 || best === first) return best
  return isBelowTitles(searched, best) ? best : first
}

/** A single known name may stand in a row by chance: then all above it must be narrower, as titles are. */
function isBelowTitles(records: readonly Cells[], at: number): boolean {
  const cells = records[at] ?? []
  const width = filledCells(cells)
  const titles = records
    .slice(0, at)
    .map(filledCells)
    .filter((filled) => filled > 0)
  return !cells.some(isNumber) && titles.every((filled) => filled < width || (filled === 1 && width === 1))
}

/** A table is as wide as three columns or more; a title fills one cell. */
const leastWidth = 3

function belowTitles(records: readonly Cells[]): number {
  const widths = records.map(filledCells)
  if (Math.max(0, ...widths) < leastWidth) return 0
  return Math.max(
    0,
    widths.findIndex((width) => width > 1),
  )
}

/**
 * The names of a header of two lines, whose upper one spans several columns. Null if the lower line is no part of
 * the header: it holds numbers, completes nothing, or adds no name that we know. The first row of a table may hold known names
 * too («На складі»): it fills the cells under names that need no other.
 */
function mergedNames(upper: Cells, lower: Cells): string[] | null {
  if (lower.length === 0 || lower.some(isNumber) || filledCells(lower) === 0) return null
  let over = ''
  const names = Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    const top = (upper[index] ?? '').trim()
    const below = (lower[index] ?? '').trim()
    if (top !== '') over = top
    return below === '' ? (upper[index] ?? '') : nameOf(over, below)
  })
  const completes = completesNames(upper, lower) && knownNames(names) > knownNames(upper)
  return completes || dividesPrices(upper, lower) ? names : null
}

/**
 * True if a line says under each name of the one above it nothing, the same, or a part of one combined name. Under a
 * name over several columns, or under none, it may say anything.
 */
const completesNames = (upper: Cells, lower: Cells): boolean =>
  lower.every((cell, index) => {
    const top = (upper[index] ?? '').trim()
    const below = cell.trim()
    if (below === '' || below === top || top === '') return true
    return isOverGap(upper, index) || columnOfHeader(`${top} ${below}`) !== null
  })

const isOverGap = (upper: Cells, index: number): boolean => (upper[index + 1] ?? 'none').trim() === ''

/**
 * True if a line says which prices stand below «Ціна» and nothing else but the names above it: «Закупівельна»,
 * «Роздрібна».
 */
function dividesPrices(upper: Cells, lower: Cells): boolean {
  let over = ''
  const filled = lower.flatMap((cell, index) => {
    const top = (upper[index] ?? '').trim()
    if (top !== '') over = top
    const isBlank = cell.trim() === '' || cell.trim() === top
    return isBlank ? [] : [columnOfHeader(over) === 'price']
  })
  return filled.includes(true) && filled.every((isPrice) => isPrice)
}

/** A purchase under «Ціна», or a price under «Закупка», is none that buyers pay: then the column has both names. */
function nameOf(over: string, below: string): string {
  const both = `${over} ${below}`.trim()
  if (columnOfHeader(both) !== null) return both
  if (columnOfHeader(below) !== null) return isSum(below) && isOtherSum(over) ? both : below
  return columnOfHeader(over) !== null && !isSum(over) ? over : both
}

function isSum(name: string): boolean {
  const column = columnOfHeader(name)
  return column === 'price' || column === 'currency_id'
}

/** The names under those of groups, which the line above a header may hold: a title fills one cell of its line. */
function namesInGroups(names: Cells, above: Cells): Cells {
  if (filledCells(above) < 2) return names
  let over = ''
  return names.map((name, index) => {
    const group = (above[index] ?? '').trim()
    if (group !== '') over = group
    return isSum(name) && isOtherSum(over) ? `${over} ${name.trim()}` : name
  })
}
