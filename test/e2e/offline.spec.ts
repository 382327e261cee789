import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, inventoryAtRest, readStock, startService } from './service.ts'

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })

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
  await goTo(again, 'Inventory')
  await expect(grid(again)).toHaveAttribute('aria-rowcount', String(rows))
  await grid(again).getByRole('row').filter({ hasText: title }).first().dblclick()
  await expect(again.getByRole('complementary', { name: 'Advert details' })).toContainText(title)
  await again.getByRole('search').getByRole('textbox').fill(title)
  await expect(grid(again).getByRole('row').nth(1)).toContainText(title)
  await expect
    .poll(async () => Number(await grid(again).getAttribute('aria-rowcount')))
    .toBeLessThan(Number(rows))
  // What is missing is named: the service, or the network, which the sandbox on this computer doesn't need.
  const banner = again.getByRole('banner')
  const running = banner.getByRole('button', { name: /^Stop updating/ })
  await again.keyboard.press('F5')
  // It tries several times. Without a network this window, a page of a browser, would not hear how it ends.
  await expect(running).toBeVisible()
  await expect(running).toBeHidden()
  await expect(banner.getByText('The service can’t be reached: showing saved data')).toBeVisible()
  await again.context().setOffline(true)
  await expect(banner.getByText('No network: showing saved data')).toBeVisible()
  await again.context().setOffline(false)
  await expect(banner.getByText('The service can’t be reached: showing saved data')).toBeVisible()
  // Whatever reaches it next, the header says so: not only another reading of the stock.
  const back = await startService(60, service.key, { port: Number(new URL(service.baseUrl).port) })
  await goTo(again, 'Orders')
  await again.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await expect(banner.getByText(/^Updated /)).toBeVisible()
  await back.close()
})
