import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { csvShapes } from './csv-shapes.ts'
import type { Figure } from './figure.ts'
import { inWindow } from './in-window.ts'

export const name = 'Frames of the window while 1,000,000 short rows are imported'

const rows = 1_000_000
const restMs = 5_000
/** The longest that a check of so many rows may take on a busy machine, ms. */
const patience = 240_000

/** Without an account of its own the app works with its sandbox, whose key it has. */
const fill = (folder: string): void => {
  const preferences = { language: 'en', theme: 'light', welcomed: true }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ preferences }))
}

/** Sends a file through the wizard of the built app up to its checked rows, and watches the frames meanwhile. */
export const run = (): Promise<Figure[]> =>
  inWindow('#/inventory', fill, async ({ page, folder }) => {
    const file = join(folder, 'million.csv')
    writeFileSync(file, csvShapes.short?.(rows) ?? '')
    page.setDefaultTimeout(patience)
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('button', { name: 'Import a file' }).first().click()
    await watchFrames(page)
    await page.waitForTimeout(restMs)
    const rest = await takeGaps(page)
    await page.locator('input[type=file]').setInputFiles(file)
    const toColumns = page.getByRole('button', { name: 'Continue to columns' }).first()
    await toColumns.waitFor()
    const sent = await takeGaps(page)
    await toColumns.click()
    await page.getByRole('button', { name: 'Check the rows' }).first().click()
    await page.getByLabel('Rows of the file').waitFor()
    return [
      ...gapFigures('at rest', rest),
      ...gapFigures('while the file is sent to main', sent, 50),
      ...gapFigures('while its rows are checked', await takeGaps(page), 50),
    ]
  })

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

const gapFigures = (what: string, gaps: readonly number[], goal?: number): Figure[] => [
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
