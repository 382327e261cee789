import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { digestOf, PrivateCopies } from '../../../src/main/cli/watch/private-copies.ts'
import { watchLoop } from '../../crash/watch-loop.ts'
import { spread, testSome, wholeTest } from '../../whole.ts'
import { faultOf } from '../import/csv-files.ts'
import { ended, newVehicles, openCounter } from './counter.ts'
import { watchedPlace, type WatchedPlace } from './watched-place.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(60))
let place: WatchedPlace

beforeEach(() => {
  place = watchedPlace(counter)
})

const argv = (...more: string[]): string[] => ['watch', place.folder, '--commit', ...more]
const check = () => counter.run('watch', place.folder, '--once')
const once = (...more: string[]) => counter.run(...argv('--once', ...more))
/** The files in the folders of computers in `work`, each with its path. */
const claimed = (): string[] =>
  readdirSync(place.path('work'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('begun'))
    .map(({ name, parentPath }) => join(parentPath, name))
const prices = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n)
const withoutHeader = (table: string): string => table.split('\n').slice(1).join('\n')

it('sends each file once by its content, and moves it with its report', async () => {
  place.drop('a.csv', newVehicles([9_100, 9_200]))
  place.drop('b.csv', 'auto_id;price\n5\n')
  place.drop('notes.md', 'x')
  place.drop('.hidden.csv', 'x')
  chmodSync(place.path('a.csv'), 0o600)
  const { code, out } = await once('--json')
  expect(code).toBe(1)
  const told = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told).toMatchObject([
    { file: 'a.csv', outcome: 'done', code: 0, import: { committed: true, counts: { done: 2 } } },
    { file: 'b.csv', outcome: 'failed', code: 2, import: null },
  ])
  expect(place.list('done')).toEqual(['a.csv', 'a.csv.report.csv', 'a.csv.report.txt'])
  for (const name of place.list('done')) expect(statSync(place.path('done', name)).mode & 0o777).toBe(0o600)
  expect(place.list('failed')).toEqual(['b.csv', 'b.csv.report.txt'])
  expect(place.list()).toEqual(['.hidden.csv', 'done', 'failed', 'notes.md', 'work'])
  expect(place.text('failed', 'b.csv.report.txt')).toContain('currency_id')

  place.drop('again.csv', newVehicles([9_100, 9_200]))
  expect((await once()).code).toBe(1)
  expect(place.text('failed', 'again.csv.report.txt')).toContain('same file as a.csv')
  expect(await place.created()).toEqual([9_100, 9_200])
})

wholeTest('plans a file again whose content comes back under its name, after another one', async () => {
  await counter.run('sync')
  const [id = 0] = await counter.unreadIds()
  const night = async (name: string, price: number) => {
    // Written now: of an older file newer values stay.
    writeFileSync(place.path(name), `ID;Ціна;Валюта\n${id};${price};USD\n`)
    const { code } = await once('--yes', '--rest', '1s')
    return [code, (await counter.control.advert(id))?.price]
  }
  expect(await night('prices.csv', 20_000)).toEqual([0, 20_000])
  expect(await night('prices.csv', 19_000)).toEqual([0, 19_000])
  expect(await night('copy.csv', 20_000)).toEqual([1, 19_000])
  expect(await night('prices.csv', 20_000)).toEqual([0, 20_000])
  expect(await night('prices.csv', 20_000)).toEqual([1, 20_000])
})

it('tells what a table is that it can’t read, instead of leaving it, and reads those in archives', async () => {
  place.drop('c.gz', gzipSync(newVehicles([9_200])))
  place.drop('stock.gsheet', '{"url":"https://docs.google.com/open?id=1","doc_id":"1"}')
  expect((await once()).code).toBe(1)
  expect(place.list('failed')).toEqual(['stock.gsheet', 'stock.gsheet.report.txt'])
  expect(place.text('failed', 'stock.gsheet.report.txt')).toContain('only a link')
  expect(await place.created()).toEqual([9_200])
})

wholeTest(
  'takes a file again whose rows all had errors, and not one with a row that waits or was sent',
  async () => {
    const wrong = 'auto_id,currency_id,price\n5,USD,x\n'
    place.drop('a.csv', wrong)
    await once()
    place.drop('b.csv', wrong)
    expect((await once()).err).not.toContain('same file')
    expect(place.list('failed')).toContain('b.csv.report.csv')

    const offline = newVehicles([9_300])
    await counter.control.addFault({ kind: 'status', status: 403, method: 'POST' })
    place.drop('c.csv', offline)
    await once()
    await counter.control.clearFaults()
    place.drop('d.csv', offline)
    expect((await once()).err).toContain('same file as c.csv')
  },
)

