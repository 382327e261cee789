import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, inventoryAtRest, readStock, startService } from './service.ts'

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })

const isDrawn = async (photo: Locator): Promise<void> =>
  expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBeGreaterThan(0)

test('photos come from the disk after a restart, when their server is not there any more', async ({
  app,
  window,
}) => {
  await inventoryAtRest(window)
  const first = grid(window).locator('img').first()
  await isDrawn(first)
  const source = (await first.getAttribute('src')) ?? ''
  const { searchParams, search } = new URL(source, 'photo://advert')
  const { origin } = new URL(searchParams.get('of') ?? '')
  await app.kill()
  await expect(fetch(origin)).rejects.toThrow()
  // Another server has the address now: whatever asks it for a photo gets none, and is counted.
  let asked = 0
  const other = createServer((_request, response) => {
    asked += 1
    response.writeHead(404).end()
  }).listen(Number(new URL(origin).port), '127.0.0.1')
  await once(other, 'listening')

  const again = await app.restart()
  await isDrawn(grid(again).locator(`img[src$="${search}"]`))
  expect(asked).toBe(0)
  other.close()
})

test('with the network pulled, the stock, its search and its details are there after a restart', async ({
  app,
  window,
}) => {
  const service = await startService(60)
  await connect(window, service, 'Avto Line')
  await readStock(window)
  await inventoryAtRest(window)
  const rows = await grid(window).getAttribute('aria-rowcount')
  const title = await grid(window).locator('[aria-rowindex="3"] > [aria-colindex="2"]').innerText()
  await service.close()

  const again = await app.restart()
  await expect(grid(again)).toHaveAttribute('aria-rowcount', String(rows))
  await grid(again).getByRole('row').filter({ hasText: title }).first().dblclick()
  await expect(again.getByRole('complementary', { name: 'Advert details' })).toContainText(title)
  await again.getByRole('search').getByRole('textbox').fill(title)
  await expect(grid(again).getByRole('row').nth(1)).toContainText(title)
  await expect
    .poll(async () => Number(await grid(again).getAttribute('aria-rowcount')))
    .toBeLessThan(Number(rows))
})
