import { expect, test } from 'vitest'
import { page } from './fixtures/open-page.ts'
import { seenBy } from './fixtures/run.ts'

/** What a page's invoke is rejected with. */
const rejection = (channel: string): Promise<string> =>
  page.evaluate((name) => fixture.invoke(name).then(String, String), channel)

test('values are cloned there and back', async () => {
  const same = await page.evaluate(async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const sent = {
      when: new Date(5),
      map: new Map([['k', new Set([1n])]]),
      none: undefined,
      bytes,
      odd: [NaN, -0],
    }
    const back = (await fixture.invoke('echo', sent)) as typeof sent
    return {
      when: back.when instanceof Date && back.when.getTime(),
      big: back.map.get('k')?.has(1n),
      none: 'none' in back && typeof back.none,
      bytes: back.bytes instanceof Uint8Array && [...back.bytes],
      odd: Number.isNaN(back.odd[0]) && Object.is(back.odd[1], -0),
      copy: back.bytes !== bytes,
    }
  })
  expect(same).toEqual({ when: 5, big: true, none: 'undefined', bytes: [1, 2, 3], odd: true, copy: true })
})

test('main sees the types that were sent', async () => {
  const described = (expression: string): Promise<unknown> =>
    page.evaluate(`fixture.invoke('describe', ${expression})`)
  expect(await described('new Date()')).toEqual({ type: '[object Date]', prototype: 'Date' })
  expect(await described('new Uint16Array(2)')).toEqual({
    type: '[object Uint16Array]',
    prototype: 'Uint16Array',
  })
  expect(await described('new (class Car {})()')).toEqual({ type: '[object Object]', prototype: 'Object' })
  expect(await described('new RangeError("x")')).toMatchObject({ type: '[object Error]' })
})

test.each(['document.body', 'new Blob(["x"])', 'new WeakMap()'])("%s can't be sent", async (expression) => {
  const told = await page.evaluate(`(async () => {
    try { await fixture.invoke('echo', ${expression}) } catch (error) { return error.message }
  })()`)
  expect(told).toBe('An object could not be cloned.')
})

test('a function can be neither sent nor answered', async () => {
  const sent = await page.evaluate(() => fixture.invoke('echo', () => 1).catch(String))
  expect(sent).toBe('Error: An object could not be cloned.')
  expect(await rejection('gives-function')).toBe(
    "Error: Error invoking remote method 'gives-function': Error: An object could not be cloned.",
  )
})

test("what a handler throws comes wrapped in Electron's words", async () => {
  expect(await rejection('throws')).toBe(
    "Error: Error invoking remote method 'throws': TypeError: no such advert",
  )
})

test('an unknown channel is refused', async () => {
  expect(await rejection('nobody')).toBe(
    "Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  )
})

test('a channel has one handler', async () => {
  expect(await page.evaluate(() => fixture.invoke('second-handler'))).toBe(
    "Attempted to register a second handler for 'echo'",
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

test('a picture of a scheme that main serves is shown', async () => {
  const sizes = await page.evaluate(async () => {
    const load = async (set: (image: HTMLImageElement) => void): Promise<number[]> => {
      const image = new Image()
      const loaded = new Promise((resolve) => image.addEventListener('load', resolve))
      set(image)
      await loaded
      return [image.naturalWidth, image.naturalHeight]
    }
    return Promise.all([
      load((image) => (image.src = 'picture://one/1?of=a%2Fb')),
      load((image) => image.setAttribute('src', 'picture://one/2')),
    ])
  })
  expect(sizes).toEqual([
    [7, 5],
    [7, 5],
  ])
  const seen = (await seenBy(page)) as [string, string][]
  const asked = seen.filter(([name]) => name === 'picture').map(([, url]) => url)
  expect(asked.sort()).toEqual(['picture://one/1?of=a%2Fb', 'picture://one/2'])
})
