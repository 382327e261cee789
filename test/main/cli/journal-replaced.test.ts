import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import type { JournalStatus } from '#shared/batch/journal-state.ts'
import { newVehicles, openCounter, type Ran } from './counter.ts'
import { spread } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

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

/** What a person may choose if only a backup from before the batch is left, and if none is. */
const ends = [
  { choice: 'restore', spoil: keepFirstBackup },
  { choice: 'start-new', spoil: loseBackups },
] as const

/** The newest backup but of before the last batch. */
function keepFirstBackup(): void {
  for (const name of readdirSync(inFolder('backup'))) rmSync(join(inFolder('backup'), name))
  cpSync(inFolder('first-backup'), inFolder('backup'), { recursive: true })
}

describe.each(spread(ends, 1))(
  'what was sent and is lost with the journal, after $choice',
  ({ choice, spoil }) => {
    /** Sends a batch that is in the backup, and then one that is not. */
    async function sendLost(prices: readonly number[]): Promise<void> {
      await send('first.csv', [900])
      cpSync(inFolder('backup'), inFolder('first-backup'), { recursive: true })
      await send('new.csv', prices)
    }

    it('is held, if nothing of the journal can be read', async () => {
      await sendLost(range(1, 12))
      writeFileSync(journalPath(), 'this is no database')
      spoil()
      const lost = choice === 'restore' ? 12 : 13
      expect(await choose(choice)).toMatchObject({ lost, unknownSends: { sends: lost } })
      await expectHeld('new.csv', range(1, 12))
      const told = await send('new.csv', [1])
      expect(told.err).toContain(`of ${lost} sends before that nothing is known`)
      // A person who knows better sends them all the same.
      expect((await send('new.csv', range(1, 2), '--again')).code).toBe(0)
      expect(await batches()).toHaveLength(choice === 'restore' ? 2 : 1)
    })

    it('is held, if the file is gone', async () => {
      await sendLost(range(1, 12))
      rmSync(journalPath())
      spoil()
      await choose(choice)
      await expectHeld('new.csv', range(1, 12))
    })

    it('is held, if the mark is gone, too', async () => {
      await sendLost(range(1, 12))
      writeFileSync(journalPath(), 'this is no database')
      spoil()
      rmSync(inFolder('journal.mark'))
      expect(await choose(choice)).toMatchObject({ lost: null, unknownSends: { sends: null } })
      await expectHeld('new.csv', range(1, 12))
    })

    it('still asks which copy goes on, if the data folder was copied', async () => {
      await sendLost([1])
      writeFileSync(journalPath(), 'this is no database')
      spoil()
      // The copied file is another one, which the mark tells.
      cpSync(inFolder('journal.mark'), inFolder('copy'))
      rmSync(inFolder('journal.mark'))
      cpSync(inFolder('copy'), inFolder('journal.mark'))
      await choose(choice)
      const again = await send('more.csv', [2], '--again')
      expect([again.code, again.out]).toEqual([2, expect.stringContaining('journal-elsewhere')])
      expect(await created()).toEqual(['20900', '20001'])
    })
  },
)

it('a backup of all that was sent holds no create that was not sent', async () => {
  await send('new.csv', range(1, 12))
  writeFileSync(journalPath(), 'this is no database')
  expect(await choose('restore')).toMatchObject({ lost: 0, rows: 12, inDoubt: 0, unknownSends: null })
  expect((await send('more.csv', [99])).code).toBe(0)
  await expectHeld('new.csv', range(1, 12))
  expect(await created()).toHaveLength(13)
})

it('yesterday’s data folder that is copied over today’s, file by file, is asked about', async () => {
  await send('yesterday.csv', [1])
  const yesterday = join(counter.dataDir, '..', 'yesterday')
  cpSync(counter.dataDir, yesterday, { recursive: true })
  await send('today.csv', [2, 3])
  const over = (folder: string): void => {
    for (const entry of readdirSync(join(yesterday, folder), { withFileTypes: true }))
      if (entry.isDirectory()) over(join(folder, entry.name))
      // The same file gets the older content.
      else
        writeFileSync(inFolder(join(folder, entry.name)), readFileSync(join(yesterday, folder, entry.name)))
  }
  over('')
  const again = await send('today.csv', [2, 3])
  expect([again.code, again.out]).toEqual([2, expect.stringContaining('journal-elsewhere')])
  // Today's backups are still there: they know the batch.
  await choose('continue-here')
  await expectHeld('today.csv', [2, 3])
  rmSync(yesterday, { recursive: true })
})

it('a flipped bit in the schema is damage, and nothing is sent', async () => {
  await send('new.csv', [1])
  const bytes = readFileSync(journalPath())
  const at = bytes.indexOf('only a person sends a create in doubt again')
  bytes[at] = (bytes[at] ?? 0) ^ 4
  writeFileSync(journalPath(), bytes)
  const sent = await send('more.csv', [2])
  expect([sent.code, sent.out]).toEqual([2, expect.stringContaining('journal-damaged')])
  expect(await choose('restore')).toMatchObject({ lost: 0, rows: 1 })
  await expectHeld('new.csv', [1])
})
