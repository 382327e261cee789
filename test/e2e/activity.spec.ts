import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { runAction } from './keys.ts'
import { bringFile, connect, goTo, ownIds, readStock, send, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(40)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

const list = (window: Page) => window.getByRole('grid', { name: 'What was done, newest first' })
const finished = (window: Page) => window.getByText('Finished', { exact: true })

test('one deletion is a short review: what goes is seen, and one button sends it', async ({ window }) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await grid.locator('[aria-rowindex="3"] > [aria-colindex="3"]').click()
  await runAction(window, 'Delete 1 advert')
  await expect(window.getByRole('heading', { name: /^Delete: / })).toBeVisible()
  await expect(window.getByText(/^A deleted advert can’t be restored/)).toBeVisible()
  await expect(window.getByRole('table')).toContainText('Price')
  const deletes = async () =>
    (await service.control.ledger()).filter(({ method }) => method === 'DELETE').length
  expect(await deletes()).toBe(0)
  await window.getByRole('button', { name: 'Delete 1 advert of Автоцентр' }).click()
  await expect(finished(window)).toBeVisible()
  expect(await deletes()).toBe(1)
  await expect(window.getByRole('heading', { name: /^Deletion of / })).toBeVisible()
})

test('what was done is named by what it did, and a click leads to the rows that want a person', async ({
  window,
}) => {
  const ids = await ownIds(service, 3)
  const text = ['auto_id,currency_id,price', ...ids.map((id, at) => `${id},1,${4_321 + at}`)].join('\n')
  await service.control.addFault({ kind: 'status', status: 422, method: 'PUT', count: 1 })
  await bringFile(window, { name: 'нові ціни.csv', text })
  await send(window, 3)
  await expect(window.getByText('Finished with errors')).toBeVisible()

  await goTo(window, 'Activity')
  await expect(list(window)).toContainText('3 prices')
  await expect(list(window)).toContainText('нові ціни.csv')
  await expect(list(window)).toContainText('In the app')
  const kinds = window.getByRole('group', { name: 'Kind' })
  await kinds.getByRole('button', { name: 'Deletions' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', '2')
  await expect(list(window)).toContainText('Deletion of')
  await kinds.getByRole('button', { name: 'Needs you' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', '2')
  await window.reload()
  await expect(list(window)).toHaveAttribute('aria-rowcount', '2')
  await list(window).getByRole('button', { name: 'Show 1 failed' }).click()
  const rows = window.getByRole('grid', { name: 'Rows of the import' })
  await expect(rows).toHaveAttribute('aria-rowcount', '2')
  await expect(window.getByRole('button', { name: /^Failed/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toContainText('Fix the row and import it again.')
})
