import type { Page } from '@playwright/test'
import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test } from './app.ts'
import { faults, ofColours } from './axe.ts'
import { inventoryAtRest } from './service.ts'

/** Goes to a page by its address; what is on it is read. */
async function openPage(window: Page, page: string): Promise<void> {
  const heading = window.locator('main h1')
  const before = await heading.innerText()
  await window.evaluate((name) => {
    location.hash = `#/${name}`
  }, page)
  await expect(heading).not.toHaveText(before)
  await window.waitForLoadState('networkidle')
}

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
})

const pages = [
  ...['today', 'inventory', 'edits', 'new-advert', 'activity', 'activity?import=csv', 'orders', 'calls'],
  ...['market', 'realty', 'settings', 'notices', 'guide', 'welcome'],
]

const languages = [
  { locale: 'en', language: 'English' },
  { locale: 'uk', language: 'Українська' },
] as const

/** In both themes axe finds nothing on the page, or in a part of it: what is wrong with more than colours is so in either theme. */
async function expectNoFaults(window: Page, within?: string, of?: string): Promise<void> {
  await expect.poll(() => faults(window, 'dark', within), of).toEqual([])
  await expect.poll(() => faults(window, 'light', within, ofColours), of).toEqual([])
}

for (const { locale, language } of languages)
  test.describe(language, () => {
    test.beforeAll(async ({ app }) => {
      await openPage(app.window, 'settings')
      await app.window.getByText(language, { exact: true }).click()
      applyLocale(locale)
      await expect(app.window.getByRole('heading', { name: m.settings_page_language() })).toBeVisible()
    })

    for (const page of pages)
      test(`axe finds nothing on the page ${page}`, async ({ window }) => {
        await openPage(window, page)
        await expectNoFaults(window)
      })

    test('axe finds nothing beside an open advert, with an edit, and in its review', async ({ window }) => {
      await openPage(window, 'inventory')
      const grid = window.getByRole('grid', { name: m.app_page_inventory() })
      const price = grid.getByRole('columnheader', { name: m.batch_wizard_field_price() })
      const column = await price.getAttribute('aria-colindex')
      await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${column}"]`).click()
      await window.keyboard.type('12345')
      await window.keyboard.press('Enter')
      await expect(grid.getByRole('textbox')).toHaveCount(0)
      await grid.locator('[aria-rowindex="3"] > [aria-colindex="2"]').dblclick()
      await expect(window.getByRole('complementary')).toBeVisible()
      await expectNoFaults(window, 'aside')
      await openPage(window, 'edits')
      await expect(window.getByRole('table').first()).toContainText(/12.345/)
      await expectNoFaults(window)
    })

    test('axe finds nothing in the dialogs of the inventory', async ({ window }) => {
      await openPage(window, 'inventory')
      const dialog = window.getByRole('dialog')
      await window.getByRole('checkbox', { name: m.app_select_all() }).click()
      const tools = [m.staged_bulk_price(), m.staged_bulk_text(), m.search_position_short()]
      for (const name of tools) {
        await window.getByRole('button', { name, exact: true }).first().click()
        await expect(dialog).toBeVisible()
        await expectNoFaults(window, '.dialog', name)
        await window.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })

    test('axe finds nothing in the steps of an import', async ({ window }) => {
      await openPage(window, 'activity?import=csv')
      const file = { name: 'wrong.csv', text: 'auto_id,price,currency\n1,2,USD\n3,4,\n' }
      const buffer = Buffer.from(file.text)
      await window
        .locator('input[type=file]')
        .setInputFiles({ name: file.name, mimeType: 'text/csv', buffer })
      for (const next of [m.import_next_columns(), m.import_next_check()]) {
        const button = window.getByRole('button', { name: next, exact: true })
        await expect(button).toBeEnabled()
        await expectNoFaults(window)
        await button.click()
      }
      await expect(window.getByRole('grid', { name: m.import_rows_grid() })).toBeVisible()
      await expectNoFaults(window)
      // The page of an import shows the file that is open: the next look begins without one.
      await window.getByRole('button', { name: m.import_give_up() }).click()
      await expect(window.getByRole('button', { name: m.import_give_up() })).toHaveCount(0)
    })
  })
