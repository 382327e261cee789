import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, ownIds, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(60)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

const rows = (window: Page): Locator => window.getByRole('grid', { name: 'Rows of the file' })

test('a file that is left in the middle is gone on with after a reload, a crash and a close, with what was changed', async ({
  app,
}) => {
  let { window } = app
  const [first = 0, second = 0] = await ownIds(service, 2)
  const text = `auto_id;Продаж;currency_id\n${first};x;USD\n${second};31500;USD\n`
  await goTo(window, 'Import')
  await window
    .locator('input[type=file]')
    .setInputFiles({ name: 'ціни.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  const field = { name: 'Field for the column “Продаж”' }
  await window.getByRole('combobox', field).click()
  await window.getByRole('option', { name: /^Price/ }).click()
  await expect(window.getByRole('combobox', field)).toHaveText(/Price/)

  await window.reload()
  await expect(window.getByRole('combobox', field)).toHaveText(/Price/)
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await rows(window).getByText('x', { exact: true }).click()
  await window.keyboard.type('30500')
  await window.keyboard.press('Enter')
  const done = window.getByText(/^2 edits/)
  await expect(done).toBeVisible()

  for (const end of ['kill', 'close'] as const) {
    if (end === 'kill') await app.kill()
    window = await app.restart()
    await goTo(window, 'Import')
    await window.getByRole('button', { name: 'Continue with ціни.csv' }).click()
    await expect(rows(window).getByText(/→ .30,500/)).toBeVisible()
    await expect(window.getByText(/^2 edits/)).toBeVisible()
  }
  await window.getByRole('button', { name: 'Discard file' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click()
  window = await app.restart()
  await goTo(window, 'Import')
  await expect(window.getByRole('heading', { name: 'Sources' })).toBeVisible()
  await expect(window.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
})
