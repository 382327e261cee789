import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ended, newVehicles, openCounter, type Counter } from './counter.ts'
import { watchedPlace, type WatchedPlace } from './watched-place.ts'
import { wholeTest } from '../../whole.ts'

let counter: Counter
let place: WatchedPlace
let other: NodeJS.ProcessEnv

beforeEach(async () => {
  counter = await openCounter(60)
  place = watchedPlace(counter)
  other = { FORECOURT_DATA_DIR: counter.path('other') }
  mkdirSync(counter.path('other'))
})
afterEach(() => counter.close())

const argv = (...more: string[]): string[] => ['watch', place.folder, '--commit', ...more]
const once = (...more: string[]) => counter.run(...argv('--once', ...more))
const onceOnOther = (...more: string[]) => counter.runWith(other, ...argv('--once', ...more))
/** The files that a computer took, each with its path. */
const claimed = (): string[] =>
  readdirSync(place.path('work'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('begun'))
    .map(({ name, parentPath }) => join(parentPath, name))
const prices = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n)

wholeTest(
  'reads a file that takes the place of one while that is sent',
  async () => {
    await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 400 })
    place.drop('stock.csv', newVehicles(prices(9_000, 3)))
    const child = counter.begin(...argv())
    const exit = ended(child)
    await expect.poll(() => place.created()).not.toEqual([])
    place.drop('stock.csv', newVehicles(prices(9_100, 5)))
    await expect.poll(() => place.created()).toEqual([...prices(9_000, 3), ...prices(9_100, 5)])
    await expect.poll(() => place.list('done')).toContain('stock (2).csv')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(place.text('done', 'stock.csv')).toContain('9000')
    expect(place.text('done', 'stock (2).csv')).toContain('9104')
    expect(place.list()).toEqual(['done', 'work'])
  },
  180_000,
)

it('is sent by one of two computers that watch the same folder', async () => {
  const wanted = prices(9_000, 20)
  await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 50 })
  place.drop('stock.csv', newVehicles(wanted))
  const both = [counter.begin(...argv('--once')), counter.beginWith(other, ...argv('--once'))]
  await Promise.all(both.map(ended))
  expect(await place.created()).toEqual(wanted)
  expect(place.list('done').filter((name) => !name.includes('report'))).toEqual(['stock.csv'])
}, 180_000)

it('sends nothing of a file whose content another computer sent, under any name', async () => {
  place.drop('monday.csv', newVehicles([9_100]))
  expect((await once()).code).toBe(0)
  place.drop('tuesday.csv', newVehicles([9_100]))
  const { code, err } = await onceOnOther()
  expect([code, await place.created()]).toEqual([1, [9_100]])
  expect(err).toContain('monday.csv')
  expect(place.list('failed')).toEqual(['tuesday.csv', 'tuesday.csv.report.txt'])
})

wholeTest(
  'takes a file up again after a kill on the computer that took it, and on no other one',
  async () => {
    place.drop('stock.csv', newVehicles([9_100]))
    await counter.control.addFault({ kind: 'never-answer', path: '/auto/new/autos', method: 'GET' })
    await counter.control.addFault({ kind: 'never-answer', method: 'POST' })
    const child = counter.begin(...argv())
    const exit = ended(child)
    await expect.poll(() => (place.list('work').length > 0 ? claimed() : [])).not.toEqual([])
    child.kill('SIGKILL')
    await exit
    await counter.control.clearFaults()

    expect((await onceOnOther()).code).toBe(0)
    const [held = ''] = claimed()
    expect([await place.created(), held]).toEqual([[], expect.stringContaining('stock.csv') as unknown])
    // As an hour later: a person is told where the file is, once.
    const hourAgo = Date.now() / 1_000 - 3_601
    utimesSync(join(held, '..'), hourAgo, hourAgo)
    const told = await onceOnOther()
    expect(told.code).toBe(1)
    expect(told.err).toContain(join(held, '..'))

    await once()
    expect(claimed()).toEqual([])
    expect([...place.list('done'), ...place.list('failed')]).toContain('stock.csv')
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as {
      batches: { id: string }[]
    }
    for (const { id } of batches) await counter.run('resume', id)
    expect((await place.created()).length).toBeLessThanOrEqual(1)
  },
  180_000,
)

wholeTest(
  'reads what is written to a file while it is sent as a new file',
  async () => {
    await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 1_000 })
    place.drop('stock.csv', newVehicles([9_100, 9_101]))
    const writer = openSync(place.path('stock.csv'), 'a')
    const child = counter.begin(...argv())
    const exit = ended(child)
    await expect.poll(() => place.created()).toEqual([9_100])
    const [, added = ''] = newVehicles([9_200]).split('\n')
    writeSync(writer, `${added}\n`)
    closeSync(writer)
    // The first rows were sent before, so the third is not sent without a person.
    await expect.poll(() => place.list('failed')).toContain('stock.csv')
    child.kill('SIGTERM')
    await exit
    expect(place.text('done', 'stock.csv')).toBe(newVehicles([9_100, 9_101]))
    expect(place.text('failed', 'stock.csv')).toContain('9200')
    expect(place.text('failed', 'stock.csv.report.txt')).toContain('sent before')
    expect(await place.created()).toEqual([9_100, 9_101])
  },
  180_000,
)

wholeTest(
  'keeps what it sent of a file that somebody took away meanwhile',
  async () => {
    await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 1_000 })
    place.drop('stock.csv', newVehicles([9_100, 9_101]))
    const running = counter.begin(...argv('--once'))
    const exit = ended(running)
    await expect.poll(() => place.created()).toEqual([9_100])
    renameSync(claimed()[0] ?? '', counter.path('taken.csv'))
    expect(await exit).toBe(0)
    expect(place.text('done', 'stock.csv')).toBe(newVehicles([9_100, 9_101]))
    expect(place.list('done')).toEqual(['stock.csv', 'stock.csv.report.csv', 'stock.csv.report.txt'])
  },
  180_000,
)

wholeTest('replaces no file of the same name, and fits long names', async () => {
  const long = `${'я'.repeat(124)}.csv`
  mkdirSync(place.path('done'))
  appendFileSync(place.path('done', 'stock.csv'), 'of last week')
  place.drop('stock.csv', newVehicles([9_100]))
  place.drop(long, newVehicles([9_200]))
  expect((await once()).code).toBe(0)
  expect(place.text('done', 'stock.csv')).toBe('of last week')
  expect(place.list('done')).toEqual(expect.arrayContaining(['stock (2).csv', long]))
  expect(place.list('done').filter((name) => name.endsWith('.txt'))).toHaveLength(2)
  expect(place.list()).toEqual(['done', 'work'])
})
