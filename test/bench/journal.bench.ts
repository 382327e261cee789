import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import type { Batches } from '../../src/main/batch/open-batches.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { addSettled } from '../settled-batches.ts'
import { measured, median, type Figure } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { threadTime } from './longest-turn.ts'
import { against, inTurn } from './rounds.ts'
import { unsentBatches } from './unsent-batches.ts'

export const name = 'A journal of years: 300,000 rows in 15,000 batches, against 3,000 rows in 150'

const accountId = 'bench'
const rowsOfEach = 20
const sizes = { small: 150, large: 15_000 }
const roundsOfEach = 15

interface OpenJournal {
  readonly journal: Journal
  readonly batches: Batches
}

function open(dataDir: string): OpenJournal {
  const journal = new Journal(join(dataDir, 'journal.db'), systemClock)
  return { journal, batches: unsentBatches(journal, dataDir) }
}

/** Years of batches that are done, then one with rows that wait. */
async function fill(dataDir: string, batches: number): Promise<void> {
  const opened = open(dataDir)
  addSettled(opened.journal.db, { accountId, batches, rows: rowsOfEach })
  const rows = Array.from({ length: rowsOfEach }, (_, at) =>
    planned(at + 2, 'edit', { auto_id: 39_000_000 + at, currency_id: 1, price: 10_000 + at }),
  )
  await opened.batches.planner.plan(source(1, { accountId }), rows)
  await opened.batches.close()
}

/** Opened as the window opens it, with the engine; closed outside of the time. */
async function opening(dataDir: string): Promise<number> {
  const begun = threadTime()
  const { batches } = open(dataDir)
  batches.recovery.recover()
  batches.reader.page()
  const taken = threadTime() - begun
  await batches.close()
  return taken
}

/** Work of the main thread alone: what else the machine does makes no part of it. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const small = mkdtempSync(join(folder, 'small-'))
    const large = mkdtempSync(join(folder, 'large-'))
    await fill(small, sizes.small)
    await fill(large, sizes.large)
    const [few = [], many = []] = await inTurn(roundsOfEach, [() => opening(small), () => opening(large)])
    const what = 'opens it and lists the newest batches'
    return [
      { name: `${what}, against the small one`, ...measured(against(many, few)), unit: '×', goal: 1.5 },
      { name: 'the same in ms', value: median(many), unit: 'ms' },
    ]
  })
