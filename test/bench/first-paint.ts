import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { launchHost } from '../host/launch.ts'

const root = join(import.meta.dirname, '../..')

/** What a person waits for: a figure of Today, which counts the whole stock, or the words of a stock without adverts. */
export const firstFigure = 'main .today .num'
export const emptyStock = 'main .empty h2'

declare global {
  interface Window {
    /** When what was waited for was painted, in ms since 1970; undefined before. */
    paintedAt?: number
  }
}

/**
 * Starts the built app and opens its window. The page itself says when the words are there: whoever asks it from outside asks
 * a few times a second.
 * @returns ms from the start of main until what was waited for was painted; the end of the app doesn't count
 */
export async function startedIn(
  browser: Browser,
  dataDir: string,
  waitedFor: string,
  built = root,
): Promise<number> {
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: dataDir }
  const begun = performance.timeOrigin + performance.now()
  const app = await launchHost({ entry: join(built, 'out/main/index.cjs'), dataDir, env })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript((selector) => {
    const now = (): number => performance.timeOrigin + performance.now()
    const look = (): void => {
      const isThere = [...document.querySelectorAll(selector)].some((each) => /\S/.test(each.textContent))
      // The frame after this one begins when this one was painted.
      requestAnimationFrame(isThere ? () => (window.paintedAt = now()) : look)
    }
    requestAnimationFrame(look)
  }, waitedFor)
  await page.goto(app.address, { waitUntil: 'commit' })
  const painted = await page.waitForFunction(() => window.paintedAt, undefined, { timeout: 60_000 })
  const at = Number(await painted.jsonValue())
  await context.close()
  await app.end()
  return at - begun
}
