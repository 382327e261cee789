import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { escape } from './keys.ts'
import { goTo, inventoryAtRest, yesButton } from './service.ts'
import { beginWithStock, grid } from './stock-list.ts'

/** The cell of a column in the row at a place, counted from 1. */
async function cell(window: Page, row: number, column: string): Promise<Locator> {
  const header = grid(window).getByRole('columnheader', { name: column, exact: true })
  const index = await header.getAttribute('aria-colindex')
  return grid(window).locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${index}"]`)
}

const digits = (text: string): number => Number(text.replace(/\D/g, ''))

/** Pastes text as a person does: the page may not write the clipboard. */
const paste = (window: Page, text: string): Promise<void> =>
  grid(window).evaluate((scroller, tsv) => {
    const data = new DataTransfer()
    data.setData('text/plain', tsv)
    const init = { bubbles: true, cancelable: true, clipboardData: data }
    scroller.dispatchEvent(new ClipboardEvent('paste', init))
  }, text)

beginWithStock()

test('a cell is edited by F2 or typing, said what is wrong with it, and undone', async ({ window }) => {
  const first = await cell(window, 1, 'Price')
  const before = await first.innerText()
  await first.click()
  await window.keyboard.press('F2')
  const editor = grid(window).getByRole('textbox', { name: 'Price' })
  await expect(editor).toHaveValue(String(digits(before)))
  await editor.fill('cheap')
  await editor.press('Enter')
  await expect(grid(window).getByRole('alert')).toContainText('cheap')
  await expect(editor).toBeFocused()
  await editor.fill('12 345')
  await editor.press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(first).toHaveText('$12,345')
  await expect(first).toHaveClass(/proposed/)
  // The active cell is the one below now: typing replaces what it has.
  const second = await cell(window, 2, 'Price')
  await window.keyboard.type('12350')
  await window.keyboard.press('Enter')
  await expect(second).toHaveText('$12,350')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toContainText('2')
  await window.keyboard.press('ControlOrMeta+z')
  await expect(second).not.toHaveText('$12,350')
  await window.keyboard.press('ControlOrMeta+z')
  await expect(first).toHaveText(before)
  await window.keyboard.press('ControlOrMeta+y')
  await expect(first).toHaveText('$12,345')
  await first.click()
  await window.keyboard.press('Delete')
  await expect(first).toHaveText(before)
})

wholeTest(
  'a double click edits a cell, and opens the advert where there is nothing to edit',
  async ({ window }) => {
    const price = await cell(window, 3, 'Price')
    const before = await price.innerText()
    await price.dblclick()
    const editor = grid(window).getByRole('textbox', { name: 'Price' })
    await expect(editor).toHaveValue(String(digits(before)))
    await expect(window.getByRole('complementary')).toHaveCount(0)
    // What is typed takes the place of the old price, as after F2.
    await window.keyboard.type('12360')
    await window.keyboard.press('Enter')
    await expect(price).toHaveText('$12,360')
    await price.click()
    await window.keyboard.press('Delete')
    await expect(price).toHaveText(before)
    await (await cell(window, 3, 'Title')).dblclick()
    await expect(window.getByRole('complementary')).toBeVisible()
    await expect(editor).toHaveCount(0)
    await escape(window)
    await expect(window.getByRole('complementary')).toHaveCount(0)
  },
)

test('Delete drops the edits of what is selected, says how many, and Ctrl+Z brings them back', async ({
  window,
}) => {
  const first = await cell(window, 1, 'Price')
  const second = await cell(window, 2, 'Price')
  const before = await first.innerText()
  await first.click()
  for (const price of ['71717', '81818']) {
    await window.keyboard.type(price)
    await window.keyboard.press('Enter')
  }
  await expect(second).toContainText('$81,818')
  await window.keyboard.press('ControlOrMeta+a')
  await window.keyboard.press('Delete')
  await expect(
    window.getByText(/^\d+ edits were dropped\. Ctrl\+Z in the inventory brings them back\.$/),
  ).toBeVisible()
  await expect(first).toHaveText(before)
  await window.keyboard.press('ControlOrMeta+z')
  await expect(first).toContainText('$71,717')
  for (let step = 0; step < 2; step += 1) await window.keyboard.press('ControlOrMeta+z')
  await expect(first).toHaveText(before)
})

test('typing into a cell that can’t be changed says so, and changes nothing', async ({ window }) => {
  const title = await cell(window, 1, 'Title')
  const before = await title.innerText()
  await title.click()
  await window.keyboard.type('7')
  await expect(
    window.getByText('This cell can’t be changed in the list. Enter opens the details.'),
  ).toBeVisible()
  await expect(title).toContainText(before)
})

