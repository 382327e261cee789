import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { beforeEach, expect, it } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(8))
let id: number

beforeEach(async () => {
  id = (await counter.unreadIds())[0] ?? 0
})

const tagged = '<p><b>Гарний</b> стан</p><ul><li>ABS</li><li>ESP</li></ul>'

/** A change that somebody makes at the service, without this app. */
const elsewhere = (autoId: number, values: Readonly<Record<string, string>>): Promise<void> =>
  counter.changeElsewhere(autoId, { currency_id: '1', price: '26900', ...values })

/** Saves the table for changes, changes a cell of the advert, and sends it. */
async function sendTable(column: string, value: string): Promise<Printed> {
  const path = counter.path('table.csv')
  await counter.run('export', '--edit', path)
  const rows = Papa.parse<string[]>(readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd()).data
  const [header = []] = rows
  const row = rows.find(([first]) => first === String(id)) ?? []
  expect(header).toContain(column)
  row[header.indexOf(column)] = value
  const changed = counter.file('changed.csv', Papa.unparse(rows))
  return JSON.parse((await counter.run('import', changed, '--commit', '--json')).out) as Printed
}

const lastWrite = async () => (await counter.writes()).at(-1)?.params

it('sends of a table for changes only what was changed in it, and leaves a text its tags', async () => {
  await elsewhere(id, { auto_note: tagged })
  await counter.run('sync')
  const { batch, counts } = await sendTable('Price', '27000')
  expect(counts.done).toBe(1)
  expect(await lastWrite()).not.toHaveProperty('auto_note')
  expect(await counter.control.advert(id)).toMatchObject({ price: 27_000, note: tagged })
  await counter.run('undo', batch, '--commit')
  expect(await counter.control.advert(id)).toMatchObject({ price: 26_900, note: tagged })
})

it('sends a price though the text was changed elsewhere meanwhile, and leaves that text alone', async () => {
  await elsewhere(id, { auto_note: 'Старий' })
  await counter.run('sync')
  await elsewhere(id, { auto_note: 'Інший' })
  expect((await sendTable('Price', '27000')).counts.done).toBe(1)
  expect(await counter.control.advert(id)).toMatchObject({ price: 27_000, note: 'Інший' })
})

it('sends a change that two rows ask for once, and both of two that change different things', async () => {
  await elsewhere(id, {})
  await counter.run('sync')
  const file = counter.file(
    'twice.csv',
    `ID;Ціна;Валюта;Текст\n${id};27000;USD;\n${id};27000;USD;\n${id};27000;USD;Гарний\n`,
  )
  const plan = await counter.run('import', file)
  expect(plan.err).toContain(`twice.csv:3: warning: Line 2 says the same about advert ${id}`)
  expect(plan.err).toContain('2 edits: 2 prices up')
  const before = (await counter.control.ledger()).length
  const { counts } = JSON.parse((await counter.run('import', file, '--commit', '--json')).out) as Printed
  expect(counts).toMatchObject({ done: 2, skipped: 1 })
  const sent = (await counter.control.ledger()).slice(before).filter(({ committed }) => committed)
  expect(sent.map(({ params }) => params.auto_note)).toEqual([undefined, 'Гарний'])
})

it('says of an undo that a text may come back without its tags, unless the text was its own', async () => {
  await elsewhere(id, { auto_note: tagged })
  await counter.run('sync')
  const first = await sendTable('Text', '<b>Новий</b>')
  const undo = await counter.run('undo', first.batch)
  expect(undo.out + undo.err).toContain('formatting such as bold type')
  await counter.run('sync')
  const second = await sendTable('Text', 'Третій')
  await counter.run('undo', second.batch, '--commit')
  expect(await counter.control.advert(id)).toMatchObject({ note: '<b>Новий</b>' })
})

it('sends of a stock file neither a text that the advert has nor the stock that was given before', async () => {
  const night = async (day: number, price: number, ...more: string[]) => {
    const cars = `Код,marka_id,model_id,base_id,equip_id,Ціна $,Опис,Наявність\n0001,${fourCells(60)},${price},Гарний стан,так\n`
    const path = counter.file(`stock-2026-11-0${day}.csv`, cars)
    return counter.run('import', path, '--operation', 'stock', '--json', ...more)
  }
  await counter.run('sync')
  await night(1, 20_000, '--key', 'Код')
  const created = JSON.parse((await night(1, 20_000, '--commit')).out) as Printed
  const autoId = created.rows[0]?.autoId ?? 0
  await elsewhere(autoId, { price: '20000', auto_note: '<b>Гарний</b> стан', in_stock: '0' })
  await counter.run('sync')
  expect((await night(2, 21_000, '--commit')).code).toBe(0)
  expect(await lastWrite()).toMatchObject({ price: '21000' })
  expect(await counter.control.advert(autoId)).toMatchObject({ note: '<b>Гарний</b> стан', inStock: 0 })
})
