import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { connect, goTo, ownIds, readStock, startService } from './service.ts'

/** Everything in the folder as bytes; the embedded sandbox is the service, not the app. */
const filesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('sandbox'))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

test('orders that change while the app polls are counted, told with their history, and handled', async ({
  app,
  window,
}) => {
  test.setTimeout(240_000)
  const service = await startService(400)
  await connect(window, service, 'Orders')
  await readStock(window)
  await goTo(window, 'Settings')
  await window.getByRole('radio', { name: 'Every minute' }).click()
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const grid = window.getByRole('grid', { name: 'Orders' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  const rail = window.getByRole('navigation').getByRole('link', { name: 'Orders' })
  await expect(rail).not.toContainText('2')

  const added = await service.control.putOrder({
    recipient: { user_id: 77, name: 'Канарка', email: 'canary@example.com', phone: '+380991234567' },
  })
  await service.control.putOrder({ order_id: added.order_id - 1, status: 2 })
  await expect(rail).toContainText('2', { timeout: 90_000 })
  await expect(window.getByRole('button', { name: /^New/ })).toBeVisible()

  await grid
    .getByRole('row')
    .filter({ hasText: String(added.order_id - 1) })
    .dblclick()
  const pane = window
    .getByRole('complementary')
    .or(window.getByRole('region'))
    .filter({ hasText: 'What changed' })
    .first()
  await expect(pane.getByText(/Status: .* → Невыполненные/)).toBeVisible()
  await expect(rail).toContainText('1')
  await pane.getByLabel('Your note').fill('Передзвонити +380990000001')
  await pane.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(pane.getByText(/Marked as handled/)).toBeVisible()

  await service.control.removeOrder(added.order_id)
  await window.keyboard.press('F5')
  await grid
    .getByRole('row')
    .filter({ hasText: String(added.order_id) })
    .dblclick()
  await expect(window.getByText('No longer in the service’s list').first()).toBeVisible()
  await expect(window.getByText('+380991234567')).toBeVisible()

  const files = filesOf(app.dataDir)
  expect(files).toContain('Orders')
  expect(files).not.toMatch(/\+380\d{6}|@example\.com|Канарка|Передзвонити/)

  const [file] = await Promise.all([
    window.waitForEvent('download'),
    window
      .getByRole('button', { name: 'Export', exact: true })
      .click()
      .then(() => window.getByRole('menuitem', { name: 'Export XLSX' }).click()),
  ])
  expect(file.suggestedFilename()).toMatch(/^orders-.*\.xlsx$/)

  const after = await app.restart()
  await goTo(after, 'Orders')
  await after
    .getByRole('grid', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: String(added.order_id) })
    .dblclick()
  await expect(after.getByText('+380991234567')).toBeVisible()
  await service.close()
})

test('an order’s advert is staged as not in stock, and the check shows old → new before anything is sent', async ({
  app,
}) => {
  const { window } = app
  const service = await startService(400)
  await connect(window, service, 'Stage')
  await readStock(window)
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await window.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1).dblclick()
  await window.getByRole('button', { name: 'Change the advert' }).first().click()
  await window.getByRole('menuitem', { name: 'Mark as not in stock…' }).click()
  await expect(window.getByRole('grid', { name: 'Rows of the file' })).toBeVisible()
  await expect(window.getByText(/In stock/i).first()).toBeVisible()
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
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Charts' }).click()
  await expect(window.getByRole('columnheader', { name: 'Day' })).toBeVisible()
  expect(await window.locator('svg rect, svg path.lc-bar, svg .lc-bar').count()).toBeGreaterThan(3)
  expect(refused).toEqual([])
  await service.close()
})
