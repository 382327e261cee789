import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { runAction } from './keys.ts'
import { goTo } from './service.ts'
import { beginWithStock, grid, rowCount } from './stock-list.ts'

const header = (window: Page, name: string): Locator =>
  grid(window).getByRole('columnheader', { name, exact: true })
const leftOf = async (part: Locator): Promise<number> =>
  Math.round((await part.boundingBox())?.x ?? Number.NaN)
const scrollTo = (window: Page, left: number): Promise<void> =>
  grid(window).evaluate((scroller, to) => void (scroller.scrollLeft = to), left)

async function cell(window: Page, row: number, column: string): Promise<Locator> {
  const index = await header(window, column).getAttribute('aria-colindex')
  return grid(window).locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${index}"]`)
}

async function choose(window: Page, column: string, item: string): Promise<void> {
  await header(window, column).click({ button: 'right' })
  await window.getByRole('menuitem', { name: item }).click()
}

beginWithStock()

test('at 1440 px the columns that are shown at first are whole', async ({ window }) => {
  for (const name of [
    'Photo',
    'Title',
    'State',
    'Price',
    'Year',
    'Mileage',
    'City',
    'Expires',
    'Updated',
    'Id',
  ])
    await expect(header(window, name)).toBeVisible()
  const cut = await grid(window).evaluate((scroller) => {
    const right = scroller.getBoundingClientRect().right
    const parts = [...scroller.querySelectorAll<HTMLElement>('.cell')]
    return parts
      .filter(
        (part) => part.getBoundingClientRect().right > right + 1 || part.scrollWidth > part.clientWidth + 1,
      )
      .filter((part) => !['1', '2', '7'].includes(part.getAttribute('aria-colindex') ?? ''))
      .map((part) => part.textContent)
  })
  expect(cut).toEqual([])
  await window.getByRole('button', { name: /^In moderation/ }).click()
  const state = await cell(window, 1, 'State')
  await expect(state).toHaveText('In moderation')
  expect(await state.evaluate((chip) => chip.scrollWidth <= chip.clientWidth)).toBe(true)
  await window.getByRole('button', { name: /^In moderation/ }).click()
})

test('a state is cut with an ellipsis if its column is made too narrow for it', async ({ window }) => {
  await window.getByRole('button', { name: /^In moderation/ }).click()
  const chip = (await cell(window, 1, 'State')).locator('.chip')
  await expect(chip).toHaveText('In moderation')
  const isCut = (): Promise<boolean> =>
    chip.evaluate(
      (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'clip',
    )
  expect(await isCut()).toBe(false)
  const edge = header(window, 'State').locator('.edge')
  const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 }
  await window.mouse.move(x + 6, y + 10)
  await window.mouse.down()
  await window.mouse.move(x - 54, y + 10, { steps: 4 })
  await window.mouse.up()
  await expect.poll(isCut).toBe(true)
  // Within the cell, with its corners.
  const right = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  expect(await right(chip)).toBeLessThan(await right(await cell(window, 1, 'State')))
  await edge.dblclick()
  await expect.poll(isCut).toBe(false)
  await window.getByRole('button', { name: /^In moderation/ }).click()
})

test('a pinned column stays while the others are scrolled, with its selection and its editor', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  const title = await cell(window, 1, 'Title')
  const before = await leftOf(title)
  await scrollTo(window, 120)
  await expect.poll(() => leftOf(title)).toBe(before)
  await expect.poll(() => leftOf(header(window, 'Title'))).toBe(before)
  await scrollTo(window, 0)
  await choose(window, 'Price', 'Pin to the left')
  await expect.poll(() => header(window, 'Price').getAttribute('aria-colindex')).toBe('3')
  const price = await cell(window, 2, 'Price')
  const pinned = await leftOf(price)
  await scrollTo(window, 150)
  await expect.poll(() => leftOf(price)).toBe(pinned)
  await price.click()
  await expect(price).toHaveAttribute('id', /active/)
  await window.keyboard.press('F2')
  const editor = grid(window).getByRole('textbox', { name: 'Price' })
  expect(await leftOf(editor)).toBe(pinned)
  await editor.press('Escape')
  await window.keyboard.press('Shift+ArrowDown')
  await window.keyboard.press('Shift+ArrowRight')
  await expect(grid(window).locator('.framed')).toHaveCount(4)
  await expect(price).toHaveClass(/framed.*left/)
  const onTop = await price.evaluate((part) => {
    const { left, top } = part.getBoundingClientRect()
    return document.elementsFromPoint(left + 5, top + 12).find((each) => each.matches('.cell')) === part
  })
  expect(onTop).toBe(true)
  await scrollTo(window, 0)
  await choose(window, 'Price', 'Unpin')
  await window.setViewportSize({ width: 1440, height: 900 })
})

test('the menu of a column sorts, filters, moves and hides, by the keys too', async ({ window }) => {
  const all = await rowCount(window)
  await choose(window, 'Year', 'Sort ascending')
  await expect(header(window, 'Year')).toHaveAttribute('aria-sort', 'ascending')
  await choose(window, 'Year', 'Filter by this column…')
  const form = window.getByRole('dialog', { name: 'Filter by this column…' })
  await form.getByLabel('From').fill('2015')
  await form.getByLabel('From').press('Enter')
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Year: 2015/)).toBeVisible()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  await expect(form).toHaveCount(0)
  await expect(grid(window)).toBeFocused()
  await (await cell(window, 1, 'City')).click()
  await window.keyboard.press('ControlOrMeta+Home')
  await (await cell(window, 1, 'City')).click()
  await window.keyboard.press('ArrowUp')
  await window.keyboard.press('Alt+ArrowDown')
  await window.getByRole('menuitem', { name: 'Hide the column' }).press('Enter')
  await expect(header(window, 'City')).toHaveCount(0)
  await expect(grid(window)).toBeFocused()
})

test('a view keeps columns, sorting and filters over a reload, and is renamed and deleted', async ({
  window,
}) => {
  const views = () => window.getByRole('button', { name: 'Views' })
  await views().click()
  await window.getByLabel('Name of the view').fill('Newer cars')
  await window.getByRole('dialog').getByRole('button', { name: 'Save as view' }).click()
  await expect(window.getByText('The view “Newer cars” is saved')).toBeVisible()
  await window.getByRole('button', { name: 'Standard view' }).click()
  await expect(header(window, 'City')).toBeVisible()
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Year: 2015/)).toHaveCount(0)
  await window.reload()
  await goTo(window, 'Inventory')
  await runAction(window, 'View: Newer cars')
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Year: 2015/)).toBeVisible()
  await expect(header(window, 'City')).toHaveCount(0)
  await expect(header(window, 'Year')).toHaveAttribute('aria-sort', 'ascending')
  await views().click()
  await window.getByRole('button', { name: 'Rename “Newer cars”' }).click()
  await window.getByLabel('Name of the view').fill('From 2015')
  await window.getByLabel('Name of the view').press('Enter')
  await expect(
    window.getByRole('list', { name: 'Views' }).getByRole('button', { name: 'From 2015', exact: true }),
  ).toBeVisible()
  await window.getByRole('button', { name: 'Delete “From 2015”' }).click()
  await expect(
    window.getByRole('list', { name: 'Views' }).getByRole('button', { name: 'From 2015', exact: true }),
  ).toHaveCount(0)
})
