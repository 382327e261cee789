import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, inventoryAtRest, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(60)
  await connect(app.window, service, 'Avto Line')
  await readStock(app.window)
})
test.afterAll(() => service.close())

/** Everything that the palette offers now. */
async function offered(window: Page): Promise<string[]> {
  await window.keyboard.press('ControlOrMeta+k')
  const palette = window.getByRole('dialog', { name: 'Commands' })
  await expect(palette).toBeVisible()
  const labels = await palette.getByRole('option').locator('.label').allInnerTexts()
  await window.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  return labels
}

test('the palette of the inventory has every action that the page and the window have', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  // Two edits, one of which is undone: both ways are open.
  for (const text of ['11111', '11112']) {
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
    await expect(grid.getByRole('textbox')).toHaveCount(0)
  }
  await window.keyboard.press('ControlOrMeta+z')
  await expect(window.getByRole('button', { name: /Review and send/ })).toContainText('1')
  const labels = await offered(window)
  for (const action of [
    'Refresh from the service',
    'Import a file',
    'New advert…',
    'New advert like this one…',
    'Delete 1 advert…',
    'Export',
    'Review and send',
    'Undo the last edit',
    'Redo the edit',
    'Save as a view',
    'Add by id',
    'Dark theme',
    'Language: Українська',
    'Switch to the account Sandbox',
    'Go to: Inventory',
    'Go to: Today',
    'Go to: Activity',
    'Go to: Orders',
    'Go to: Market',
    'Go to: Settings',
  ])
    expect(labels).toContain(action)
  expect(new Set(labels).size).toBe(labels.length)
})
