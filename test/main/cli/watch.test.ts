import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { zipOf } from '../import/sheet/xlsx-file.ts'
import { ended, newVehicles, openCounter, type Counter } from './counter.ts'
import { testSome, wholeTest } from '../../whole.ts'

let counter: Counter
let folder: string

beforeEach(async () => {
  counter = await openCounter(60)
  folder = counter.path('dms')
  mkdirSync(folder)
})
afterEach(() => counter.close())

/** A file that nobody has written to for a while. */
function drop(name: string, text: string | Uint8Array): void {
  writeFileSync(join(folder, name), text)
  const before = Date.now() / 1_000 - 60
  utimesSync(join(folder, name), before, before)
}

const list = (...parts: string[]): string[] => {
  const path = join(folder, ...parts)
  return existsSync(path) ? readdirSync(path).sort() : []
}
/** The files in the folders of computers in `work`. */
const claimed = (): string[] =>
  readdirSync(join(folder, 'work'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('begun'))
    .map(({ name }) => name)
const creates = async (): Promise<number> =>
  (await counter.control.ledger()).filter(({ method }) => method === 'POST').length
const once = (...more: string[]) => counter.run('watch', folder, '--once', ...more)

it('sends each file once by its content, and moves it with its report', async () => {
  drop('a.csv', newVehicles([9_100, 9_200]))
  drop('b.csv', 'auto_id;price\n5\n')
  drop('notes.md', 'x')
  drop('.hidden.csv', 'x')
  const { code, out } = await once('--commit', '--json')
  expect(code).toBe(1)
  const told = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told).toMatchObject([
    { file: 'a.csv', outcome: 'done', code: 0, import: { committed: true, counts: { done: 2 } } },
    { file: 'b.csv', outcome: 'failed', code: 2, import: null },
  ])
  expect(list('done')).toEqual(['a.csv', 'a.csv.report.csv', 'a.csv.report.txt'])
  expect(list('failed')).toEqual(['b.csv', 'b.csv.report.txt'])
  expect(list()).toEqual(['.hidden.csv', 'done', 'failed', 'notes.md', 'work'])
  expect(readFileSync(join(folder, 'failed', 'b.csv.report.txt'), 'utf8')).toContain('currency_id')
  expect(await creates()).toBe(2)

  drop('again.csv', newVehicles([9_100, 9_200]))
  expect((await once('--commit')).code).toBe(1)
  expect(list('failed')).toContain('again.csv')
  expect(readFileSync(join(folder, 'failed', 'again.csv.report.txt'), 'utf8')).toContain('same file as a.csv')
  expect(await creates()).toBe(2)
})

wholeTest('plans a file again whose content comes back under its name, after another one', async () => {
  await counter.run('sync')
  const { out } = await counter.run('api', 'GET', '/auto/new/autos', `user_id=${counter.sandbox.userId}`)
  const id = (JSON.parse(out) as { active: number[] }).active.map(Number)[0] ?? 0
  const night = async (name: string, price: number) => {
    // Written now: of an older file newer values stay.
    writeFileSync(join(folder, name), `ID;Ціна;Валюта\n${id};${price};USD\n`)
    await sleep(1_000)
    const { code } = await once('--commit', '--yes', '--rest', '1s')
    return [code, (await counter.control.advert(id))?.price]
  }
  expect(await night('prices.csv', 20_000)).toEqual([0, 20_000])
  expect(await night('prices.csv', 19_000)).toEqual([0, 19_000])
  expect(await night('copy.csv', 20_000)).toEqual([1, 19_000])
  expect(await night('prices.csv', 20_000)).toEqual([0, 20_000])
  expect(await night('prices.csv', 20_000)).toEqual([1, 20_000])
})