it('only checks without --commit: nothing is sent or moved, and the file can still be sent', async () => {
  place.drop('a.csv', newVehicles([9_100]))
  expect((await check()).code).toBe(0)
  expect((await check()).code).toBe(0)
  expect(place.list()).toEqual(['a.csv', 'checked'])
  expect(place.list('checked')).toEqual(['a.csv.report.csv', 'a.csv.report.txt'])
  expect(await place.created()).toEqual([])
  expect((await once()).code).toBe(0)
  expect(place.list()).toEqual(['checked', 'done', 'work'])
  expect(await place.created()).toEqual([9_100])
})

it('moves a file that a crash left after its import, and sends nothing of it again', async () => {
  place.drop('a.csv', newVehicles([9_100]))
  await once()
  // As after a kill between the end and the move.
  const [computer = ''] = place.list('work').filter((name) => name !== 'begun')
  mkdirSync(place.path('work', computer, 'left'))
  renameSync(place.path('done', 'a.csv'), place.path('work', computer, 'left', 'a.csv'))
  const { code, err } = await once()
  expect([code, err]).toEqual([0, expect.stringContaining('only moved')])
  expect(place.list('done')).toContain('a.csv')
  expect([claimed(), await place.created()]).toEqual([[], [9_100]])
})

it('takes a file that appears while it runs, waits until it is written, and ends when it is told to', async () => {
  const child = counter.begin(...argv('--rest', '30m'))
  const exit = ended(child)
  const table = newVehicles([9_100, 9_300])
  writeFileSync(place.path('slow.csv'), table.slice(0, -20))
  await sleep(1_000)
  appendFileSync(place.path('slow.csv'), table.slice(-20))
  const hourAgo = Date.now() / 1_000 - 3_600
  utimesSync(place.path('slow.csv'), hourAgo, hourAgo)
  await expect.poll(() => place.list('done')).toContain('slow.csv')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(await place.created()).toEqual([9_100, 9_300])
}, 120_000)

it('takes a file whose time is still to come once it rests', async () => {
  place.drop('ahead.csv', newVehicles([9_100]))
  const ahead = Date.now() / 1_000 + 7_200
  utimesSync(place.path('ahead.csv'), ahead, ahead)
  expect((await once('--rest', '1s')).code).toBe(0)
  expect(place.list('done')).toContain('ahead.csv')
}, 30_000)

it('says that the folder is gone', async () => {
  const child = counter.begin(...argv('--json'))
  const told = text(child.stdout ?? process.stdin)
  await expect.poll(() => place.list('work')).not.toEqual([])
  renameSync(place.folder, `${place.folder}-elsewhere`)
  expect([await ended(child), await told]).toEqual([
    2,
    expect.stringContaining(`There is no folder ${place.folder}`),
  ])
})

testSome(1, [
  ['with the second create on its way', 1, 2],
  ['with the first create on its way', 0, 1],
])(
  'goes on after a kill %s: no file is lost, none is sent twice',
  async (_when, skip, sentBeforeKill) => {
    await counter.control.addFault({ kind: 'never-answer', method: 'POST', skip, afterCommit: true })
    place.drop('a.csv', newVehicles(prices(9_100, 4)))
    place.drop('b.csv', newVehicles([8_100]))
    const child = counter.begin(...argv())
    const exit = ended(child)
    await expect.poll(async () => (await place.created()).length).toBe(sentBeforeKill)
    child.kill('SIGKILL')
    await exit
    await counter.control.clearFaults()
    expect(place.list()).toContain('b.csv')
    expect(claimed()).toEqual([expect.stringMatching(/a\.csv$/)])

    const { code, err } = await once()
    expect([code, place.list('failed'), place.list('done')]).toEqual([
      1,
      ['a.csv', 'a.csv.report.txt'],
      ['b.csv', 'b.csv.report.csv', 'b.csv.report.txt'],
    ])
    const [, batch = ''] = /“resume (\S+)”/.exec(err) ?? []
    expect(place.text('failed', 'a.csv.report.txt')).toContain(`“resume ${batch}”`)
    // One row is in doubt and stays so; each of the others is sent once.
    await counter.run('resume', batch)
    expect(await place.created()).toEqual([8_100, ...prices(9_100, 4)])
    place.drop('again.csv', newVehicles(prices(9_100, 4)))
    expect((await once()).err).toContain('same file as a.csv')
    expect(await place.created()).toHaveLength(5)
  },
  90_000,
)

