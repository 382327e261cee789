import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, inventoryAtRest, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(60)
  await connect(app.window, service, 'Avto Line')
  await readStock(app.window)
})

const rowWithPhoto = (window: Page) =>
  window
    .getByRole('row')
    .filter({ has: window.locator('img') })
    .first()

const widthOf = (window: Page) => () =>
  rowWithPhoto(window)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('with the network pulled, the stock, its photos and its search are there after a restart', async ({
  app,
  window,
}) => {
  await inventoryAtRest(window)
  await expect.poll(widthOf(window), { timeout: 30_000 }).toBeGreaterThan(0)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const rows = await grid.getAttribute('aria-rowcount')
  const title = await rowWithPhoto(window).getByRole('gridcell').nth(1).innerText()
  await service.close()

  const again = await app.restart()
  const kept = again.getByRole('grid', { name: 'Inventory' })
  await expect(kept).toHaveAttribute('aria-rowcount', String(rows))
  const row = kept.getByRole('row').filter({ hasText: title }).first()
  const photo = row.locator('img').first()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await row.dblclick()
  await expect(again.getByRole('complementary', { name: 'Advert details' })).toContainText(title)
  await again.getByRole('search').getByRole('textbox').fill(title)
  await expect(kept.getByRole('row').nth(1)).toContainText(title)
})
