import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import type { JournalStatus } from '#shared/batch/journal-state.ts'
import { newVehicles, openCounter, type Counter, type Ran } from './counter.ts'
import { spread, wholeTest } from '../../whole.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const inFolder = (name: string): string => join(counter.dataDir, name)
const journalPath = (): string => inFolder('journal.db')
const send = (name: string, prices: readonly number[], ...options: string[]): Promise<Ran> =>
  counter.run('import', counter.file(name, newVehicles(prices)), '--commit', '--json', ...options)
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n)

async function created(): Promise<string[]> {
  const ledger = await counter.control.ledger()
  return ledger.filter(({ method }) => method === 'POST').map(({ params }) => params.price ?? '')
}

async function choose(choice: string): Promise<JournalStatus> {
  const { code, out, err } = await counter.run('journal', choice, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as JournalStatus
}

async function batches(): Promise<Batch[]> {
  return (JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }).batches
}

const loseBackups = (): void => rmSync(inFolder('backup'), { recursive: true, force: true })

function ruin(): void {
  writeFileSync(journalPath(), 'this is no database')
  loseBackups()
}

/** Keeps a copy of the journal, as a backup of one file has it. */
function keep(): () => void {
  const copy = `${journalPath()}.copy`
  cpSync(journalPath(), copy)
  return () => {
    for (const suffix of ['-wal', '-shm']) rmSync(`${journalPath()}${suffix}`, { force: true })
    cpSync(copy, journalPath())
    loseBackups()
  }
}

/** Overwrites a page of each of these tables or indexes with zeros, as a bad sector does; all of them without `count`. */
function damage(names: readonly string[], count = Infinity): void {
  const db = new DatabaseSync(journalPath())
  const found = names.flatMap((name) =>
    db
      .prepare('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno')
      .all(name)
      .slice(0, count)
      .map(({ pageno }) => Number(pageno)),
  )
  db.close()
  const bytes = readFileSync(journalPath())
  for (const page of found) bytes.fill(0, (page - 1) * 4_096, page * 4_096)
  writeFileSync(journalPath(), bytes)
  loseBackups()
}

/** The same file once more creates nothing: each row is held as one that may have been sent. */
async function expectHeld(name: string, prices: readonly number[]): Promise<void> {
  const before = await created()
  for (const file of [name, `renamed-${name}`]) {
    const again = await send(file, prices)
    expect([again.code, again.out.match(/"sent-before"/g)?.length]).toEqual([1, prices.length])
    expect(JSON.parse(again.out)).toMatchObject({ counts: { done: 0, invalid: prices.length } })
  }
  expect(await created()).toEqual(before)
}

