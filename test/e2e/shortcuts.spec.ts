import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'
import { beginWithStock, grid } from './stock-list.ts'

const search = (window: Page): Locator => window.getByRole('search').getByRole('textbox')
const review = (window: Page): Locator => window.getByRole('button', { name: /^Review \d+ edit/ })

/** The price in the row at a place, counted from 1. */
async function price(window: Page, row: number): Promise<Locator> {
  const header = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
  return grid(window).locator(
    `[aria-rowindex="${row + 1}"] > [aria-colindex="${await header.getAttribute('aria-colindex')}"]`,
  )
}

/** Every key reaches the page at once, as from a person who types blindly. */
async function keys(window: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await window.keyboard.press(key)
}

/** Nothing may have been edited by the time that main is heard again. */
async function expectNoEdit(window: Page): Promise<void> {
  await expect(grid(window).getByRole('textbox')).toHaveCount(0)
  await expect(review(window)).toHaveCount(0)
  await expect(grid(window).locator('.proposed')).toHaveCount(0)
}

beginWithStock()
test.afterEach(async ({ window }) => {
  await search(window).fill('')
  // What was searched for may still be on its way: the next test clicks in the whole list.
  await inventoryAtRest(window)
})

test('what is typed after Ctrl+F is searched for, however slow main is', async ({ app, window }) => {
  await (await price(window, 1)).click()
  await app.withoutMain(() => keys(window, 'ControlOrMeta+f', '9', '0', '0', '0', 'Enter'))
  await expect(search(window)).toBeFocused()
  await expect(search(window)).toHaveValue('9000')
  await expectNoEdit(window)
})

test('what is typed after Ctrl+I edits nothing on the page that is left', async ({ app, window }) => {
  await (await price(window, 1)).click()
  const chooser = window.waitForEvent('filechooser', { timeout: 2_000 }).catch(() => null)
  await app.withoutMain(() => keys(window, 'ControlOrMeta+i', '9', '0', '0', '0', 'Enter'))
  await expect(window).toHaveURL(/#\/imports/)
  await chooser
  await goTo(window, 'Inventory')
  await expect(grid(window)).toBeVisible()
  await expectNoEdit(window)
})

test('Ctrl+Z undoes one step for each press, also when it is followed by typing', async ({ app, window }) => {
  const first = await price(window, 1)
  const second = await price(window, 2)
  const before = await second.innerText()
  await first.click()
  await keys(window, '1', '5', '1', '5', '1', 'Enter', '1', '6', '1', '6', '1', 'Enter')
  await expect(second).toHaveText('$16,161')
  // In the search field the key is the field's own.
  await keys(window, 'ControlOrMeta+f', 'a', 'ControlOrMeta+z')
  await expect(search(window)).toHaveValue('')
  await expect(second).toHaveText('$16,161')
  // Outside of the grid it undoes the last edit, once.
  await review(window).focus()
  await keys(window, 'ControlOrMeta+z')
  await expect(second).toHaveText(before)
  await expect(first).toHaveText('$15,151')
  await (await price(window, 2)).click()
  await app.withoutMain(() => keys(window, 'ControlOrMeta+z', '1', '4', '1', '4', '1', 'Enter'))
  await expect(second).toHaveText('$14,141')
  await expect(first).not.toHaveText('$15,151')
  await keys(window, 'ControlOrMeta+z')
  await expectNoEdit(window)
  // Also while the text is still being taken: the key waits for it, as typed ones do.
  await (await price(window, 2)).click()
  await app.withoutMain(() => keys(window, '1', '3', '1', '3', '1', 'Enter', 'ControlOrMeta+z'))
  await expectNoEdit(window)
})

test('Undo in the menu undoes what is typed in a text field, and an edit elsewhere', async ({ window }) => {
  const menu = (item: string): Promise<void> =>
    window.evaluate(async (detail) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      addEventListener('host-menu-chosen', resolve, { once: true })
      dispatchEvent(new CustomEvent('host-menu', { detail }))
      await promise
    }, item)
  const first = await price(window, 1)
  const before = await first.innerText()
  await first.click()
  await keys(window, '1', '8', '1', '8', '1', 'Enter')
  await expect(first).toHaveText('$18,181')
  await search(window).focus()
  await keys(window, 'a')
  await menu('undo-edit')
  await expect(search(window)).toHaveValue('')
  await menu('redo-edit')
  await expect(search(window)).toHaveValue('a')
  // Where nothing is left to undo in the field, the edit stays: it is not the field's.
  for (let presses = 0; presses < 40; presses += 1) await menu('undo-edit')
  await search(window).fill('')
  await expect(first).toHaveText('$18,181')
  await review(window).focus()
  await menu('undo-edit')
  await expect(first).toHaveText(before)
  await menu('redo-edit')
  await expect(first).toHaveText('$18,181')
  // Under a dialog the menu does as little to the page as a key.
  await keys(window, 'ControlOrMeta+k')
  await expect(window.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await menu('settings')
  await window.getByRole('combobox', { name: 'Commands' }).evaluate((field) => (field as HTMLElement).blur())
  await menu('undo-edit')
  await keys(window, 'Escape')
  await expect(window.getByRole('dialog', { name: 'Commands' })).toBeHidden()
  await expect(window).toHaveURL(/#\/inventory/)
  await expect(first).toHaveText('$18,181')
  await first.click()
  await keys(window, 'Delete')
  await expectNoEdit(window)
})

test('the keys that the list names work at once: on its opened page, from the rail, a button and a header', async ({
  window,
}) => {
  const rail = window.getByRole('navigation').getByRole('link', { name: 'Inventory' })
  const first = grid(window).locator('[aria-rowindex="2"]')
  await goTo(window, 'Settings')
  await goTo(window, 'Inventory')
  await expect(window.getByRole('heading', { level: 1, name: 'Inventory' })).toBeFocused()
  await expect(first).not.toBeEmpty()
  await keys(window, 'PageDown')
  await expect(grid(window).getByRole('row', { selected: true })).toHaveCount(1)
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await rail.focus()
  await keys(window, 'ControlOrMeta+Home')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await grid(window).getByRole('columnheader', { name: 'Photo', exact: true }).click()
  await expect(grid(window)).toBeFocused()
  await keys(window, 'ControlOrMeta+Home', 'ArrowUp')
  await window.getByRole('button', { name: 'Columns' }).focus()
  await keys(window, 'ControlOrMeta+a')
  const all = Number(await grid(window).getAttribute('aria-rowcount')) - 1
  await expect(window.getByText(`${all} selected`, { exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Select nothing' }).click()
})

test('under an open dialog a shortcut does nothing to the page', async ({ window }) => {
  await keys(window, 'ControlOrMeta+k')
  const palette = window.getByRole('dialog', { name: 'Commands' })
  await expect(palette).toBeVisible()
  await keys(window, 'ControlOrMeta+f', 'ControlOrMeta+,', 'd', 'a', 'r', 'k')
  await expect(palette.getByRole('combobox')).toHaveValue('dark')
  await expect(window).toHaveURL(/#\/inventory/)
  await keys(window, 'Escape')
  await expect(palette).toBeHidden()
})
