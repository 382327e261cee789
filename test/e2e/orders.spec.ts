import type { Locator } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, focus, goTo, ownIds, readStock, startService } from './service.ts'

test('the window that gets the focus reads the orders at once', async ({ app }) => {
  const { window } = app
  const service = await startService(400)
  await connect(window, service, 'Focus')
  await goTo(window, 'Settings')
  await window.getByRole('radio', { name: 'Every 10 minutes' }).click()
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const grid = window.getByRole('grid', { name: 'Orders' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  // What was read just now is not read again.
  if (app.pass) app.pass(16_000)
  else await window.waitForTimeout(16_000)
  const { order_id } = await service.control.putOrder({})
  // Main may hear of the focus before it hears that time has passed.
  await expect(async () => {
    await focus(window, 'blur')
    await focus(window, 'focus')
    await expect(grid.getByRole('row').filter({ hasText: String(order_id) })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Orders' })).toContainText('1')
  // What Today leads to is hidden by no word of the last search.
  await window.getByRole('search').getByRole('textbox').fill('nothing like it')
  await expect(grid.getByRole('row').nth(1)).toBeHidden()
  await goTo(window, 'Today')
  const strip = window.getByRole('list', { name: 'The stock in numbers' })
  await expect(strip.getByRole('button', { name: 'Orders' }).locator('strong')).toHaveText('1')
  await window
    .getByRole('listitem')
    .filter({ hasText: 'New orders' })
    .getByRole('button', { name: 'Show 1' })
    .click()
  await expect(grid.getByRole('row').filter({ hasText: String(order_id) })).toBeVisible()
  await window.getByRole('button', { name: 'Export', exact: true }).click()
  await window.getByRole('menuitem', { name: 'Mark all as seen' }).click()
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Orders' })).not.toContainText('1')
  await service.close()
})

test('one click in an order stages “not in stock” or the delete; both are seen as old → new, and nothing is sent', async ({
  window,
}) => {
  const service = await startService(400)
  await connect(window, service, 'Stage')
  await readStock(window)
  const open = async (): Promise<void> => {
    await goTo(window, 'Orders')
    await window.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1).dblclick()
  }
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const twice = window.getByRole('grid', { name: 'Orders' }).getByRole('row', { name: 'Ordered twice' })
  await twice.first().dblclick()
  const other = window
    .getByRole('status')
    .getByRole('button', { name: /^Order \d+$/ })
    .first()
  const otherName = await other.innerText()
  await other.click()
  await expect(window.getByRole('heading', { name: otherName })).toBeVisible()

  await open()
  const buyerId = window.getByText('Buyer’s id')
  await expect(buyerId).toBeHidden()
  await window.getByText('Technical details').click()
  await expect(buyerId).toBeVisible()
  await window.getByRole('button', { name: 'Mark as not in stock' }).first().click()
  const edit = (): Locator => window.getByRole('group', { name: 'Unsent edit' }).first()
  await expect(edit()).toContainText(/In stock: .+ → No/)
  await expect(edit()).toContainText('Unsent')
  await expect(window.getByRole('button', { name: 'Drop this edit' })).toBeVisible()

  await edit().getByRole('button', { name: 'Review and send' }).click()
  await expect(window.getByRole('heading', { name: 'Unsent edits' })).toBeVisible()
  await expect(window.getByRole('table').getByRole('row').filter({ hasText: 'In stock' })).toContainText('No')

  await open()
  await edit().getByRole('button', { name: 'Drop this edit' }).click()
  await expect(edit()).toHaveCount(0)
  await window.getByRole('button', { name: 'Delete the advert…' }).first().click()
  await expect(window.getByRole('heading', { name: /^Deletion of / })).toBeVisible()
  expect(await service.control.ledger()).toEqual([])
  await service.close()
})

test('an advert that is not saved is read and opened, one that the service lacks is said; charts have their table, a print its sheet', async ({
  app,
}) => {
  const { window } = app
  const refused: string[] = []
  window.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const service = await startService(400)
  await connect(window, service, 'Unread')
  const [own = 0] = await ownIds(service, 1)
  const item = { name: 'Авто', price: 100, count: 2, note: '', vendor_code: '' }
  const items = [
    { ...item, adv_id: own },
    { ...item, adv_id: 31 },
  ]
  await service.control.putOrder({ items, total_order_sum: 500 })
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await window.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1).dblclick()
  await expect(window.getByText('The items come to 400, not to the order total.')).toBeVisible()
  await expect(window.getByText('The service names no currency for orders.')).toBeVisible()
  await window.getByRole('button', { name: 'Open the advert 31' }).click()
  await expect(window.getByText('The service has no advert 31.')).toBeVisible()

  await window.evaluate(() => {
    globalThis.print = () => undefined
  })
  await window.getByRole('button', { name: 'Print', exact: true }).click()
  await window.emulateMedia({ media: 'print' })
  await expect(window.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
  await expect(window.getByRole('navigation')).toBeHidden()
  await window.emulateMedia({ media: 'screen' })

  await window.getByRole('button', { name: `Open the advert ${own}` }).click()
  await expect(window).toHaveURL(new RegExp(`inventory.*id=${own}`))
  // The sheet's styles stay, and what is printed of another page is that page.
  await window.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await window.emulateMedia({ media: 'print' })
  await expect(window.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
  await window.emulateMedia({ media: 'screen' })
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Charts' }).click()
  await expect(window.getByRole('columnheader', { name: 'Day' })).toBeVisible()
  await expect.poll(() => window.locator('svg rect, svg path.lc-bar, svg .lc-bar').count()).toBeGreaterThan(3)
  expect(refused).toEqual([])
  await service.close()
})
