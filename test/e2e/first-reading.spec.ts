import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo } from './service.ts'

const service = serviceOfFile({ adverts: 200 })

test('rows of a first reading are there as they come, while the others are still waited for', async ({
  window,
}) => {
  await connect(window, service, 'Slow')
  await service.control.addFault({ kind: 'never-answer', path: '/auto/info', skip: 5 })
  await goTo(window, 'Inventory')
  await window.getByRole('button', { name: 'Find out (1 request or a few more)' }).click()
  await window.getByRole('button', { name: /^Read all / }).click()

  const grid = window.getByRole('grid', { name: 'Inventory' })
  await expect(grid).toHaveAttribute('aria-rowcount', '6')
  await expect(grid.locator('.row')).toHaveCount(5)
  await expect(grid.locator('.row.loading')).toHaveCount(0)
  for (const row of await grid.locator('.row').all()) await expect(row).toContainText(/\d/)
  // No stripes in the place of rows, which would say that nothing is there yet.
  await expect(window.locator('main .bars')).toHaveCount(0)
  await expect(window.getByRole('banner').getByText(/5 of \d+/)).toBeVisible()
  // Today has nothing to count yet, and says why.
  await goTo(window, 'Today')
  await expect(window.getByText('the stock is being read for the first time')).toBeVisible()
})
