import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { csvShapes } from './csv-shapes.ts'
import { median, type Figure } from './figure.ts'
import {
  bringFile,
  checkRows,
  gapFigures,
  inWindow,
  openImport,
  takeGaps,
  watchFrames,
} from './window-frames.ts'

export const name = 'The grid of 100,000 checked rows in the built app'

const rows = 100_000
const rounds = 7
const frameGoal = 50

const toSettings = `location.hash = '#/settings'`
const back = 'history.back()'

/** Goes to another page, and waits until what is named is painted; ms by the page's clock. */
const shown = (go: string, selector: string): string => `new Promise((resolve) => {
  const began = performance.now()
  ${go}
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - began)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

/** Processor time of the page's main thread so far, ms. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** From another page to the painted rows of the check: the whole step with its questions, tools and grid is made again. */
async function mountFigures(page: Page, session: CDPSession): Promise<Figure[]> {
  const clock: number[] = []
  const busy: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(shown(toSettings, 'a[href="#/settings"][aria-current]'))
    await page.waitForTimeout(300)
    const before = await taskTime(session)
    clock.push(Number(await page.evaluate(shown(back, '[role=grid] .row:not(.loading) .cell'))))
    busy.push((await taskTime(session)) - before)
  }
  return [
    { name: 'mount, by the clock', value: median(clock), unit: 'ms', goal: 200 },
    { name: 'mount, processor time of the page', value: median(busy), unit: 'ms' },
    { name: 'nodes of the grid', value: await page.locator('[role=grid] *').count(), unit: '', goal: 400 },
  ]
}

/** Another text in every cell of the price, by the dialog, until the check has counted them. */
async function changeFigures(page: Page): Promise<Figure[]> {
  await page.getByRole('button', { name: 'More row actions' }).click()
  await page.getByRole('menuitem', { name: 'Change a column…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change a column' })
  await dialog.getByRole('combobox', { name: /^Which cells/ }).click()
  await page.getByRole('option', { name: 'Every cell' }).click()
  await dialog.getByRole('textbox', { name: 'New text' }).fill('7')
  const apply = dialog.getByRole('button', { name: /^Change \d/ })
  await apply.waitFor()
  await watchFrames(page)
  await apply.click()
  await dialog.waitFor({ state: 'hidden' })
  const changed = await takeGaps(page)
  await page
    .getByRole('button', { name: /^Undo the last change/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Undo the last change/, disabled: true })
    .first()
    .waitFor()
  return [
    ...gapFigures('while a column is changed', changed, frameGoal),
    ...gapFigures('while that is undone', await takeGaps(page), frameGoal),
  ]
}

/** Brings a file of short rows up to its checked rows, mounts their grid again and again, and changes a column. */
export const run = (): Promise<Figure[]> =>
  inWindow(async (page, folder) => {
    const file = join(folder, 'rows.csv')
    writeFileSync(file, csvShapes.short?.(rows) ?? '')
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await openImport(page)
    await bringFile(page, file)
    await checkRows(page)
    await page.locator('[role=grid] .row:not(.loading) .cell').first().waitFor()
    return [...(await mountFigures(page, session)), ...(await changeFigures(page))]
  })
