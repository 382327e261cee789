import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import type { Sandbox } from '../../src/sandbox/sandbox-options.ts'
import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { inFolder } from './in-folder.ts'
import { type Figure, measured } from './figure.ts'

const adverts = 20_000
const nights = 3
const root = join(import.meta.dirname, '../..')
const thread = new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url)
const ownList = 'GET /auto/new/autos'

/**
 * Nights in which a dealer's program writes the 20,000 cars that are in stock and nothing changed, by the built command line at a
 * sandbox that counts its requests.
 */
export const quietNight = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const sandbox = await startSandboxThread(thread, { databasePath: ':memory:', adverts, ownShare: 100 })
    const control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    try {
      await command(sandbox, dataDir, ['sync'])
      const first = join(folder, 'first.csv')
      writeFileSync(first, stockOf(dataDir))
      await command(sandbox, dataDir, [...stockFile(first), '--key', 'No', '--link', 'certain'])
      await command(sandbox, dataDir, [...stockFile(first), '--commit'])
      const seconds: number[] = []
      const requests: Record<string, number>[] = []
      for (let night = 0; night < nights; night++) {
        const path = join(folder, `stock-${night}.csv`)
        writeFileSync(path, stockOf(dataDir))
        await control.clearRequests()
        const begun = performance.now()
        await command(sandbox, dataDir, [...stockFile(path), '--commit'])
        seconds.push((performance.now() - begun) / 1_000)
        requests.push(await control.requests())
      }
      return figuresOf(seconds, requests)
    } finally {
      await sandbox.close()
    }
  })

const stockFile = (path: string): string[] => ['import', path, '--operation', 'stock']

function figuresOf(seconds: readonly number[], requests: readonly Record<string, number>[]): Figure[] {
  const most = (isCounted: (request: string) => boolean): number =>
    Math.max(
      ...requests.map((counts) =>
        Object.entries(counts).reduce((sum, [request, count]) => sum + (isCounted(request) ? count : 0), 0),
      ),
    )
  const quiet = `${adverts} cars, nothing changed`
  return [
    { name: `${quiet}: writes`, value: most((request) => !request.startsWith('GET ')), unit: '', goal: 0 },
    {
      name: `${quiet}: readings of the own list`,
      value: most((each) => each === ownList),
      unit: '',
      goal: 1,
    },
    {
      name: `${quiet}: other readings`,
      value: most((request) => request.startsWith('GET ') && request !== ownList),
      unit: '',
      goal: 0,
    },
    { name: `${quiet}: all in all`, ...measured(seconds), unit: 's' },
  ]
}

/** The live adverts that are cached, as a dealer's program would write them. */
function stockOf(dataDir: string): string {
  const cache = new DatabaseSync(join(dataDir, 'cache.db'), { readOnly: true })
  const rows = cache
    .prepare(
      `SELECT format('K%06d,%d,%d,%d,%s,%s', id, id, make_id, model_id, main_currency,
         CASE main_currency WHEN 'USD' THEN usd WHEN 'EUR' THEN eur ELSE uah END) AS line FROM adverts
       WHERE state NOT IN ('gone', 'sold', 'archive') ORDER BY id`,
    )
    .all()
  cache.close()
  return ['No,ID,marka_id,model_id,currency,price', ...rows.map(({ line }) => String(line)), ''].join('\n')
}

/** @throws Error if the command does not end with 0 */
async function command(sandbox: Sandbox, dataDir: string, words: readonly string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'out/main/cli.cjs'), ...words],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        FORECOURT_DATA_DIR: dataDir,
        FORECOURT_BASE_URL: sandbox.baseUrl,
        FORECOURT_USER_ID: String(sandbox.userId),
        FORECOURT_API_KEY: sandbox.key,
        LC_ALL: 'en',
      },
    },
  )
  const [said, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}: ${said}`)
}
