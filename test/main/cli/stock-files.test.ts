import { beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(20))
beforeEach(() => counter.run('sync'))

const stock = (name: string, text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file(name, text), '--operation', 'stock', '--json', ...more)

test('cars whose column names their adverts are linked by one word, and none is created', async () => {
  const own = (await counter.unreadIds()).slice(0, 2)
  const rows = await Promise.all(
    own.map(async (id, at) => {
      const facts = await counter.control.advert(id)
      return `C${at},${id},${facts?.makeId},${facts?.modelId},USD,${20_000 + at}`
    }),
  )
  const text = `Код,ID,marka_id,model_id,Валюта,Ціна\n${rows.join('\n')}\n`
  const plan = printed(await stock('own.csv', text, '--key', 'Код'))
  expect(plan.counts).toMatchObject({ create: 0, asked: 2 })
  expect(plan.found).toMatchObject({ certain: 2 })

  const linked = printed(await stock('own.csv', text, '--link', 'certain'))
  expect(linked.rows.map(({ key, autoId }) => [key, autoId])).toEqual(own.map((id, at) => [`C${at}`, id]))
  expect(linked.counts).toMatchObject({ create: 0, asked: 0 })
  expect(await counter.writes()).toHaveLength(0)
})

test('the column of the numbers is the one that was named, even if it is called ID', async () => {
  const text = `ID,marka_id,model_id,base_id,equip_id,currency,price\n00123,${fourCells(60)},USD,21000\n`
  const plan = printed(await stock('ids.csv', text, '--key', 'ID'))
  expect(plan.rows).toMatchObject([{ key: '00123', action: 'create', problems: [] }])
  const other = await stock('ids.csv', text, '--key', 'Number')
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('“Number”') as string })
})

test('a car of the same trim is asked about, and its answer gives it the advert of the one that left', async () => {
  const row = (key: string, price: number): string => `${key},${fourCells(60)},USD,${price}\n`
  const file = (...rows: string[]): string =>
    `No,marka_id,model_id,base_id,equip_id,currency,price\n${rows.join('')}`
  const rest = `Z9,${fourCells(120)},USD,50000\n`
  await stock('1.csv', file(row('A1', 20_000), rest), '--key', 'No')
  expect((await stock('1.csv', file(row('A1', 20_000), rest), '--commit')).code).toBe(0)
  const id = await counter.advertOf('A1')
  const asked = await stock('2.csv', file(row('B7', 21_000), rest), '--commit', '--missing', 'not-in-stock')
  expect(asked.code).toBe(1)
  expect(printed(asked).rows.find(({ key }) => key === 'B7')).toMatchObject({ reason: 'renumbered' })
  expect(await counter.writes()).toHaveLength(2)
  const always = await stock('2.csv', file(row('B7', 21_000), rest), '--same-trim', 'new')
  expect(printed(always).rows.find(({ key }) => key === 'B7')).toMatchObject({ action: 'create' })
  expect((await counter.run('links', 'move', 'A1', 'B7')).code).toBe(0)
  const taken = await stock('3.csv', file(row('B7', 21_500), rest), '--commit', '--same-trim', 'ask')
  expect(taken.code).toBe(0)
  expect(await counter.advertOf('B7')).toBe(id)
  expect(await counter.control.advert(id)).toMatchObject({ price: 21_500 })
  expect((await counter.writes()).map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT'])
})

test('a row of one source that can’t be read holds back no car of another', async () => {
  const row = (key: string, make: number | '', price = '20000'): string =>
    make === '' ? `${key},,,,,USD,${price}\n` : `${key},${fourCells(make)},USD,${price}\n`
  const file = (...rows: string[]): string =>
    `No,marka_id,model_id,base_id,equip_id,currency,price\n${rows.join('')}`
  const one = ['--source', 'One', '--key', 'No', '--missing', 'delete']
  const two = ['--source', 'Two', '--key', 'No']
  await stock('a1.csv', file(row('A1', 60), row('A2', 120)), ...one)
  expect((await stock('a1.csv', file(row('A1', 60), row('A2', 120)), ...one, '--commit')).code).toBe(0)
  // A new car of the other salon has a price that is none, and no make.
  const bad = file(row('B1', '', 'soon'), row('B2', 180))
  await stock('b1.csv', bad, ...two)
  expect((await stock('b1.csv', bad, ...two, '--commit')).code).toBe(1)
  for (const [at, lines] of ['\n', '\n\n'].entries())
    await stock(`a${at + 2}.csv`, file(row('A2', 120), lines), ...one, '--max-missing', '1', '--commit')
  expect((await counter.writes()).map(({ method }) => method)).toContain('DELETE')
})

test('an option of the whole stock is refused for another file', async () => {
  const path = counter.file('edits.csv', 'auto_id,price\n1,2\n')
  expect(await counter.run('import', path, '--missing', 'delete')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--missing') as string,
  })
})
