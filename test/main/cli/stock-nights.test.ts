import { beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Printed, type Ran, printed } from './counter.ts'
import { wholeTest } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(5))
beforeEach(() => counter.run('sync'))

const header = 'Код,marka_id,model_id,base_id,equip_id,Ціна $\n'
/** Places of cars whose makes and models the made-up stock doesn't have. */
const places = [60, 90, 120, 150, 180, 210]
const car = (key: string, place: number, price: number | string): string =>
  `${key},${fourCells(places[place])},${price}\n`

/** Imports the cars as the stock of the night of that day. */
async function night(day: number, cars: string, ...more: string[]): Promise<Ran> {
  const path = counter.file(`stock-2026-11-${String(day).padStart(2, '0')}.csv`, header + cars)
  return counter.run('import', path, '--operation', 'stock', '--json', ...more)
}

/** Looks at the first plan of the cars, then sends it. */
async function firstNight(cars: string, ...more: string[]): Promise<void> {
  await night(1, cars, '--key', 'Код', ...more)
  expect(await night(1, cars, '--commit')).toMatchObject({ code: 0 })
}

const three = car('0001', 0, 20_000) + car('0002', 1, 30_000) + car('0003', 2, 40_000)

test('nothing is sent of a source of which no plan was looked at', async () => {
  const { code, err } = await night(1, three, '--key', 'Код', '--commit')
  expect(code).toBe(2)
  expect(err).toContain('No plan of this source was looked at yet')
  expect(await counter.writes()).toHaveLength(0)
})

test('four nights: new; missing, changed and new; cut short; an older one', async () => {
  const plan = await night(1, three, '--key', 'Код', '--missing', 'not-in-stock')
  expect(plan.code).toBe(0)
  expect(printed(plan).counts).toMatchObject({ create: 3, edit: 0, missing: 0, asked: 0 })
  expect(await counter.writes()).toHaveLength(0)

  const first = await night(1, three, '--commit')
  expect(first.code).toBe(0)
  expect(printed(first).rows.map(({ key, action, state }) => [key, action, state])).toEqual([
    ['0001', 'create', 'done'],
    ['0002', 'create', 'done'],
    ['0003', 'create', 'done'],
  ])
  expect((await counter.links()).map(({ key, state }) => [key, state])).toEqual([
    ['0001', 'live'],
    ['0002', 'live'],
    ['0003', 'live'],
  ])

  // The same file again does nothing, and makes no write.
  const again = await night(1, three, '--commit')
  expect(again.code).toBe(0)
  expect(printed(again).counts).toMatchObject({ create: 0, edit: 0, unchanged: 3 })
  expect(await counter.writes()).toHaveLength(3)

  const second = car('0001', 0, 19_000) + car('0002', 1, 30_000) + car('0004', 3, 50_000)
  const changed = await night(2, second, '--commit')
  expect(changed.code).toBe(0)
  expect(printed(changed).counts).toMatchObject({ create: 1, edit: 1, unchanged: 1, missing: 1 })
  // An edit that marks a missing car as not in stock is told from the file's own.
  expect(printed(changed).rows.map(({ key, action, state }) => [key, action, state])).toEqual([
    ['0001', 'edit', 'done'],
    ['0004', 'create', 'done'],
    ['0003', 'missing', 'done'],
  ])
  const sent = (await counter.writes()).slice(3)
  expect(sent.map(({ method }) => method).toSorted()).toEqual(['POST', 'PUT', 'PUT'])
  expect(await counter.control.advert(await counter.advertOf('0003'))).toMatchObject({ inStock: 0 })
  expect((await night(2, second, '--commit')).code).toBe(0)
  expect(await counter.writes()).toHaveLength(6)

  const cut = await night(3, car('0001', 0, 18_000), '--commit')
  expect(cut.code).toBe(2)
  expect(cut.err).toContain('--rows 1')
  const older = await night(1, three, '--commit')
  expect(older.code).toBe(2)
  expect(older.err).toContain('--as-of')
  expect(await counter.writes()).toHaveLength(6)
})