it('tells what a table is that it can’t read, instead of leaving it', async () => {
  drop('stock.ods', zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]))
  drop('stock.gsheet', '{"url":"https://docs.google.com/open?id=1","doc_id":"1"}')
  expect((await once('--commit')).code).toBe(1)
  const reports = ['stock.gsheet.report.txt', 'stock.ods.report.txt']
  expect(list('failed').filter((name) => name.endsWith('.txt'))).toEqual(reports)
  const [link = '', ods = ''] = reports.map((name) => readFileSync(join(folder, 'failed', name), 'utf8'))
  expect(link).toContain('only a link')
  expect(ods).toContain('OpenDocument')
})

wholeTest(
  'takes a file again whose rows all had errors, and not one with a row that waits or was sent',
  async () => {
    const wrong = 'auto_id,currency_id,price\n5,USD,x\n'
    drop('a.csv', wrong)
    await once('--commit')
    drop('b.csv', wrong)
    expect((await once('--commit')).err).toContain('nothing of it was sent')

    const offline = newVehicles([9_300])
    await counter.control.addFault({ kind: 'status', status: 403, method: 'POST' })
    drop('c.csv', offline)
    await once('--commit')
    await counter.control.clearFaults()
    drop('d.csv', offline)
    expect((await once('--commit')).err).toContain('same file as c.csv')
  },
)

it('only checks without --commit: nothing is sent or moved, and the file can still be sent', async () => {
  drop('a.csv', newVehicles([9_100]))
  expect((await once()).code).toBe(0)
  expect((await once()).code).toBe(0)
  expect(list()).toEqual(['a.csv', 'checked'])
  expect(list('checked')).toEqual(['a.csv.report.csv', 'a.csv.report.txt'])
  expect(await creates()).toBe(0)
  expect((await once('--commit')).code).toBe(0)
  expect(list()).toEqual(['checked', 'done', 'work'])
  expect(await creates()).toBe(1)
})

