import type { Row } from '../rows/row.ts'
import type { OutsideReason } from './outside-table.ts'
import type { RowPlan } from './row-plan.ts'

/** Beginnings of what programs write in the place of rows when they fail. */
const beginnings = [
  String.raw`(?:php\s+)?(?:(?:catchable |recoverable )?fatal error|parse error)\s*:`,
  String.raw`(?:php\s+)?(?:warning|notice|deprecated)\s*:.*\bon line\s+\d+`,
  String.raw`traceback \(most recent call last\)`,
  String.raw`(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception)\b\s*(?::|$)`,
  String.raw`(?:uncaught|unhandled) \w+`,
  String.raw`exception in thread\b`,
  String.raw`ORA-\d{5}\b`,
  String.raw`SQLSTATE\[`,
  String.raw`msg \d+, level \d+`,
  String.raw`error(?: \d+)?(?:\s*\(\w+\).*)?\s*:`,
  String.raw`(?:помилка|ошибка|fehler|błąd)(?:\s[^:]*)?(?::|$)`,
  String.raw`panic:`,
  String.raw`segmentation fault`,
  String.raw`out of memory`,
  String.raw`killed$`,
  String.raw`(?:mysql|mysqldump|psql|pg_dump|sqlcmd|bcp|curl|wget|bash)\s*:`,
  String.raw`(?:5\d\d|4\d\d) (?:[A-Z][\w-]* ?){1,4}$`,
  String.raw`(?:execution |query |connection |request )?time-?d? ?out\b`,
  String.raw`(?:lost connection|connection (?:lost|reset|refused|timed out|closed))\b`,
  String.raw`(?:maximum execution time|allowed memory size)\b`,
  String.raw`stack trace\s*:`,
  String.raw`thrown in\b.*\bon line\b`,
  String.raw`#\d+ (?:\{main\}|\/|\w:\\)`,
  String.raw`at [\w.$<>]+\(.*\)`,
]
const begins = new RegExp(`^(?:<[^>]*>|[\\s"'#/*-])*(?:${beginnings.join('|')})`, 'iu')
/** An error behind what was written of a row. */
const holds = /(?:fatal|parse) error(?:<\/b>)?\s*:.*\bon line\b/iu
const tags = /<\/?[a-z][^>]*>/giu
const longest = 2_000

/** The errors of the program that wrote a file which stand behind its last row. */
export class ProgramErrors {
  readonly #columns: number
  readonly #delimiter: string
  /** The first of them; null if there is none. */
  found: { readonly line: number; readonly value: string } | null = null

  constructor({ header, delimiter }: RowPlan) {
    this.#columns = header.length
    this.#delimiter = delimiter
  }

  /** Takes the next record, with the reason for which it is no row. */
  pass(record: Row, reason: OutsideReason | null): void {
    const text = this.#mayBeError(record, reason) ? record.cells.join(this.#delimiter) : ''
    if (text !== '' && text.length < longest && isProgramError(text))
      this.found ??= { line: record.line, value: text.trim().slice(0, 80) }
    else if (reason === null) this.found = null
  }

  #mayBeError(record: Row, reason: OutsideReason | null): boolean {
    const isWhole = reason === null && record.length === this.#columns && this.#columns > 1
    return !isWhole
  }
}

const isProgramError = (raw: string): boolean =>
  begins.test(raw.replaceAll(tags, '').trim()) || holds.test(raw)
