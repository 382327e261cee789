import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { answerRuns } from './answer-runs.ts'
import { openFolder } from './full-folder.ts'
import { testEntries } from '../scripts.ts'

/**
 * One way of reading a file, in a process of its own: `node import-contender.ts NAME FILE [FOLDER]`. `app` is what the app
 * does when it checks a file, in its worker, with the cache and the journal of that folder.
 */
const [name = '', path = '', dataDir = ''] = process.argv.slice(2)

type Way = () => Promise<() => unknown>
const text = (): string => readFileSync(path, 'utf8')

const ways: Readonly<Record<string, Way>> = {
  async app() {
    const folder = openFolder(dataDir)
    const drafts = new DraftService({ dataDir, entries: testEntries })
    const draftId = drafts.openPath(path)
    const { operation } = await drafts.inspect(draftId, {})
    const choice = { shape: {}, mapping: null, operation: operation === null ? ('create' as const) : null }
    return () => drafts.check(draftId, choice, folder.account())
  },
  // It reads a text that is in memory already.
  async papa() {
    const whole = await Promise.resolve(text())
    return () => Papa.parse(whole, { header: false, delimiter: ',', newline: '\n' })
  },
}

const way = ways[name]
if (!way) throw new Error(`No way ${name}`)
answerRuns(await way())
