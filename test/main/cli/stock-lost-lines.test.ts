import { afterEach, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter(8)
  await counter.run('sync')
})
afterEach(() => counter.close())

interface PrintedRow {
  readonly line: number
  readonly key: string
  readonly problems: readonly { readonly code: string; readonly message: string }[]
}

const stock = (night: number, text: string, ...more: string[]): Promise<Ran> =>
  counter.run(
    ...(['import', counter.file(`s-2026-11-0${night}.csv`, text)] as const),
    ...['--operation', 'stock', '--json', ...more],
  )

const rowsOf = ({ out, err }: Ran): readonly PrintedRow[] => {
  if (out === '') throw new Error(err)
  return (JSON.parse(out) as { rows: PrintedRow[] }).rows
}

/** Six cars; some have another text. */
const cars = (texts: Readonly<Record<number, string>> = {}, dearer = 0): string[] =>
  [0, 1, 2, 3, 4, 5].map((n) => {
    const numbers = `${fourCells(30 * n, ';')};${20_000 + n * 1_000 + dearer};${17_000 + n}`
    return `A-${n};BMW ${n};${numbers};${texts[n] ?? `Опис ${n}`}\n`
  })
const header = 'Код;Назва;marka_id;model_id;base_id;equip_id;Ціна, $;Закупка;Опис\n'
const file = (rows: readonly string[]): string => header + rows.join('')
const stray = { 0: '"Диски 19', 1: 'екран 10"' }

async function firstNight(...more: string[]): Promise<void> {
  await stock(1, file(cars()), '--key', 'Код', ...more)
  expect((await stock(1, file(cars()), '--commit')).code).toBe(0)
}

test('a row of a stock file that holds others is told with their lines in the file', async () => {
  await stock(1, file(cars(stray)), '--key', 'Код')
  const [row] = rowsOf(await stock(1, file(cars(stray))))
  expect(row).toMatchObject({ line: 2, key: 'A-0' })
  expect(row?.problems.map(({ code }) => code)).toContain('rows-swallowed')
  const told = row?.problems.find(({ code }) => code === 'rows-swallowed')
  expect(told?.message).toContain('line 2')
  expect(told?.message).toContain('line 3')
})
