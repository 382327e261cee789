import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { batchesOf, openCounter, type Counter, type Printed, type Ran } from './counter.ts'
import { wholeTest } from '../../whole.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const header = 'marka_id,model_id,base_id,equip_id,currency_id,price,version\n'
const car = (place: number, price: number, version = ''): string =>
  `${fourCells(place)},USD,${price},${version}\n`
const imported = (rows: readonly string[], ...options: string[]): Promise<Ran> =>
  counter.run('import', counter.file('new.csv', header + rows.join('')), '--json', ...options)
const printed = ({ out }: Ran): Printed => JSON.parse(out) as Printed
const states = (ran: Ran) =>
  printed(ran).rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])
const created = async (): Promise<(string | undefined)[]> =>
  (await counter.control.ledger()).filter(({ method }) => method === 'POST').map(({ params }) => params.price)

it('asks about a create that stands twice in a file, in a dry run and with --commit, also with --yes', async () => {
  const rows = [car(0, 20_100), car(1, 20_200), car(0, 20_100), car(0, 20_100)]
  for (const options of [[], ['--commit'], ['--commit', '--yes']]) {
    const ran = await imported(rows, ...options)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('2 rows create adverts that earlier rows of this file create too')
    expect(ran.err).toContain('--new-only sends the other rows, --again sends all.')
    expect(states(ran)).toEqual([
      ...[['planned'], ['planned'], ['invalid', 'duplicate-row'], ['invalid', 'duplicate-row']],
    ])
    expect(printed(ran).counts).toMatchObject({ planned: 2, invalid: 2 })
  }
  expect(await created()).toEqual([])
})

it('sends one of each with --new-only, and identical cars with --again', async () => {
  const rows = [car(0, 20_100), car(0, 20_100)]
  const one = await imported(rows, '--commit', '--new-only')
  expect([one.code, printed(one).counts]).toMatchObject([0, { done: 1, skipped: 1 }])
  const both = await imported([car(1, 20_300), car(1, 20_300)], '--commit', '--again')
  expect([both.code, printed(both).counts]).toMatchObject([0, { done: 2 }])
  expect(await created()).toEqual(['20100', '20300', '20300'])
})

it('makes no second cars of a list whose prices changed over night', async () => {
  const list = (changed: number): string[] =>
    Array.from({ length: 12 }, (_, at) => car(at, 21_000 + at + (at < changed ? 5 : 0), 'Nightly'))
  expect((await imported(list(0), '--commit')).code).toBe(0)
  const next = await imported(list(3), '--commit')
  expect(next.code).toBe(1)
  expect(next.err).toContain('3 rows create cars that the stock has already')
  expect(next.err).toContain('9 rows were sent before')
  expect(states(next).slice(2, 4)).toEqual([
    ['invalid', 'in-stock-already'],
    ['invalid', 'sent-before'],
  ])
  expect(printed(next).counts).toMatchObject({ planned: 0, invalid: 12 })
  // By its version, or once it was read by its title.
  expect(printed(next).rows[0]?.problems[0]?.message).toMatch(
    /The stock has this car already: advert \d{8}, \S/,
  )
  const others = await imported([...list(3), car(12, 9_000, 'Nightly')], '--commit', '--new-only')
  expect([others.code, printed(others).counts]).toMatchObject([0, { done: 1, skipped: 12 }])
  expect(await created()).toHaveLength(13)
  const again = await imported(list(3).slice(0, 1), '--commit', '--again')
  expect([again.code, (await created()).at(-1)]).toEqual([0, '21005'])
})

it('takes a car for another one if its modification, equipment or version differs', async () => {
  expect((await imported([car(0, 20_100, 'M Sport')], '--commit')).code).toBe(0)
  const [make = '', model = '', base = '', equip = ''] = fourCells(0).split(',')
  const other = (cells: readonly string[], version: string): string =>
    `${cells.join(',')},USD,20110,${version}\n`
  const found = await imported([
    other([make, model, base, equip], 'Comfort'),
    other([make, model, base, equip], ' m  sport'),
    car(1, 20_110, 'M Sport'),
  ])
  expect(states(found)).toEqual([['planned'], ['invalid', 'in-stock-already'], ['planned']])
})

it('knows adverts that another program created by their version', async () => {
  await counter.run('sync')
  await counter.run('export', counter.path('stock.csv'))
  const rows = readFileSync(counter.path('stock.csv'), 'utf8').split('\n')
  const [id = '', version = ''] = rows.flatMap(
    (row) => /^(\d{8}),.*,([^",]+),,,[^,]+,[^,]+,live/.exec(row)?.slice(1) ?? [],
  )
  const { out } = await counter.run('api', 'GET', '/auto/info', `auto_id=${id}`)
  const [{ markId, modelId } = { markId: 0, modelId: 0 }] = JSON.parse(out) as {
    markId: number
    modelId: number
  }[]
  const other = (text: string): string => `${markId},${modelId},900640,901580,USD,9000,${text}\n`
  const found = await imported([other(version), other(`${version} Plus`), other('')])
  expect(states(found)).toEqual([['invalid', 'in-stock-already'], ['planned'], ['planned']])
  expect(printed(found).rows[0]?.problems[0]?.message).toContain(`advert ${id}`)
})

const problems = (ran: Ran) => printed(ran).rows.flatMap((row) => row.problems.map(({ code }) => code))
const night = (price: number): Promise<Ran> => imported([car(0, price, 'Nightly')], '--commit', '--yes')

wholeTest('asks about a car with a new price while the create of the night before is in doubt', async () => {
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  expect(printed(await night(21_000))).toMatchObject({ counts: { inDoubt: 1 } })
  const next = await night(21_005)
  expect([next.code, problems(next)]).toEqual([1, ['in-stock-already']])
  expect(printed(next).rows[0]?.problems[0]?.message).toMatch(/^Batch \S+ creates this car already/)
  expect(await created()).toEqual(['21000'])
})

wholeTest(
  'asks about it while the create waits in an open batch, and no longer when that is cancelled',
  async () => {
    await counter.control.addFault({
      kind: 'status',
      status: 429,
      method: 'POST',
      retryAfter: 3_600,
      count: 1,
    })
    const { batch, counts } = printed(await night(21_000))
    expect(counts).toMatchObject({ planned: 1 })
    expect(problems(await night(21_005))).toEqual(['in-stock-already'])
    const batches = batchesOf(counter)
    batches.recovery.recover()
    await batches.control.cancel(batch)
    await batches.close(0)
    expect(problems(await night(21_005))).toEqual([])
  },
)

it('knows what it created when the cache is deleted, until that is deleted too', async () => {
  const first = await night(21_000)
  const [row] = printed(first).rows
  const loseCache = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(join(counter.dataDir, `cache.db${end}`), { force: true })
  }
  loseCache()
  const next = await night(21_005)
  expect([next.code, problems(next)]).toEqual([1, ['in-stock-already']])
  expect(printed(next).rows[0]?.problems[0]?.message).toContain(`already: advert ${row?.autoId}.`)
  expect(await created()).toEqual(['21000'])
  const gone = counter.file('gone.csv', `auto_id\n${row?.autoId}\n`)
  expect((await counter.run('import', gone, '--operation', 'delete', '--commit', '--yes')).code).toBe(0)
  loseCache()
  expect((await night(21_005)).code).toBe(0)
})
