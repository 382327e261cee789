import { cpSync, readFileSync, rmSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, printed } from './counter.ts'
import { wholeTest } from '../../whole.ts'
import { xlsxParts, zipOf } from '../import/sheet/xlsx-file.ts'
import { perTest } from '../../worlds.ts'

// Nights that real programs write: cars of two salons, a service without a list, folders that were put back.

const counter = perTest(() => openCounter(5))
beforeEach(() => counter.run('sync'))

const places = [60, 90, 120, 150, 180, 210]
const car = (key: string, place: number, price: number): string =>
  `${key},${fourCells(places[place])},${String(price)},Авто\n`
const six = ['0001', '0002', '0003', '0004', '0005', '0006']
  .map((key, at) => car(key, at, 20_000 + 1_000 * at))
  .join('')

const columns = 'Код,marka_id,model_id,base_id,equip_id,Ціна $,auto_note'
const whole = (source: string): string[] => ['--operation', 'stock', '--source', source, '--json']

async function night(source: string, day: number, cars: string, ...more: string[]): Promise<Ran> {
  const path = counter.file(`${source}-2026-11-${String(day).padStart(2, '0')}.csv`, `${columns}\n${cars}`)
  return counter.run('import', path, ...whole(source), ...more)
}

/** Looks at the first plan of a source, then sends it. */
async function firstNight(source: string, cars: string, ...more: string[]): Promise<void> {
  await night(source, 1, cars, '--key', 'Код', ...more)
  expect(await night(source, 1, cars, '--commit')).toMatchObject({ code: 0 })
}

const sentOf = async (method: string): Promise<number> =>
  (await counter.writes()).filter((write) => write.method === method).length

const first = car('0001', 0, 20_000)
const second = car('0002', 1, 30_000)
const third = car('0003', 2, 40_000)

test('the report of a plan says of each row what the JSON says, also of one that is held and changes nothing', async () => {
  await firstNight('A', first + second + third)
  const report = counter.path('report.csv')
  // The number of another vehicle, with the price of before; and a number that is there twice.
  const file =
    first + car('0002', 4, 30_000) + third + third.replace('40000', '40500') + car('0005', 5, 25_000)
  const planned = printed(await night('A', 2, file, '--report', report))
  const [, ...lines] = readFileSync(report, 'utf8').trim().split(/\r?\n/)
  const reported = lines.map((line) => line.split(',').slice(0, 3).join())
  expect(reported).toEqual(planned.rows.map(({ line, operation, state }) => `${line},${operation},${state}`))
  expect(planned.rows.find(({ key }) => key === '0002')).toMatchObject({
    state: 'invalid',
    reason: 'other-vehicle',
  })
  expect(planned.rows.find(({ key }) => key === '0001')).toMatchObject({ state: 'skipped' })
  const { planned: sends = 0, invalid = 0, skipped = 0 } = planned.counts
  expect(sends + invalid + skipped).toBe(planned.rows.length)
  const sent = printed(await night('A', 2, file, '--commit'))
  expect(sent.rows.find(({ key }) => key === '0002')).toMatchObject({
    state: 'invalid',
    reason: 'other-vehicle',
  })
})

test('a car that the newest file of any source has is missing nowhere; once none has it, it is', async () => {
  await firstNight('A', first + second, '--missing', 'delete')
  await firstNight('B', first + third, '--missing', 'delete')
  // B lacks it from here on; A still has it.
  for (const day of [2, 3, 4]) expect(await night('B', day, third, '--commit')).toMatchObject({ code: 0 })
  expect(await sentOf('DELETE')).toBe(0)
  // Now A lacks it too: its second file says that it left.
  expect(await night('A', 5, second, '--commit')).toMatchObject({ code: 0 })
  expect(await sentOf('DELETE')).toBe(0)
  // A hidden row of a workbook is one like any other, and no deletion.
  const rows = [columns, second.trim().replace('30000', '30500')].map((line) => line.split(','))
  const parts = xlsxParts([{ name: 'Склад', rows }]).map(({ name, content }) => ({
    name,
    content: name.endsWith('sheet1.xml')
      ? String(content).replace('<row r="2"', '<row r="2" hidden="1"')
      : content,
  }))
  const last = counter.file('A-2026-11-06.xlsx', zipOf(parts))
  const ended = await counter.run('import', last, ...whole('A'), '--commit')
  expect([ended.code, ended.err]).toEqual([0, expect.stringContaining('hides')])
  expect(await sentOf('DELETE')).toBe(1)
  expect((await counter.links()).map(({ key, state }) => [key, state])).toEqual([
    ['0001', 'ended'],
    ['0002', 'live'],
    ['0003', 'live'],
  ])
})

/** The service has no list of own adverts, and finds none by a search. */
async function withoutOwnList(): Promise<void> {
  for (const path of ['/auto/new/autos', '/auto/new/search', '/auto/search'])
    await counter.control.addFault({ kind: 'status', status: 404, method: 'GET', path })
}

