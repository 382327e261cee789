import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { beginWithStock, grid } from './stock-list.ts'

const bar = (window: Page): Locator => window.getByRole('group', { name: 'Selected adverts' })
const rowOf = (window: Page, at: number): Locator => grid(window).locator(`[aria-rowindex="${at + 1}"]`)
const check = (window: Page, at: number): Locator => rowOf(window, at).locator('.check')
const all = (window: Page): Locator => window.getByRole('checkbox', { name: 'Select all that is shown' })

/** The price of a row in the list. */
async function price(window: Page, at: number): Promise<Locator> {
  const index = await grid(window)
    .getByRole('columnheader', { name: 'Price', exact: true })
    .getAttribute('aria-colindex')
  return rowOf(window, at).locator(`[aria-colindex="${index}"]`)
}

/** What cells show after they were filled from the first: a price in another currency stays. */
const filledFrom = (first: string, texts: readonly string[]): string[] =>
  texts.map((text) => (text.slice(0, 1) === first.slice(0, 1) ? first : text))

const textsOf = (cells: readonly Locator[]): Promise<string[]> =>
  Promise.all(cells.map((cell) => cell.innerText()))

beginWithStock()

test('checks select rows beside one another, with Shift all between, and the header all or none', async ({
  window,
}) => {
  await check(window, 1).click()
  await check(window, 3).click()
  await expect(bar(window)).toContainText('2 selected')
  await expect(rowOf(window, 1)).toHaveAttribute('aria-selected', 'true')
  await expect(rowOf(window, 2)).toHaveAttribute('aria-selected', 'false')
  await expect(all(window)).toHaveAttribute('aria-checked', 'mixed')
  await check(window, 5).click({ modifiers: ['Shift'] })
  await expect(bar(window)).toContainText('4 selected')
  await check(window, 4).click()
  await expect(bar(window)).toContainText('3 selected')
  await all(window).click()
  await expect(all(window)).toHaveAttribute('aria-checked', 'true')
  const count = Number(await grid(window).getAttribute('aria-rowcount')) - 1
  await expect(bar(window)).toContainText(`${count} selected`)
  await all(window).click()
  await expect(bar(window)).toContainText('0 of')
  // By keyboard.
  await grid(window).focus()
  for (const key of ['ArrowDown', 'Space', 'Space']) await window.keyboard.press(key)
  await expect(bar(window)).toContainText('1 selected')
  // A double click on a check opens nothing.
  await check(window, 2).dblclick()
  await expect(window.getByRole('heading', { level: 2 })).toHaveCount(0)
})

test('Ctrl+D fills what is selected with the first price, as one step, and Ctrl+Z takes it back', async ({
  window,
}) => {
  const cells = await Promise.all([1, 2, 3, 4, 5].map((at) => price(window, at)))
  const before = await textsOf(cells)
  await cells[0]?.click()
  for (let row = 1; row < 5; row++) await window.keyboard.press('Shift+ArrowDown')
  await window.keyboard.press('ControlOrMeta+d')
  await expect(window.getByText(/cells? (was|were) changed/)).toBeVisible()
  await expect.poll(() => textsOf(cells)).toEqual(filledFrom(before[0] ?? '', before))
  await window.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => textsOf(cells)).toEqual(before)
})

test('the handle of the active cell fills down to the row that it is dragged to', async ({ window }) => {
  const cells = await Promise.all([2, 3, 4, 5, 6].map((at) => price(window, at)))
  const before = await textsOf(cells)
  await cells[0]?.click()
  const handle = window.locator('.handle')
  const from = await handle.boundingBox()
  const to = await cells[4]?.boundingBox()
  if (!from || !to) throw new Error('the handle and the cells are on the screen')
  await window.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await window.mouse.down()
  await window.mouse.move(to.x + 20, to.y + 10, { steps: 4 })
  await window.mouse.up()
  await expect.poll(() => textsOf(cells)).toEqual(filledFrom(before[0] ?? '', before))
  await window.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => textsOf(cells)).toEqual(before)
  // Not editable: no handle.
  await rowOf(window, 2).locator('[aria-colindex="2"]').click()
  await expect(handle).toHaveCount(0)
})
