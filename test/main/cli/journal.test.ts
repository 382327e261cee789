import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter, type Counter } from './counter.ts'

let counter: Counter
/** The data folder after all was sent. */
let kept: string
/** Of the service's ledger, before the test. */
let before = 0
beforeAll(async () => {
  counter = await openCounter()
  expect((await counter.run('import', counter.file('new.csv', newVehicles(prices)), '--commit')).code).toBe(0)
  kept = mkdtempSync(join(tmpdir(), 'forecourt-kept-'))
  cpSync(counter.dataDir, kept, { recursive: true })
})
beforeEach(async () => {
  counter.file('new.csv', newVehicles(prices))
  before = (await counter.control.ledger()).length
})
afterAll(async () => {
  await counter.close()
  rmSync(kept, { recursive: true, force: true })
})

function clear(): void {
  rmSync(counter.dataDir, { recursive: true, force: true })
  mkdirSync(counter.dataDir)
}

/** All is sent, as it was before any damage. */
function restore(): void {
  rmSync(counter.dataDir, { recursive: true, force: true })
  cpSync(kept, counter.dataDir, { recursive: true })
  // The copied mark is another file: this copy goes on.
  const journal = new Journal(journalPath(), systemClock)
  journal.highWater.begin()
  journal.close()
}

/** What the service was asked to write in the test. */
const written = async () => (await counter.control.ledger()).slice(before)

const journalPath = (): string => join(counter.dataDir, 'journal.db')
const prices = Array.from({ length: 120 }, (_, n) => 20_000 + n)

interface Status {
  readonly state: string
  readonly batches: number
  readonly rows: number
  readonly inDoubt: number
  readonly unreadable: number | null
  readonly setAside: string | null
}
async function journal(...argv: string[]): Promise<{ code: number; status: Status }> {
  const { code, out, err } = await counter.run('journal', ...argv, '--json')
  expect(err).toBe('')
  return { code, status: JSON.parse(out) as Status }
}

const loseBackups = (): void => rmSync(join(counter.dataDir, 'backup'), { recursive: true })

/** A status of an order that was sent, and of which nothing is known. */
function doubtStatus(): void {
  const db = new DatabaseSync(journalPath())
  db.exec(`INSERT INTO order_status_writes (account_id, order_id, before, after, state, sent_at)
    VALUES ('a', 7, 0, 2, 'sending', '2026-11-26T10:00:00.000Z')`)
  db.close()
}

/** Overwrites a leaf page of the rows, as a bad sector does. */
function damageRows(): void {
  const db = new DatabaseSync(journalPath())
  const page = db
    .prepare(
      `SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 3`,
    )
    .get()
  db.close()
  const size = 4_096
  const bytes = readFileSync(journalPath())
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * size, Number(page?.pageno) * size)
  writeFileSync(journalPath(), bytes)
}

