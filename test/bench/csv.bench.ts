import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { Contender } from './contender.ts'
import { csvText } from './csv-text.ts'
import type { Figure } from './figure.ts'
import { rounds } from './rounds.ts'

export const name = 'csv'

const rowCount = 100_000
const manyRows = 1_000_000
const roundCount = 9

/**
 * A file of 100,000 × 12 from its bytes to checked and staged rows, as ratios to a bare Papa.parse of the same text,
 * which is in memory and decoded already; and ten times as many rows, for memory and for time in proportion.
 */
export async function run(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    const path = join(directory, 'bench.csv')
    writeFileSync(path, csvText(rowCount))
    const { figures, stage } = await speed(path)
    const gap = await longestGap(directory, path)
    return [...figures, gap, ...(await memory(join(directory, 'many.csv'), stage))]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const contender = (name: string, path: string): Contender =>
  new Contender(new URL('csv-contender.ts', import.meta.url), name, path)

async function speed(path: string): Promise<{ figures: Figure[]; stage: number }> {
  const contenders = ['bare', 'parse', 'check', 'stage'].map((way) => [way, contender(way, path)] as const)
  const times = await rounds(
    roundCount,
    contenders.map(([way, one]) => [way, () => one.run()]),
  )
  for (const [, one] of contenders) one.end()
  const took = (way: string): number => times.get(way) ?? Number.NaN
  const ratio = (way: string): number => took(way) / took('bare')
  const figures: Figure[] = [
    { name: `file of ${rowCount} × 12`, value: statSync(path).size / 1e6, unit: 'MB' },
    { name: 'bare Papa.parse of the text', value: took('bare'), unit: 'ms' },
    { name: 'read + parse + lines', value: ratio('parse'), unit: '× bare' },
    { name: 'read + parse + check', value: ratio('check'), unit: '× bare', goal: 1.3 },
    { name: 'read + parse + check + stage', value: ratio('stage'), unit: '× bare', goal: 2 },
  ]
  return { figures, stage: took('stage') }
}

async function memory(path: string, stageOfFewer: number): Promise<Figure[]> {
  writeFileSync(path, csvText(manyRows))
  const inMemory = contender('in-memory', path)
  const staged = contender('stage', path)
  const most = await inMemory.run()
  inMemory.end()
  const start = performance.now()
  const peak = await staged.run()
  const took = performance.now() - start
  staged.end()
  return [
    { name: `in-memory Papa.parse of ${manyRows} rows, peak`, value: most, unit: 'MB' },
    { name: `${manyRows} rows checked and staged, peak`, value: peak / most, unit: '× that', goal: 0.35 },
    { name: 'time of ten times as many rows', value: took / stageOfFewer, unit: '×', goal: 'in proportion' },
  ]
}

/** The whole way through the worker, with both questions to main answered. */
async function longestGap(dataDir: string, path: string): Promise<Figure> {
  const workerEntry = new URL('../../src/main/import/worker/import-worker.ts', import.meta.url)
  const drafts = new DraftService({ dataDir, workerEntry })
  const draftId = drafts.openPath(path)
  await drafts.inspect(draftId, {})
  const account = {
    ...{ userId: 7, baseUrlLength: 40, stock: null },
    currentValues: () => new Map(),
    sentBefore: () => new Map(),
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, account)
  delay.disable()
  await drafts.close()
  return { name: 'longest gap of the main thread meanwhile', value: delay.max / 1e6, unit: 'ms', goal: 50 }
}
