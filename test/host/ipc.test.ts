import { expect, test } from 'vitest'
import { openPage, page } from './fixtures/open-page.ts'
import { seenBy } from './fixtures/run.ts'

openPage()

/** What a page's invoke is rejected with. */
const rejection = (channel: string): Promise<string> =>
  page.evaluate((name) => fixture.invoke(name).then(String, String), channel)

test("what a handler throws comes wrapped in Electron's words", async () => {
  expect(await rejection('throws')).toBe(
    "Error: Error invoking remote method 'throws': TypeError: no such advert",
  )
})

test('a scheme is declared before the app is ready or not at all', async () => {
  expect(await page.evaluate(() => fixture.invoke('scheme-late'))).toMatch(/before app is ready/)
})

test('main knows which frame asks', async () => {
  expect(await page.evaluate(() => fixture.invoke('frame'))).toEqual({
    sender: 1,
    url: 'app://fixture/index.html',
    origin: 'app://fixture',
    parent: null,
  })
})

test('main knows where the page went by itself', async () => {
  await page.evaluate(() => (location.hash = '#/orders'))
  expect(await page.evaluate(() => fixture.invoke('frame'))).toMatchObject({
    url: 'app://fixture/index.html#/orders',
    origin: 'app://fixture',
  })
})

test('listeners of what main sends get an event and clones of the arguments', async () => {
  const got = await page.evaluate(async () => {
    const pushed = new Promise((resolve) => fixture.on('pushed', (...args) => resolve(args)))
    await fixture.invoke('push', new Map([['price', 5]]), undefined, 'last')
    const [hasEvent, map, none, last] = (await pushed) as [boolean, Map<string, number>, unknown, string]
    return { hasEvent, price: map.get('price'), none: typeof none, last }
  })
  expect(got).toEqual({ hasEvent: true, price: 5, none: 'undefined', last: 'last' })
  expect(await page.evaluate(() => fixture.invoke('push-function'))).toBe('Failed to serialize arguments')
})

test('what is sent arrives in the order of the sending, also before the wire is open', async () => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => fixture.send('note', 'early'), { once: true }),
  )
  await page.reload()
  const seen = await page.evaluate(() => {
    for (const number of [1, 2, 3]) fixture.send('note', number)
    return fixture.invoke('seen')
  })
  expect(seen).toEqual([
    ['created', 1],
    ['note', 'early'],
    ['note', 1],
    ['note', 2],
    ['note', 3],
  ])
  expect(await seenBy(page)).toEqual(seen)
})

test('the frame of a page that was left is null when it is asked for, and tells nothing if it was kept', async () => {
  await page.evaluate(() => fixture.invoke('keep-frame'))
  await page.reload()
  expect(await page.evaluate(() => fixture.invoke('kept-frame'))).toEqual([
    null,
    'Render frame was disposed before WebFrameMain could be accessed',
  ])
})
