import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, wholeTest } from './app.ts'
import { inventoryAtRest } from './service.ts'
import { settled } from './settled.ts'

test('photos of the stock are shown, and kept for when the network is away', async ({ app, window }) => {
  await inventoryAtRest(window)
  const row = window
    .getByRole('row')
    .filter({ has: window.locator('img') })
    .first()
  const thumb = row.locator('img')
  await expect
    .poll(() => thumb.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 180_000 })
    .toBeGreaterThan(0)
  await row.dblclick()
  const large = window.getByRole('img', { name: /^Photo/ }).first()
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 180_000 })
    .toBeGreaterThan(0)
  await window.screenshot({ path: test.info().outputPath('inventory.png') })
  expect(readdirSync(join(app.dataDir, 'photos')).length).toBeGreaterThan(0)
})

wholeTest('photos that fail leave what is below them where it was', async ({ window }) => {
  const photos = window.getByRole('complementary').getByRole('img', { name: /^Photo/ })
  const below = window.getByRole('heading', { name: 'Main facts' })
  for (const row of [1, 2]) {
    await window.getByRole('grid').getByRole('row').nth(row).dblclick()
    await expect(photos).not.toHaveCount(0)
    const place = async (): Promise<string> => JSON.stringify(await below.boundingBox())
    const before = await settled(place)
    // Each has a few sizes, and is gone with the last of them.
    while ((await photos.count()) > 0) await photos.first().dispatchEvent('error')
    await expect(window.getByRole('complementary').getByText(/photos? did not load$/)).toBeVisible()
    expect(await settled(place)).toBe(before)
  }
})

test('the page can load no picture from a host of its choice', async ({ window }) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await expect.poll(() => server.address()).not.toBeNull()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const loaded = await window.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(
          (address) =>
            new Promise((resolve) => {
              const image = new Image()
              image.onload = () => resolve('loaded')
              image.onerror = () => resolve('refused')
              image.src = address
            }),
        ),
      ),
    [
      `${origin}/1.png`,
      `photo://advert/1?of=${encodeURIComponent(`${origin}/2.png`)}`,
      'data:image/gif;base64,AA',
    ],
  )
  expect(loaded).toEqual(['refused', 'refused', 'refused'])
  expect(asked).toEqual([])
  server.close()
})

test('no text becomes markup or script past the templates of Svelte', async ({ window }) => {
  const refused = await window.evaluate(() => {
    const attempt = (act: () => unknown): string => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const types = (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    ).trustedTypes
    return [
      attempt(() => (document.createElement('div').innerHTML = '<b>x</b>')),
      attempt(() => document.createElement('script').setAttribute('src', 'x.js')),
      attempt(() => types.createPolicy('another', {})),
      attempt(() => types.createPolicy('svelte-trusted-html', {})),
    ]
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
})

test('a page that ended says so and leads back to the app', async ({ window }) => {
  await window.evaluate(() => void (location.href = 'page-ended.html'))
  await expect(window.getByRole('heading', { name: 'The page ended unexpectedly' })).toBeVisible()
  await window.screenshot({ path: test.info().outputPath('page-ended.png') })
  await window.getByRole('link', { name: 'Open it again' }).click()
  await expect(window.getByRole('navigation').first()).toBeVisible()
})
