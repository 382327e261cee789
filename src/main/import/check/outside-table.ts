import type { Outside, outsideReasons } from '#shared/import/draft.ts'
import type { CsvRecord } from '../csv/csv-record.ts'

export type OutsideReason = (typeof outsideReasons)[number]

/** A record of the file that is no row of its table. */
export interface OutsideRecord {
  readonly record: CsvRecord
  readonly reason: OutsideReason
}

const totalWords =
  /^(?:(?:grand |sub)?totals?|sum|разом|всього|усього|підсумок|сума|итого|всего|итог)(?:(?:\s+\p{L}+){0,2}\s*[:=–-].*|\s+\d.*)?$/iu
/** `Разом: 57 авто`, in UTF-8. */
const longestTotal = 60
const zero = 0x30
const nine = 0x39

/** Distinguishes rows from what else is in a file: each kind is reported, and none is sent. */
export class TableBounds {
  /** The line of the header's last record. */
  readonly headerEnd: number
  readonly #headers: readonly CsvRecord[]
  readonly #columns: number
  /** 1 for the first byte of a row that is neither a header nor totals: a digit with which no header begins. */
  readonly #isPlain = new Uint8Array(256)

  constructor(headers: readonly CsvRecord[], columns: number) {
    this.headerEnd = headers.at(-1)?.line ?? 0
    this.#headers = headers
    this.#columns = columns
    for (let digit = zero; digit <= nine; digit++) this.#isPlain[digit] = 1
    for (const header of headers) this.#isPlain[header.table.bytes[header.from(0)] ?? 0] = 0
  }

  /** Why a record below the header is no row, or null. It runs for every record: for most a byte or two decides. */
  reasonOf(record: CsvRecord): OutsideReason | null {
    if (this.#isPlain[record.table.bytes[record.start] ?? 0] === 1) return null
    if (this.#headers.some((header) => isSame(header, record))) return 'repeated-header'
    return this.#isTotals(record) ? 'totals' : null
  }

  /** Totals name themselves in the first cell that is filled, and never fill every cell. */
  #isTotals(record: CsvRecord): boolean {
    let first = 0
    while (first < record.length && record.bytes(first) === 0) first += 1
    const byte = record.table.bytes[record.from(first)] ?? zero
    if ((byte >= zero && byte <= nine) || record.bytes(first) > longestTotal) return false
    if (!totalWords.test(record.text(first).trim())) return false
    const filled = record.cells.filter((cell) => cell.trim() !== '').length
    return filled < this.#columns
  }
}

/** Whether two records have the same cells, but for blanks and cells that are empty at the end. */
function isSame(header: CsvRecord, record: CsvRecord): boolean {
  // The first letter tells nearly every row apart from a header.
  if (header.table.bytes[header.from(0)] !== record.table.bytes[record.from(0)]) return false
  const length = Math.max(header.length, record.length)
  for (let index = 0; index < length; index++)
    if (header.text(index).trim() !== record.text(index).trim()) return false
  return true
}

const shownLength = 80
const shownLines = 10

/** Adds records to those reported as outside the table. */
export function addOutside(reported: Map<OutsideReason, Outside>, found: readonly OutsideRecord[]): void {
  for (const { record, reason } of found) {
    const before = reported.get(reason) ?? { reason, count: 0, lines: [], text: textOf(record) }
    const lines = before.lines.length < shownLines ? [...before.lines, record.line] : before.lines
    reported.set(reason, { ...before, count: before.count + 1, lines })
  }
}

function textOf({ cells }: CsvRecord): string {
  const text = cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .join(' ')
  return text.length > shownLength ? `${text.slice(0, shownLength - 1).toWellFormed()}…` : text
}