test('Escape in a cell gives up what was typed, and leaves the details beside it open', async ({
  window,
}) => {
  const price = await cell(window, 6, 'Price')
  const before = await price.innerText()
  await (await cell(window, 5, 'Title')).dblclick()
  const pane = window.getByRole('complementary', { name: 'Advert details' })
  await expect(pane.getByRole('textbox', { name: 'Price' })).toBeVisible()
  await price.click()
  await window.keyboard.type('99')
  await expect(grid(window).getByRole('textbox', { name: 'Price' })).toHaveValue('99')
  await window.keyboard.press('Escape')
  await expect(grid(window).getByRole('textbox', { name: 'Price' })).toHaveCount(0)
  await expect(pane).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  await expect(price).toHaveText(before)
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
})

test('keys that come while a cell is being taken go to the next cell', async ({ window }) => {
  await (await cell(window, 6, 'Price')).click()
  // Faster than main can answer: no key waits for the one before it.
  for (const price of ['12361', '12362', '12363']) {
    await window.keyboard.type(price)
    await window.keyboard.press('Enter')
  }
  for (const [at, price] of ['$12,361', '$12,362', '$12,363'].entries())
    await expect(await cell(window, 6 + at, 'Price')).toHaveText(price)
  for (let step = 0; step < 3; step += 1) await window.keyboard.press('ControlOrMeta+z')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
})

test('what is typed in the details stays while the field before it is taken, and is never lost silently', async ({
  window,
}) => {
  await (await cell(window, 7, 'Title')).dblclick()
  const pane = window.getByRole('complementary', { name: 'Advert details' })
  const field = (name: string): Locator => pane.getByRole('textbox', { name })
  await expect(field('Version')).toBeVisible()
  await field('Price').fill('12 371')
  await window.keyboard.press('Tab')
  await window.keyboard.press('Tab')
  await window.keyboard.type('typed at once')
  await expect(field('Price')).toHaveValue('12371')
  await expect(field('Version')).toHaveValue('typed at once')
  // Closing the details takes what was typed; what can't be taken is said, though its field is gone.
  await field('Price').fill('cheap')
  await window.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  await expect(window.locator('.toast', { hasText: 'was not changed' })).toContainText('“cheap” in Price')
  // There it is again when the advert is opened, or its cell edited; a cell that is refused when its page goes is no other.
  await (await cell(window, 7, 'Title')).dblclick()
  await expect(field('Price')).toHaveValue('cheap')
  await field('Price').press('ControlOrMeta+a')
  await window.keyboard.type('12371')
  await window.keyboard.press('Escape')
  await (await cell(window, 7, 'Price')).click()
  await window.keyboard.type('1e')
  await goTo(window, 'Orders')
  await expect(window.locator('.toast', { hasText: 'was not changed' }).last()).toContainText('“1e” in Price')
  await goTo(window, 'Inventory')
  await (await cell(window, 7, 'Price')).click()
  await window.keyboard.press('F2')
  await expect(grid(window).getByRole('textbox', { name: 'Price' })).toHaveValue('1e')
  await window.keyboard.press('Escape')
  await window.keyboard.press('F2')
  await expect(grid(window).getByRole('textbox', { name: 'Price' })).toHaveValue('12371')
  await window.keyboard.press('Escape')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toContainText('1')
  for (let step = 0; step < 2; step += 1) await window.keyboard.press('ControlOrMeta+z')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
})

wholeTest(
  'keys of a composition are its own: Enter and Escape end it, and nothing else',
  async ({ window }) => {
    const input = await window.context().newCDPSession(window)
    const compose = async (text: string): Promise<void> => {
      await input.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    }
    await (await cell(window, 7, 'Title')).dblclick()
    const pane = window.getByRole('complementary', { name: 'Advert details' })
    const version = pane.getByRole('textbox', { name: 'Version' })
    await version.fill('')
    await compose('їжак')
    await window.keyboard.press('Enter')
    await window.keyboard.press('Escape')
    await expect(version).toHaveValue('їжак')
    await expect(pane).toBeVisible()
    await input.send('Input.insertText', { text: 'їжак' })
    await version.fill('')
    await window.keyboard.press('Escape')
    await expect(pane).toHaveCount(0)
    const search = window.getByRole('search').getByRole('textbox')
    await search.fill('')
    await compose('пассат')
    await window.keyboard.press('Escape')
    await expect(search).toHaveValue('пассат')
    await input.send('Input.insertText', { text: '' })
    await search.fill('')
  },
)

