import { expect, it } from 'vitest'
import { type TestSheet, xlsxOf } from '../import/sheet/xlsx-file.ts'
import { openCounter, type Printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

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

const htmlTable = (cells: readonly (readonly string[])[]): string =>
  `<html><head><meta charset="utf-8"></head><body><table>${cells
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table></body></html>`
const xmlTable = (cells: readonly (readonly string[])[]): string =>
  `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Склад"><Table>${cells
    .map(
      (row) =>
        `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`,
    )
    .join('')}</Table></Worksheet></Workbook>`

it.each([
  ['HTML', htmlTable],
  ['XML', xmlTable],
])('reads a table that a DMS saved as %s under the name of a workbook', async (_what, write) => {
  const cells = [
    ['Залишки на складі'],
    ['ID оголошення', 'Ціна, $', 'Колір', 'Колір'],
    ['39099974', '12 500', 'білий', 'чорний'],
    ['39099899.0', '9\u00A0100', '', ''],
    ['5', 'ціна за запитом', '', ''],
    ['Разом', '21 600', '', ''],
  ]
  const path = counter.file('stock.xls', write(cells))
  const { code, out, err } = await counter.run('import', path, '--json')
  const { rows } = JSON.parse(out) as Printed
  expect([code, rows.map(({ line, problems }) => [line, ...problems.map((each) => each.code)])]).toEqual([
    1,
    [
      [3, 'advert-not-cached'],
      [4, 'advert-not-cached'],
      [5, 'not-a-number'],
    ],
  ])
  expect(err).toContain('Columns that are not used: Колір, Колір.')
  expect(err).toContain('“Разом')
})
