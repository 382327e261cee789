import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { type Delimiter, delimiters, type Encoding } from '#shared/import/draft.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import type { Row } from '../../../../src/main/import/rows/row.ts'
import { spread } from '../../../whole.ts'
import { CsvFolder, encodeText, faultOf } from '../csv-files.ts'

const folder = new CsvFolder()

function read(text: string, delimiter: Delimiter = ',', encoding: Encoding = 'utf-8'): readonly Row[] {
  const path = folder.write('records.csv', encodeText(text, encoding))
  return withSource(path, 'records.csv', (source) => readTable(source, { encoding, delimiter }).rows)
}

const linesAndCells = (records: readonly Row[]) => records.map(({ line, cells }) => [line, ...cells])

/** A cell of spaces, tabs or no-break spaces, as spreadsheets leave them behind. */
const isBlank = (cell: string): boolean => /^[^\S\r\n]*$/.test(cell)

const longText = 'довгий текст без знаків'

it('gives each record the line where it begins, quoted line breaks counted', () => {
  expect(linesAndCells(read('a,b\n"1\n2\n3",x\ny,z\n'))).toEqual([
    [1, 'a', 'b'],
    [2, '1\n2\n3', 'x'],
    [5, 'y', 'z'],
  ])
})

it('takes \\n, \\r\\n and \\r in one file, also in quotes, and glues no rows', () => {
  const records = read('a,b\r\n1,2\n3,4\r5,"6\r\n7"\r\n"8",9\r"10\r11",12')
  expect(linesAndCells(records)).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
    [3, '3', '4'],
    [4, '5', '6\n7'],
    [6, '8', '9'],
    [7, '10\n11', '12'],
  ])
})

it('leaves blank lines out and counts them', () => {
  expect(linesAndCells(read('a,b\n\n,\n1,2\n\r\n3,4\n\n'))).toEqual([
    [1, 'a', 'b'],
    [4, '1', '2'],
    [6, '3', '4'],
  ])
})

it('leaves lines of spaces and tabs out, but none with a quotation mark that is misplaced', () => {
  const records = read('a,b\n  ,\t\n\u00a0\n" ",""\n"\n1,2\n')
  expect(records.map(({ line, quote }) => [line, quote?.openedIn ?? null])).toEqual([
    [1, null],
    [5, 5],
  ])
})

it('counts the line ends of a quoted cell with blanks behind it', () => {
  expect(linesAndCells(read('a,b\n"1\n2" \nx,y\n'))).toEqual([
    [1, 'a', 'b'],
    [2, '1\n2'],
    [4, 'x', 'y'],
  ])
})

it('takes the byte order mark off', () => {
  expect(read('\uFEFFa,b\n1,2')[0]?.cells).toEqual(['a', 'b'])
  expect(read('\uFEFFa,b\n1,2', ',', 'utf-16le')[0]?.cells).toEqual(['a', 'b'])
})

it('reads a quoted end of file with blanks after it', () => {
  expect(linesAndCells(read('a,b\n1,"2" '))).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ])
})

it.each([
  ['a,b\n1,"2\n3,4\n', { line: 2, cells: ['1', '2'], column: 1, openedIn: 2 }],
  ['a,b\n1,"2\r\n3,4', { line: 2, cells: ['1', '2'], column: 1, openedIn: 2 }],
  ['a,b\n"x\ny","2\n3,4\n', { line: 2, cells: ['x\ny', '2'], column: 1, openedIn: 3 }],
  ['a,b\n1,2\n3,"4"5"\n6,"', { line: 4, cells: ['6', ''], column: 1, openedIn: 4 }],
  ['"a,b\n1,2', { line: 1, cells: ['a,b'], column: 0, openedIn: 1 }],
])('ends with the record of a quote that never closes: %j', (text, { column, openedIn, ...expected }) => {
  const quote = { column, broken: true, openedIn }
  const last = read(text).at(-1)
  expect(last).toMatchObject({ ...expected, quote, hasSigns: false })
})

