import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import type { Figure } from './figure.ts'

const root = join(import.meta.dirname, '../..')
/** The longest that a check of so many rows may take on a busy machine, ms. */
const patience = 240_000

/** The window of the built app, with its sandbox and a folder of its own, for as long as the work takes. */
export async function inWindow(work: (page: Page, folder: string) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-frames-'))
  // Without an account of its own the app works with its sandbox, whose key it has.
  const preferences = { language: 'en', theme: 'light', welcomed: true }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ preferences }))
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder }
  const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir: folder, env })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(patience)
    await page.goto(`${app.address}#/inventory`, { waitUntil: 'commit' })
    return await work(page, folder)
  } finally {
    await browser.close()
    await app.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Gaps between frames by the page's own clock, taken since the last call, ms. */
export const takeGaps = (page: Page): Promise<number[]> => page.evaluate('takeGaps()')

/** Counts from now on the time from each animation frame to the next. */
export const watchFrames = (page: Page): Promise<unknown> =>
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

export const gapFigures = (what: string, gaps: readonly number[], goal?: number): Figure[] => [
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

/** Brings a file into the wizard, up to the question what its columns mean. */
export async function bringFile(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Continue to columns' }).waitFor()
}

/** From the question what the columns mean to the checked rows. */
export async function checkRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to columns' }).first().click()
  await page.getByRole('button', { name: 'Check the rows' }).first().click()
  await page.getByLabel('Rows of the file').waitFor()
}

export async function openImport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await page.getByRole('button', { name: 'Import a file' }).first().click()
}
