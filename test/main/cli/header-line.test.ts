import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter(60)
})
afterEach(() => counter.close())

interface Printed {
  readonly file: { readonly headerLine: number }
  readonly rows: readonly { readonly line: number }[]
}

const text =
  'Прайс-лист;;\n\nauto_id;price;currency_id\n1001;9000;USD\nauto_id;price;currency_id\nРазом: 1;9000;\n'

it('finds the header below a title and tells every line that is no row', async () => {
  const { out, err } = await counter.run('import', counter.file('price.csv', text), '--json')
  const { file, rows } = JSON.parse(out) as Printed
  expect(file.headerLine).toBe(3)
  expect(rows.map(({ line }) => line)).toEqual([4])
  expect(err).toContain('header in line 3')
  expect(err).toContain('Line 1 above the header is not a row: “Прайс-лист”.')
  expect(err).toContain('Line 5 is the header again and is left out.')
  expect(err).toContain('Line 6 holds totals and is left out: “Разом: 1 9000”.')
  expect(err).toContain('1 blank line is left out.')
})

it('takes the header from the line that is named', async () => {
  const path = counter.file('two.csv', 'auto_id;price;currency_id\nID;Ціна;Валюта\n1001;9000;USD\n')
  const { out } = await counter.run('import', path, '--header-line', '2', '--json')
  expect((JSON.parse(out) as Printed).file.headerLine).toBe(2)
  for (const line of ['0', '90', 'x'])
    expect((await counter.run('import', path, '--header-line', line)).code).toBe(2)
})
