import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter } from './counter.ts'
import { wholeTest } from '../../whole.ts'

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
  expect(err).toContain('Line 1 above the header is no row: “Прайс-лист”.')
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

wholeTest(
  'says both lines of a header that takes two, and reads a first car with known names as a row',
  async () => {
    const merged = 'auto_id;Ціна;\n;Ціна;Валюта\n1001;9000;USD\n'
    const two = await counter.run('import', counter.file('merged.csv', merged), '--json')
    expect(two.err).toContain('The header takes two lines, 1 and 2.')
    expect(JSON.parse(two.out)).toMatchObject({ file: { headerLine: 1, headerEnd: 2 }, rows: [{ line: 3 }] })

    const named =
      'Марка;Модель;Модифікація;Комплектація;Ціна, $;Статус\nBMW;X5;;;;На складі\nAudi;A4;;;16500;так\n'
    const one = await counter.run('import', counter.file('named.csv', named), '--json', '--lookup-calls', '0')
    expect(one.err).toContain('header in line 1')
    expect(one.err).not.toContain('two lines')
    expect((JSON.parse(one.out) as Printed).rows.map(({ line }) => line)).toEqual([2, 3])
  },
)
