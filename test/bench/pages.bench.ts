import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import { measured, type Figure } from './figure.ts'
import { fillFolder } from './start-folder.ts'

export const name = "Pages with 20,000 adverts: work of the window's thread until a page that is chosen rests"

const root = join(import.meta.dirname, '../..')
const adverts = 20_000
const rounds = 9

/** A page by its link in the rail, and what is there once it has all that it shows. */
const pages = [
  { title: 'Today', shown: '[aria-labelledby="overview-ages"] button' },
  { title: 'Inventory', shown: '[role=grid] .row:not(.loading) .cell' },
  { title: 'Orders', shown: 'main h1' },
  { title: 'Activity', shown: 'main h1' },
] as const

/** Two pages are gone back and forth between, so that each is built anew. */
const between = 'Settings'

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
}

/** Nothing has been asked, drawn or timed for a while: what a page does once it is idle belongs to its switch. */
const rest = (page: Page): Promise<void> => page.waitForTimeout(400)

async function open(page: Page, title: string, shown: string): Promise<void> {
  await page.evaluate((name) => {
    const links = [...document.querySelectorAll('nav a')]
    links
      .find((each) => each.textContent.trim().startsWith(name))
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }, title)
  await page.locator(shown).first().waitFor()
  await rest(page)
}

async function workOf(page: Page, session: CDPSession, title: string, shown: string): Promise<number[]> {
  const works: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await open(page, between, 'main h1')
    const before = await taskTime(session)
    await open(page, title, shown)
    works.push((await taskTime(session)) - before)
  }
  // The first time its script is loaded as well.
  return works.slice(1)
}

/** The built app with its own main process; processor time of the page's thread alone, so that a busy machine changes little. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-pages-'))
  await fillFolder(folder, adverts, 0)
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder }
  const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir: folder, env })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(app.address, { waitUntil: 'commit' })
    await page.locator('main .today .num').first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(2_000)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const figures: Figure[] = []
    for (const { title, shown } of pages)
      figures.push({
        name: title,
        ...measured(await workOf(page, session, title, shown)),
        unit: 'ms',
        goal: 50,
      })
    return figures
  } finally {
    await browser.close()
    await app.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