describe('a file that grows', () => {
  it('after it was moved is imported as a newer file; one that a person changed stays', async () => {
    place.drop('up.csv', newVehicles([9_100, 9_200]))
    place.drop('edited.csv', newVehicles([9_300]))
    const upload = openSync(place.path('up.csv'), 'a')
    expect((await once()).code).toBe(0)
    writeFileSync(upload, withoutHeader(newVehicles([9_400])))
    closeSync(upload)
    writeFileSync(place.path('done', 'edited.csv'), newVehicles([9_500, 9_600, 9_700]))
    const { err } = await once('--yes', '--rest', '1s')
    expect(err).toContain('up.csv was still being written')
    expect(place.list()).toEqual(['done', 'work'])
    expect(await place.created()).toEqual([9_100, 9_200, 9_300, 9_400])
  })

  it('from an empty one is imported', async () => {
    place.drop('first.csv', '')
    const upload = openSync(place.path('first.csv'), 'a')
    const { err: empty } = await once()
    expect([empty, place.list('failed')]).toEqual([
      expect.stringContaining('is empty'),
      ['first.csv', 'first.csv.report.txt'],
    ])
    writeFileSync(upload, newVehicles([9_100, 9_200]))
    closeSync(upload)
    const { code, err } = await once('--yes', '--rest', '1s')
    expect([code, err]).toEqual([0, expect.stringContaining('first.csv was still being written')])
    expect(place.list('done')).toContain('first.csv')
    expect(await place.created()).toEqual([9_100, 9_200])
  })

  wholeTest(
    'while it is imported sends only its other rows',
    async () => {
      place.drop('up.csv', newVehicles(prices(9_100, 30)))
      const upload = openSync(place.path('up.csv'), 'a')
      const watching = counter.begin(...argv('--yes', '--once', '--rest', '1s'))
      await expect.poll(() => place.created(), { timeout: 30_000, interval: 20 }).not.toEqual([])
      writeFileSync(upload, withoutHeader(newVehicles(prices(9_500, 5))))
      closeSync(upload)
      expect(await ended(watching)).toBe(0)
      expect([place.list('done'), place.list('failed')]).toEqual([
        expect.arrayContaining(['up.csv', 'up (2).csv']),
        [],
      ])
      expect(await place.created()).toHaveLength(35)
    },
    60_000,
  )
})

wholeTest(
  'ends at once when it is asked twice, and takes the file up again at the next start',
  async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `${n + 1},USD,9000\n`)
    place.drop('many.csv', `auto_id,currency_id,price\n${many.join('')}`)
    const watching = counter.begin(...argv('--rest', '1s'))
    await expect.poll(() => place.list('work').length > 0 && claimed().length, { timeout: 30_000 }).toBe(1)
    watching.kill('SIGTERM')
    // The same signal twice at once is one.
    await sleep(100)
    watching.kill('SIGTERM')
    await ended(watching)
    expect(watching.signalCode).toBe('SIGTERM')
    expect(claimed()).toHaveLength(1)
  },
  90_000,
)

wholeTest(
  'keeps what it sent of a file that somebody took away meanwhile',
  async () => {
    await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 1_000 })
    place.drop('stock.csv', newVehicles([9_100, 9_101]))
    const exit = ended(counter.begin(...argv('--once')))
    await expect.poll(() => place.created()).toEqual([9_100])
    renameSync(claimed()[0] ?? '', counter.path('taken.csv'))
    expect(await exit).toBe(0)
    expect(place.text('done', 'stock.csv')).toBe(newVehicles([9_100, 9_101]))
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

