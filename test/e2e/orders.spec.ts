import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
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

/** Another window is in front of the app's, or the app's own is again. */
const focus = (window: Page, event: 'focus' | 'blur'): Promise<void> =>
  window.evaluate((name) => void globalThis.dispatchEvent(new Event(name)), event)

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

  await focus(window, 'blur')
  const added = await service.control.putOrder({
    recipient: { user_id: 77, name: 'Канарка', email: 'canary@example.com', phone: '+380991234567' },
  })
  await service.control.putOrder({ order_id: added.order_id - 1, status: 2 })
  await expect(rail).toContainText('2', { timeout: 90_000 })
  await expect(window.getByRole('button', { name: /^New/ })).toBeVisible()
  // The browser host says what a desktop shows; in Electron the system does.
  const notices = (): string[] => app.said?.().filter((line) => line.includes('notification')) ?? []
  if (app.said) {
    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toContain('1 new order, 1 order has changed — Open Forecourt to see more.')
    expect(app.said().join('\n')).not.toMatch(/Канарка|canary@|\+38099|\+38067/)
  }

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
  await after
    .getByRole('grid', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: String(added.order_id - 1) })
    .dblclick()
  await expect(after.getByLabel('Your note')).toHaveValue('Передзвонити +380990000001')
  // What was told and looked at before is neither told nor marked again.
  await focus(after, 'blur')
  await service.control.putOrder({ order_id: added.order_id - 2, status: 6 })
  const railAfter = after.getByRole('navigation').getByRole('link', { name: 'Orders' })
  await expect(railAfter).toContainText('1', { timeout: 90_000 })
  if (app.said) {
    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toContain('notification: 1 order has changed')
  }
  await service.close()
})

test('the window that gets the focus reads the orders at once', async ({ app }) => {
  const { window } = app
  const service = await startService(400)
  await connect(window, service, 'Focus')
  await window.getByRole('radio', { name: 'Every 10 minutes' }).click()
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const grid = window.getByRole('grid', { name: 'Orders' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await focus(window, 'blur')
  // What was read just now is not read again.
  await window.waitForTimeout(16_000)
  const { order_id } = await service.control.putOrder({})
  await focus(window, 'focus')
  await expect(grid.getByRole('row').filter({ hasText: String(order_id) })).toBeVisible()
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Orders' })).toContainText('1')
  await window.getByRole('button', { name: 'Export', exact: true }).click()
  await window.getByRole('menuitem', { name: 'Mark all as seen' }).click()
  await expect(window.getByRole('navigation').getByRole('link', { name: 'Orders' })).not.toContainText('1')
  await service.close()
})

test('one click in an order stages “not in stock” or the delete; both are seen as old → new, and nothing is sent', async ({
  app,
}) => {
  let { window } = app
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
  await window.getByRole('button', { name: 'Mark as not in stock' }).first().click()
  const edit = (): Locator => window.getByRole('group', { name: 'Unsent edit' }).first()
  await expect(edit()).toContainText(/In stock: .+ → No/)
  await expect(edit()).toContainText('Unsent')
  await expect(window.getByRole('button', { name: 'Drop this edit' })).toBeVisible()

  window = await app.restart()
  await open()
  await expect(edit()).toContainText(/In stock: .+ → No/)
  await edit().getByRole('button', { name: 'Review and send' }).click()
  await expect(window.getByRole('heading', { name: 'Unsent edits' })).toBeVisible()
  await expect(window.getByRole('grid').getByRole('row').filter({ hasText: 'In stock' })).toContainText('No')

  await open()
  await edit().getByRole('button', { name: 'Drop this edit' }).click()
  await expect(edit()).toHaveCount(0)
  await window.getByRole('button', { name: 'Delete the advert…' }).first().click()
  await expect(window.getByRole('grid', { name: 'Rows of the file' })).toBeVisible()
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