describe('a damaged journal without a backup', () => {
  beforeEach(() => {
    restore()
    damageRows()
    loseBackups()
  })

  it('stops whatever would send, and stays as it is until a person chooses', async () => {
    const bytes = readFileSync(journalPath())
    const path = counter.file('more.csv', newVehicles([30_000]))
    const sent = await counter.run('import', path, '--commit', '--json')
    expect(sent.code).toBe(2)
    expect(JSON.parse(sent.out)).toMatchObject({ error: { code: 'journal-damaged' } })
    expect(sent.err).toContain('journal salvage')
    for (const command of [['resume'], ['settle'], ['undo', 'x', '--yes']])
      expect((await counter.run(...command)).code).toBe(2)
    expect(await written()).toEqual([])
    expect(readFileSync(journalPath()).equals(bytes)).toBe(true)
  })

  it.each([
    ['import', (file: string) => [file, '--commit']],
    ['resume', () => []],
    ['settle', (_: string, batch: string) => [batch]],
    ['undo', (_: string, batch: string) => [batch]],
    ['undo --commit', (_: string, batch: string) => [batch, '--commit', '--yes']],
  ])('is told to programs by %s, too', async (command, argumentsOf) => {
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    const [name = ''] = command.split(' ')
    const argv = argumentsOf(counter.file('more.csv', newVehicles([30_000])), batches[0]?.id ?? '')
    const { code, out, err } = await counter.run(name, ...argv, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'journal-damaged' } })
    expect(err).toContain('journal salvage')
  })

  it('is told by a check of a file, which is done all the same', async () => {
    const path = counter.file('more.csv', newVehicles([30_000]))
    const { code, out, err } = await counter.run('import', path, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      counts: { planned: 1 },
      journal: { state: 'damaged', batches: 1 },
    })
    expect(err).toContain('journal salvage')
    expect((await counter.run('import', path)).err).toContain('journal salvage')
  })

  it('is still listed as far as it can be read, and every command says so', async () => {
    const { code, out, err } = await counter.run('batches', '--json')
    // Some of its rows can't be read.
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ total: 1, journal: { state: 'damaged' } })
    expect(err).toContain('damaged')
  })

  it('is salvaged row by row, past the pages that can’t be read', async () => {
    const { code, status } = await journal('status')
    expect(code).toBe(2)
    expect(status).toMatchObject({ state: 'damaged', batches: 1 })
    expect(status.rows).toBeGreaterThan(prices.length * 0.8)
    expect(status.rows + (status.unreadable ?? 0)).toBe(prices.length)
    expect(status.unreadable).toBeGreaterThan(0)
    const salvaged = await journal('salvage')
    expect(salvaged).toMatchObject({ code: 0, status: { state: 'salvaged', rows: status.rows } })
    expect(existsSync(salvaged.status.setAside ?? '')).toBe(true)
    expect(await journal('status')).toMatchObject({ code: 0, status: { state: 'sound', rows: status.rows } })
    expect((await counter.run('import', counter.path('new.csv'))).err).toContain(
      `${status.rows} rows were sent`,
    )
  })

  it('leaves a batch that is never called finished, and asks before its creates are sent again', async () => {
    await journal('salvage')
    const listed = await counter.run('batches', '--json')
    const { batches } = JSON.parse(listed.out) as { batches: Batch[] }
    const { id, unreadable } = batches[0] ?? { id: '', unreadable: 0 }
    expect(listed.code).toBe(1)
    expect(batches[0]).toMatchObject({ state: 'incomplete', total: prices.length - Number(unreadable) })
    expect(unreadable).toBeGreaterThan(0)
    const words = `${String(unreadable)} of ${prices.length} rows could not be read`
    const shown = await counter.run('batches')
    expect(shown.code).toBe(1)
    expect(shown.out).toContain(words)
    const settled = await counter.run('settle', id, '--json')
    expect(settled.code).toBe(1)
    expect(JSON.parse(settled.out)).toMatchObject({ unreadable })

    const again = await counter.run('import', counter.path('new.csv'), '--commit', '--json')
    expect(again.code).toBe(1)
    const { rows } = JSON.parse(again.out) as { rows: { problems: { code: string; message: string }[] }[] }
    const found = rows.flatMap(({ problems }) => problems)
    expect(found.filter(({ code }) => code === 'sent-before')).toHaveLength(prices.length)
    expect(found.filter(({ message }) => message.includes('could not be read'))).toHaveLength(
      Number(unreadable),
    )
    expect(again.err).toContain(
      `${String(unreadable)} rows of new.csv (${id}) could not be read: they may have been sent`,
    )
    expect(await written()).toEqual([])
    // Other creates are none of them: the indexes still know which rows were lost.
    expect((await counter.run('import', counter.file('b.csv', newVehicles([9_000])), '--commit')).code).toBe(
      0,
    )

    const undone = await counter.run('undo', id)
    expect(undone.code).toBe(1)
    expect(undone.err).toContain(
      `${String(unreadable)} rows could not be read: what they changed is not taken back`,
    )
  })

  it('asks for all creates of the account if nothing is known of the rows that can’t be read', async () => {
    const bytes = readFileSync(journalPath())
    const db = new DatabaseSync(journalPath())
    const pages = db
      .prepare(`SELECT pageno FROM dbstat WHERE name IN ('rows_by_fingerprint', 'rows_by_state')`)
      .all()
      .map(({ pageno }) => Number(pageno))
    db.close()
    for (const page of pages) bytes.fill(0, (page - 1) * 4_096, page * 4_096)
    writeFileSync(journalPath(), bytes)
    await journal('salvage')
    const other = await counter.run(
      'import',
      counter.file('b.csv', newVehicles([9_000])),
      '--commit',
      '--json',
    )
    expect(other.code).toBe(1)
    expect(JSON.parse(other.out)).toMatchObject({ rows: [{ problems: [{ code: 'sent-before' }] }] })
    expect(other.err).toContain('could not be read: they may have been sent')
    expect((await counter.run('import', counter.path('b.csv'), '--commit', '--again')).code).toBe(0)
  })

  it('gives way to an empty one by a person’s choice, and is kept', async () => {
    const { status } = await journal('start-new')
    expect(status).toMatchObject({ state: 'new', rows: 0 })
    expect(readdirSync(counter.dataDir).filter((name) => name.includes('.db.damaged-'))).toHaveLength(1)
    // What the other one sent is known by its number alone: each create is asked about.
    const other = counter.file('b.csv', newVehicles([9_000]))
    expect((await counter.run('import', other, '--commit')).code).toBe(1)
    expect((await counter.run('import', other, '--commit', '--again')).code).toBe(0)
    expect((await counter.run('journal', 'start-new')).code).toBe(2)
  })
})

