import { once } from 'node:events'
import { expect, test } from 'vitest'
import { browser, openPage, page, run } from './fixtures/open-page.ts'
import { FixtureRun, seenBy } from './fixtures/run.ts'

openPage()

/** Kills the process of the tab; its own answer never comes. */
async function crash(): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

test('a page that is left or closed has not ended', async () => {
  await page.reload()
  const other = await page.context().newPage()
  await other.goto('about:blank')
  await other.close()
  expect(await seenBy(page)).toEqual([['created', 1]])
})

test('main hears that the process of the page is gone, and a new address leads to the page that it loads then', async () => {
  const before = run.app.addresses.length
  await crash()
  const again = async (): Promise<string | undefined> => {
    await FixtureRun.launchAgain(run.dataDir, 'focus').catch(() => undefined)
    return run.app.addresses[before]
  }
  await expect.poll(again).toBeDefined()
  const reopened = await browser.newPage()
  await reopened.goto(run.app.addresses.at(-1) ?? '')
  expect(new URL(reopened.url()).pathname).toMatch(/^\/[\da-f]{64}\/other\.html$/)
  expect(await reopened.title()).toBe('Other')
  expect(await seenBy(reopened)).toContainEqual(['gone', 1, 'crashed'])
  const closed = once(run.app.process, 'exit')
  await reopened.evaluate(() => void fixture.invoke('quit'))
  await closed
})
