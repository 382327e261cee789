import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import { csvShapes } from './csv-shapes.ts'
import type { Figure } from './figure.ts'

export const name = 'Frames of the window while 1,000,000 short rows are imported'

const root = join(import.meta.dirname, '../..')
const rows = 1_000_000
const restMs = 5_000
/** The longest that a check of so many rows may take on a busy machine, ms. */
const patience = 240_000

/** Gaps between frames by the page's own clock, taken since the last call, ms. */
const takeGaps = (page: Page): Promise<number[]> => page.evaluate('takeGaps()')

/** Counts from now on the time from each animation frame to the next. */
const watchFrames = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    let gaps = []
    let last = performance.now()
    const frame = () => {
      const now = performance.now()
      gaps.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    globalThis.takeGaps = () => gaps.splice(0)
  }`)

const figuresOf = (what: string, gaps: readonly number[], goal?: number): Figure[] => [
  {
    name: `${what}: longest gap between frames`,
    value: Math.max(...gaps),
    unit: 'ms',
    ...(goal && { goal }),
  },
  {
    name: `${what}: frames later than 50 ms`,
    value: gaps.filter((gap) => gap > 50).length,
    unit: `of ${gaps.length}`,
  },
]

/** Sends a file through the wizard of the built app up to its checked rows, and watches the frames meanwhile. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-frames-'))
  const file = join(folder, 'million.csv')
  writeFileSync(file, csvShapes.short?.(rows) ?? '')
  // Without an account of its own the app works with its sandbox, whose key it has.
  const preferences = { language: 'en', theme: 'light', welcomed: true }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ preferences }))
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder }
  const app = await launchHost({ entry: join(root, 'out/main/index.js'), dataDir: folder, env })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(app.address, { waitUntil: 'commit' })
    return await framesOf(page, file)
  } finally {
    await browser.close()
    await app.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function framesOf(page: Page, file: string): Promise<Figure[]> {
  const press = (label: string) =>
    page.getByRole('button', { name: label }).first().click({ timeout: patience })
  await page.getByRole('link', { name: 'Imports' }).first().click()
  await press('Import a CSV')
  await watchFrames(page)
  await page.waitForTimeout(restMs)
  const rest = await takeGaps(page)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Continue to columns' }).waitFor({ timeout: patience })
  const sent = await takeGaps(page)
  await press('Continue to columns')
  await press('Check the rows')
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor({ timeout: patience })
  const checked = await takeGaps(page)
  return [
    ...figuresOf('at rest', rest),
    ...figuresOf('while the file is sent to main', sent, 50),
    ...figuresOf('while its rows are checked', checked, 50),
  ]
}
