import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Papa from 'papaparse'
import { checkFile } from '../../src/main/batch/draft/check-file.ts'
import { DraftService } from '../../src/main/batch/draft/draft-service.ts'
import { Duplicates } from '../../src/main/batch/draft/duplicates.ts'
import { readRecords } from '../../src/main/batch/csv/csv-records.ts'
import { mapHeader } from '../../src/main/batch/draft/header.ts'
import { withSource, withSourceAsync } from '../../src/main/batch/csv/source-file.ts'
import { stageFile } from '../../src/main/batch/draft/stage-file.ts'
import { Staging } from '../../src/main/batch/draft/staging.ts'
import type { StagedPlan } from '../../src/main/batch/draft/staging-tables.ts'
import type { FileShape } from '#shared/batch/draft.ts'
import { csvText } from './csv-text.ts'
import type { Figure } from './figure.ts'
import { rounds } from './rounds.ts'

export const name = 'csv'

const rowCount = 100_000
const roundCount = 9
const shape: FileShape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' }

/**
 * A file of 100,000 × 12 from its bytes to checked and staged rows, as ratios to a bare Papa.parse of the same text,
 * which is in memory and decoded already.
 */
export async function run(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    return await measure(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function measure(directory: string): Promise<Figure[]> {
  const path = join(directory, 'bench.csv')
  const text = csvText(rowCount)
  writeFileSync(path, text)
  const plan = planFor(text)
  const times = await rounds(roundCount, [
    ['bare', () => Promise.resolve(Papa.parse(text, { header: false, delimiter: ',', newline: '\n' }))],
    ['parse', () => Promise.resolve(parseOnly(path))],
    ['check', () => Promise.resolve(parseAndCheck(path, plan))],
    ['stage', () => parseCheckAndStage(path, plan, join(directory, 'bench.db'))],
  ])
  const bare = times.get('bare') ?? Number.NaN
  const ratio = (contender: string): number => (times.get(contender) ?? Number.NaN) / bare
  return [
    { name: `file of ${rowCount} × 12`, value: statSync(path).size / 1e6, unit: 'MB' },
    { name: 'bare Papa.parse of the text', value: bare, unit: 'ms' },
    { name: 'decode + parse + lines', value: ratio('parse'), unit: '× bare' },
    { name: 'decode + parse + check', value: ratio('check'), unit: '× bare', goal: 1.3 },
    { name: 'decode + parse + check + stage', value: ratio('stage'), unit: '× bare', goal: 2.5 },
    {
      name: 'longest gap of the main thread meanwhile',
      value: await longestGap(directory, path),
      unit: 'ms',
      goal: 50,
    },
  ]
}

function planFor(text: string): StagedPlan {
  const header = text.slice(0, text.indexOf('\n')).split(',')
  const mapping = mapHeader(header, { file: 'bench.csv', line: 1 })
  const account = { userId: 7, baseUrlLength: 40, stock: null }
  const file = { fileName: 'bench.csv', shape, bom: false, decimalMark: shape.decimalMark } as const
  return { ...file, header, mapping, operation: 'create', fileOperation: 'create', ...account }
}

const parseOnly = (path: string): number =>
  withSource(path, 'bench.csv', (source) => {
    let rows = 0
    for (const { records } of readRecords(source, shape)) rows += records.length
    return rows
  })

const parseAndCheck = (path: string, plan: StagedPlan): number =>
  withSource(path, 'bench.csv', (source) => {
    let rows = 0
    for (const piece of checkFile(source, { shape, plan, duplicates: new Duplicates() }))
      rows += piece.rows.length
    return rows
  })

const parseCheckAndStage = (path: string, plan: StagedPlan, stagingPath: string): Promise<void> =>
  withSourceAsync(path, 'bench.csv', async (source) => {
    const staging = new Staging(stagingPath)
    staging.writePlan(plan)
    const hooks = { compare: null, isCancelled: () => false, onProgress: () => undefined }
    await stageFile({ source, plan, staging, duplicates: new Duplicates(), hooks })
    staging.close()
  })

/** The whole way through the worker, with both questions to main answered. */
async function longestGap(dataDir: string, path: string): Promise<number> {
  const workerEntry = new URL('../../src/main/batch/draft/import-worker.ts', import.meta.url)
  const drafts = new DraftService({ dataDir, workerEntry })
  const draftId = drafts.openPath(path)
  await drafts.inspect(draftId, {})
  const account = {
    ...{ userId: 7, baseUrlLength: 40, stock: null },
    currentValues: () => new Map(),
    sentBefore: () => new Set<string>(),
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, account)
  delay.disable()
  await drafts.close()
  return delay.max / 1e6
}
