import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { planningAccount } from '../../src/main/batch-ports.ts'
import { DraftService } from '../../src/main/import/draft-service.ts'
import { accountId } from '../main/batch/connect-to.ts'
import { openFolder } from './full-folder.ts'
import { collect } from './rounds.ts'

/**
 * One way of importing a file, in a process of its own: `node import-contender.ts bare|app FILE [FOLDER]`. `app` is what
 * the app does when it checks a file, in its worker, with the cache and the journal of that folder. One run for each
 * message; the garbage of the last one is collected before the time is taken.
 */
const [name = '', path = '', dataDir = ''] = process.argv.slice(2)

async function appRun(): Promise<() => Promise<unknown>> {
  const { inventory, batches, names } = openFolder(dataDir)
  const connection = {
    accountId,
    userId: 7,
    baseUrl: 'https://service.example',
    key: 'k',
    readAuth: 'query',
  } as const
  const workerEntry = new URL('../../src/main/import/worker/import-worker.ts', import.meta.url)
  const drafts = new DraftService({ dataDir, workerEntry })
  return async () => {
    const draftId = drafts.openPath(path)
    const { operation } = await drafts.inspect(draftId, {})
    const account = planningAccount(connection, inventory, batches, names)
    const choice = { shape: {}, mapping: null, operation: operation === null ? ('create' as const) : null }
    const begun = performance.now()
    const check = await drafts.check(draftId, choice, account)
    const took = performance.now() - begun
    await drafts.drop(draftId)
    if (check.rows === 0) throw new Error('no rows were checked')
    return took
  }
}

function bareRun(): () => Promise<unknown> {
  const text = readFileSync(path, 'utf8')
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  return () => {
    const begun = performance.now()
    Papa.parse(text, { header: false, delimiter, newline: '\n' })
    return Promise.resolve(performance.now() - begun)
  }
}

const run = name === 'app' ? await appRun() : bareRun()
process.on('message', () => {
  collect()
  void run().then((took) => process.send?.({ took, peak: process.resourceUsage().maxRSS / 1024 }))
})
process.send?.({ ready: true })
