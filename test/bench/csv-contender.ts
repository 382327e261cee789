import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { FileShape } from '#shared/import/draft.ts'
import { UsualPrices } from '../../src/main/import/compare/usual-prices.ts'
import { readRecords } from '../../src/main/import/csv/csv-records.ts'
import { type SourceFile, withSource, withSourceAsync } from '../../src/main/import/csv/source-file.ts'
import { checkFile } from '../../src/main/import/check/check-file.ts'
import { Duplicates } from '../../src/main/import/check/duplicates.ts'
import { TableBounds } from '../../src/main/import/check/outside-table.ts'
import { planRows } from '../../src/main/import/check/row-plan.ts'
import { lookAtFile } from '../../src/main/import/columns/file-shape.ts'
import { mapHeader } from '../../src/main/import/columns/header.ts'
import { stageRows } from '../../src/main/import/staging/stage-rows.ts'
import type { StagedPlan } from '../../src/main/import/staging/staged-plan.ts'
import { Staging } from '../../src/main/import/staging/staging.ts'
import { answerRuns } from './answer-runs.ts'

/** One way of reading a file, in a process of its own: `node csv-contender.ts NAME FILE`. */
const [name = '', path = ''] = process.argv.slice(2)
const file = 'bench.csv'
const shape: FileShape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' }

function planOf(): StagedPlan {
  const header = withSource(path, file, (source) => {
    const first = readRecords(source, shape).next()
    return first.done ? [] : (first.value.records[0]?.cells ?? [])
  })
  const mapping = mapHeader(header, { file, line: 1 })
  const account = { userId: 7, baseUrlLength: 40, stock: null, readsAfter: true }
  const bytes = { rowsAre: 'text', fileName: file, shape, bom: false, ...shape, extraCells: 0 } as const
  return { ...bytes, header, mapping, operation: 'create', fileOperation: 'create', ...account }
}

const whole = name === 'bare' ? readFileSync(path, 'utf8') : ''
const plan = planOf()

const boundsOf = (source: SourceFile): TableBounds => {
  const { headerRecords, header } = lookAtFile(source, shape)
  return new TableBounds(headerRecords, { header: header.cells, mapping: plan.mapping })
}

const contenders: Readonly<Record<string, () => unknown>> = {
  /** A text that is in memory and decoded already. */
  bare: () => Papa.parse(whole, { header: false, delimiter: ',', newline: '\n' }),
  /** What a program does that reads the file into memory. */
  'in-memory': () => Papa.parse(readFileSync(path, 'utf8'), { header: false, delimiter: ',', newline: '\n' }),
  parse: () =>
    withSource(path, file, (source) => {
      let rows = 0
      for (const { records } of readRecords(source, shape)) rows += records.length
      return rows
    }),
  check: () =>
    withSource(path, file, (source) => {
      let rows = 0
      const options = { shape, plan: planRows(plan), duplicates: new Duplicates(), bounds: boundsOf(source) }
      for (const chunk of checkFile(source, options)) rows += chunk.check().length
      return rows
    }),
  stage: () =>
    withSourceAsync(path, file, async (source) => {
      const staging = new Staging(`${path}.db`)
      staging.writePlan(plan)
      const hooks = { compare: null, isCancelled: () => false, onProgress: () => undefined }
      const bounds = boundsOf(source)
      const duplicates = new Duplicates()
      await stageRows({
        plan,
        staging,
        chunks: (rowPlan) => checkFile(source, { shape, plan: rowPlan, duplicates, bounds }),
        totalBytes: source.bytes,
        above: [],
        hooks,
        duplicates,
        prices: new UsualPrices(),
      })
      staging.close()
    }),
}

const run = contenders[name]
if (!run) throw new Error(`No contender ${name}`)

answerRuns(run)