wholeTest(
  'the button that drops an edit comes in nobody’s way: Tab goes on to the next field, and a space is a space',
  async ({ window }) => {
    await (await cell(window, 7, 'Title')).dblclick()
    const pane = window.getByRole('complementary', { name: 'Advert details' })
    const field = (name: string): Locator => pane.getByRole('textbox', { name })
    await field('Price').fill('12 371')
    await window.keyboard.press('Tab')
    await expect(pane.getByRole('button', { name: 'Drop this edit' })).toBeVisible()
    await window.keyboard.press('Tab')
    await expect(field('Version')).toBeFocused()
    // An emptied field drops its edit, which needs no button.
    await field('Price').fill('')
    await window.keyboard.press('Tab')
    await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
    await window.keyboard.press('Escape')
    await expect(pane).toHaveCount(0)
  },
)

test('a range is pasted, kept over a crash, filtered, and copied with a header', async ({ app, window }) => {
  await (await cell(window, 3, 'Price')).click()
  await paste(window, 'Price, in the advert’s currency\n20 100\n20 200\n20 300')
  await expect(await cell(window, 5, 'Price')).toHaveText('$20,300')
  await expect(await cell(window, 3, 'Price')).toHaveText('$20,100')
  await window.keyboard.press('Shift+ArrowDown')
  await window.keyboard.press('Shift+ArrowDown')
  await window.evaluate(() =>
    document.addEventListener('copy', ({ clipboardData }) =>
      Object.assign(globalThis, { copied: clipboardData?.getData('text/plain') }),
    ),
  )
  await window.keyboard.press('ControlOrMeta+c')
  const copied = () => window.evaluate(() => (globalThis as { copied?: string }).copied)
  await expect.poll(copied).toBe('Price, in the advert’s currency\n20100\n20200\n20300')
  await app.kill()
  const again = await app.restart()
  await inventoryAtRest(again)
  await again.getByRole('button', { name: /^Edits/ }).click()
  await expect(grid(again)).toHaveAttribute('aria-rowcount', '4')
  await expect(grid(again).getByText('$20,300')).toBeVisible()
  await expect(again.getByRole('link', { name: /Inventory/ })).toContainText('3')
  await again.getByRole('button', { name: /^Edits/ }).click()
})

wholeTest('what is left out of a pasted block is said', async ({ window }) => {
  await inventoryAtRest(window)
  const last = Number(await grid(window).getAttribute('aria-rowcount')) - 1
  await (await cell(window, 1, 'Price')).click()
  await window.keyboard.press('ControlOrMeta+End')
  await window.keyboard.press('Home')
  await window.keyboard.press('ArrowRight')
  await window.keyboard.press('ArrowRight')
  await expect(grid(window).locator('[aria-selected="true"]')).toHaveAttribute(
    'aria-rowindex',
    String(last + 1),
  )
  // A price, a date that can't be edited, a blank, and a row for which there is no advert.
  await paste(window, '20 400\t2020\t \n20 500\t2021\t')
  const toast = window.locator('.toast', { hasText: '1 cell was changed' })
  await expect(toast).toContainText(
    'Left out: 3 below the last row or right of the last column, 1 in cells that can’t be edited or have another currency, 1 blank.',
  )
  await expect(await cell(window, last, 'Price')).toHaveText('$20,400')
  await window.keyboard.press('ControlOrMeta+z')
  await expect(await cell(window, last, 'Price')).not.toHaveText('$20,400')
  await window.keyboard.press('ControlOrMeta+Home')
})

wholeTest('a delete says that the advert has unsent edits', async ({ window }) => {
  await inventoryAtRest(window)
  const first = await cell(window, 1, 'Price')
  await first.click()
  await window.keyboard.type('12321')
  await window.keyboard.press('Enter')
  await expect(first).toHaveText('$12,321')
  await first.click()
  await window.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(window.locator('.toast', { hasText: 'unsent edits' })).toContainText(
    '1 of these adverts has unsent edits. Once it is deleted they can’t be sent',
  )
  await inventoryAtRest(window)
  await first.click()
  await window.keyboard.press('Delete')
  await expect(first).not.toHaveText('$12,321')
})

/** Shows these columns, or hides them. */
async function setColumns(window: Page, names: readonly string[], shown: boolean): Promise<void> {
  await window.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const name of names) {
    const box = window.getByRole('checkbox', { name, exact: true })
    if ((await box.isChecked()) !== shown) await box.click()
  }
  await escape(window)
}

