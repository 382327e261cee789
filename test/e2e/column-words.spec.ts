import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, ownIds, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(120)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

/** Brings a file with these cells of availability, and what each row does, to the step of the columns. */
async function toColumns(window: Page, name: string, cells: readonly string[]): Promise<void> {
  const ids = await ownIds(service, cells.length)
  const rows = cells.map((cell, at) => `${ids[at] ?? 0};USD;${cell};UPDATE;Салон ${at}\n`)
  await goTo(window, 'Import')
  await window.locator('input[type=file]').setInputFiles({
    ...{ name, mimeType: 'text/csv' },
    buffer: Buffer.from(`auto_id;currency_id;Наявність;Command;Місце\n${rows.join('')}`),
  })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
}

const check = (window: Page) => window.getByRole('button', { name: 'Check the rows' })
const meaning = (window: Page, word: string) => window.getByRole('combobox', { name: `Meaning of “${word}”` })

test('a column of actions is asked about, and words are taught once for their column', async ({ window }) => {
  await toColumns(window, 'monday.csv', ['J', 'в наявності', 'J', 'продано', 'під замовлення', '', 'J'])
  await expect(check(window)).toBeDisabled()
  await expect(window.getByText('Does “Command” say what each row does? Its cells: UPDATE.')).toBeVisible()
  await window.getByRole('button', { name: 'Yes, each row its own action' }).click()
  await expect(window.getByText('“J” means nothing yet: 3 rows, and 1 more value')).toBeVisible()
  const words = window.getByRole('table', { name: 'Values of “Наявність”' })
  await expect(words.getByRole('row', { name: /^J/ })).toContainText('first in line 2')
  await expect(words.getByRole('row', { name: /^продано/ })).toContainText('known word')
  await meaning(window, 'J').click()
  await window.getByRole('option', { name: 'in stock', exact: true }).click()
  await meaning(window, 'під замовлення').click()
  await window.getByRole('option', { name: 'not in stock' }).click()
  await expect(window.getByText('means nothing yet')).toHaveCount(0)
  await check(window).click()
  await expect(window.getByText('6 edits', { exact: false }).first()).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()

  // The next file is read as this one was; only its new word is open.
  await toColumns(window, 'tuesday.csv', ['J', 'продано', 'резерв'])
  await expect(window.getByText('“резерв” means nothing yet: 1 row')).toBeVisible()
  await expect(window.getByText('Does “Command” say')).toHaveCount(0)
  await expect(meaning(window, 'J')).toHaveText('in stock')
})
