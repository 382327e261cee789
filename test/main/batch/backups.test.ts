import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Backups } from '../../../src/main/batch/journal/backups.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { alone } from './alone.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

const at = (second: number): string => `2026-11-23T10:20:0${second}.000Z`
const sound = (): Promise<boolean> => Promise.resolve(true)

describe('backups of a journal', () => {
  let dir: string
  let journal: Journal
  let backups: Backups
  const folder = (): string => join(dir, 'backup')
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'forecourt-backups-'))
    journal = new Journal(join(dir, 'journal.db'), systemClock)
    backups = new Backups(journal.path)
  })
  afterEach(() => {
    journal.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const setHold = (until: number): void => journal.tables.holds.set('account', 1, until)
  const holdIn = (path: string): unknown => {
    const db = new DatabaseSync(path, { readOnly: true })
    const hold = db.prepare('SELECT until FROM holds').get()
    db.close()
    return hold?.until
  }

  it('are the two newest, one file each, for their owner alone', async () => {
    for (const n of [1, 2, 3]) {
      setHold(n)
      await backups.take(at(n), sound)
    }
    expect(backups.all().map((each) => [each.at, holdIn(each.path)])).toEqual([
      [at(3), 3],
      [at(2), 2],
    ])
    expect(readdirSync(folder())).toHaveLength(2)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    for (const { path } of backups.all()) expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('are in the order in which they were made, if the clock was set back', async () => {
    for (const n of [5, 1]) {
      setHold(n)
      await backups.take(at(n), sound)
    }
    expect(holdIn(backups.newest()?.path ?? '')).toBe(1)
  })

  it('keep the older ones if a new one isn’t sound, and leave no draft', async () => {
    await backups.take(at(1), sound)
    await expect(backups.take(at(2), () => Promise.resolve(false))).rejects.toMatchObject({ code: 'storage' })
    await expect(backups.take(at(2), () => Promise.reject(new Error('no thread')))).rejects.toThrow(
      'no thread',
    )
    expect(backups.all().map((each) => each.at)).toEqual([at(1)])
    expect(readdirSync(folder())).toHaveLength(1)
  })

  it('are passed over if they are damaged or of another version', async () => {
    for (const n of [1, 2]) {
      setHold(n)
      await backups.take(at(n), sound)
    }
    const [newest, older] = backups.all().map(({ path }) => path)
    truncateSync(newest ?? '', 5_000)
    expect(backups.newest()?.path).toBe(older)
    const db = new DatabaseSync(older ?? '')
    db.exec('PRAGMA user_version = 3')
    db.close()
    expect(backups.newest()).toBeNull()
  })

  it('are of one moment, whatever is written meanwhile', async () => {
    const seq = journal.tables.batches.begin('2026-01-01-aaaaa', source(1), at(0))
    const row = (line: number): PlannedRow => planned(line, 'create', car({ price: line }))
    journal.writeUnsynced(() => {
      for (let line = 2; line < 4_000; line += 1) journal.tables.rows.insert(seq, row(line))
    })
    const taking = backups.take(at(1), sound)
    let line = 4_000
    const over = { is: false }
    void taking.finally(() => (over.is = true))
    while (!over.is) {
      journal.tables.rows.insert(seq, row((line += 1)))
      await nextTurn()
    }
    await taking
    const db = new DatabaseSync(backups.newest()?.path ?? '', { readOnly: true })
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const { rows, counted } = db
      .prepare('SELECT (SELECT count(*) FROM rows) AS rows, (SELECT sum(n) FROM batch_counts) AS counted')
      .get() as { rows: number; counted: number }
    db.close()
    expect(rows).toBe(counted)
    expect(rows).toBeLessThan(line - 2)
  })
})

describe('a backup is made', () => {
  let shop: Dealership
  beforeEach(async () => {
    shop = await openDealership()
  })
  afterEach(() => shop.close())

  const newest = (): DatabaseSync | null => {
    const [found] = new Backups(join(shop.dataDir, 'journal.db')).all()
    return found ? new DatabaseSync(found.path, { readOnly: true }) : null
  }
  function inBackup(sql: string): unknown[] {
    const db = newest()
    try {
      return db?.prepare(sql).all() ?? []
    } finally {
      db?.close()
    }
  }
  const states = () => inBackup('SELECT state, count(*) AS n FROM rows GROUP BY state')
  const plan = (...prices: number[]) =>
    shop.batches.planner.plan(
      source(shop.userId),
      prices.map((price, n) => planned(n + 2, 'create', car({ price }))),
    )

  it('of a batch when it is planned', async () => {
    await plan(1, 2)
    await shop.batches.backups.settled()
    expect(states()).toEqual([{ state: 'planned', n: 2 }])
  })

  it('of its results when it was sent, and at the end', async () => {
    const { id } = await plan(1, 2)
    await shop.batches.backups.settled()
    await shop.batches.control.send(id)
    await shop.batches.control.idle()
    await shop.batches.backups.settled()
    expect(states()).toEqual([{ state: 'done', n: 2 }])
    shop.batches.recovery.ensureLock().tables.holds.set('account', 1, 2)
    await shop.batches.close()
    expect(inBackup('SELECT until FROM holds')).toEqual([{ until: 2 }])
  })

  it('never by a process that changed nothing', async () => {
    await plan(1)
    await shop.batches.close()
    const [before] = new Backups(join(shop.dataDir, 'journal.db')).all()
    await shop.restart()
    shop.batches.recovery.recover()
    await shop.batches.close()
    expect(new Backups(join(shop.dataDir, 'journal.db')).all()[0]).toEqual(before)
  })

  async function nextProcess(): Promise<void> {
    await shop.restart()
    shop.batches.recovery.recover()
    await shop.batches.backups.settled()
  }

  it('of a journal that has none yet, by the next process that takes the engine', async () => {
    await plan(1)
    await shop.batches.close()
    rmSync(join(shop.dataDir, 'backup'), { recursive: true })
    await nextProcess()
    expect(states()).toEqual([{ state: 'planned', n: 1 }])
  })

  /** More than is checked in the same thread. */
  const manyBytes = Array.from({ length: 40 }, (_, n) =>
    planned(n + 2, 'create', car({ price: n, auto_note: 'x'.repeat(60_000) })),
  )

  it('of a batch that is planned while or right after a slow one is made', async () => {
    const checkMs = 200
    await shop.restart({ backup: { ...alone.backup, check: () => delay(checkMs, true) } })
    const isBackedUp = (rows: number) => expect.poll(states).toEqual([{ state: 'planned', n: rows }])
    await shop.batches.planner.plan(source(shop.userId), manyBytes)
    await plan(1)
    await isBackedUp(manyBytes.length + 1)
    await plan(2)
    await isBackedUp(manyBytes.length + 2)
  })

  it('or what kept it from being made is told', async () => {
    const failures: unknown[] = []
    const verdicts = [false, true, true]
    await shop.restart({
      backup: {
        onOutcome: (error) => failures.push(error),
        check: () => Promise.resolve(verdicts.shift() ?? true),
      },
    })
    const planned = async (): Promise<void> => {
      await shop.batches.planner.plan(source(shop.userId), manyBytes)
      await shop.batches.backups.settled()
    }
    await planned()
    const damaged = { code: 'storage', details: { reason: 'backup-damaged' } }
    expect(failures).toMatchObject([damaged])
    await planned()
    await planned()
    expect(failures, 'and once that one could be made again').toMatchObject([damaged, null])
  })
})
