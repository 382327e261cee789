import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { csvShapes } from './csv-shapes.ts'
import { type Figure, median } from './figure.ts'
import { fillFolder } from './full-folder.ts'

export const name = 'import'

const rowCount = 100_000
const roundCount = 7
const goals: Readonly<Record<string, number>> = { project: 2.5, short: 4 }
const readers = ['udsv', 'csv-parse'] as const
const doneSchema = z.object({ took: z.number() })

/**
 * The import as the app does it: read, check, compare with the cache and the journal, stage, in the worker with main's
 * answers; beside a bare Papa.parse of the same text and other readers. Files of several shapes; the cache and the journal
 * empty, and with 100,000 adverts and 200,000 rows. The rounds of all contenders of a shape are interleaved.
 */
export async function run(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    const [empty, full] = [join(directory, 'empty'), join(directory, 'full')]
    for (const folder of [empty, full]) mkdirSync(folder)
    await fillFolder(full)
    const figures: Figure[] = []
    for (const [shape, textOf] of Object.entries(csvShapes)) {
      const path = join(directory, 'shape.csv')
      writeFileSync(path, textOf(rowCount))
      figures.push(...(await figuresOf(shape, path, empty, full)))
    }
    return figures
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function figuresOf(shape: string, path: string, empty: string, full: string): Promise<Figure[]> {
  const named = [
    ['Papa', 'papa'],
    ['the app, journal and cache empty', 'app', empty],
    ['the app, journal and cache full', 'app', full],
    ...readers.map((reader) => [reader, reader] as const),
  ] as const
  const contenders = await Promise.all(named.map(([, way, folder = '']) => begin(way, path, folder)))
  const times = named.map((): number[] => [])
  for (let round = 0; round <= roundCount; round++)
    for (const [at, child] of contenders.entries()) {
      const took = await turn(child)
      if (round > 0) times[at]?.push(took)
    }
  for (const child of contenders) child.kill()
  const bare = median(times[0] ?? [])
  return named.map(([words], at) => figureOf(shape, words, times[at] ?? [], bare))
}

function figureOf(shape: string, words: string, times: readonly number[], bare: number): Figure {
  if (words === 'Papa')
    return { name: `${shape}: bare Papa.parse${spread(times, 1)}`, value: bare, unit: 'ms' }
  const goal = words.includes('empty') ? goals[shape] : undefined
  const name = `${shape}: ${words}${spread(times, bare)}`
  return { name, value: median(times) / bare, unit: '× bare', ...(goal === undefined ? {} : { goal }) }
}

/** The fastest and the slowest round. */
const spread = (times: readonly number[], unit: number): string =>
  ` (${(Math.min(...times) / unit).toFixed(2)}–${(Math.max(...times) / unit).toFixed(2)})`

async function begin(way: string, path: string, folder: string): Promise<ChildProcess> {
  const module = new URL('import-contender.ts', import.meta.url)
  const child = fork(module, [way, path, folder], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  await once(child, 'message')
  return child
}

async function turn(child: ChildProcess): Promise<number> {
  child.send('run')
  const [done] = (await once(child, 'message')) as unknown[]
  return doneSchema.parse(done).took
}
