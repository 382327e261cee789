import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { escape } from './keys.ts'
import { goTo } from './service.ts'
import { settled } from './settled.ts'
import { beginWithStock } from './stock-list.ts'

const stock = (window: Page): Locator => window.getByRole('main').getByLabel('Inventory', { exact: true })
const heads = (window: Page): Locator => stock(window).locator('[role=row][aria-level="1"]')
const filters = (window: Page): Locator => window.getByRole('group', { name: 'Filters' })
const rowCount = async (window: Page): Promise<number> =>
  Number(await stock(window).getAttribute('aria-rowcount')) - 1

async function choose(window: Page, menu: RegExp, item: string): Promise<void> {
  await window.getByRole('main').getByRole('button', { name: menu }).click()
  await window.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Columns behind the edge are not in the page: others make room. */
async function show(window: Page, names: readonly string[], inPlaceOf: readonly string[]): Promise<void> {
  await window.getByRole('main').getByRole('button', { name: 'Columns' }).click()
  for (const name of names) await window.getByRole('checkbox', { name, exact: true }).check()
  for (const name of inPlaceOf) await window.getByRole('checkbox', { name, exact: true }).uncheck()
  await escape(window)
}

beginWithStock()

test('adverts with few photos are told in Today, and shown with how many they have', async ({ window }) => {
  await goTo(window, 'Today')
  const action = window
    .getByRole('list', { name: 'What needs you' })
    .getByRole('listitem')
    .filter({ hasText: 'With fewer than 5 photos' })
    .getByRole('button', { name: /^Show / })
  const count = Number(/\d+/.exec(await settled(() => action.innerText(), /\d/))?.[0])
  await action.click()
  await expect(filters(window).getByText('Number of photos: 1–4')).toBeVisible()
  await expect.poll(() => rowCount(window)).toBe(count)
  await show(window, ['Photos', 'Region', 'Fuel'], ['Expires', 'State', 'Year', 'Mileage'])
  await stock(window).getByRole('columnheader', { name: 'Photos', exact: true }).click()
  await expect(
    stock(window).getByRole('row').nth(1).getByRole('gridcell', { name: '3', exact: true }),
  ).toBeVisible()
})

test('the list is grouped by region and filtered by fuel', async ({ window }) => {
  await filters(window)
    .getByRole('button', { name: /^Remove the filter “Number of photos/ })
    .click()
  await choose(window, /^Group$/, 'Group by: Region')
  await expect(heads(window).first()).toContainText(/ська/)
  await filters(window).getByRole('button', { name: 'Filter', exact: true }).click()
  const popover = window.getByRole('dialog', { name: 'Filter' })
  await popover.getByLabel('Filter by').click()
  await window.getByRole('option', { name: 'Fuel' }).click()
  await popover.getByRole('checkbox', { name: /^Електро/ }).check()
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(filters(window).getByText('Fuel is Електро')).toBeVisible()
  await expect(stock(window).getByRole('gridcell', { name: 'Електро' }).first()).toBeVisible()
  await expect(stock(window).getByRole('gridcell', { name: 'Дизель' })).toHaveCount(0)
})
