import { beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, printed } from './counter.ts'
import { wholeTest } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(8))
beforeEach(() => counter.run('sync'))

const stock = (night: number, text: string, ...more: string[]): Promise<Ran> =>
  counter.run(
    ...(['import', counter.file(`s-2026-11-0${night}.csv`, text)] as const),
    '--operation',
    'stock',
    '--json',
    ...more,
  )

/** Six cars; some have another text. */
const cars = (texts: Readonly<Record<number, string>> = {}, dearer = 0): string[] =>
  [0, 1, 2, 3, 4, 5].map((n) => {
    const numbers = `${fourCells(30 * n, ';')};${20_000 + n * 1_000 + dearer};${17_000 + n}`
    return `A-${n};Авто ${n};${numbers};${texts[n] ?? `Опис ${n}`}\n`
  })
const header = 'Код;Назва;marka_id;model_id;base_id;equip_id;Ціна, $;Закупка;Опис\n'
const file = (rows: readonly string[]): string => header + rows.join('')
const stray = { 0: '"Диски 19', 1: 'екран 10"' }

async function firstNight(...more: string[]): Promise<void> {
  await stock(1, file(cars()), '--key', 'Код', ...more)
  expect((await stock(1, file(cars()), '--commit')).code).toBe(0)
}

test('a row of a stock file that holds others is told with their lines in the file', async () => {
  const texts = { ...stray, 5: '"Новий, 19""\nТел.; 50123456; Олег\n;;"' }
  await stock(1, file(cars(texts)), '--key', 'Код')
  const { rows } = printed(await stock(1, file(cars(texts))))
  const [row] = rows
  expect(row).toMatchObject({ line: 2, key: 'A-0' })
  expect(row?.problems.map(({ code }) => code)).toContain('rows-swallowed')
  const told = row?.problems.find(({ code }) => code === 'rows-swallowed')
  expect(told?.message).toContain('line 2')
  expect(told?.message).toContain('line 3')
  // A text of several lines is none of these, whatever is in it.
  expect(rows.map(({ key }) => key)).toEqual(['A-0', 'A-2', 'A-3', 'A-4', 'A-5'])
  expect(rows.at(-1)?.problems).toEqual([])
})

test.each([
  ['closes in another row', stray],
  ['never closes', { 3: '"Диски 19' }],
])('while a stray quotation mark of a stock file %s, no car is missing', async (_how, texts) => {
  await firstNight('--missing', 'not-in-stock')
  for (const night of [2, 3]) {
    const held = await stock(night, file(cars(texts, night)), '--commit', '--yes')
    expect(held.code).toBe(1)
    expect(held.err).toContain('quotation mark')
  }
  // The other rows are sent, and none is withdrawn.
  const methods = (await counter.writes())
    .slice(6)
    .map(({ method, params }) => `${method} ${params.in_stock ?? ''}`)
  expect(new Set(methods)).toEqual(new Set(['PUT ']))
})

test('a row that holds others is of the stock whatever the filter says', async () => {
  const conditions = (last: readonly string[]): string =>
    file([...cars().slice(0, 4), ...last])
      .replace('Опис\n', 'Опис;Стан\n')
      .replaceAll(/(Опис \d)\n/g, '$1;Новий\n')
  const [, , , , car4 = '', car5 = ''] = cars({ 4: 'екран 10', 5: 'Диски 19' })
  const used = `${car4.trim()};Вживаний\n`
  const first = conditions([`${car5.trim()};Новий\n`, used])
  await stock(1, first, '--key', 'Код', '--missing', 'not-in-stock', '--only', 'Стан=Новий')
  expect((await stock(1, first, '--commit')).code).toBe(0)
  const quoted = [car5.replace('Диски', '"Диски'), used.replace(';Вживаний', '";Вживаний')]
  const plan = await stock(2, conditions(quoted))
  expect(JSON.parse(plan.out)).toMatchObject({ counts: { error: 1 }, withdrawn: 0, filtered: 0 })
  expect((await stock(2, conditions(quoted), '--commit')).code).toBe(1)
  expect(await counter.writes()).toHaveLength(5)
})

wholeTest('a linked car in the text of another row is found in a file without numbers', async () => {
  const named = (texts: Readonly<Record<number, string>>): string =>
    `Код;Опис;Салон\n${[0, 1, 2, 3, 4, 5].map((n) => `A-${n};${texts[n] ?? 'ок'};Київ\n`).join('')}`
  await firstNight('--missing', 'not-in-stock')
  expect(JSON.parse((await stock(2, named({}))).out)).toMatchObject({ counts: { error: 0, missing: 0 } })
  const held = await stock(3, named({ 2: '"Диски 19', 3: 'екран 10"' }))
  expect(JSON.parse(held.out)).toMatchObject({ counts: { error: 1 }, withdrawn: 0 })
  expect(
    printed(held)
      .rows.find(({ key }) => key === 'A-2')
      ?.problems.map(({ code }) => code),
  ).toContain('rows-swallowed')
})
