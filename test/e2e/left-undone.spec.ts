import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StagedStore } from '../../src/main/staged/staged-store.ts'
import { ExclusiveDatabase } from '../../src/main/storage/transactions.ts'
import { expect, test } from './app.ts'
import { connect, focus, goTo, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(60)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

test('removing an account says what it leaves undone', async ({ window }) => {
  const grid = window.getByRole('grid')
  const price = grid.locator('.row:not(.loading) [role=gridcell]').filter({ hasText: /^[$€₴]/ })
  for (const at of [0, 1]) {
    await price.nth(at).click()
    await window.keyboard.type('9100')
    await window.keyboard.press('Enter')
  }
  const review = window.getByRole('button', { name: /^Review/ })
  await expect(review).toContainText('2')
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Remove the account Автоцентр' }).click()
  const dialog = window.getByRole('dialog', { name: 'Remove the account “Автоцентр”?' })
  await expect(dialog).toContainText('Not done yet in this account:')
  await expect(dialog.getByRole('listitem')).toHaveText(['unsent edits of 2 adverts'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('edits that a command dropped are gone when the window gets the focus again', async ({
  app,
  window,
}) => {
  await goTo(window, 'Inventory')
  const review = window.getByRole('button', { name: /^Review/ })
  await expect(review).toContainText('2')
  const db = new DatabaseSync(join(app.dataDir, 'edits.db'))
  const found = db.prepare('SELECT DISTINCT account_id AS account FROM edits').get()
  const command = new StagedStore(new ExclusiveDatabase(db))
  await command.dropUnsent(String(found?.account))
  db.close()
  await focus(window, 'blur')
  await focus(window, 'focus')
  await expect(window.getByRole('button', { name: 'No edits' })).toBeVisible()
})