describe('a damaged journal with a backup', () => {
  it('has all its rows again, and is told of which time the backup is', async () => {
    restore()
    damageRows()
    const whole = { batches: 1, rows: prices.length, inDoubt: 0, unreadable: 0, lost: 0, lostParts: [] }
    const restoredFrom = expect.stringMatching(/^20\d\d-/) as string
    expect(await journal('status')).toMatchObject({
      code: 2,
      status: { state: 'damaged', ...whole, restoredFrom },
    })
    expect((await counter.run('journal', 'status')).out).toContain('It begins with the backup of')
    expect(await journal('salvage')).toMatchObject({
      code: 0,
      status: { state: 'salvaged', ...whole, restoredFrom },
    })
    expect(await journal('status')).toMatchObject({ code: 0, status: { state: 'sound', restoredFrom: null } })
    const again = await counter.run('import', counter.path('new.csv'), '--commit')
    expect([again.code, await written()]).toEqual([1, []])
  })

  it('keeps what was planned as it was planned if nothing was sent since', async () => {
    clear()
    const batches = batchesOf(counter)
    await batches.planner.plan(source(counter.sandbox.userId), [planned(2, 'create', car())])
    await batches.close(0)
    writeFileSync(journalPath(), 'this is no database')
    expect((await journal('salvage')).status).toMatchObject({ batches: 1, rows: 1, inDoubt: 0 })
    const listed = await counter.run('batches', '--all-accounts', '--json')
    expect(JSON.parse(listed.out)).toMatchObject({ batches: [{ state: 'ready', counts: { planned: 1 } }] })
  })

  it('is set aside with it by a person who begins an empty one', async () => {
    restore()
    doubtStatus()
    damageRows()
    expect((await journal('start-new')).status).toMatchObject({
      ...{ state: 'new', rows: 0, restoredFrom: null },
      // That the status of an order is in doubt is said no more.
      lostParts: ['statuses'],
    })
    const names = readdirSync(counter.dataDir)
    expect(names.filter((name) => name.startsWith('backup.damaged-'))).toHaveLength(1)
    expect(names).not.toContain('backup')
    expect(await journal('status')).toMatchObject({ status: { state: 'sound', rows: 0 } })
  })
})

it('a journal that went back in time has its batches and results again from a backup', async () => {
  restore()
  const older = readFileSync(journalPath())
  await counter.run('import', counter.file('more.csv', newVehicles([7_000, 7_001])), '--commit')
  writeFileSync(journalPath(), older)
  const { err } = await counter.run('batches')
  expect(err).toContain('2 sends are missing')
  expect(await journal('status')).toMatchObject({
    status: { state: 'sound', batches: 2, rows: prices.length + 2, inDoubt: 0 },
  })
})

