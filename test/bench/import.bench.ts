import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contender, type Done, turnsOf } from './contender.ts'
import { csvShapes } from './csv-shapes.ts'
import { type Figure, measured } from './figure.ts'
import { fillFolder } from './full-folder.ts'
import { inFolder } from './in-folder.ts'
import { against } from './rounds.ts'

export const name = 'import'

const rowCount = 100_000
const roundCount = 7
/** By shape; those of edits are of a full cache and journal, against which they are compared. */
const goals: Readonly<Record<string, number>> = { edits: 6, project: 2.5, short: 4 }
/** DuckDB and polars are missing: npm can't install the one from its lock file, and can't load the other. */

/**
 * The import as the app does it: read, check, compare with the cache and the journal, stage, in the worker with main's
 * answers; beside a bare Papa.parse of the same text. Files of several shapes; the cache and the journal
 * empty, and with 100,000 adverts and 200,000 rows. The rounds of all contenders of a shape are interleaved. Ratios by the
 * clock and of processor time, which says more on a busy machine.
 */
export const run = (): Promise<Figure[]> =>
  inFolder(async (directory) => {
    const empty = join(directory, 'empty')
    const full = join(directory, 'full')
    for (const folder of [empty, full]) mkdirSync(folder)
    await fillFolder(full)
    const figures: Figure[] = []
    for (const [shape, goal] of Object.entries(goals)) {
      const path = join(directory, 'shape.csv')
      writeFileSync(path, csvShapes[shape]?.(rowCount) ?? '')
      figures.push(...(await figuresOf(shape, goal, path, empty, full)))
    }
    return figures
  })

const module = new URL('import-contender.ts', import.meta.url)

async function figuresOf(
  shape: string,
  goal: number,
  path: string,
  empty: string,
  full: string,
): Promise<Figure[]> {
  const named = [
    ['Papa', 'papa'],
    ['the app, journal and cache empty', 'app', empty],
    ['the app, journal and cache full', 'app', full],
  ] as const
  const contenders = await Promise.all(
    named.map(([, way, folder = '']) => Contender.start(module, way, path, folder)),
  )
  const turns = await turnsOf(roundCount, contenders)
  for (const contender of contenders) contender.end()
  const [bare = []] = turns
  return named.flatMap(([words], at) => figuresOfOne(`${shape}: ${words}`, turns[at] ?? [], bare, goal))
}

function figuresOfOne(name: string, turns: readonly Done[], bare: readonly Done[], goal: number): Figure[] {
  if (turns === bare) return [{ name, ...measured(turns.map(({ took }) => took)), unit: 'ms' }]
  const ratios = (of: 'took' | 'processor'): number[] =>
    against(
      turns.map((done) => done[of]),
      bare.map((done) => done[of]),
    )
  const isGoals = name.endsWith(name.startsWith('edits') ? 'full' : 'empty')
  const ofGoal = isGoals ? { goal } : {}
  return [
    { name, ...measured(ratios('took')), unit: '× bare', ...ofGoal },
    { name: `${name}, processor`, ...measured(ratios('processor')), unit: '× bare' },
  ]
}