test('text, in stock and test drive are columns, and are edited in their cells', async ({ window }) => {
  await inventoryAtRest(window)
  await setColumns(window, ['Text', 'In stock', 'Test drive'], true)
  // Columns behind the edge are not in the page.
  await setColumns(window, ['Expires', 'State', 'Year', 'Mileage'], false)
  const stock = await cell(window, 6, 'In stock')
  await expect(stock).toHaveText('Not known')
  await stock.click()
  await window.keyboard.type('maybe')
  await window.keyboard.press('Enter')
  await expect(grid(window).getByRole('alert')).toContainText('In stock')
  await grid(window).getByRole('textbox', { name: 'In stock' }).fill('yes')
  await window.keyboard.press('Enter')
  await expect(stock).toHaveText('Yes')
  await expect(stock).toHaveClass(/proposed/)
  const text = await cell(window, 6, 'Text')
  await text.click()
  await window.keyboard.press('F2')
  const editor = grid(window).getByRole('textbox', { name: 'Text' })
  await expect(editor).not.toHaveValue('')
  await editor.fill('First line')
  await window.keyboard.press('Alt+Enter')
  await window.keyboard.type('second line')
  await window.keyboard.press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(text).toHaveText('First line second line')
  for (const each of [text, stock]) {
    await each.click()
    await window.keyboard.press('Delete')
    await expect(each).not.toHaveClass(/proposed/)
  }
})

wholeTest('37 adverts get a text from a template and a flag', async ({ window }) => {
  await inventoryAtRest(window)
  await (await cell(window, 1, 'Title')).click()
  for (let more = 1; more < 37; more += 1) await window.keyboard.press('Shift+ArrowDown')
  const dialog = window.getByRole('dialog')
  const change = async (field: string, fill: () => Promise<void>): Promise<void> => {
    await window.getByRole('button', { name: 'Text…' }).click()
    await dialog.getByLabel('What to change').click()
    await window.getByRole('option', { name: field, exact: true }).click()
    await fill()
    await dialog.getByRole('button', { name: 'Change 37 adverts' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await change('Text', () =>
    dialog.getByRole('textbox', { name: 'Text' }).fill('{make} {model} {year}: at our showroom in {city}'),
  )
  await change('In stock', () => Promise.resolve())
  await change('Test drive', () => Promise.resolve())
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  const review = window.getByRole('grid', { name: 'Unsent edits' })
  await expect
    .poll(async () => Number(await review.getAttribute('aria-rowcount')))
    .toBeGreaterThanOrEqual(112)
  await expect(review).toContainText('at our showroom in')
  await goTo(window, 'Inventory')
  for (let step = 0; step < 3; step += 1) {
    await grid(window).focus()
    await window.keyboard.press('ControlOrMeta+z')
  }
  // Those that were pasted before are left.
  await expect(window.getByRole('button', { name: 'Review 3 edits' })).toBeVisible()
})

test('many adverts are changed at once, reviewed, rejected one by one, and sent', async ({ window }) => {
  await inventoryAtRest(window)
  // The list comes back to where it was left.
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+Home')
  await (await cell(window, 1, 'Title')).click()
  await (await cell(window, 2, 'Title')).click({ modifiers: ['Shift'] })
  const before = digits(await (await cell(window, 1, 'Price')).innerText())
  await window.getByRole('button', { name: 'Price…' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Change by percent' }).fill('−3')
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Change 2 adverts' }).click()
  const wanted = Math.round((before * 0.97) / 50) * 50
  await expect.poll(async () => digits(await (await cell(window, 1, 'Price')).innerText())).toBe(wanted)
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  const review = window.getByRole('grid', { name: 'Unsent edits' })
  await expect(review).toHaveAttribute('aria-rowcount', '6')
  await review.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click()
  await window.getByRole('button', { name: 'Drop 1 edit' }).click()
  await expect(review).toHaveAttribute('aria-rowcount', '5')
  await expect(window.getByRole('button', { name: /^Send edits of/ })).toBeVisible()
  await expect(window.getByText(/To the account/)).toBeVisible()
  await review.locator('[aria-rowindex="2"] > [aria-colindex="4"]').click()
  await window.keyboard.press('5')
  await expect(window.getByText('This cell can’t be changed in the list.', { exact: true })).toBeVisible()
  // Ctrl+Enter goes to the question that it waits for, and sends once that is answered.
  const asked = yesButton(window)
  await expect(asked).toBeVisible()
  const title = window.getByRole('heading', { name: /^The prices? of / })
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(title).toBeFocused()
  await window.keyboard.press('1')
  await expect(window.getByRole('button', { name: 'Send edits of 4 adverts' })).toBeEnabled()
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(window.getByText('4 of 4')).toBeVisible()
  await goTo(window, 'Inventory')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
})
