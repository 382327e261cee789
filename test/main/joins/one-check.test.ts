import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import { editableFields, kindOf } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import { stagedFields } from '#shared/staged/staged-edit.ts'
import { cleanText } from '../../../src/main/import/check/clean-text.ts'
import { isDash, isNoText } from '../../../src/main/import/check/no-value.ts'
import type { CellValue } from '../../../src/main/import/rows/row.ts'
import { csvText } from '../../../src/main/files/csv-text.ts'
import { readCell } from '../../../src/main/staged/cell-reading.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { emptyAccount, openDrafts } from '../import/drafts.ts'

const { service } = openDrafts()
const choice = { shape: {}, mapping: null, operation: null }

/** What becomes of a row: what would be sent, by which it is recognised, and what is said of it. */
const outcome = ({ payload, fingerprint, state, problems }: PlannedRow) => ({
  payload,
  fingerprint,
  state,
  problems: problems.map(({ code, severity, column, message }) => ({ code, severity, column, message })),
})

async function plannedRows(draftId: string, shape = {}) {
  await service.check(draftId, { ...choice, shape, operation: 'edit' }, emptyAccount)
  const rows = [...(await (await service.staged(draftId)).rows())]
  await service.drop(draftId)
  return rows
}

type Cells = readonly CellValue[]

async function asValues(columns: readonly FieldName[], rows: readonly Cells[]): Promise<PlannedRow[]> {
  const draftId = service.beginValues('edits', columns, 'edit')
  // In two parts, as pages of edits come.
  await service.add(draftId, rows.slice(0, 3))
  await service.add(draftId, rows.slice(3))
  return plannedRows(draftId)
}

async function asFile(columns: readonly FieldName[], rows: readonly Cells[]): Promise<PlannedRow[]> {
  const cells = rows.map((row) =>
    row.map((value, at) => {
      const field = columns[at] ?? 'price'
      if (value === null) return ''
      if (field === 'currency_id' && typeof value === 'number') return currencies[value as CurrencyId]
      return typeof value === 'string' && kindOf(field) === 'text' ? guardText(value) : String(value)
    }),
  )
  const draftId = service.begin('edits.csv')
  const text = csvText([[...columns], ...cells], { delimiter: '|', guard: (cell) => cell })
  await service.append(draftId, Buffer.from(text))
  return plannedRows(draftId, { delimiter: '|', encoding: 'utf-8', decimalMark: '.' })
}

/** What a person, a template or another program may put into a cell. */
const nasty = [
  '',
  ' ',
  '[]',
  ' [] ',
  '0',
  '1',
  '2',
  '-5',
  '12500',
  '12 500',
  '12 500,50',
  '12.500',
  '12,5',
  '1e5',
  '1,23E+15',
  '="320"',
  "'39099974",
  "'=1+1",
  '=1+1',
  '@cmd',
  '+380 44 123',
  '#REF!',
  '#N/A',
  '# nice',
  '15 500 $',
  'USD 9100',
  '400 тис. грн',
  'так',
  'ні',
  'yes',
  'No',
  '\ufffd',
  'a\ufffdb',
  '"quoted"',
  '""',
  'two\nlines',
  'half \ud83d',
  'two\r\nlines',
  'old\rMac',
  'tab\there',
  ' blanks ',
  '\u00a0',
  '1\n2',
  'x'.repeat(5_000),
  'я'.repeat(3_000),
  'end\u001asign',
  'nul\0byte',
  '\u200bhidden',
  '999999999999',
  '1000000000000',
  '0.001',
]
const textArbitrary = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: fc.constantFrom(...Array.from(' \'"=+-@#[]0123456789.,$\n\r\tаїz€😀')) }),
)

/** A file's text is cleaned of what programs write, and its column says what a dash means: a typed cell stays as it is. */
const isTakenAlike = (field: FieldName, text: string): boolean =>
  !isDash(text) && (kindOf(field) !== 'text' || (cleanText(text) === text && !isNoText(text)))

const rowsOf = (texts: readonly string[]): Cells[] =>
  texts.map((text, at) => [39_000_001 + at, 1 + (at % 3), 9_000, text])
const columnsOf = (field: FieldName): FieldName[] => ['auto_id', 'currency_id', 'price', field]

test.each(editableFields.filter((field) => field !== 'price'))(
  'rows of values have the fingerprints, checks and messages that a file has: %s',
  async (field) => {
    const columns = columnsOf(field)
    const agree = async (all: readonly string[]): Promise<void> => {
      const rows = rowsOf(all.filter((text) => isTakenAlike(field, text)))
      if (rows.length === 0) return
      const [values, file] = await Promise.all([asValues(columns, rows), asFile(columns, rows)])
      expect(values.map(outcome)).toEqual(file.map(outcome))
    }
    await agree(nasty)
    await fc.assert(
      fc.asyncProperty(fc.array(textArbitrary, { minLength: 1, maxLength: 40 }), (texts) => agree(texts)),
      { numRuns: 6 },
    )
  },
)

test('so have prices, as numbers and as texts, with and without a currency', async () => {
  const columns: FieldName[] = ['auto_id', 'currency_id', 'price']
  const numbers = [1, 9_100, 25_900.5, 0.01, 999_999_999_999, 0, -5, 12.345]
  const rows = [...numbers, ...nasty].flatMap((price, at) => [
    [39_000_001 + 2 * at, 2, price],
    [39_000_002 + 2 * at, null, price],
  ])
  const [values, file] = await Promise.all([asValues(columns, rows), asFile(columns, rows)])
  expect(values.map(outcome)).toEqual(file.map(outcome))
})

test.each(stagedFields)('a typed cell is taken or refused as the cell of a file is: %s', async (field) => {
  const isPrice = field === 'price'
  const columns: FieldName[] = isPrice ? ['auto_id', 'currency_id', 'price'] : columnsOf(field)
  const texts = nasty.filter((text) => text.trim() !== '' && isTakenAlike(field, text))
  const rows = rowsOf(texts).map((row) =>
    isPrice ? [row[0] ?? 0, 1, row[3] ?? ''] : [row[0] ?? 0, 1, 9_000, row[3] ?? ''],
  )
  const file = await asFile(columns, rows)
  const typed = texts.map((text) => readCell({ field, text, currency: 1 }))
  const judged = (row: PlannedRow) =>
    row.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  const taken: { row: PlannedRow; cells: Cells }[] = []
  for (const [at, row] of file.entries()) {
    const reading = typed[at]
    expect(reading?.problem ? [reading.problem.code] : [], texts[at]).toEqual(judged(row).slice(0, 1))
    if (reading?.value) taken.push({ row, cells: rowWith(rows[at] ?? [], reading.value.value) })
  }
  const sent = await asValues(
    columns,
    taken.map(({ cells }) => cells),
  )
  expect(sent.map((row) => ({ ...outcome(row), problems: [] }))).toEqual(
    taken.map(({ row }) => ({ ...outcome(row), problems: [] })),
  )
})

const rowWith = (row: Cells, value: string | number): Cells => [...row.slice(0, -1), value]