describe.each(spread(['salvage', 'start-new'], 1))(
  'what was sent and is lost with the journal, after %s',
  (choice) => {
    it('is held, if nothing of the journal can be read', async () => {
      await send('new.csv', range(1, 12))
      ruin()
      expect(await choose(choice)).toMatchObject({ lost: 12 })
      await expectHeld('new.csv', range(1, 12))
      expect(await batches()).toMatchObject([{ state: 'incomplete', unreadable: null }])
      // A person who knows better sends them all the same, and later commands find nothing more that is lost.
      expect((await send('new.csv', range(1, 2), '--again')).code).toBe(0)
      expect(await batches()).toHaveLength(2)
    })

    it('is held, if the journal is an older copy that is damaged, too', async () => {
      await send('first.csv', range(1, 3))
      const restore = keep()
      await send('new.csv', range(100, 30))
      restore()
      damage(['attempts'], 1)
      await choose(choice)
      await expectHeld('new.csv', range(100, 30))
      expect((await batches()).filter(({ unreadable }) => unreadable === null)).not.toHaveLength(0)
    })

    it('is held, if the file is gone', async () => {
      await send('new.csv', range(1, 12))
      rmSync(journalPath())
      loseBackups()
      await choose(choice)
      await expectHeld('new.csv', range(1, 12))
    })

    wholeTest('is held, if the mark is gone, too: the settings have a copy of it', async () => {
      await send('new.csv', range(1, 12))
      ruin()
      rmSync(inFolder('journal.mark'))
      await choose(choice)
      await expectHeld('new.csv', range(1, 12))
    })

    wholeTest('is held, if the mark can’t be read and the settings know nothing', async () => {
      await send('new.csv', range(1, 12))
      ruin()
      truncateSync(inFolder('journal.mark'))
      rmSync(inFolder('settings.json'))
      await choose(choice)
      await expectHeld('new.csv', range(1, 12))
    })

    wholeTest(
      'is held and listed once for each batch that the mark names, and once for those that it names no more',
      async () => {
        for (let n = 0; n < 9; n += 1) await send(`file-${n}.csv`, [n + 1])
        const sent = (await batches()).map(({ id }) => id)
        ruin()
        await choose(choice)
        const listed = await batches()
        expect(listed).toHaveLength(8)
        expect(sent.slice(0, 7).every((id) => listed.some((batch) => batch.id === id))).toBe(true)
        await expectHeld('file-0.csv', [1])
        expect(await batches()).toHaveLength(8)
      },
    )

    wholeTest('is compared even if the app is ended while the files change places', async () => {
      await send('new.csv', range(1, 12))
      const [mark, settings] = [inFolder('journal.mark'), inFolder('settings.json')].map((path) =>
        readFileSync(path),
      )
      ruin()
      await choose(choice)
      // As they were when the new journal was in its place.
      writeFileSync(inFolder('journal.mark'), mark ?? '')
      writeFileSync(inFolder('settings.json'), settings ?? '')
      await expectHeld('new.csv', range(1, 12))
      expect((await batches()).length).toBeLessThan(3)
    })

    it('still asks which copy goes on, if the data folder was copied', async () => {
      await send('new.csv', [1])
      ruin()
      // The copied file is another one, which the mark tells.
      cpSync(inFolder('journal.mark'), inFolder('copy'))
      rmSync(inFolder('journal.mark'))
      cpSync(inFolder('copy'), inFolder('journal.mark'))
      await choose(choice)
      const again = await send('more.csv', [2], '--again')
      expect([again.code, again.out]).toEqual([2, expect.stringContaining('journal-elsewhere')])
      expect(await created()).toEqual(['20001'])
    })
  },
)

describe('a salvage that reads what was sent', () => {
  it('holds no create that was not sent, if no send is missing', async () => {
    await send('new.csv', range(1, 12))
    damage(['holds'])
    expect(await choose('salvage')).toMatchObject({ lost: 0, rows: 12, unreadable: 0 })
    expect((await send('more.csv', [99])).code).toBe(0)
    await expectHeld('new.csv', range(1, 12))
    expect(await created()).toHaveLength(13)
  })

  it('holds the creates of a batch of which no row and no name is left', async () => {
    await send('first.csv', range(1, 3))
    for (let n = 0; n < 8; n += 1) await send(`file-${n}.csv`, [n + 10])
    const db = new DatabaseSync(journalPath())
    db.exec('PRAGMA writable_schema = ON; DROP TRIGGER attempts_stay; DROP TRIGGER rows_attempted')
    db.exec(`DELETE FROM attempts WHERE row <= 3; DELETE FROM rows WHERE batch = 1;
      DELETE FROM batch_counts WHERE batch = 1; DELETE FROM batches WHERE seq = 1; VACUUM`)
    db.close()
    // The page of the first batch is lost with all that told of it; what is left can't tell that it was there.
    damage(['batches', 'rows_by_state'])
    await choose('salvage')
    await expectHeld('first.csv', range(1, 3))
  })

  wholeTest('holds no other create if only the journal’s own count can’t be read', async () => {
    await send('new.csv', range(1, 12))
    damage(['identity'])
    expect(await choose('salvage')).toMatchObject({ lost: 0, rows: 12 })
    await expectHeld('new.csv', range(1, 12))
    expect((await send('more.csv', [99])).code).toBe(0)
  })
})

it('what is lost is told by the settings’ copy of the count, if the mark went back with the journal', async () => {
  await send('new.csv', [1])
  const [restore, mark] = [keep(), readFileSync(inFolder('journal.mark'))]
  await send('more.csv', [2, 3])
  restore()
  writeFileSync(inFolder('journal.mark'), mark)
  expect((await counter.run('batches', '--json')).err).toContain('2 sends are missing')
  expect((await counter.run('batches', '--json')).err).toBe('')
})