wholeTest('a car that comes back is in stock again, as the file put it out', async () => {
  await firstNight(three, '--missing', 'not-in-stock')
  const two = car('0001', 0, 20_000) + car('0002', 1, 30_000)
  expect(await night(2, two, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.control.advert(await counter.advertOf('0003'))).toMatchObject({ inStock: 0 })
  const back = car('0001', 0, 20_100) + car('0002', 1, 30_000) + car('0003', 2, 40_000)
  expect(await night(3, back, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.control.advert(await counter.advertOf('0003'))).toMatchObject({ inStock: 1 })
  // What was there before the last file is not taken without a word.
  expect(await night(4, three, '--commit')).toMatchObject({
    code: 2,
    err: expect.stringContaining('before the last one') as string,
  })
})

test('a delete waits for a second file without the car', async () => {
  await firstNight(three, '--missing', 'delete')
  const two = car('0001', 0, 20_000) + car('0002', 1, 30_000)
  const once = await night(2, two, '--commit')
  expect(printed(once).rows.find(({ key }) => key === '0003')).toMatchObject({
    action: 'missing',
    reason: 'first-file',
  })
  expect(await counter.writes()).toHaveLength(3)
  const other = car('0001', 0, 20_500) + car('0002', 1, 30_000)
  const twice = await night(3, other, '--commit')
  expect(twice).toMatchObject({ code: 0 })
  expect(
    (await counter.writes())
      .map(({ method }) => method)
      .slice(3)
      .toSorted(),
  ).toEqual(['DELETE', 'PUT'])
  expect((await counter.links()).find(({ key }) => key === '0003')?.state).toBe('ended')
})

test('more missing cars than a fifth stop the file until their number is said', async () => {
  const many = [0, 1, 2, 3, 4, 5].map((at) => car(`K${at}`, at, 10_000 + at)).join('')
  await firstNight(many, '--missing', 'not-in-stock')
  const few = [0, 1, 2].map((at) => car(`K${at}`, at, 10_000 + at)).join('')
  const braked = await night(2, few, '--commit', '--yes')
  expect(braked.code).toBe(2)
  expect(braked.err).toContain('--max-missing 3')
  expect(await counter.writes()).toHaveLength(6)
  expect((await night(2, few, '--commit', '--max-missing', '2')).code).toBe(2)
  expect((await night(2, few, '--commit', '--max-missing', '3')).code).toBe(0)
  expect(await counter.writes()).toHaveLength(9)
})

test('an answer that is lost keeps the key until it is settled, and the next file creates no second advert', async () => {
  await night(1, three, '--key', 'Код')
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const lost = await night(1, three, '--commit')
  expect(lost.code).toBe(1)
  const next = await night(
    2,
    car('0001', 0, 21_000) + car('0002', 1, 30_000) + car('0003', 2, 40_000),
    '--commit',
  )
  expect(next.code).toBe(1)
  expect(printed(next).counts.waiting).toBe(1)
  expect((await counter.writes()).filter(({ method }) => method === 'POST')).toHaveLength(3)
})

wholeTest('a car that came back while its withdrawal was in doubt is in stock again', async () => {
  const four = three + car('0004', 3, 50_000)
  await firstNight(four, '--missing', 'not-in-stock')
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'PUT', count: 1 })
  const away = await night(2, three, '--commit')
  expect(away.code).toBe(1)
  const id = await counter.advertOf('0004')
  expect(await counter.control.advert(id)).toMatchObject({ inStock: 0 })
  await night(3, `${four}\n`, '--commit')
  expect((await counter.run('settle', printed(away).batch)).code).toBe(0)
  // No read shows whether the request arrived: the file says it again.
  const back = await night(4, `${four}\n\n`, '--commit')
  expect(printed(back).rows.map(({ key, state }) => [key, state])).toEqual([['0004', 'done']])
  expect(await counter.control.advert(id)).toMatchObject({ inStock: 1 })
  const count = (await counter.writes()).length
  expect(await night(5, `${four}\n\n\n`, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.writes()).toHaveLength(count)
})

wholeTest(
  'a car whose withdrawal never arrived goes out of stock, though the row of the file after it was not sent either',
  async () => {
    const four = three + car('0004', 3, 50_000)
    await firstNight(four, '--missing', 'not-in-stock')
    await counter.control.addFault({ kind: 'drop-before', method: 'PUT', count: 1 })
    const away = await night(2, three, '--commit', '--max-missing', '1')
    expect(away.code).toBe(1)
    await night(3, `${three}\n`, '--commit')
    expect((await counter.run('settle', printed(away).batch)).code).toBe(0)
    await counter.control.addFault({ kind: 'status', status: 503, path: '/auto/info' })
    expect((await night(4, `${three}\n\n`, '--commit', '--max-missing', '1')).code).toBe(1)
    await counter.control.clearFaults()
    const id = await counter.advertOf('0004')
    expect(await counter.control.advert(id)).toMatchObject({ inStock: 1 })
    // Its unsent row is withdrawn, and what it was to do is said again.
    expect(await night(5, `${three}\n\n\n`, '--commit', '--max-missing', '1')).toMatchObject({ code: 0 })
    expect(await counter.control.advert(id)).toMatchObject({ inStock: 0 })
    const count = (await counter.writes()).length
    expect(await night(6, `${three}\n\n\n\n`, '--commit', '--max-missing', '1')).toMatchObject({ code: 0 })
    expect(await counter.writes()).toHaveLength(count)
  },
)

test('an advert of the same make and model is asked about, and the answer counts', async () => {
  await firstNight(three)
  const id = await counter.advertOf('0002')
  expect((await counter.run('links', 'cut', '0002')).code).toBe(0)
  const ended = await night(2, three, '--commit')
  expect(ended.code).toBe(1)
  expect(printed(ended).rows.find(({ key }) => key === '0002')).toMatchObject({
    action: 'asked',
    reason: 'ended-by-person',
  })
  expect((await counter.run('links', 'set', '0002', String(id))).code).toBe(0)
  // Of an advert that a person linked it is said once that it is in stock.
  expect(await night(3, three, '--commit')).toMatchObject({ code: 0 })
  expect(await counter.writes()).toHaveLength(4)
})

test('a row without a number, doubled numbers and another vehicle are told, and nothing is taken for missing', async () => {
  await firstNight(three, '--missing', 'not-in-stock')
  const wrong = car('', 3, 50_000) + car('0001', 0, 20_000) + car('0001', 0, 22_000) + car('0002', 4, 30_000)
  const { code, out } = await night(2, wrong, '--commit')
  expect(code).toBe(1)
  const { rows } = JSON.parse(out) as Printed
  expect(rows.map(({ key, action, reason }) => [key, action, reason])).toEqual(
    expect.arrayContaining([
      ['', 'error', 'no-key'],
      ['0001', 'error', 'doubled-key'],
      ['0002', 'error', 'other-vehicle'],
      ['0003', 'missing', 'unclear-rows'],
    ]),
  )
  expect(await counter.writes()).toHaveLength(3)
})

test('a price that a person changed is kept and told, until the file may win', async () => {
  await firstNight(three)
  await counter.run('sync')
  await night(2, three, '--commit')
  const id = await counter.advertOf('0001')
  const byHand = counter.file('by-hand.csv', `auto_id,currency_id,price\n${id},USD,25000\n`)
  expect(await counter.run('import', byHand, '--commit', '--yes')).toMatchObject({ code: 0 })
  await counter.run('sync')
  const next = car('0001', 0, 19_500) + car('0002', 1, 30_000) + car('0003', 2, 40_000)
  const kept = await night(3, next, '--commit')
  expect(kept.code).toBe(0)
  expect(printed(kept).rows.find(({ key }) => key === '0001')).toMatchObject({
    action: 'kept',
    reason: 'by-hand',
  })
  expect(kept.err).toContain('changed by hand')
  expect(await counter.writes()).toHaveLength(4)
  // The same beside a car that is sent; rows of cars that stay as they are aren't kept.
  const beside = next.replace('30000', '30500')
  const sent = printed(await night(3, beside, '--commit'))
  expect(sent.rows.map(({ key, action, reason, state }) => [key, action, reason, state])).toEqual([
    ['0001', 'kept', 'by-hand', 'skipped'],
    ['0002', 'edit', null, 'done'],
  ])
  const won = await night(4, beside, '--commit', '--by-hand', 'file', '--yes')
  expect(won.code).toBe(0)
  expect(await counter.control.advert(id)).toMatchObject({ price: 19_500 })
  const settled = await night(5, beside, '--commit', '--by-hand', 'file')
  expect(printed(settled).counts).toMatchObject({ unchanged: 3, edit: 0 })
})

test.each([
  ['beside it', (price: string) => `${price};${price && 'EUR'}`],
  ['in it', (price: string) => `${price && `${price} €`};`],
  ['of every row', (price: string) => `${price};EUR`],
])('a price that is not sent keeps its currency, if the file has that %s', async (_, priced) => {
  const own = 'Код;marka_id;model_id;base_id;equip_id;Ціна;Валюта;auto_note\n'
  const sent = (day: number, prices: readonly string[], ...more: string[]): Promise<Ran> => {
    const rows = prices.map(
      (price, at) => `000${at};${fourCells(places[at], ';')};${priced(price)};день ${day}\n`,
    )
    const path = counter.file(`own-2026-11-0${day}.csv`, own + rows.join(''))
    return counter.run('import', path, '--operation', 'stock', '--json', ...more)
  }
  await sent(1, ['18000', '19000'], '--key', 'Код')
  expect(await sent(1, ['18000', '19000'], '--commit')).toMatchObject({ code: 0 })
  const ids = await Promise.all(['0000', '0001'].map((key) => counter.advertOf(key)))
  const byHand = ids.map((id, at) => `${id},USD,${21_000 + at}\n`)
  const path = counter.file('by-hand.csv', `auto_id,currency_id,price\n${byHand.join('')}`)
  expect(await counter.run('import', path, '--commit', '--yes')).toMatchObject({ code: 0 })
  expect(await sent(2, ['18000', ''], '--commit')).toMatchObject({ code: 0 })
  expect(await Promise.all(ids.map((id) => counter.control.advert(id)))).toMatchObject([
    { price: 21_000, currency: 1, note: 'день 2' },
    { price: 21_001, currency: 1, note: 'день 2' },
  ])
})

test('a file that is older than the last one is not taken without its date, even if its content is new', async () => {
  await firstNight(three)
  const newer = car('0001', 0, 21_000) + car('0002', 1, 30_000) + car('0003', 2, 40_000)
  expect((await night(5, newer, '--commit')).code).toBe(0)
  const late = car('0001', 0, 19_000) + car('0002', 1, 30_000) + car('0003', 2, 40_000)
  expect(await night(3, late, '--commit', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--as-of 2026-11-0') as string,
  })
  expect(await counter.control.advert(await counter.advertOf('0001'))).toMatchObject({ price: 21_000 })
})

wholeTest('what a person put out of stock stays out, also if the file says that it is in', async () => {
  const withFlag = (price: number): string =>
    `No,marka_id,model_id,base_id,equip_id,currency,price,in_stock\n0001,${fourCells(60)},USD,${price},1\n`
  const imported = (name: string, price: number, ...more: string[]): Promise<Ran> =>
    counter.run('import', counter.file(name, withFlag(price)), '--operation', 'stock', '--json', ...more)
  await imported('stock-2026-11-01.csv', 20_000, '--key', 'No')
  await imported('stock-2026-11-01.csv', 20_000, '--commit')
  const id = await counter.advertOf('0001')
  const byHand = counter.file('out.csv', `auto_id,currency_id,price,in_stock\n${id},USD,20000,0\n`)
  expect(await counter.run('import', byHand, '--commit', '--yes')).toMatchObject({ code: 0 })
  expect((await imported('stock-2026-11-02.csv', 20_500, '--commit', '--by-hand', 'file')).code).toBe(0)
  expect(await counter.control.advert(id)).toMatchObject({ price: 20_500, inStock: 0 })
})

wholeTest(
  'what was changed at the service between the plan’s look and its sending is a conflict, and stays',
  async () => {
    await firstNight(three)
    await counter.run('sync')
    const id = await counter.advertOf('0001')
    const { baseUrl, key } = counter.sandbox
    const query = new URLSearchParams({ api_key: key, auto_id: String(id), currency_id: '1', price: '27000' })
    const changed = await fetch(`${baseUrl}/auto/new/autos?${query}&user_id=${counter.sandbox.userId}`, {
      method: 'PUT',
    })
    expect(changed.status).toBe(200)
    await night(2, car('0001', 0, 19_000) + car('0002', 1, 30_000) + car('0003', 2, 40_000), '--commit')
    expect(await counter.control.advert(id)).toMatchObject({ price: 27_000 })
  },
)
