import { beforeEach, expect, it } from 'vitest'
import { openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(400))

let ids: readonly number[]
beforeEach(async () => {
  ids = await counter.stockIds()
})

/** A file that changes own adverts by a column of this name. */
function stockWith(column: string, text: string): string {
  const rows = ids.slice(0, 10).map((id) => `${id},USD,так,${text}`)
  return counter.file('texts.csv', `auto_id,currency_id,in_stock,${column}\n${rows.join('\n')}\n`)
}

const texts = async (): Promise<number> =>
  (await counter.control.ledger()).filter(({ params }) => params.auto_note !== undefined).length

it('asks before it replaces the texts of many adverts', async () => {
  const path = stockWith('Опис', 'Новий опис')
  const refused = await counter.run('import', path, '--commit')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('This replaces the texts of 10 adverts, 100 % of the changes.')
  expect(await texts()).toBe(0)
  expect((await counter.run('import', path, '--commit', '--yes')).code).toBe(0)
  expect(await texts()).toBe(10)
})

it('asks, too, if what the texts say now is not known here', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => `${1_000 + at},USD,9000,Новий опис`)
  const path = counter.file('texts.csv', `auto_id,currency_id,price,Опис\n${rows.join('\n')}\n`)
  const { code, err } = await counter.run('import', path, '--commit')
  expect(code).toBe(2)
  expect(err).toContain('10 adverts whose present text isn’t known here: 100 % of the changes.')
  expect(err).toContain('--yes')
  expect(await texts()).toBe(0)
})

it('sends no internal note, and says that its column is not used', async () => {
  const { code, err } = await counter.run('import', stockWith('Примітка', 'не торгуватись'), '--commit')
  expect(code).toBe(0)
  expect(err).toContain('Columns that are not used: Примітка.')
  expect(await texts()).toBe(0)
})

it('looks at a very long cell no longer than at any, and says its beginning', async () => {
  const names = [
    'stock_no',
    'marka_id',
    'model_id',
    'currency_id',
    'price',
    'in_stock',
    'version',
    'auto_note',
  ]
  const rows = ['a', 'X5 ', '&amp;', '1,', ' '].flatMap((text) =>
    names.map((_, at) =>
      names.map((__, column) => (column === at ? `"1${text.repeat(150_000 / text.length)}1"` : '1')),
    ),
  )
  const path = counter.file('long.csv', `${[names, ...rows].map((cells) => cells.join()).join('\n')}\n`)
  const { code, out, err } = await counter.run('import', path, '--json', '--lookup-calls', '0')
  expect(code).toBe(1)
  expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThan(2_000)
  expect(out.length).toBeLessThan(100_000)
})
