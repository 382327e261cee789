import { afterEach, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter(5)
  await counter.run('sync')
})
afterEach(() => counter.close())

/** Cars with their condition, K0 and on. */
const file = (...conditions: readonly string[]): string =>
  `No;Стан;marka_id;model_id;base_id;equip_id;currency;price\n${conditions
    .map((condition, at) => `K${at};${condition};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
    .join('')}`

const stock = (text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', ...more)

const rowsOf = ({ out, err }: Ran): string[] => {
  if (out.startsWith('{"error":')) throw new Error(err)
  return (JSON.parse(out) as { rows: { line: number; key: string; action: string }[] }).rows.map(
    ({ line, key, action }) => `${line} ${key} ${action}`,
  )
}

test('only rows that pass the filter are the stock, with the next file, too', async () => {
  const looked = await stock(file('новий ', 'Вживаний', 'ДЕМО'), '--key', 'No', '--only', 'стан = Новий|Демо')
  expect(looked.out).toContain('2 new, 1 row left out by the filter (стан = Новий|Демо)')
  expect((await stock(file('Новий', 'Вживаний', 'Демо'), '--commit')).code).toBe(0)

  // A car that is used now is one that the file lacks; the brakes count the rows that passed.
  const used = await stock(file('Вживаний', 'Вживаний', 'Демо'), '--json')
  expect(rowsOf(used)).toEqual(['4 K2 unchanged', '5 K0 missing'])
  expect(JSON.parse(used.out)).toMatchObject({ filtered: 2, filter: { values: ['Новий', 'Демо'] } })
  const none = await stock(file('Б/в', 'Б/в', 'Б/в'), '--json')
  expect(none.code).toBe(2)
  expect(JSON.parse(none.out)).toMatchObject({ brake: { code: 'fewer-rows' }, filtered: 3 })

  expect(rowsOf(await stock(file('Б/в', 'Б/в', 'Б/в'), '--only', '', '--json'))).toEqual([
    '2 K0 unchanged',
    '3 K1 create',
    '4 K2 unchanged',
  ])
})

test('a filter that nothing passes at first is said as that, without numbers of rows', async () => {
  const none = await stock(file('Б/в'), '--key', 'No', '--only', 'Стан=Новий')
  expect(none.code).toBe(2)
  expect(none.err).toContain('No row of the file is a car of this stock. Nothing was sent. Check the file')
  expect(none.err).not.toContain('about 0')
})

test('a filter of a column that is not there is an error with the columns, and one without values is none', async () => {
  const other = await stock(file('Новий'), '--key', 'No', '--only', 'Condition=New')
  expect(other.code).toBe(2)
  expect(other.err).toContain('“Condition”')
  expect(other.err).toContain('No, Стан, marka_id')
  expect(await stock(file('Новий'), '--key', 'No', '--only', 'Стан=Новий|')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Condition=New|Demo') as string,
  })
})

test('a file that breaks off in its last row is not taken until the number of its rows is said', async () => {
  const text = file('Новий', 'Новий')
  await stock(text, '--key', 'No')
  const cut = text.slice(0, -';20001\n'.length)
  const held = await stock(cut, '--commit')
  expect(held.code).toBe(2)
  expect(held.err).toContain('2 rows where about 3 were expected: it looks cut')
  expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(0)
  // A program that leaves blank cells out at the end does so in other rows, too.
  const short = `${cut}\nK2;Новий\n`
  expect((await stock(short)).err).not.toContain('looks cut')
  await stock(cut, '--commit', '--rows', '2')
  expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(1)
})