it('does not read a file of many megabytes into one record', () => {
  const records = read(`a,b\n0,0\n1,"2\n${'3,4\n'.repeat(1_000_000)}`)
  expect(linesAndCells(records)).toEqual([
    [1, 'a', 'b'],
    [2, '0', '0'],
    [3, '1', '2'],
  ])
  expect(records[2]?.quote).toEqual({ column: 1, broken: true, openedIn: 3 })
})

it.each([
  ['1,ab"c,3', { column: 1, broken: false }],
  ['1,2,3"', { column: 2, broken: false }],
  ['"1" x,2,"3"', { column: 0, broken: true }],
  ['1,"2"3",3', { column: 1, broken: true }],
  ['1,"a ""b"" c",3', null],
  ['"1" ,"2"\t,"3"', null],
  ['"1"\u2003,"2"\u202f,"3"\u00a0', null],
])('sees where a quotation mark can not be: %j', (row, quote) => {
  expect(read(`a,b,c\n${row}\n`)[1]?.quote).toEqual(quote)
})

it('reads back what was written, each row from its line', () => {
  const unit = fc.constantFrom('a', 'ї', '"', ',', ';', '\n', '\r', ' ', '1', '\t', longText)
  const cell = fc.string({ unit })
  const cells = fc.array(cell, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.array(cells, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...delimiters),
      (rows, delimiter) => {
        const text = Papa.unparse(rows, { delimiter, newline: '\n' })
        const records = read(text, delimiter)
        const written = rows.map((row) => row.map((value) => value.replace(/\r\n?/g, '\n')))
        expect(records.map(({ cells: found }) => found)).toEqual(
          written.filter((row) => row.some((value) => !isBlank(value))),
        )
        const whole = text.replace(/\r\n?/g, '\n').split('\n')
        for (const { line, cells: found, quote, lineEnds } of records) {
          expect(quote).toBeNull()
          const raw = whole.slice(line - 1, line + lineEnds).join('\n')
          expect(Papa.parse<string[]>(raw, { delimiter, newline: '\n' }).data).toEqual([found])
        }
      },
    ),
  )
})

it('reads what Papa Parse reads but for marks that it can not place', () => {
  const unit = fc.constantFrom('a', '"', '"', ',', '\n', ' ', '\u2003', longText)
  const mess = fc.string({ unit, maxLength: 60 })
  fc.assert(
    fc.property(mess, (rest) => {
      // A first line of several cells that comes again would be that of a joined file.
      const text = `a\n${rest}`
      const parser = new Papa.Parser({ delimiter: ',', newline: '\n' })
      const { data, errors } = parser.parse(`${text}\n`, 0, false) as {
        data: string[][]
        errors: { code: string }[]
      }
      if (errors.some(({ code }) => code === 'MissingQuotes')) return
      const records = read(text)
      const told = (cells: readonly string[]): boolean => cells.some((value) => !isBlank(value))
      // A cell that only begins with a word in quotes ends with its line here, and lines below for Papa.
      if (!records.some(({ quote }) => quote?.broken))
        expect(records.map(({ cells }) => cells).filter(told)).toEqual(data.filter(told))
    }),
    { numRuns: 250 },
  )
})

const tooMany = {
  rows: () => `a,b\n${'1,2\n'.repeat(300_100)}`,
  'blank lines': () => `${'\n'.repeat(2_100_000)}a,b\n1,2\n`,
}
it.each(spread(Object.entries(tooMany), 1))('refuses more %s than it counts', async (_what, textOf) => {
  expect(await faultOf(() => read(textOf()))).toEqual({ code: 'file-too-long', file: 'records.csv' })
})

it('reads on behind many words in quotes at the beginning of cells', () => {
  const records = read(`a,b\n${'"Lux" in stock,1\n'.repeat(20_000)}"x\ny",2\n`)
  expect(records).toHaveLength(20_002)
  expect(records.at(-1)).toMatchObject({ line: 20_002, cells: ['x\ny', '2'], quote: null })
})
