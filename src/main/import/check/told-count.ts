import type { ToldCount } from '#shared/import/draft.ts'
import type { ToldRecords } from '#shared/import/file-facts.ts'
import type { Row } from '../rows/row.ts'
import type { OutsideReason } from './outside-table.ts'

const rowWords =
  'rows?|records?|lines?|items?|cars?|vehicles?|рядк\\p{L}*|рядок|запис\\p{L}*|строк\\p{L}*|авто|автомобіл\\p{L}*|автомобил\\p{L}*|машин\\p{L}*|позиці\\p{L}*|позици\\p{L}*|zeilen?|datensätze|fahrzeuge?|wierszy|aut|samochodów'
const totalWords =
  'total|count|totals|разом|всього|усього|підсумок|кількість|итого|всего|количество|gesamt|anzahl|razem|liczba'
/** `(10 rows affected)`, `Разом: 40 авто`, `Total rows: 3`. */
const counts = [
  `^\\(?\\s*(?:(?:${totalWords})\\s*[:=–-]?\\s*)?(\\d+)\\s+(?:${rowWords})(?!\\p{L})`,
  `^\\(?(?:\\p{L}+\\s+){0,2}(?:${rowWords})\\s*[:=–-]\\s*(\\d+)\\s*\\)?[.;]?$`,
  '^(?:count|кількість|количество|anzahl|liczba)\\s*[:=]?\\s*(\\d+)$',
].map((each) => new RegExp(each, 'iu'))
const trailer = /^(?:t|tr|trl|trailer|eof|footer|z|99)$/i

/** Lines that a trailer may count beside the rows: a header and itself. */
const mostBeside = 2

/** The number of rows that a line below the table says; null if it says none. */
function countIn(filled: readonly string[]): { readonly count: number; readonly beside: number } | null {
  const [first = '', second = '', ...more] = filled
  if (trailer.test(first) && more.length === 0 && /^\d{1,7}$/.test(second))
    return { count: Number(second), beside: mostBeside }
  const text = filled.length > 2 ? '' : filled.join(' ')
  const digits = counts.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return digits === undefined ? null : { count: Number(digits), beside: 0 }
}

const sayingReasons: ReadonlySet<OutsideReason> = new Set(['tool-line', 'totals', 'note'])

/** Reads how many rows a program says that its file has, in a line below the last of them or beside the list that it writes. */
export class ToldCounts {
  #last: { readonly line: number; readonly count: number; readonly beside: number } | null = null
  readonly #beside: ToldRecords | undefined
  #rows = 0
  #outside = 0

  /** @param beside words beside the list of a document */
  constructor(beside?: ToldRecords) {
    this.#beside = beside
  }

  pass(record: Row, reason: OutsideReason | null): void {
    if (reason === null) {
      this.#rows += 1
      this.#last = null
      return
    }
    const told = !sayingReasons.has(reason)
      ? null
      : countIn(record.cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))
    // Lines above that one may be counted as rows.
    if (told === null) this.#outside += 1
    else this.#last = { line: record.line, ...told }
  }

  /** The count that disagrees with the rows that were read; null if it agrees, or if none is told. */
  get differing(): ToldCount | null {
    if (!this.#last) return this.#differingBeside
    const { line, count, beside } = this.#last
    const agrees = count >= this.#rows && count <= this.#rows + this.#outside + beside
    return agrees ? null : { line, told: count, rows: this.#rows }
  }

  /** A list with fewer records than are told is a page of a longer one. */
  get #differingBeside(): ToldCount | null {
    if (!this.#beside) return null
    const { key, count } = this.#beside
    const isWhole = count !== null && count <= this.#rows + this.#outside
    return isWhole ? null : { key, told: count, rows: this.#rows }
  }
}