test('without a list of own adverts nothing is created before its number is said', async () => {
  await withoutOwnList()
  const look = await night('A', 1, six, '--key', 'Код')
  expect(look.code).toBe(2)
  expect(look.err).toContain('New cars: 6. Adverts made elsewhere can’t be seen here')
  const held = await night('A', 1, six, '--commit')
  expect(held).toMatchObject({ code: 2 })
  expect(held.err).toContain('--max-new 6')
  expect(await night('A', 1, six, '--commit', '--max-new', '5')).toMatchObject({ code: 2 })
  expect(await sentOf('POST')).toBe(0)
  expect(await night('A', 1, six, '--commit', '--max-new', '6')).toMatchObject({ code: 0 })
  expect(await sentOf('POST')).toBe(6)
  // Nothing is new: nothing is to be said.
  expect(await night('A', 2, six.replace('20000', '20500'), '--commit')).toMatchObject({ code: 0 })
  expect(await sentOf('POST')).toBe(6)
})

test('after a recovery every create is asked as long as no list shows the adverts', async () => {
  await firstNight('A', first)
  const copy = counter.path('copy')
  cpSync(counter.dataDir, copy, { recursive: true })
  expect(await night('A', 2, six, '--commit')).toMatchObject({ code: 0 })
  expect(await sentOf('POST')).toBe(6)
  rmSync(counter.dataDir, { recursive: true })
  cpSync(copy, counter.dataDir, { recursive: true })
  await withoutOwnList()
  expect(await counter.run('journal', 'continue-here')).toMatchObject({ code: 0 })
  await night('A', 3, six)
  const asked = await night('A', 3, six, '--commit', '--max-new', '6')
  expect(printed(asked).counts).toMatchObject({ create: 0, asked: 5 })
  expect(asked.err).toContain('may have one already')
  // The question stays with the next files, until it is answered.
  expect(printed(await night('A', 4, six.replace('20000', '20100'), '--max-new', '6')).counts).toMatchObject({
    asked: 5,
  })
  await counter.run('links', 'new', '0006')
  expect(printed(await night('A', 4, six, '--max-new', '6')).counts).toMatchObject({ asked: 4, create: 1 })
  expect(await sentOf('POST')).toBe(6)
})

test('a price that stays as a person set it holds up nothing, however far from the file’s', async () => {
  await firstNight('A', first + second)
  await counter.run('sync')
  await night('A', 2, first + second.replace('30000', '30100'), '--commit')
  await counter.changeElsewhere(await counter.advertOf('0001'), { price: 33_400, currency_id: 1 })
  await counter.run('sync')
  const sent = await night('A', 3, first + second.replace('30000', '30200'), '--commit')
  expect(sent).toMatchObject({ code: 0 })
  expect(printed(sent).rows.map(({ key, action, state }) => [key, action, state])).toEqual([
    ['0001', 'kept', 'skipped'],
    ['0002', 'edit', 'done'],
  ])
  expect(await counter.control.advert(await counter.advertOf('0001'))).toMatchObject({ price: 33_400 })
})

wholeTest(
  'what a person changed before the first check is told and kept, not taken for the service’s rounding',
  async () => {
    await firstNight('A', first + second)
    await counter.changeElsewhere(await counter.advertOf('0001'), {
      price: 16_000,
      currency_id: 1,
      auto_note: 'SOLD, do not call',
    })
    await counter.run('sync')
    const kept = await night('A', 2, first + second.replace('30000', '30100'), '--commit')
    expect(kept.err).toContain('changed by hand')
    expect(printed(kept).rows.map(({ key, action, reason }) => [key, action, reason])).toEqual([
      ['0001', 'kept', 'by-hand'],
      ['0002', 'edit', null],
    ])
    // It is told every night, not once.
    const again = await night('A', 3, first + second.replace('30000', '30200'), '--commit')
    expect(again.err).toContain('changed by hand')
    expect(await counter.control.advert(await counter.advertOf('0001'))).toMatchObject({ price: 16_000 })
  },
)

wholeTest('a car of the file whose advert was linked by hand is said to be in stock', async () => {
  await firstNight('A', first + second, '--missing', 'not-in-stock')
  const id = await counter.advertOf('0002')
  await counter.run('links', 'cut', '0002')
  await counter.changeElsewhere(id, { in_stock: 0, price: 30_000, currency_id: 1 })
  await counter.run('links', 'set', '0002', String(id))
  expect(await night('A', 2, first + second, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.control.advert(id)).toMatchObject({ inStock: 1 })
  const sent = (await counter.writes()).length
  expect(await night('A', 3, first + second, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.writes()).toHaveLength(sent)
})

wholeTest('a quota that is used up ends a command with the time, and nothing is lost', async () => {
  await firstNight('A', first + second)
  const { used } = JSON.parse((await counter.run('quota', '--json')).out) as { used: { hour: number } }
  counter.limit(used.hour)
  const { code, err } = await night('A', 2, first + second + third, '--commit')
  expect(code).toBe(2)
  expect(err).toMatch(/quota is used up for about \d+ min/)
  counter.limit(null)
  expect(await night('A', 2, first + second + third, '--commit')).toMatchObject({ code: 0 })
})
