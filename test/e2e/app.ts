import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test'
import { preparedData, preparedSandbox } from './prepared.ts'
import { newApp, type RunningApp, SharedBrowser, type Start } from './running-app.ts'

export { expect }

interface AppControl {
  readonly dataDir: string
  /** The window's page now; after a restart it is another one. */
  readonly window: Page
  readonly said: RunningApp['said']
  /** Quits in order (or is told that it was killed) and starts again on the same data; answers the new page. */
  restart(how?: Start): Promise<Page>
  /** A second start while it runs; resolves when that one has ended. */
  startAgain(args: readonly string[]): Promise<void>
  /** kill -9; `restart` brings it back. */
  kill(): Promise<void>
  readonly withoutMain: RunningApp['withoutMain']
  readonly pass: RunningApp['pass']
  readonly sleep: RunningApp['sleep']
}

interface WorkerFixtures {
  readonly apps: Apps
}

interface TestFixtures {
  /**
   * `at once`: an app that has read its sandbox before. `later`: the tests of the file start it themselves, for the first time, by
   * `restart`, with what it is to be given.
   */
  readonly start: 'at once' | 'later'
  /** How many adverts the app's sandbox has, of which 15 of a hundred are the account's own. */
  readonly adverts: number
  /** Another build of main than the usual one. */
  readonly entry: string | undefined
  readonly app: AppControl
  readonly dataDir: string
  readonly window: Page
}

type AppOptions = Pick<TestFixtures, 'start' | 'adverts' | 'entry'> &
  Pick<PlaywrightTestOptions, 'reducedMotion'>

/** The apps of a test process, one after the other in one browser: each spec file, or group of them, has its own, on its own data folder. */
class Apps {
  readonly #browser = new SharedBrowser()
  #current: { readonly file: string; readonly control: AppControl; end(): Promise<void> } | undefined

  async of(file: string, { start, adverts, ...options }: AppOptions): Promise<AppControl> {
    if (this.#current?.file === file) return this.#current.control
    await this.#endCurrent()
    const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-e2e-'))
    if (start === 'at once')
      await cp(await preparedData(adverts, this.#browser), dataDir, { recursive: true })
    else await cp(await preparedSandbox(adverts), join(dataDir, 'sandbox'), { recursive: true })
    const app = newApp({ dataDir, browser: this.#browser, ...options })
    const end = async (): Promise<void> => {
      await app.dispose()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
    this.#current = { file, control: control(app, dataDir), end }
    if (start === 'at once') await app.start()
    return this.#current.control
  }

  async end(): Promise<void> {
    await this.#endCurrent()
    await this.#browser.close()
  }

  async #endCurrent(): Promise<void> {
    await this.#current?.end()
    this.#current = undefined
  }
}

/** One app per spec file or group (`groups.ts`); a test that leaves an error uncaught in the page, or has it make code at run time, has failed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  apps: [
    async ({}, use) => {
      const apps = new Apps()
      await use(apps)
      await apps.end()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  start: ['at once', { option: true }],

  adverts: [400, { option: true }],

  entry: [undefined, { option: true }],

  app: [
    async ({ apps, start, adverts, entry, reducedMotion }, use, { titlePath: [file = ''] }) =>
      use(await apps.of(file, { start, adverts, entry, reducedMotion })),
    { timeout: 600_000 },
  ],

  dataDir: async ({ app }, use) => use(app.dataDir),

  window: async ({ app }, use) => {
    const errors: Error[] = []
    const note = (error: Error): number => errors.push(error)
    const refused = (message: ConsoleMessage): void => {
      if (message.text().includes("'TrustedScript'")) errors.push(new Error(message.text()))
    }
    const page = app.window
    page.on('pageerror', note)
    page.on('console', refused)
    await use(page)
    page.off('pageerror', note)
    page.off('console', refused)
    expect(errors).toEqual([])
  },
})

/** True in `npm run test:window`, which runs all of what `npm test` has one of each kind of. */
export const isWhole = process.env.FORECOURT_WHOLE_TESTS === '1'

/** A test of another moment or order of what a neighbour shows; run by `npm run test:window` alone. */
export const wholeTest: typeof test = isWhole ? test : (test.skip.bind(test) as unknown as typeof test)

const control = (app: RunningApp, dataDir: string): AppControl => ({
  dataDir,
  said: app.said,
  get window() {
    return app.window
  },
  async restart(how) {
    await app.quit()
    await app.start(how)
    return app.window
  },
  startAgain: (args) => app.startAgain(args),
  kill: () => app.kill(),
  withoutMain: (work) => app.withoutMain(work),
  pass: app.pass,
  sleep: app.sleep,
})
