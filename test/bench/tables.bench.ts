import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { type Figure, measured } from './figure.ts'
import { fillFolder } from './start-folder.ts'

export const name =
  'Files of 100,000 adverts, written and checked by the command line: the peak of its memory'

const root = join(import.meta.dirname, '../..')
const adverts = 100_000
const roundCount = 3

/** Prints the peak in kB, as the system counted it, behind all else on standard error. */
const hook = `process.on('exit', () => process.stderr.write('\\nPEAK ' + process.resourceUsage().maxRSS))`

/** The peak memory of a command in MB. */
function peakOf(dataDir: string, words: readonly string[]): number {
  const { stderr, status, error } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      join(root, 'out/main/cli.cjs'),
      ...words,
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        FORECOURT_DATA_DIR: dataDir,
        XDG_CONFIG_HOME: dataDir,
        FORECOURT_API_KEY: 'b'.repeat(40),
      },
    },
  )
  const peak = /PEAK (\d+)$/.exec(stderr)?.[1]
  if (peak === undefined || status !== 0) throw error ?? new Error(`${words.join(' ')}: ${stderr}`)
  return Number(peak) / 1_024
}

/** New prices for the adverts of an export, every second of them another one. */
function pricesOf(stock: string): string {
  const { data } = Papa.parse<Record<string, string>>(stock, { header: true, skipEmptyLines: true })
  const rows = data.map(
    ({ auto_id = '', currency_id = '', price = '' }, at) =>
      `${auto_id},${currency_id},${Number(price) + (at % 2)}`,
  )
  return ['auto_id,currency_id,price', ...rows, ''].join('\n')
}

/** Each command in a process of its own, over a cache of an account whose service is not there. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tables-'))
  try {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    await fillFolder(dataDir, adverts, 0)
    const stock = join(folder, 'stock.csv')
    const prices = join(folder, 'prices.csv')
    peakOf(dataDir, ['export', stock])
    writeFileSync(prices, pricesOf(readFileSync(stock, 'utf8').slice(1)))
    const commands: readonly (readonly [string, readonly string[], number?])[] = [
      ['the stock as CSV', ['export', stock], 200],
      ['a table to edit, as CSV', ['export', '--edit', join(folder, 'edit.csv')], 200],
      ['a table to edit, as XLSX', ['export', '--edit', '--xlsx', join(folder, 'edit.xlsx')], 200],
      ['new prices, checked', ['import', prices]],
      ['new prices, checked and printed as JSON', ['import', prices, '--json']],
    ]
    return commands.map(([words, command, goal]) => ({
      name: words,
      ...measured(Array.from({ length: roundCount }, () => peakOf(dataDir, command))),
      unit: 'MB',
      ...(goal === undefined ? {} : { goal }),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
