import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { connect, focus, goTo, readStock, startService } from './service.ts'

/** A little more than what lies between two polls. */
const poll = 61_000

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
  /** A poll that is under way counts its minute from its end. */
  const afterPoll = (shown: () => Promise<void>): Promise<void> =>
    expect(async () => {
      app.pass?.(poll)
      await shown()
    }).toPass({ timeout: 180_000 })
  const service = await startService(60)
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
  await afterPoll(() => expect(rail).toContainText('2', { timeout: 2_000 }))
  await expect(window.getByRole('button', { name: /^New/ })).toBeVisible()
  // The browser host says what a desktop shows; in Electron the system does.
  const notices = (): string[] => app.said?.().filter((line) => line.includes('notification')) ?? []
  if (app.said) {
    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toContain('1 new order, 1 order has changed — Open Forecourt to see more.')
    expect(app.said().join('\n')).not.toMatch(/Канарка|canary@|\+38099|\+38067/)
  }

  // The new order moves the others down a row.
  await expect(grid.getByRole('row').filter({ hasText: String(added.order_id) })).toBeVisible()
  await grid
    .getByRole('row')
    .filter({ hasText: String(added.order_id - 1) })
    .dblclick()
  const pane = window
    .getByRole('complementary')
    .or(window.getByRole('region'))
    .filter({ hasText: 'What changed' })
    .first()
  await expect(pane.getByText(/Status: .* → Not completed/)).toBeVisible()
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
  await afterPoll(() => expect(railAfter).toContainText('1', { timeout: 2_000 }))
  if (app.said) {
    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toContain('notification: 1 order has changed')
  }
  await service.close()
})