describe('two computers on one folder', () => {
  let other: NodeJS.ProcessEnv
  beforeEach(() => {
    other = { FORECOURT_DATA_DIR: counter.path('other') }
    mkdirSync(counter.path('other'))
  })
  const onceOnOther = () => counter.runWith(other, ...argv('--once'))

  it('send a file once', async () => {
    await counter.control.addFault({ kind: 'delay', method: 'POST', ms: 50 })
    place.drop('stock.csv', newVehicles(prices(9_000, 20)))
    const both = [counter.begin(...argv('--once')), counter.beginWith(other, ...argv('--once'))]
    await Promise.all(both.map(ended))
    expect(await place.created()).toEqual(prices(9_000, 20))
    expect(place.list('done').filter((name) => !name.includes('report'))).toEqual(['stock.csv'])
  }, 180_000)

  it('send nothing of a content that the other one sent, under any name', async () => {
    place.drop('monday.csv', newVehicles([9_100]))
    expect((await once()).code).toBe(0)
    place.drop('tuesday.csv', newVehicles([9_100]))
    const { code, err } = await onceOnOther()
    expect([code, await place.created()]).toEqual([1, [9_100]])
    expect(err).toContain('monday.csv')
    expect(place.list('failed')).toEqual(['tuesday.csv', 'tuesday.csv.report.txt'])
  })

  wholeTest(
    'take up only what they took themselves after a kill, and tell where the other one’s is',
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
      expect([told.code, told.err]).toEqual([1, expect.stringContaining(join(held, '..'))])

      await once()
      expect(claimed()).toEqual([])
      expect([...place.list('done'), ...place.list('failed')]).toContain('stock.csv')
      await counter.run('resume', '--all-accounts')
      expect((await place.created()).length).toBeLessThanOrEqual(1)
    },
    180_000,
  )

  wholeTest(
    'killed at random: each row of each version once, or told as open',
    async () => {
      const { kills, violations } = await watchLoop(1, 20_261_123, 2)
      expect(violations).toEqual([])
      expect(kills).toBeGreaterThanOrEqual(1)
    },
    300_000,
  )
})

describe('what somebody else put into the folder', () => {
  let profile: string
  beforeEach(() => (profile = counter.file('profile', 'umask 077\n')))

  it.each(
    spread(
      ['.a.csv.report.csv', 'done/a.csv.report.txt', 'done/a.csv.report.csv', 'checked/a.csv.report.txt'],
      2,
    ),
  )('writes no report through a link at %s', async (name) => {
    for (const folder of ['done', 'checked']) mkdirSync(place.path(folder))
    symlinkSync(profile, place.path(name))
    // A link whose target is missing leads nowhere either.
    symlinkSync(counter.path('planted'), place.path('checked', 'a.csv.report.csv'))
    place.drop('a.csv', newVehicles([9_100]))
    await check()
    expect((await once()).code).toBe(0)
    expect(readFileSync(profile, 'utf8')).toBe('umask 077\n')
    expect(() => statSync(counter.path('planted'))).toThrow('ENOENT')
  })

  it.each(spread(['work', 'done', 'failed', 'checked'], 2))(
    'refuses a folder %s that is a link, and names it',
    async (name) => {
      mkdirSync(counter.path('elsewhere'))
      symlinkSync(counter.path('elsewhere'), place.path(name))
      place.drop('a.csv', newVehicles([9_100]))
      const { code, err } = await once()
      expect([code, err]).toEqual([2, expect.stringContaining(place.path(name))])
      expect([await place.created(), place.list()]).toEqual([[], ['a.csv', name].sort()])
    },
  )

  it('takes no link, second name, pipe, folder or name that is no UTF-8, says so, and sends what else is there', async () => {
    const other = counter.file('other.csv', newVehicles([9_200]))
    symlinkSync(other, place.path('link.csv'))
    linkSync(other, place.path('second.csv'))
    execFileSync('mkfifo', [place.path('pipe.csv')])
    mkdirSync(place.path('folder.csv'))
    const bytes = [Buffer.from(`${place.folder}/`), Buffer.from([0xf6, 0xe5]), Buffer.from('.csv')]
    writeFileSync(Buffer.concat(bytes), 'x')
    place.drop('a.csv', newVehicles([9_100]))
    for (const { code, err } of [await check(), await once()]) {
      expect([code, err]).toEqual([1, expect.stringMatching(/The name of .*\.csv is not UTF-8/)])
      for (const name of ['link.csv', 'second.csv', 'pipe.csv', 'folder.csv']) expect(err).toContain(name)
    }
    expect(await place.created()).toEqual([9_100])
    expect(place.list()).toEqual(expect.arrayContaining(['folder.csv', 'link.csv', 'pipe.csv', 'second.csv']))
  }, 180_000)

  it('reads no link that has taken the place of a file since it was looked at', async () => {
    symlinkSync(counter.file('other.csv', newVehicles([9_200])), place.path('a.csv'))
    const copies = new PrivateCopies(counter.path('copies'))
    const found = { name: 'a.csv', path: place.path('a.csv') }
    expect(await faultOf(() => copies.copy(found))).toMatchObject({ code: 'file-unreadable', file: 'a.csv' })
    expect(await faultOf(() => digestOf(found.path, 'a.csv'))).toMatchObject({ code: 'file-unreadable' })
  })
})
