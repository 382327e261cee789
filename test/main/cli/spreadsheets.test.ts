import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestSheet, xlsxOf } from '../import/sheet/xlsx-file.ts'
import { openCounter, type Counter } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter(60)
})
afterEach(() => counter.close())

interface Printed {
  readonly batch: string
  readonly file: { readonly headerLine: number; readonly sheet?: { readonly name: string } }
  readonly counts: Readonly<Record<string, number>>
  readonly rows: readonly {
    readonly line: number
    readonly state: string
    readonly problems: readonly { readonly code: string; readonly column: string }[]
  }[]
}

const rows = (price: number): TestSheet['rows'] => [
  ['Прайс-лист\nна листопад'],
  null,
  ['ID оголошення', 'Ціна', 'Валюта', 'Опис'],
  [1001, price, 'USD'],
  [1002, { xml: '<c r="@" t="e"><v>#N/A</v></c>' }, 'USD'],
  [1003, price, 'USD', { xml: '<c r="@" t="e"><v>#REF!</v></c>' }],
  [1004, { xml: '<c r="@"><f>B3*2</f></c>' }, 'USD'],
  ['Разом', price * 3],
]
const book = (): Buffer =>
  xlsxOf([
    { name: 'Склад', rows: rows(9000.5) },
    { name: 'Продані', rows: rows(7000) },
  ])

it('reads a workbook as its rows, with the errors of its cells as problems', async () => {
  const path = counter.file('stock.xlsx', book())
  const { code, out, err } = await counter.run('import', path, '--json')
  const printed = JSON.parse(out) as Printed
  expect(printed.file).toMatchObject({ headerLine: 3, sheet: { name: 'Склад' } })
  expect(printed.rows.map(({ line, state }) => [line, state])).toEqual([
    [4, 'planned'],
    [5, 'invalid'],
    [6, 'invalid'],
    [7, 'invalid'],
  ])
  expect(
    printed.rows.slice(1).flatMap(({ problems }) => problems.map((each) => [each.column, each.code])),
  ).toEqual([
    ['price', 'cell-error'],
    ['auto_note', 'cell-error'],
    ['price', 'cell-error'],
  ])
  expect(code).toBe(1)
  expect(err).toContain('Read from the sheet “Склад”, header in row 3. Other sheets are not read: Продані.')
  expect(err).toContain('holds totals and is left out')
})

it('reads the sheet that is named, sends it, and keeps the workbook as the batch’s file', async () => {
  const path = counter.file('stock.xlsx', book())
  const { out } = await counter.run('import', path, '--sheet', 'Продані', '--commit', '--yes', '--json')
  const printed = JSON.parse(out) as Printed
  expect(printed.file.sheet?.name).toBe('Продані')
  expect(printed.counts.invalid).toBe(3)
  const other = await counter.run('import', path, '--sheet', 'Нема')
  expect(other.code).toBe(2)
  expect(other.err).toContain('has no sheet “Нема”. It has: Склад, Продані.')
})

it('says of a damaged workbook what can be done', async () => {
  const { code, err } = await counter.run('import', counter.file('stock.xlsx', book().subarray(0, 900)))
  expect(code).toBe(2)
  expect(err).toContain('save it again as .xlsx or CSV')
})

it('reads the error of a cell in a CSV, too, and sends it to no buyer', async () => {
  const path = counter.file(
    'a.csv',
    'auto_id;price;currency_id;auto_note\n1001;9000;USD;#N/A\n1002;####;USD;#1 у салоні\n',
  )
  const { out } = await counter.run('import', path, '--json')
  const codes = (JSON.parse(out) as Printed).rows.map(({ problems }) => problems.map(({ code }) => code))
  expect(codes[0]).toContain('cell-error')
  expect(codes[1]).toEqual(['cell-error'])
})
