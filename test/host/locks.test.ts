import { expect, test } from 'vitest'
import { openPage, page } from './fixtures/open-page.ts'
import { seenBy } from './fixtures/run.ts'

openPage()

/** What main noted of one kind, once it has noted so many. */
async function noted(kind: string, count: number): Promise<unknown[]> {
  const read = async (): Promise<unknown[]> =>
    ((await seenBy(page)) as [string, unknown][]).filter(([name]) => name === kind).map(([, what]) => what)
  await expect.poll(read).toHaveLength(count)
  return read()
}

test('the page goes where main allows: by link, by script and by form', async () => {
  const before = page.url()
  await page.click('#away')
  expect(await noted('will-navigate', 1)).toEqual(['https://example.com/away'])
  await page.evaluate(() => {
    location.href = '/index.html?x=1'
  })
  expect(await noted('will-navigate', 2)).toContain('app://fixture/index.html?x=1')
  expect(page.url()).toBe(before)
})

test('a window is opened where main allows, and the page gets none', async () => {
  const pages: unknown[] = []
  page.context().on('page', (opened) => pages.push(opened))
  expect(await page.evaluate(() => window.open('https://example.com/popup'))).toBeNull()
  await page.click('#aside')
  await page.click('#away', { modifiers: ['ControlOrMeta'] })
  expect(await noted('window-open', 3)).toEqual([
    'https://example.com/popup',
    'https://example.com/aside',
    'https://example.com/away',
  ])
  expect(pages).toEqual([])
})

test('a permission is asked of main, and what it denies is denied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'geolocation', 'notifications'])
  const told = await page.evaluate(async () => ({
    clipboard: await navigator.clipboard.readText().then(
      () => 'read',
      (error: unknown) => (error as DOMException).name,
    ),
    place: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('found'),
        ({ code }) => resolve(code),
      ),
    ),
    state: (await navigator.permissions.query({ name: 'notifications' })).state,
    asked: await Notification.requestPermission(),
  }))
  expect(told).toEqual({ clipboard: 'NotAllowedError', place: 1, state: 'denied', asked: 'denied' })
  // What the check handler denies is not asked again.
  expect(await noted('permission', 2)).toEqual(['clipboard-read', 'geolocation'])
})

test("the page is bound by main's content security policy", async () => {
  const told = await page.evaluate(async () => {
    const violated = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      }),
    )
    const script = document.createElement('script')
    script.textContent = 'window.inlined = true'
    document.head.append(script)
    return { directive: await violated, ran: 'inlined' in window }
  })
  expect(told).toEqual({ directive: 'script-src-elem', ran: false })
})
