import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { Contender, type Done, turnsOf } from './contender.ts'
import { csvShapes } from './csv-shapes.ts'
import { csvText } from './csv-text.ts'
import { openFolder } from './full-folder.ts'
import { type Figure, measured, median } from './figure.ts'
import { against } from './rounds.ts'
import { testEntries } from '../scripts.ts'

export const name = 'csv'

const rowCount = 100_000
const manyRows = 300_000
const roundCount = 9

const ways = ['bare', 'parse', 'check'] as const
type Goals = Readonly<Partial<Record<(typeof ways)[number], number>>>
/** Of rounds that each clear their own garbage, as the app's worker does. */
const goals: Readonly<Record<'project' | 'short', Goals>> = { project: { check: 2 }, short: {} }

/**
 * Files of 100,000 rows from their bytes to checked rows, as ratios to a bare Papa.parse of the same text, which is in
 * memory and decoded already; and three times as many rows, for memory and for time in proportion.
 */
export async function run(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    const path = join(directory, 'bench.csv')
    const figures: Figure[] = []
    writeFileSync(path, csvShapes.short?.(rowCount) ?? '')
    figures.push(...(await speed('short', path)).figures)
    writeFileSync(path, csvText(rowCount))
    const project = await speed('project', path)
    const gap = await longestGap(directory, path)
    return [
      ...project.figures,
      ...figures,
      gap,
      ...(await memory(join(directory, 'many.csv'), project.checked)),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const contender = (name: string, path: string): Promise<Contender> =>
  Contender.start(new URL('csv-contender.ts', import.meta.url), name, path)

async function speed(
  shape: keyof typeof goals,
  path: string,
): Promise<{ readonly figures: Figure[]; readonly checked: number }> {
  const contenders = await Promise.all(ways.map((way) => contender(way, path)))
  const collected = await turnsOf(roundCount, contenders)
  const own = await turnsOf(roundCount, contenders, 'own')
  for (const one of contenders) one.end()
  const figures: Figure[] = [
    { name: `${shape}: file of ${rowCount} rows`, value: statSync(path).size / 1e6, unit: 'MB' },
    ...figuresOf(shape, 'garbage collected outside of the time', collected, {}),
    ...figuresOf(shape, 'each with its own garbage', own, goals[shape]),
  ]
  return { figures, checked: median(timesOf(collected.at(-1))) }
}

const timesOf = (turns: readonly Done[] = []): number[] => turns.map(({ took }) => took)

function figuresOf(shape: string, how: string, turns: readonly (readonly Done[])[], goals: Goals): Figure[] {
  const bare = timesOf(turns[0])
  const name = (way: (typeof ways)[number]): string => `${shape}, ${how}: ${words[way]}`
  return ways.map((way, at) => {
    const goal = goals[way]
    if (way === 'bare') return { name: name(way), value: median(bare), unit: 'ms' }
    const ratios = measured(against(timesOf(turns[at]), bare))
    return { name: name(way), ...ratios, unit: '× bare', ...(goal !== undefined && { goal }) }
  })
}

const words = {
  bare: 'bare Papa.parse of the text',
  parse: 'read + parse + lines',
  check: 'read + parse + check',
} as const

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
