import { afterEach, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'
import { wholeTest } from '../../whole.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter(5)
  await counter.run('sync')
})
afterEach(() => counter.close())

const file = (...amounts: readonly string[]): string =>
  `No;Залишок;marka_id;model_id;base_id;equip_id;currency;price\n${amounts
    .map((amount, at) => `K${at};${amount};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
    .join('')}`

const stock = (text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', '--json', ...more)

interface Row {
  readonly key: string
  readonly action: string
  readonly reason: string | null
  readonly problems: readonly { readonly message: string }[]
}
const rowsOf = ({ out, err }: Ran): readonly Row[] => {
  if (out.startsWith('{"error":')) throw new Error(err)
  return (JSON.parse(out) as { rows: Row[] }).rows
}
const inShort = (ran: Ran): string[] =>
  rowsOf(ran).map(({ key, action, reason }) => [key, action, reason].join(' ').trim())

/** Whether the adverts of keys are in stock; undefined for a key without one. */
async function inStock(...keys: readonly string[]): Promise<(number | undefined)[]> {
  const { links } = JSON.parse((await counter.run('links', '--json')).out) as {
    links: { key: string; autoId: number }[]
  }
  return Promise.all(
    keys.map(async (key) => {
      const link = links.find((each) => each.key === key)
      return link && (await counter.control.advert(link.autoId))?.inStock
    }),
  )
}

test('a quantity puts adverts in stock and out of it, and makes none for a car that is not there', async () => {
  const looked = await stock(file('3', '0', '1,0'), '--key', 'No', '--quantity', 'залишок')
  expect(inShort(looked)).toEqual(['K0 create', 'K1 kept not-in-stock', 'K2 create'])
  expect((await stock(file('3', '0', '1,0'), '--commit')).code).toBe(0)
  expect(await inStock('K0', 'K1', 'K2')).toEqual([1, undefined, 1])

  // It is remembered, and a car of which there is none is no missing one.
  expect((await stock(file('0', '2', ''), '--commit')).code).toBe(0)
  expect(await inStock('K0', 'K1', 'K2')).toEqual([0, 1, 1])
  expect(inShort(await stock(file('-1', '1', '')))).toEqual(['K0 unchanged', 'K1 unchanged', 'K2 unchanged'])

  // A blank keeps what was said: the car stays out.
  expect(inShort(await stock(file('', '1', '')))).toEqual(['K0 unchanged', 'K1 unchanged', 'K2 unchanged'])
  expect((await stock(file('1', '1', ''), '--commit')).code).toBe(0)
  expect(await inStock('K0', 'K1', 'K2')).toEqual([1, 1, 1])
})

test('what is no quantity is an error of its row that names the column', async () => {
  await stock(file('1', '1', '1', '1'), '--key', 'No', '--quantity', 'Залишок')
  const found = await stock(file('так', '1.5', '>5', '7'))
  expect(inShort(found)).toEqual(['K0 error invalid', 'K1 error invalid', 'K2 create', 'K3 create'])
  expect(rowsOf(found)[0]?.problems[0]?.message).toContain('“так” in Залишок is no number of cars')
  const other = await stock(file('1'), '--quantity', 'Кількість')
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('--quantity') as string })
  expect((await stock(file('1'), '--set', 'in_stock=1')).code).toBe(2)
  expect(inShort(await stock(file('так'), '--quantity', ''))).toEqual(['K0 create'])
})

test('a file of numbers and quantities alone changes what it says', async () => {
  await stock(file('1', '1'), '--key', 'No', '--quantity', 'Залишок')
  expect((await stock(file('1', '1'), '--commit')).code).toBe(0)
  const text = 'No;Залишок\nK0;0\nK1;4\n'
  expect(inShort(await stock(text))).toEqual(['K0 edit', 'K1 unchanged'])
  expect((await stock(text, '--commit')).code).toBe(0)
  expect(await inStock('K0', 'K1')).toEqual([0, 1])
  expect((await stock('No;Залишок\nK0;1\nK1;\n', '--commit')).code).toBe(0)
  expect(await inStock('K0', 'K1')).toEqual([1, 1])
})

wholeTest('a quantity of none is said again after the answer to another quantity was lost', async () => {
  await stock(file('1'), '--key', 'No', '--quantity', 'Залишок')
  expect((await stock(file('1'), '--commit')).code).toBe(0)
  expect((await stock(file('0'), '--commit')).code).toBe(0)
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'PUT', count: 1 })
  const lost = await stock(`${file('1')}\n`, '--commit')
  expect(lost.code).toBe(1)
  expect(await inStock('K0')).toEqual([1])
  await stock(`${file('0')}\n\n`, '--commit')
  expect((await counter.run('settle', (JSON.parse(lost.out) as { batch: string }).batch)).code).toBe(0)

  const again = await stock(`${file('0')}\n\n\n`, '--commit')
  expect(inShort(again)).toEqual(['K0 edit'])
  expect(await inStock('K0')).toEqual([0])
  expect(inShort(await stock(`${file('0')}\n\n\n\n`))).toEqual(['K0 unchanged'])
})
