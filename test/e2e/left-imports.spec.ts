import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { goTo, ownIds } from './service.ts'

const service = serviceOfFile({ adverts: 60, account: 'Автоцентр', isRead: true })

const rows = (window: Page): Locator => window.getByLabel('Rows of the file')

/** How many changes the file that was left says it has, 0 before its first. */
function changesKept(dataDir: string): number {
  const folder = join(dataDir, 'drafts')
  const left = readdirSync(folder).find((name) => name.endsWith('.left'))
  if (left === undefined) return 0
  const { memo } = JSON.parse(readFileSync(join(folder, left), 'utf8')) as { memo: string }
  return (JSON.parse(memo) as { changes: number }).changes
}

test('a file that is left in the middle is gone on with after a reload and a crash, with what was changed, until it is discarded', async ({
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
  await expect(window.getByText(/^2 edits/)).toBeVisible()
  // A kill in the moment of the click may come before it is on the disk.
  await expect.poll(() => changesKept(app.dataDir)).toBe(1)

  await app.kill()
  window = await app.restart()
  await goTo(window, 'Import')
  await window.getByRole('button', { name: 'Continue with ціни.csv' }).click()
  await expect(rows(window).getByText(/→ .30,500/)).toBeVisible()
  await expect(window.getByText(/^2 edits/)).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click()
  await expect(window.getByRole('heading', { name: 'Sources' })).toBeVisible()
  await expect(window.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
})
