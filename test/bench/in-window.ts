import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import { inFolder } from './in-folder.ts'

const root = join(import.meta.dirname, '../..')

/** The window of the built app with its own main process, and the processor time of both, ms. */
export interface BenchWindow {
  readonly page: Page
  readonly folder: string
  readonly session: CDPSession
  readonly pageTime: () => Promise<number>
  readonly mainTime: () => number
}

/** Opens the app on a data folder that was filled before, at a place of the window, for as long as the work takes. */
export const inWindow = <Result>(
  place: string,
  fill: (folder: string) => unknown,
  work: (window: BenchWindow) => Promise<Result>,
): Promise<Result> =>
  inFolder(async (folder) => {
    await fill(folder)
    const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder }
    const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir: folder, env })
    const browser = await chromium.launch(chromiumOptions)
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(`${app.address}${place}`, { waitUntil: 'commit' })
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const pageTime = async (): Promise<number> => {
        const { metrics } = await session.send('Performance.getMetrics')
        return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
      }
      // As Linux keeps it.
      const mainTime = (): number =>
        Number(readFileSync(`/proc/${app.process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      return await work({ page, folder, session, pageTime, mainTime })
    } finally {
      await browser.close()
      await app.end()
    }
  })
