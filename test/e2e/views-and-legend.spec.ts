import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { escape } from './keys.ts'
import { goTo } from './service.ts'
import { beginWithStock, grid } from './stock-list.ts'

const legend = (window: Page): Locator => window.getByRole('group', { name: 'What the signs of edits mean' })
const tabs = (window: Page): Locator => window.getByRole('group', { name: 'Views' })
const review = (window: Page): Locator =>
  window.getByRole('button', { name: /^(Review \d+ edits?|No edits)$/ })

async function price(window: Page, row: number): Promise<Locator> {
  const index = await grid(window)
    .getByRole('columnheader', { name: 'Price', exact: true })
    .getAttribute('aria-colindex')
  return grid(window).locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${index}"]`)
}

beginWithStock()

test('two edits of one advert are one edit in the rail, in the legend and on the button, and the legend filters by it', async ({
  window,
}) => {
  await expect(review(window)).toHaveText('No edits')
  await expect(review(window)).toBeDisabled()
  // Nothing is selected yet.
  await window.getByRole('button', { name: 'Edit in a table' }).click()
  await expect(window.getByRole('menuitem', { name: 'Edit the selected adverts in Excel' })).toBeDisabled()
  await escape(window)
  const tools = await window.getByRole('button', { name: 'Add by id' }).boundingBox()
  const button = await review(window).boundingBox()
  await (await price(window, 2)).click()
  for (const key of ['9', '1', '0', '0', 'Enter']) await window.keyboard.press(key)
  await (await price(window, 2)).click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Mark as not in stock' }).click()
  await expect(review(window)).toHaveText('Review 1 edit')
  await expect(legend(window).getByRole('button', { name: 'Edits 1' })).toBeVisible()
  await expect(window.getByRole('navigation').getByRole('link', { name: /Inventory/ })).toContainText('1')
  // The tools beside the button never move.
  expect(await window.getByRole('button', { name: 'Add by id' }).boundingBox()).toEqual(tools)
  expect(await review(window).boundingBox()).toEqual(button)
  await legend(window).getByRole('button', { name: 'Edits 1' }).click()
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '2')
  await legend(window).getByRole('button', { name: 'Edits 1' }).click()
  await expect(grid(window)).not.toHaveAttribute('aria-rowcount', '2')
})

test('a filter is saved as a view, which is a tab with its count; the first tab shows all again', async ({
  window,
}) => {
  const all = await grid(window).getAttribute('aria-rowcount')
  await expect(tabs(window).getByRole('button', { name: `All ${Number(all) - 1}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(window.getByRole('button', { name: 'Save as view' })).toHaveCount(0)
  await window.getByRole('button', { name: /^No photo/ }).click()
  await expect(grid(window)).not.toHaveAttribute('aria-rowcount', all ?? '')
  const count = Number(await grid(window).getAttribute('aria-rowcount')) - 1
  await window.getByRole('button', { name: 'Save as view' }).click()
  await window.getByRole('textbox', { name: 'Name' }).fill('Bare')
  await window.keyboard.press('Enter')
  const tab = tabs(window).getByRole('button', { name: `Bare ${count}` })
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  // A tooltip in it takes no Escape of its own.
  await window.getByRole('button', { name: 'Rename “Bare”' }).hover()
  await expect(window.locator('.tip')).toHaveText('Rename “Bare”')
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(window.getByRole('button', { name: 'Save as view' })).toHaveCount(0)
  // One that was to be renamed keeps its name when another list is saved.
  await window.getByRole('button', { name: 'Views', exact: true }).click()
  await window.getByRole('button', { name: 'Rename “Bare”' }).click()
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: /^Expires within/ }).click()
  await window.getByRole('button', { name: 'Save as view' }).click()
  await expect(window.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await window.keyboard.type('Soon')
  await window.keyboard.press('Enter')
  await expect(tabs(window).getByRole('button', { name: /^Soon / })).toHaveAttribute('aria-pressed', 'true')
  await expect(tab).toBeVisible()
  await window.getByRole('button', { name: 'Delete “Soon”' }).click()
  await expect(tabs(window).getByRole('button', { name: /^Soon / })).toHaveCount(0)
  await window.keyboard.press('Escape')
  await tabs(window).getByRole('button', { name: /^All / }).click()
  await expect(grid(window)).toHaveAttribute('aria-rowcount', all ?? '')
  // By keyboard: along the tabs by arrows.
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('Enter')
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(count + 1))
  await tabs(window).getByRole('button', { name: /^All / }).click()
})

test('below 1380 px the tools are one menu, in which the columns are chosen too', async ({ window }) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await expect(window.getByRole('button', { name: 'Add by id' })).toHaveCount(0)
  await window.getByRole('button', { name: 'Tools' }).click()
  await window.getByRole('menuitem', { name: 'Columns…' }).click()
  await window.getByRole('dialog').getByRole('checkbox', { name: 'Mileage' }).uncheck()
  await window.keyboard.press('Escape')
  await expect(grid(window).getByRole('columnheader', { name: 'Mileage' })).toHaveCount(0)
  await window.setViewportSize({ width: 1440, height: 900 })
})

test('the menu of a row leads to the advert on the site and copies its address', async ({ window }) => {
  await (await price(window, 3)).click({ button: 'right' })
  await expect(window.getByRole('menuitem', { name: 'Open on the site' })).toBeVisible()
  await window.getByRole('menuitem', { name: 'Copy the advert’s address' }).click()
  await expect(window.getByText(/^(Copied|Copying)/).first()).toBeVisible()
  await goTo(window, 'Today')
})
