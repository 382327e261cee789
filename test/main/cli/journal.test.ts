import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter } from './counter.ts'
import { wholeTest } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter())
/** The data folder after all was sent. */
let kept: string
/** Of the service's ledger, before the test. */
let before = 0
beforeAll(async () => {
  expect((await counter.run('import', counter.file('new.csv', newVehicles(prices)), '--commit')).code).toBe(0)
  kept = mkdtempSync(join(tmpdir(), 'forecourt-kept-'))
  cpSync(counter.dataDir, kept, { recursive: true })
})
beforeEach(async () => {
  counter.file('new.csv', newVehicles(prices))
  before = (await counter.control.ledger()).length
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

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
  journal.mark.begin()
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
  readonly setAside: string | null
}
async function journal(...argv: string[]): Promise<{ code: number; status: Status }> {
  const { code, out, err } = await counter.run('journal', ...argv, '--json')
  expect(err).toBe('')
  return { code, status: JSON.parse(out) as Status }
}

const loseBackups = (): void => rmSync(join(counter.dataDir, 'backup'), { recursive: true })

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
    expect(sent.err).toContain('journal restore')
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
    const argv = argumentsOf(counter.file('more.csv', newVehicles([30_000])), batches[0]?.id ?? 'x')
    const { code, out, err } = await counter.run(name, ...argv, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'journal-damaged' } })
    expect(err).toContain('journal restore')
  })

  it('can only be begun without, and every command says that it is damaged', async () => {
    const { code, out, err } = await counter.run('batches', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ total: 0, journal: { state: 'damaged', restoredFrom: null } })
    expect(err).toContain('damaged')
    const restored = await counter.run('journal', 'restore')
    expect([restored.code, restored.err]).toEqual([2, expect.stringContaining('journal start-new')])
  })
})

it('a damaged journal with a backup has all its rows again, and is told of which time the backup is', async () => {
  restore()
  damageRows()
  const whole = { batches: 1, rows: prices.length, inDoubt: 0, lost: 0, unknownSends: null }
  const restoredFrom = expect.stringMatching(/^20\d\d-/) as string
  expect(await journal('status')).toMatchObject({
    code: 2,
    status: { state: 'damaged', ...whole, restoredFrom },
  })
  expect((await counter.run('journal', 'status')).out).toContain('Newest backup:')
  expect(await journal('restore')).toMatchObject({
    code: 0,
    status: { state: 'restored', ...whole, restoredFrom },
  })
  expect(await journal('status')).toMatchObject({ code: 0, status: { state: 'sound', restoredFrom: null } })
  const again = await counter.run('import', counter.path('new.csv'), '--commit')
  expect([again.code, await written()]).toEqual([1, []])
})

it('a journal that went back in time has its batches and results again from a backup', async () => {
  restore()
  const older = readFileSync(journalPath())
  await counter.run('import', counter.file('more.csv', newVehicles([7_000, 7_001])), '--commit')
  writeFileSync(journalPath(), older)
  const { err } = await counter.run('batches')
  expect(err).toContain('2 sends are missing')
  expect(err).toMatch(/The earlier journal is kept: .*journal\.db\.damaged-/)
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
  expect(await journal('status')).toMatchObject({
    code: 2,
    status: { state: 'damaged', lost: prices.length },
  })
})

wholeTest('rows that failed or were planned are in doubt if sends are missing in the backup', async () => {
  restore()
  const batches = batchesOf(counter)
  const rows = [2, 3].map((line) => planned(line, 'create', car({ price: line })))
  const { id } = await batches.planner.plan(source(counter.sandbox.userId), rows)
  const held = batches.recovery.ensureLock()
  held.db.exec(
    `UPDATE rows SET state = 'failed', error_code = 'rejected' WHERE line = 2 AND state = 'planned'`,
  )
  await batches.close(0)
  const backups = join(counter.dataDir, 'backup')
  cpSync(backups, `${backups}-kept`, { recursive: true })
  await counter.run('import', counter.file('more.csv', newVehicles([7_000])), '--commit')
  rmSync(backups, { recursive: true })
  cpSync(`${backups}-kept`, backups, { recursive: true })
  damageRows()
  expect((await journal('restore')).status).toMatchObject({
    batches: 2,
    inDoubt: 2,
    unknownSends: { sends: 1 },
  })
  expect((await counter.run('resume', id)).code).toBe(1)
  expect((await written()).map(({ params }) => params.price)).toEqual(['7000'])
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

  it('says of how many sends nothing is known, from then on', async () => {
    expect((await counter.run('batches')).err).toContain('1 send is missing')
    const { status } = await journal('status')
    expect(status).toMatchObject({ state: 'sound', lost: 0, unknownSends: { sends: 1 } })
    expect((await counter.run('journal', 'status')).out).toContain('of 1 send before that nothing is known')
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