it('nothing is told of a sound journal', async () => {
  restore()
  const checked = await counter.run('import', counter.file('new.csv', newVehicles([9_000])), '--json')
  expect(JSON.parse(checked.out)).not.toHaveProperty('journal')
  expect(checked.err).not.toContain('journal')
})

it('a journal that is gone or emptied though its mark is there is no new one', async () => {
  restore()
  loseBackups()
  rmSync(journalPath())
  expect((await counter.run('resume')).code).toBe(2)
  expect(await journal('status')).toMatchObject({ code: 2, status: { state: 'missing' } })
  writeFileSync(journalPath(), '')
  expect(await journal('status')).toMatchObject({ code: 2, status: { state: 'missing' } })
  writeFileSync(journalPath(), 'this is no database')
  expect(await journal('status')).toMatchObject({ code: 2, status: { state: 'damaged', unreadable: null } })
  expect(await journal('salvage')).toMatchObject({ code: 0, status: { rows: 0, unreadable: null } })
})

it('rows that were planned are in doubt after a salvage: their results may be on the lost pages', async () => {
  restore()
  const batches = batchesOf(counter)
  await batches.planner.plan(source(counter.sandbox.userId), [planned(2, 'create', car())])
  await batches.close(0)
  damageRows()
  loseBackups()
  expect((await journal('salvage')).status).toMatchObject({ batches: 2, inDoubt: 1 })
  expect((await counter.run('resume')).err).toContain('No batch waits')
})

it('a journal that went back in time is told, and its rows are in doubt', async () => {
  restore()
  const older = readFileSync(journalPath())
  await counter.run('import', counter.file('more.csv', newVehicles([7_000, 7_001])), '--commit')
  writeFileSync(journalPath(), older)
  loseBackups()
  expect(await journal('status')).toMatchObject({ code: 0, status: { state: 'behind', lost: 2 } })
  const { err } = await counter.run('batches')
  expect(err).toContain('2 sends are missing')
  expect(await journal('status')).toMatchObject({ status: { state: 'sound', lost: 0 } })
})

describe('a journal that went back behind a batch that it does not know', () => {
  let first: string
  beforeEach(async () => {
    clear()
    first = counter.file('first.csv', newVehicles([20_000]))
    await counter.run('import', first, '--commit')
    const copy = readFileSync(journalPath())
    await counter.run('import', counter.file('new.csv', newVehicles([30_000])), '--commit')
    for (const suffix of ['-wal', '-shm']) rmSync(`${journalPath()}${suffix}`, { force: true })
    writeFileSync(journalPath(), copy)
    loseBackups()
  })

  it.each(['new.csv', 'renamed.csv'])('asks about the same creates again, of %s', async (name) => {
    const again = counter.file(name, newVehicles([30_000]))
    for (const options of [[], ['--commit'], ['--commit']]) {
      const { code, out } = await counter.run('import', again, '--json', ...options)
      expect([options, code]).toEqual([options, 1])
      expect(JSON.parse(out)).toMatchObject({ batch: '', counts: { done: 0, invalid: 1 } })
      expect(out).toContain('sent-before')
    }
    const sent = (await written()).filter(({ method }) => method === 'POST')
    expect(sent.map(({ params }) => params.price)).toEqual(['20000', '30000'])
  })

  it('lists the batch as one whose rows can’t be read', async () => {
    const { code, out } = await counter.run('batches', '--json')
    expect(code).toBe(1)
    expect((JSON.parse(out) as { batches: Batch[] }).batches).toMatchObject([
      { state: 'incomplete', unreadable: null },
      { fileName: 'first.csv', state: 'finished' },
    ])
  })
})

it('stops with a damaged journal before it compares rows that were sent before', async () => {
  restore()
  damageRows()
  const again = await counter.run(
    'import',
    counter.file('new.csv', newVehicles(prices)),
    '--commit',
    '--json',
  )
  expect(again.code).toBe(2)
  expect(JSON.parse(again.out)).toMatchObject({ error: { code: 'journal-damaged' } })
})
