import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browser, openPage, page, run } from './fixtures/open-page.ts'
import { launchHost } from './launch.ts'
import { entry, FixtureRun, seenBy } from './fixtures/run.ts'

openPage()

test('a utility process talks through parentPort and can be killed', async () => {
  const { answer, code } = (await page.evaluate(() => fixture.invoke('child', new Map([['k', 1]])))) as {
    answer: { got: Map<string, number>; send: string }
    code: number
  }
  expect(answer.send).toBe('undefined')
  expect(code).not.toBe(0)
})

test('a second instance hands its arguments to the first and ends', async () => {
  await expect(FixtureRun.launchAgain(run.dataDir)).rejects.toThrow('ended with 3')
  await expect.poll(() => seenBy(page)).toContainEqual(['second-instance', 'again'])
})

test('a signal ends the app in order', async () => {
  const other = await FixtureRun.start()
  expect(await other.app.end('SIGINT')).toBe(0)
  expect(other.app.output).toContain('No page yet. It opens soon.')
  expect(other.app.output.slice(-5)).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit'])
  await other.end()
})

test('app.exit asks no window and nothing may prevent it', async () => {
  const other = await FixtureRun.start()
  const opened = await browser.newPage()
  await opened.goto(other.app.address)
  const exited = once(other.app.process, 'exit')
  await opened.evaluate(() => void fixture.invoke('exit'))
  expect((await exited)[0]).toBe(7)
  expect(other.app.output.slice(-2)).toEqual(['closed', 'quit'])
  await opened.close()
  await other.end()
})

test.each([
  { sandbox: false },
  { contextIsolation: false },
  { nodeIntegration: true },
  { webSecurity: false },
  { nodeIntegrationInSubFrames: true },
  { nodeIntegrationInWorker: true },
  { allowRunningInsecureContent: true },
  { webviewTag: true },
])('a window with %j is refused', async (preferences) => {
  const words = await page.evaluate((given) => fixture.invoke('unsafe', given), preferences)
  expect(words).toBe(
    `webPreferences.${Object.keys(preferences)[0] ?? ''} is not safe, and refused by the browser host`,
  )
})

test('FORECOURT_DATA_DIR is for the app to apply: the host knows userData as Electron does', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'host-data-'))
  const other = await launchHost({ entry, dataDir, env: { ...process.env, FORECOURT_DATA_DIR: run.dataDir } })
  expect(await other.end()).toBe(0)
  await rm(dataDir, { recursive: true })
})

test('what a tab can’t show is a line for tests, and none for a person who starts the app', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'host-quiet-'))
  const quiet = await launchHost({ entry, dataDir, env: { ...process.env, FORECOURT_HOST_QUIET: '1' } })
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(quiet.address)
  for (const each of [page, theirs]) await each.evaluate(() => fixture.invoke('show'))
  await expect.poll(() => run.app.output).toContainEqual(expect.stringMatching(/^\[host\] window: /))
  await quiet.end()
  expect(quiet.output).not.toContainEqual(expect.stringContaining('[host]'))
  await rm(dataDir, { recursive: true })
})

test('of several that start at once, one gets the lock', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'host-race-'))
  const starts = await Promise.allSettled([1, 2, 3].map(() => FixtureRun.launchAgain(dataDir)))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  expect(started).toHaveLength(1)
  await started[0]?.end()
  await rm(dataDir, { recursive: true })
})

test('quit, asked for by the app itself, ends it', async () => {
  const exited = once(run.app.process, 'exit')
  await page.evaluate(() => void fixture.invoke('quit'))
  expect((await exited)[0]).toBe(0)
})
