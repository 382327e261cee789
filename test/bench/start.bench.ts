import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { madeAdvert } from './inventory/made-stock.ts'
import { chromiumOptions } from '../host/browser.ts'
import { measured, median, type Figure } from './figure.ts'
import { against, allRounds, inTurn, ratios } from './rounds.ts'
import { inFolder } from './in-folder.ts'
import { emptyStock, firstFigure, startedIn } from './first-paint.ts'
import { fillFolder } from './start-folder.ts'

export const name = 'Start of the built app, from nothing to what a person waits for'

const root = join(import.meta.dirname, '../..')
const roundsOfEach = 9
const sizes = [1_000, 10_000, 100_000, 200_000]

/** Figures of the command line and of the window. `npm run bench` has built the app. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (folder) => [...(await commandLine(folder)), ...(await windows(folder))])

/** Runs Node and waits for its end; what it prints is dropped. */
const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> =>
  Promise.resolve(spawnSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...env } }))

async function commandLine(folder: string): Promise<Figure[]> {
  const dataDir = join(folder, 'commands')
  mkdirSync(dataDir)
  await fillFolder(dataDir, 100_000, 100_000)
  const file = join(folder, 'ten.csv')
  writeFileSync(file, priceList(10))
  const prices = join(folder, 'prices.csv')
  writeFileSync(prices, priceList(15_000))
  const env = {
    FORECOURT_DATA_DIR: dataDir,
    XDG_CONFIG_HOME: dataDir,
    FORECOURT_BASE_URL: 'http://127.0.0.1:9',
    FORECOURT_USER_ID: '7',
    FORECOURT_API_KEY: 'b'.repeat(40),
  }
  const command = (...words: string[]) =>
    node(['--disable-warning=ExperimentalWarning', join(root, 'out/main/cli.cjs'), ...words], env)
  const times = await allRounds(roundsOfEach, [
    ['node', () => node(['-e', '0'])],
    ['--help', () => command('--help')],
    ['dry run', () => command('import', file)],
    ['batches', () => command('batches', '--all-accounts')],
    ['prices', () => command('import', prices)],
    ['script', () => node([join(import.meta.dirname, 'price-script.ts'), prices, prices])],
  ])
  const toNode = (contender: string, words: string, goal: number): Figure => ({
    name: `${words}, against an empty Node`,
    ...measured(ratios(times, contender, 'node')),
    unit: '×',
    goal,
  })
  return [
    { name: 'an empty Node', value: median(times.get('node') ?? []), unit: 'ms' },
    toNode('--help', '--help', 4),
    toNode('dry run', 'a dry run of 10 rows', 8),
    toNode('batches', 'the list of batches, 100,000 rows in the journal', 9),
    {
      name: "a dry run of 15,000 prices, against a dealer's own script",
      ...measured(ratios(times, 'prices', 'script')),
      unit: '×',
      goal: 2.5,
    },
  ]
}

/** A list of new prices of the first adverts. */
function priceList(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `${madeAdvert(at).id},${12_000 + at},USD,edit\n`)
  return `auto_id,price,currency,action\n${rows.join('')}`
}

/** From the start of main to the first painted figure, against the words of an empty stock. */
async function windows(folder: string): Promise<Figure[]> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const starts: (() => Promise<number>)[] = []
    for (const size of [0, ...sizes]) {
      const dataDir = join(folder, `window-${size}`)
      mkdirSync(dataDir)
      await fillFolder(dataDir, size, 0)
      starts.push(() => startedIn(browser, dataDir, size > 0 ? firstFigure : emptyStock))
    }
    const [empty = [], ...full] = await inTurn(roundsOfEach, starts)
    return [
      { name: 'an empty window, first words', value: median(empty), unit: 'ms' },
      ...sizes.map((size, at) => ({
        name: `first figures of ${size.toLocaleString('en')} cached adverts, against that`,
        ...measured(against(full[at] ?? [], empty)),
        unit: '×',
        goal: 1.2,
      })),
    ]
  } finally {
    await browser.close()
  }
}