it('sends nothing again of a file whose import a crash interrupted, whatever was noted last', async () => {
  drop('a.csv', newVehicles([9_100]))
  await once('--commit')
  const ledger = join(counter.dataDir, 'watched.jsonl')
  const lines = readFileSync(ledger, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  expect(lines).toHaveLength(3)
  // As after a kill right after the beginning, with a line that was cut.
  writeFileSync(ledger, `${lines[0]}\n`)
  appendFileSync(ledger, '{"sha256":"')
  drop('a.csv', newVehicles([9_100]))
  const { code, err } = await once('--commit')
  expect({ code, failed: list('failed'), creates: await creates() }).toEqual({
    code: 1,
    failed: ['a.csv', 'a.csv.report.txt'],
    creates: 1,
  })
  expect(err).toContain('was interrupted')
  // As after a kill between the end and the move.
  writeFileSync(ledger, `${lines[0]}\n${lines[1]}\n`)
  drop('a.csv', newVehicles([9_100]))
  expect((await once('--commit')).code).toBe(0)
  expect(list('done')).toContain('a (2).csv')
  expect(await creates()).toBe(1)
})

it('takes a file that appears while it runs, waits until it is written, and ends when it is told to', async () => {
  const child = counter.begin('watch', folder, '--commit', '--rest', '30m')
  const exit = ended(child)
  const table = newVehicles([9_100, 9_300])
  writeFileSync(join(folder, 'slow.csv'), table.slice(0, -20))
  await sleep(1_000)
  appendFileSync(join(folder, 'slow.csv'), table.slice(-20))
  const hourAgo = Date.now() / 1_000 - 3_600
  utimesSync(join(folder, 'slow.csv'), hourAgo, hourAgo)
  await expect.poll(() => list('done')).toContain('slow.csv')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(await creates()).toBe(2)
  const sha256 = createHash('sha256').update(table).digest('hex')
  expect(readFileSync(join(counter.dataDir, 'watched.jsonl'), 'utf8')).toContain(sha256)
}, 120_000)

it('takes a file whose time is still to come once it rests', async () => {
  drop('ahead.csv', newVehicles([9_100]))
  const ahead = Date.now() / 1_000 + 7_200
  utimesSync(join(folder, 'ahead.csv'), ahead, ahead)
  expect((await once('--commit', '--rest', '1s')).code).toBe(0)
  expect(list('done')).toContain('ahead.csv')
}, 30_000)

it('says that the folder is gone', async () => {
  const child = counter.begin('watch', folder, '--commit', '--json')
  const told = text(child.stdout ?? process.stdin)
  await expect.poll(() => list('work')).not.toEqual([])
  renameSync(folder, `${folder}-elsewhere`)
  expect([await ended(child), await told]).toEqual([
    2,
    expect.stringContaining(`There is no folder ${folder}`),
  ])
})

it('refuses what is no folder', async () => {
  expect((await counter.run('watch', counter.path('none'), '--once')).code).toBe(2)
  expect((await counter.run('watch', counter.file('a.csv', 'x'), '--once')).code).toBe(2)
})

testSome(1, [
  ['with the second create on its way', 1, 2],
  ['with the first create on its way', 0, 1],
])(
  'goes on after a kill %s: no file is lost, none is sent twice',
  async (_when, skip, sentBeforeKill) => {
    const prices = [9_100, 9_200, 9_300, 9_400]
    await counter.control.addFault({ kind: 'never-answer', method: 'POST', skip, afterCommit: true })
    drop('a.csv', newVehicles(prices))
    drop('b.csv', newVehicles([8_100]))
    const child = counter.begin('watch', folder, '--commit')
    const exit = ended(child)
    await expect.poll(creates).toBe(sentBeforeKill)
    child.kill('SIGKILL')
    await exit
    await counter.control.clearFaults()
    expect(list()).toContain('b.csv')
    expect(claimed()).toEqual(['a.csv'])

    const { code, err } = await once('--commit')
    expect([code, list('failed'), list('done')]).toEqual([
      1,
      ['a.csv', 'a.csv.report.txt'],
      ['b.csv', 'b.csv.report.csv', 'b.csv.report.txt'],
    ])
    const [, batch = ''] = /“resume (\S+)”/.exec(err) ?? []
    const said = readFileSync(join(folder, 'failed', 'a.csv.report.txt'), 'utf8')
    expect(said).toContain(`“resume ${batch}”`)
    expect(await creates()).toBe(sentBeforeKill + 1)

    // One row is in doubt and stays so; each of the others is sent once.
    await counter.run('resume', batch)
    const sent = (await counter.control.ledger()).filter(({ method }) => method === 'POST')
    expect(sent.map(({ params }) => Number(params.price)).sort((one, other) => one - other)).toEqual([
      8_100,
      ...prices,
    ])
    drop('again.csv', newVehicles(prices))
    expect((await once('--commit')).err).toContain('same file as a.csv')
    expect(await creates()).toBe(5)
  },
  90_000,
)

wholeTest('begins again with a file whose import was killed before it became a batch', async () => {
  const text = newVehicles([9_100])
  const sha256 = createHash('sha256').update(text).digest('hex')
  drop('a.csv', text)
  await once('--commit')
  const ledger = join(counter.dataDir, 'watched.jsonl')
  const first = readFileSync(ledger, 'utf8').trim().split('\n')[0] ?? ''
  const other = newVehicles([9_700])
  const entry = JSON.parse(
    first.replaceAll(sha256, createHash('sha256').update(other).digest('hex')),
  ) as object
  // As after a kill right after the beginning, once with a create in between and once without.
  appendFileSync(ledger, `${JSON.stringify(entry)}\n`)
  drop('b.csv', other)
  expect((await once('--commit')).err).toContain('It is not imported again by itself')
  expect([await creates(), list('failed')]).toEqual([1, ['b.csv', 'b.csv.report.txt']])
  const db = new DatabaseSync(join(counter.dataDir, 'journal.db'))
  const { id, claims } = db.prepare('SELECT id, claims FROM identity').get() ?? {}
  db.close()
  appendFileSync(ledger, `${JSON.stringify({ ...entry, sent: `${String(id)} ${String(claims)}` })}\n`)
  drop('b.csv', other)
  const { code, err } = await once('--commit')
  expect([code, list('done')]).toEqual([0, expect.arrayContaining(['b.csv']) as unknown])
  expect(err).toContain('so it begins again')
  expect(await creates()).toBe(2)
})

it('imports what a file grew by after it was moved, as a newer file, and leaves one that a person changed', async () => {
  drop('up.csv', newVehicles([9_100, 9_200]))
  drop('edited.csv', newVehicles([9_300]))
  const upload = openSync(join(folder, 'up.csv'), 'a')
  expect((await once('--commit')).code).toBe(0)
  expect(list('done')).toContain('up.csv')
  writeFileSync(upload, newVehicles([9_400]).split('\n').slice(1).join('\n'))
  closeSync(upload)
  writeFileSync(join(folder, 'done', 'edited.csv'), newVehicles([9_500, 9_600, 9_700]))
  const { err } = await once('--commit', '--yes', '--rest', '1s')
  expect(err).toContain('up.csv was still being written')
  expect(list()).toEqual(['done', 'work'])
  expect(await creates()).toBe(4)
})

it('imports a file that was made empty first and filled later', async () => {
  drop('first.csv', '')
  const upload = openSync(join(folder, 'first.csv'), 'a')
  const { err: empty } = await once('--commit')
  expect([empty, list('failed')]).toEqual([
    expect.stringContaining('is empty'),
    ['first.csv', 'first.csv.report.txt'],
  ])
  writeFileSync(upload, newVehicles([9_100, 9_200]))
  closeSync(upload)
  const { code, err } = await once('--commit', '--yes', '--rest', '1s')
  expect([code, err]).toEqual([0, expect.stringContaining('first.csv was still being written')])
  expect(list('done')).toContain('first.csv')
  expect(await creates()).toBe(2)
})

wholeTest(
  'sends only the other rows of a file that grew while it was imported',
  async () => {
    const range = (from: number, count: number): string =>
      newVehicles(Array.from({ length: count }, (_, n) => from + n))
    drop('up.csv', range(9_100, 30))
    const upload = openSync(join(folder, 'up.csv'), 'a')
    const watching = counter.begin('watch', folder, '--commit', '--yes', '--once', '--rest', '1s')
    await expect.poll(creates, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
    writeFileSync(upload, range(9_500, 5).split('\n').slice(1).join('\n'))
    closeSync(upload)
    expect(await ended(watching)).toBe(0)
    expect([list('done'), list('failed')]).toEqual([expect.arrayContaining(['up.csv', 'up (2).csv']), []])
    expect(await creates()).toBe(35)
  },
  60_000,
)

wholeTest(
  'ends at once when it is asked twice, and takes the file up again at the next start',
  async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `${n + 1},USD,9000\n`)
    drop('many.csv', `auto_id,currency_id,price\n${many.join('')}`)
    const watching = counter.begin('watch', folder, '--commit', '--rest', '1s')
    await expect.poll(() => list('work').length > 0 && claimed(), { timeout: 30_000 }).toEqual(['many.csv'])
    watching.kill('SIGTERM')
    // The same signal twice at once is one.
    await sleep(100)
    watching.kill('SIGTERM')
    await ended(watching)
    expect(watching.signalCode).toBe('SIGTERM')
    expect(claimed()).toEqual(['many.csv'])
  },
  90_000,
)

it('names a file whose name is no UTF-8', async () => {
  const name = Buffer.from([0xf6, 0xe5])
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name, Buffer.from('.csv')]), 'x')
  const { code, err } = await once('--commit')
  expect([code, err]).toEqual([1, expect.stringMatching(/The name of .*\.csv is not UTF-8/)])
})
