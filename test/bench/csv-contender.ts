import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { FileShape } from '#shared/import/draft.ts'
import { DraftSession } from '../../src/main/import/worker/draft-session.ts'
import { answerRuns } from './answer-runs.ts'

/** One way of reading a file, in a process of its own: `node csv-contender.ts NAME FILE`. */
const [name = '', path = ''] = process.argv.slice(2)
const file = 'bench.csv'
const shape: FileShape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' }

const whole = name === 'bare' ? readFileSync(path, 'utf8') : ''
const account = { userId: 7, baseUrlLength: 40, stock: null, readsAfter: true, links: [] }

const contenders: Readonly<Record<string, () => unknown>> = {
  /** A text that is in memory and decoded already. */
  bare: () => Papa.parse(whole, { header: false, delimiter: ',', newline: '\n' }),
  /** What a program does that reads the file into memory. */
  'in-memory': () => Papa.parse(readFileSync(path, 'utf8'), { header: false, delimiter: ',', newline: '\n' }),
  check: async () => {
    const session = new DraftSession({ draftId: 'bench', path, fileName: file })
    const hooks = { compare: null, isCancelled: () => false, onProgress: () => undefined }
    await session.check({ shape, mapping: null, operation: 'create', account }, hooks)
    session.close()
  },
}

const run = contenders[name]
if (!run) throw new Error(`No contender ${name}`)

answerRuns(run)
