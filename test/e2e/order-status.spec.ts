import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, startService, type Service } from './service.ts'

const fault = { method: 'PUT', path: '/ria/basket/orders' } as const
const shots = process.env.SHOTS

const sent = async (service: Service): Promise<number> =>
  (await service.control.requests())['PUT /ria/basket/orders'] ?? 0

async function choose(window: Page, status: string): Promise<void> {
  await window.getByRole('dialog').getByLabel('New status').click()
  await window.getByRole('option', { name: status, exact: true }).click()
}

test('the status of an order, then of several: old → new first, sent once, in doubt until the service tells', async ({
  app,
}) => {
  const { window } = app
  const service = await startService(60)
  const ids: number[] = []
  for (let made = 0; made < 3; made += 1) ids.push((await service.control.putOrder({ status: 0 })).order_id)
  const [first = 0, second = 0, third = 0] = ids
  await connect(window, service, 'Status')
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const grid = window.getByRole('grid', { name: 'Orders' })
  const row = (id: number) => grid.getByRole('row').filter({ hasText: String(id) })
  const dialog = window.getByRole('dialog')

  await row(first).dblclick()
  await window.getByRole('button', { name: 'Set status…' }).click()
  await choose(window, 'Completed')
  await expect(dialog.getByRole('row').filter({ hasText: String(first) })).toContainText(
    'New or not completed → Completed',
  )
  await expect(dialog).toContainText('not known yet')
  if (shots) await window.screenshot({ path: `${shots}/review-one.png` })
  expect(await sent(service)).toBe(0)
  await dialog.getByRole('button', { name: 'Set status (1)' }).click()
  await expect(dialog.getByText('Set', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(first)).toContainText('Completed')
  expect(await sent(service)).toBe(1)

  await expect(row(first).getByTitle('On the service: Выполненные').first()).toBeVisible()
  const pane = window.getByRole('complementary', { name: `Order ${first}` })
  await pane.getByText('Technical details').click()
  await expect(pane).toContainText('Status on the service')
  await expect(pane.getByText('Выполненные')).toBeVisible()

  await row(third).dblclick()
  await window.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(window.getByRole('button', { name: 'Set status “Completed” too…' })).toBeVisible()
  if (shots) await window.screenshot({ path: `${shots}/handled.png` })

  // The row of the open order is selected already.
  await row(second).locator('.check').click()
  await window.getByRole('button', { name: 'Set status of 2 orders…' }).click()
  await choose(window, 'Not completed')
  await service.control.addFault({ ...fault, kind: 'status', status: 502, skip: 1, count: 1 })
  await dialog.getByRole('button', { name: 'Set status (2)' }).click()
  await expect(dialog.getByText('Not confirmed')).toHaveCount(1)
  if (shots) await window.screenshot({ path: `${shots}/results.png` })
  const sentOnce = await sent(service)
  const doubtful = Number(
    await dialog.getByRole('row').filter({ hasText: 'Not confirmed' }).getByRole('cell').first().innerText(),
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(doubtful)).toContainText('Status not confirmed')
  // Activity has what was sent, and leads to it.
  await goTo(window, 'Activity')
  const title = window.getByText('3 statuses of orders sent')
  await expect(title).toContainText('1 not confirmed')
  await title.click()
  const line = window.getByRole('listitem').filter({ hasText: String(doubtful) })
  await expect(line).toContainText('New or not completed → Not completed')
  await expect(line).toContainText('Not confirmed')
  if (shots) await window.screenshot({ path: `${shots}/activity.png` })
  await line.getByRole('button').click()
  await expect(window.getByRole('complementary', { name: `Order ${doubtful}` })).toBeVisible()
  // Today leads to it.
  await goTo(window, 'Today')
  await expect(window.getByText('Statuses not confirmed')).toBeVisible()
  await window.getByRole('button', { name: 'Check 1 order', exact: true }).first().click()
  await expect(window.getByText('It is never sent again by itself')).toBeVisible()
  if (shots) await window.screenshot({ path: `${shots}/doubt.png` })
  await service.control.putOrder({ order_id: doubtful, status: 2 })
  await window.getByRole('button', { name: 'Check with the service' }).click()
  await expect(dialog.getByText('Set', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(grid.getByText('Status not confirmed')).toHaveCount(0)
  expect(await sent(service)).toBe(sentOnce)
  await service.close()
})
