import { expect, test } from './app.ts'
import { connect, goTo, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async () => {
  service = await startService(600)
})
test.afterAll(() => service.close())

test('the market is counted first, read as it comes into sight, and readable without the service', async ({
  app,
  window,
}) => {
  await connect(window, service, 'Market')
  await service.control.clearRequests()
  await goTo(window, 'Market')
  const form = window.getByRole('form', { name: 'Filters' })
  await form.getByLabel('Make', { exact: true }).click()
  await window.getByRole('option', { name: 'BMW · 9' }).click()
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(window.getByText(/match, \d+ listed/)).toBeVisible()
  const grid = window.getByRole('grid', { name: 'Market' })
  const row = grid.getByRole('row').nth(1)
  await expect(row).toContainText('BMW')
  const calls = await service.control.requests()
  expect(calls['GET /auto/search']).toBe(1)
  await row.dblclick()
  await expect(window.getByRole('heading', { level: 2, name: /BMW/ })).toBeVisible()

  await window.getByRole('button', { name: 'Save search' }).click()
  await window.getByRole('dialog').getByLabel('Name').fill('All BMW')
  await window.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await window.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(window.getByText(/^Checked (?!on$)/)).toBeVisible()
  await expect(window.getByRole('button', { name: /^Vanished/ })).toBeDisabled()

  const again = await app.restart()
  await service.close()
  await goTo(again, 'Market')
  await again.getByLabel('Saved searches').click()
  await again.getByRole('option', { name: 'All BMW' }).click()
  await expect(again.getByRole('grid', { name: 'Market' }).getByRole('row').nth(1)).toContainText('BMW')
  service = await startService(600)
})
