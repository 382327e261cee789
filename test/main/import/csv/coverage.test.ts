import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { Delimiter } from '#shared/import/draft.ts'
import { type CheckedRow, isValid } from '../../../../src/main/import/check/checked-row.ts'
import { check as checkRow } from '../../../../src/main/import/check/check.ts'
import { TableBounds } from '../../../../src/main/import/check/outside-table.ts'
import { planRows } from '../../../../src/main/import/check/row-plan.ts'
import { lookAtFile } from '../../../../src/main/import/columns/file-shape.ts'
import { rowsOfFile } from '../../../../src/main/import/check/rows-of-file.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { CsvFolder } from '../csv-files.ts'
import { spread } from '../../../whole.ts'

const folder = new CsvFolder()
let fd = -1
beforeAll(() => {
  fd = openSync(folder.write('covered.csv', ''), 'r+')
})
afterAll(() => closeSync(fd))

/** The same file with another content: a file for each of thousands of texts would take minutes. */
function sourceOf(text: string) {
  ftruncateSync(fd, 0)
  const bytes = writeSync(fd, text, 0)
  return { fd, name: 'covered.csv', bytes, changedAt: 0 }
}

const header = ['auto_id', 'price'] as const
const plan = planRows({
  header,
  mapping: [...header],
  operation: 'edit',
  decimalMark: '.',
  userId: 7,
  baseUrlLength: 40,
})

interface Checked {
  readonly rows: readonly CheckedRow[]
  /** Lines of records that are no rows: totals are told by their first line, and a header repeats what is known. */
  readonly told: readonly number[]
}

function check(text: string, delimiter: Delimiter = ','): Checked {
  const table = readTable(sourceOf(text), { encoding: 'utf-8', delimiter })
  const [first] = table.rows
  const bounds = new TableBounds(first ? [first] : [], plan)
  const { rows, outside } = rowsOfFile(table, { file: 'covered.csv', plan, bounds })
  return {
    rows: rows.map((row) => checkRow(row, plan)),
    told: outside.flatMap(({ record, reason }) =>
      Array.from({ length: reason === 'totals' ? 1 : record.lineEnds + 1 }, (_, at) => record.line + at),
    ),
  }
}

const lineEnd = /\r\n?|\n/g
const linesOf = (text: string): string[] => text.split(lineEnd)
/** A line of delimiters, blanks and quoted blanks. */
const isBlank = (line: string): boolean => /^(?:[^\S\r\n]|[,;]|"[^\S\r\n]*")*$/.test(line)

/** The lines (the first is 1) that are in no record and no problem and aren't blank either. */
function uncovered(text: string, { rows, told }: Checked, headerLines: number): string[] {
  const covered = new Set(Array.from({ length: headerLines }, (_, at) => at + 1))
  for (const line of told) covered.add(line)
  const lines = linesOf(text)
  for (const row of rows) {
    const { line, lineEnds } = row.record
    const endless = !isValid(row) && row.problems.some(({ code }) => code === 'quote-unclosed')
    const last = endless ? lines.length : line + lineEnds
    for (let at = line; at <= last; at++) covered.add(at)
  }
  return lines.filter((line, at) => !covered.has(at + 1) && !isBlank(line))
}

const signs = ['"', '""', '\n', '\r', '\r\n', ',', ';', ' ', '\n"\n', '\n" \n', '";\n', '']
/** Beginnings of records that are told for what they are, unless other lines are lost in them. */
const outside = ['\nauto_id,"price', '\nauto_id;"price', '\nTotal,"5', '\nTotal;"5']

const alphabet = ['a', '"', ',', '\n', '\r', ' ']

function* textsOf(length: number): Generator<string> {
  if (length === 0) yield ''
  else for (const text of textsOf(length - 1)) for (const sign of alphabet) yield text + sign
}

describe('every line is in a record, blank or in a problem', () => {
  it.each(spread([4, 1, 2, 3, 5], 1))('in every text of %i signs under a header and a row', (length) => {
    const lost: string[] = []
    const before = 'auto_id,price\n1,2\n'
    for (const text of textsOf(length))
      if (uncovered(before + text, check(before + text), 1).length > 0) lost.push(text)
    expect(lost).toEqual([])
  })

  it.each(['auto_id,"price', 'Total,"5'])(
    'in every text of 4 signs after %s, which is told by one line',
    (begun) => {
      const before = `auto_id,price\n1,2\n${begun}`
      const lost = Array.from(textsOf(4)).filter((text) => {
        const whole = `${before}${text}\n3,4\n`
        return uncovered(whole, check(whole), 1).length > 0
      })
      expect(lost).toEqual([])
    },
  )

  it.each(spread([3, 1, 2, 4], 1))(
    'in every text of %i signs as a whole file, or the file is refused',
    (length) => {
      const lost: string[] = []
      for (const text of textsOf(length)) {
        const told = lookedAt(text)
        if (told !== null && uncovered(text, check(text, told.delimiter), told.headerLines).length > 0)
          lost.push(text)
      }
      expect(lost).toEqual([])
    },
  )

  it.each(['new-vehicles.csv', 'price-update.csv', 'withdraw.csv'])('in %s with faults', (name) => {
    const bytes = readFileSync(new URL(`../../../../resources/examples/${name}`, import.meta.url))
    const example = linesOf(bytes.toString('latin1').replace(/[^\n\r -~]/g, 'x'))
      .slice(1)
      .join('\n')
    // A quote that opens at the first row and closes in the middle of a later one's cell, so that another never closes.
    const swallowedAndUnclosed = [
      { at: 37946, cut: 0, put: ';' },
      { at: 0, cut: 0, put: '"' },
    ]
    const fault = fc.record({
      at: fc.nat(example.length),
      cut: fc.nat(3),
      put: fc.constantFrom(...signs, ...outside),
    })
    fc.assert(
      fc.property(
        fc.array(fault, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';'),
        (faults, mark) => {
          const body = faults.reduce(
            (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
            example,
          )
          const text = `auto_id${mark}price\n${body}`
          expect(uncovered(text, check(text, mark as Delimiter), 1)).toEqual([])
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40), examples: [[swallowedAndUnclosed, ';']] },
    )
  })
})

/** The first look, or null if the file is refused. */
function lookedAt(text: string): { delimiter: Delimiter; headerLines: number } | null {
  if (text === '') return null
  try {
    const { shape, headerRecords } = lookAtFile(sourceOf(text), {})
    const last = headerRecords.at(-1)
    return {
      delimiter: shape.delimiter,
      headerLines: (last?.line ?? 0) + (last?.lineEnds ?? 0),
    }
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    return null
  }
}
