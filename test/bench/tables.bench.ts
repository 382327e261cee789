import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, measured } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { fillFolder } from './start-folder.ts'

export const name = 'Files of 100,000 adverts, written by the command line: the peak of its memory'

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

/** Each command in a process of its own, over a cache of an account whose service is not there. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    await fillFolder(dataDir, adverts, 0)
    const commands: readonly (readonly [string, ...string[]])[] = [
      ['the stock as CSV', join(folder, 'stock.csv')],
      ['a table to edit, as CSV', '--edit', join(folder, 'edit.csv')],
      ['a table to edit, as XLSX', '--edit', '--xlsx', join(folder, 'edit.xlsx')],
    ]
    return commands.map(([words, ...command]) => ({
      name: words,
      ...measured(Array.from({ length: roundCount }, () => peakOf(dataDir, ['export', ...command]))),
      unit: 'MB',
      goal: 200,
    }))
  })
