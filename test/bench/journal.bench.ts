import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import type { Batches } from '../../src/main/batch/open-batches.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { addSettled } from '../settled-batches.ts'
import { measured, median, type Figure } from './figure.ts'
import { threadTime } from './longest-turn.ts'
import { against, inTurn } from './rounds.ts'
import { unsentBatches } from './unsent-batches.ts'

export const name = 'A journal of years: 300,000 rows in 15,000 batches, against 3,000 rows in 150'

const accountId = 'bench'
const rowsOfEach = 20
const sizes = { small: 150, large: 15_000 }
const roundsOfEach = 15
/** What is too short for the clock is done so often. */
const times = 20

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

/** What a person waits for, with a journal that is open. */
const works: Readonly<Record<string, (opened: OpenJournal) => unknown>> = {
  'lists the newest batches': ({ batches }) => batches.reader.page(),
  'finds the batches of an advert': ({ batches }) => batches.reader.ofAdvert(accountId, 50),
  'finds the batch of a file': ({ batches }) => batches.reader.newestOf(accountId, '7'.padStart(64, '0')),
  'knows 100 rows again that were sent': ({ batches }) =>
    batches.reader.sentBefore(
      accountId,
      Array.from({ length: 100 }, (_, at) => String(rowsOfEach + at).padStart(22, '0')),
    ),
  'shows a page of an old batch': ({ batches }) => batches.reader.rows('old-9', 'done', 0, rowsOfEach),
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
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-years-'))
  const small = mkdtempSync(join(folder, 'small-'))
  const large = mkdtempSync(join(folder, 'large-'))
  try {
    await fill(small, sizes.small)
    await fill(large, sizes.large)
    const figures = figuresOf(
      'opens it and lists the newest batches',
      await inTurn(roundsOfEach, [() => opening(small), () => opening(large)]),
    )
    const opened = [open(small), open(large)]
    for (const [what, work] of Object.entries(works))
      figures.push(
        ...figuresOf(
          what,
          await inTurn(
            roundsOfEach,
            opened.map((each) => () => repeated(work, each)),
          ),
        ),
      )
    for (const { batches } of opened) await batches.close()
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function repeated(work: (opened: OpenJournal) => unknown, opened: OpenJournal): Promise<number> {
  const begun = threadTime()
  for (let time = 0; time < times; time++) work(opened)
  return Promise.resolve((threadTime() - begun) / times)
}

const figuresOf = (what: string, [small = [], large = []]: number[][]): Figure[] => [
  { name: `${what}, against the small one`, ...measured(against(large, small)), unit: '×', goal: 1.5 },
  { name: 'the same in ms', value: median(large), unit: 'ms' },
]
