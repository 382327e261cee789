import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Batch } from '#shared/batch/row.ts'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { type Ran, ended, newVehicles, openCounter, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

describe('creates that were sent before', () => {
  const created = async (): Promise<(string | undefined)[]> =>
    (await counter.control.ledger())
      .filter(({ method }) => method === 'POST')
      .map(({ params }) => params.price)
  const imported = (name: string, prices: readonly number[], ...options: string[]): Promise<Ran> =>
    counter.run('import', counter.file(name, newVehicles(prices)), '--json', ...options)

  /** State of each row, and the codes of its problems. */
  const states = (ran: Ran) =>
    printed(ran).rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])

  it.each([
    ['the same file', 'new.csv'],
    ['another file', 'other.csv'],
  ])('sends nothing of creates that were sent before, of %s', async (_what, name) => {
    expect((await imported('new.csv', [1, 2], '--commit')).code).toBe(0)
    const again = await imported(name, [2, 3, 1], '--commit', '--yes')
    expect(again.code).toBe(1)
    expect(again.err).toContain('2 rows were sent before')
    expect(again.err).toContain('--new-only')
    expect(states(again)).toEqual([['invalid', 'sent-before'], ['planned'], ['invalid', 'sent-before']])
    expect(printed(again)).toMatchObject({ batch: '', counts: { planned: 1, invalid: 2, done: 0 } })
    expect(await created()).toEqual(['20001', '20002'])
    const dry = await imported(name, [2, 3, 1])
    expect([dry.code, states(dry)]).toEqual([1, states(again)])
  })

  it('sends just the others with --new-only, and all with --again', async () => {
    await imported('new.csv', [1, 2], '--commit')
    const others = await imported('more.csv', [2, 3, 1], '--commit', '--new-only')
    expect(others.code).toBe(0)
    expect(printed(others).counts).toMatchObject({ done: 1, skipped: 2, invalid: 0 })
    expect(await created()).toEqual(['20001', '20002', '20003'])
    const all = await imported('more.csv', [2, 3, 1], '--commit', '--again')
    expect([all.code, printed(all).counts.done]).toEqual([0, 3])
    expect(await created()).toEqual(['20001', '20002', '20003', '20002', '20003', '20001'])
    expect((await imported('more.csv', [1], '--new-only', '--again')).code).toBe(2)
    expect((await imported('more.csv', [2, 3, 1], '--new-only')).code).toBe(0)
  })

  it('names the batch to resume after a kill, instead of sending twice', async () => {
    await counter.control.addFault({
      kind: 'never-answer',
      method: 'POST',
      afterCommit: true,
      skip: 1,
      count: 1,
    })
    const path = counter.file('new.csv', newVehicles([1, 2, 3]))
    const sending = counter.begin('import', path, '--commit')
    await eventually(async () => expect(await created()).toHaveLength(2))
    sending.kill('SIGKILL')
    await ended(sending)
    const again = await imported('new.csv', [1, 2, 3], '--commit')
    expect(again.code).toBe(1)
    expect(again.err).toMatch(/Continue with “resume \S+”/)
    expect(states(again)).toEqual([1, 2, 3].map(() => ['invalid', 'sent-before']))
    expect((await imported('new.csv', [1, 2, 3], '--commit', '--new-only')).code).toBe(0)
    expect(await created()).toEqual(['20001', '20002'])
    const [, batch = ''] = /resume (\S+)”/.exec(again.err) ?? []
    await counter.run('resume', batch)
    expect(await created()).toEqual(['20001', '20002', '20003'])
  })

  it('holds back edits only while their file waits in a batch', async () => {
    const ids = await counter.unreadIds()
    const rows = ids.slice(0, 2).map((id) => `${id},USD,${id}`)
    const path = counter.file('edits.csv', `auto_id,currency_id,price\n${rows.join('\n')}\n`)
    const send = () => counter.run('import', path, '--commit', '--yes', '--json')
    await counter.control.addFault({ kind: 'status', status: 429, method: 'PUT', count: 2 })
    await send()
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    expect(batches[0]?.counts.planned).toBe(2)
    const again = await send()
    expect([again.code, states(again)]).toEqual([
      1,
      rows.map(() => ['invalid', 'advert-not-cached', 'sent-before']),
    ])
    expect(again.err).toContain(`resume ${batches[0]?.id}`)
    expect((await counter.run('resume')).code).toBe(0)
    expect((await send()).code).toBe(0)
  })
})

describe('creates of cars that are there already', () => {
  const header = 'marka_id,model_id,base_id,equip_id,currency_id,price,version\n'
  const car = (place: number, price: number, version = ''): string =>
    `${fourCells(place)},USD,${price},${version}\n`
  const imported = (rows: readonly string[], ...options: string[]): Promise<Ran> =>
    counter.run('import', counter.file('new.csv', header + rows.join('')), '--json', ...options)
  const states = (ran: Ran) =>
    printed(ran).rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])
  const created = async (): Promise<(string | undefined)[]> =>
    (await counter.control.ledger())
      .filter(({ method }) => method === 'POST')
      .map(({ params }) => params.price)

  it('asks about a create that stands twice in a file, in a dry run and with --commit, also with --yes', async () => {
    const rows = [car(0, 20_100), car(1, 20_200), car(0, 20_100), car(0, 20_100)]
    for (const options of [[], ['--commit'], ['--commit', '--yes']]) {
      const ran = await imported(rows, ...options)
      expect(ran.code).toBe(1)
      expect(ran.err).toContain('2 rows create adverts that earlier rows of this file create too')
      expect(ran.err).toContain('--new-only sends the other rows, --again sends all.')
      expect(states(ran)).toEqual([
        ['planned'],
        ['planned'],
        ['invalid', 'duplicate-row'],
        ['invalid', 'duplicate-row'],
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
    const [{ markId, modelId, USD } = { markId: 0, modelId: 0, USD: 0 }] = JSON.parse(out) as {
      markId: number
      modelId: number
      USD: number
    }[]
    const other = (text: string): string => `${markId},${modelId},900640,901580,USD,${USD},${text}\n`
    const found = await imported([other(version), other(`${version} Plus`), other('')])
    expect(states(found)).toEqual([['invalid', 'in-stock-already'], ['planned'], ['planned']])
    expect(printed(found).rows[0]?.problems[0]?.message).toContain(`advert ${id}`)
  })

  const problems = (ran: Ran) => printed(ran).rows.flatMap((row) => row.problems.map(({ code }) => code))
  const night = (price: number): Promise<Ran> => imported([car(0, price, 'Nightly')], '--commit', '--yes')

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
})
