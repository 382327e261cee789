import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { type Figure, measured } from './figure.ts'
import { fillFolder, firstAdvert, openFolder } from './full-folder.ts'
import { inFolder } from './in-folder.ts'
import { testEntries } from '../scripts.ts'

export const name = 'check'

const rowCount = 100_000
const roundCount = 5
const goal = 1_000

/**
 * Changes in a checked file of 100,000 edits, with 100,000 adverts in the cache: another price for every row, and the
 * same undone.
 */
export const run = (): Promise<Figure[]> =>
  inFolder(async (directory) => {
    const dataDir = join(directory, 'full')
    mkdirSync(dataDir)
    await fillFolder(dataDir)
    const path = join(directory, 'edits.csv')
    writeFileSync(path, `auto_id,currency_id,price\n${Array.from({ length: rowCount }, line).join('')}`)
    return figuresOf(path, dataDir)
  })

const line = (_: unknown, at: number): string => `${firstAdvert + at},1,${10_000 + (at % 977)}\n`

async function figuresOf(path: string, dataDir: string): Promise<Figure[]> {
  const folder = openFolder(dataDir)
  const drafts = new DraftService({ dataDir, entries: testEntries })
  const id = drafts.openPath(path)
  await drafts.check(id, { shape: {}, mapping: null, operation: null }, folder.account())
  const change = (value: string) =>
    drafts
      .ask('changeColumn', id, { column: 2, match: null, value }, { filter: 'all' })
      .then(() => drafts.ask('summary', id))
  const figures = [
    ...(await figureOf('every price of 100,000 rows', (round) => change(String(20_000 + round)))),
    ...(await figureOf('the same undone', () => drafts.ask('moveStep', id, 'undo'))),
  ]
  await drafts.close()
  return figures
}

async function figureOf(words: string, work: (round: number) => Promise<unknown>): Promise<Figure[]> {
  const processor: number[] = []
  const times: number[] = []
  for (let round = 0; round < roundCount; round++) {
    const begun = performance.now()
    const used = process.cpuUsage()
    await work(round)
    times.push(performance.now() - begun)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1_000)
  }
  return [
    { name: words, ...measured(times), unit: 'ms', goal },
    { name: `${words}: processor time of all threads`, ...measured(processor), unit: 'ms' },
  ]
}
