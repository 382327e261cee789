import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { csvShapes } from './csv-shapes.ts'
import type { Figure } from './figure.ts'
import {
  bringFile,
  checkRows,
  gapFigures,
  inWindow,
  openImport,
  takeGaps,
  watchFrames,
} from './window-frames.ts'

export const name = 'Frames of the window while 1,000,000 short rows are imported'

const rows = 1_000_000
const restMs = 5_000

/** Sends a file through the wizard of the built app up to its checked rows, and watches the frames meanwhile. */
export const run = (): Promise<Figure[]> =>
  inWindow(async (page, folder) => {
    const file = join(folder, 'million.csv')
    writeFileSync(file, csvShapes.short?.(rows) ?? '')
    return framesOf(page, file)
  })

async function framesOf(page: Page, file: string): Promise<Figure[]> {
  await openImport(page)
  await watchFrames(page)
  await page.waitForTimeout(restMs)
  const rest = await takeGaps(page)
  await bringFile(page, file)
  const sent = await takeGaps(page)
  await checkRows(page)
  const checked = await takeGaps(page)
  return [
    ...gapFigures('at rest', rest),
    ...gapFigures('while the file is sent to main', sent, 50),
    ...gapFigures('while its rows are checked', checked, 50),
  ]
}
