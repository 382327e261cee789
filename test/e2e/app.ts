import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { newApp, type RunningApp } from './running-app.ts'

export { expect }

interface AppControl {
  readonly dataDir: string
  /** The window's page now; after a restart it is another one. */
  readonly window: Page
  readonly said: RunningApp['said']
  /** Quits in order (or is told that it was killed) and starts again on the same data; answers the new page. */
  restart(): Promise<Page>
  /** kill -9; `restart` brings it back. */
  kill(): Promise<void>
  readonly withoutMain: RunningApp['withoutMain']
}

interface WorkerFixtures {
  readonly app: AppControl
}

interface TestFixtures {
  readonly dataDir: string
  readonly window: Page
}

/** One app per spec file, on a data folder of its own; a test that leaves an error uncaught in the page has failed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-e2e-'))
      const app = newApp({ dataDir })
      await app.start()
      await use(control(app, dataDir))
      await app.dispose()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  dataDir: async ({ app }, use) => use(app.dataDir),

  window: async ({ app }, use) => {
    const errors: Error[] = []
    const note = (error: Error): number => errors.push(error)
    const page = app.window
    page.on('pageerror', note)
    await use(page)
    page.off('pageerror', note)
    expect(errors).toEqual([])
  },
})

const control = (app: RunningApp, dataDir: string): AppControl => ({
  dataDir,
  said: app.said,
  get window() {
    return app.window
  },
  async restart() {
    await app.quit()
    await app.start()
    return app.window
  },
  kill: () => app.kill(),
  withoutMain: (work) => app.withoutMain(work),
})
