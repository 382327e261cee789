import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { Contender, turnsOf } from './contender.ts'
import { csvShapes } from './csv-shapes.ts'
import { csvText } from './csv-text.ts'
import { openFolder } from './full-folder.ts'
import { type Figure, measured, median } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { against } from './rounds.ts'
import { testEntries } from '../scripts.ts'

export const name = 'csv'

const rowCount = 100_000
const manyRows = 300_000
const roundCount = 9

/**
 * Files of 100,000 rows from their bytes to checked rows, as ratios to a bare Papa.parse of the same text, which is in
 * memory and decoded already; and three times as many rows, for memory and for time in proportion.
 */
export const run = (): Promise<Figure[]> =>
  inFolder(async (directory) => {
    const path = join(directory, 'bench.csv')
    writeFileSync(path, csvShapes.short?.(rowCount) ?? '')
    const short = await speed('short', path)
    writeFileSync(path, csvText(rowCount))
    const project = await speed('project', path)
    const gap = await longestGap(directory, path)
    return [
      ...project.figures,
      ...short.figures,
      gap,
      ...(await memory(join(directory, 'many.csv'), project.checked)),
    ]
  })

const contender = (name: string, path: string): Promise<Contender> =>
  Contender.start(new URL('csv-contender.ts', import.meta.url), name, path)

/** Of rounds that each clear their own garbage, as the app's worker does. */
async function speed(
  shape: 'project' | 'short',
  path: string,
): Promise<{ readonly figures: Figure[]; readonly checked: number }> {
  const contenders = await Promise.all(['bare', 'check'].map((way) => contender(way, path)))
  const [bare = [], check = []] = (await turnsOf(roundCount, contenders, 'own')).map((turns) =>
    turns.map(({ took }) => took),
  )
  for (const one of contenders) one.end()
  const figures: Figure[] = [
    { name: `${shape}: file of ${rowCount} rows`, value: statSync(path).size / 1e6, unit: 'MB' },
    { name: `${shape}: bare Papa.parse of the text`, value: median(bare), unit: 'ms' },
    { name: `${shape}: read + parse + check`, ...measured(against(check, bare)), unit: '× bare', goal: 2 },
  ]
  return { figures, checked: median(check) }
}

async function memory(path: string, checkOfFewer: number): Promise<Figure[]> {
  writeFileSync(path, csvText(manyRows))
  const inMemory = await contender('in-memory', path)
  const checked = await contender('check', path)
  const { peak: most } = await inMemory.run()
  inMemory.end()
  const { took, peak } = await checked.run()
  checked.end()
  return [
    { name: `in-memory Papa.parse of ${manyRows} rows, peak`, value: most, unit: 'MB' },
    { name: `${manyRows} rows checked, peak`, value: peak, unit: 'MB', goal: 350 },
    {
      name: 'time of three times as many rows',
      value: took / checkOfFewer,
      unit: '×',
      goal: 'in proportion',
    },
  ]
}

/** The whole way through the worker, with an empty cache and journal. */
async function longestGap(dataDir: string, path: string): Promise<Figure> {
  const drafts = new DraftService({ dataDir, entries: testEntries })
  const draftId = drafts.openPath(path)
  await drafts.inspect(draftId, {})
  const folder = openFolder(dataDir)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, folder.account())
  delay.disable()
  await drafts.close()
  await folder.close()
  return { name: 'longest gap of the main thread meanwhile', value: delay.max / 1e6, unit: 'ms', goal: 50 }
}
