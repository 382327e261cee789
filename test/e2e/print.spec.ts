import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'
import { grid } from './stock-list.ts'

const sheet = (window: Page): Locator => window.locator('.print-sheet')

const rowCount = async (list: Locator): Promise<number> =>
  Number(await list.getAttribute('aria-rowcount')) - 1

/** What a row of the list shows in its columns of text, in their order. */
const shownRow = (window: Page, row: number): Promise<string[]> =>
  grid(window)
    .locator(`[aria-rowindex="${row + 1}"]`)
    .evaluate((element) =>
      [...element.querySelectorAll('[role=gridcell]')]
        .toSorted((one, other) => Number(one.ariaColIndex) - Number(other.ariaColIndex))
        .slice(1)
        .map(({ textContent }) => textContent),
    )

test('Ctrl+P prints the list as it is filtered and sorted, with its columns and what is edited, and the window again after it', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1440, height: 900 })
  await window.evaluate(() => {
    globalThis.print = () => undefined
  })
  await inventoryAtRest(window)
  const all = await rowCount(grid(window))
  await window.getByRole('button', { name: /^Sold/ }).click()
  await expect.poll(() => rowCount(grid(window))).toBeLessThan(all)
  const count = await rowCount(grid(window))
  expect(count).toBeGreaterThan(2)
  await expect.poll(() => shownRow(window, count)).toHaveLength(9)
  const ends = (): Promise<string[][]> => Promise.all([1, count].map((row) => shownRow(window, row)))
  const unsorted = await ends()
  await grid(window).getByRole('columnheader', { name: 'Price', exact: true }).click()
  await expect.poll(ends).not.toEqual(unsorted)
  await expect.poll(() => shownRow(window, count)).toHaveLength(9)
  const last = await shownRow(window, count)

  await window.keyboard.press('ControlOrMeta+p')
  await expect(sheet(window)).toHaveCount(1)
  await window.emulateMedia({ media: 'print' })
  await expect(sheet(window).getByRole('heading')).toHaveText('Inventory')
  await expect(sheet(window)).toContainText(`${count} adverts · `)
  await expect(sheet(window)).toContainText('sorted by Price ↑')
  await expect(sheet(window).getByText('Sold', { exact: true }).first()).toBeVisible()
  await expect(sheet(window).getByRole('columnheader')).toHaveText([
    'Title',
    'Price',
    'Expires',
    'Id',
    'State',
    'Year',
    'Mileage',
    'City',
    'Updated',
  ])
  await expect(sheet(window).locator('tbody tr')).toHaveCount(count)
  await expect(sheet(window).locator('tbody tr').last().getByRole('cell')).toHaveText(last)
  await expect(window.getByRole('navigation')).toBeHidden()
  await window.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await expect(sheet(window)).toHaveCount(0)
  await expect(window.getByRole('navigation').first()).toBeVisible()
  await window.emulateMedia({ media: null })
})

wholeTest(
  'an unsent edit is printed old and new, and Ctrl+P on another page prints that page’s list',
  async ({ window }) => {
    await inventoryAtRest(window)
    await window.evaluate(() => {
      globalThis.print = () => undefined
    })
    const header = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
    const at = await header.getAttribute('aria-colindex')
    const cell = grid(window).locator(`[aria-rowindex="2"] > [aria-colindex="${at}"]`)
    const before = await cell.innerText()
    await cell.click()
    await window.keyboard.type('12345')
    await window.keyboard.press('Enter')
    await expect(cell).toHaveText('$12,345')
    await window.getByRole('button', { name: 'Export' }).first().click()
    await window.getByRole('menuitem', { name: 'Print the list' }).click()
    await expect(sheet(window).locator('tbody tr').first()).toContainText(`${before} $12,345`)
    await expect(sheet(window).locator('tbody tr').first().locator('s')).toHaveText(before)
    await window.evaluate(() => void dispatchEvent(new Event('afterprint')))
    // Pressed before the page has read its list.
    await window.evaluate(() => {
      const print = { key: 'p', code: 'KeyP', ctrlKey: true, bubbles: true, cancelable: true }
      const press = (): void => void document.body.dispatchEvent(new KeyboardEvent('keydown', print))
      addEventListener('hashchange', () => setTimeout(press), { once: true })
      location.hash = '#/orders'
    })
    await expect(sheet(window).locator('h1')).toHaveText('Orders')
    await window.evaluate(() => void dispatchEvent(new Event('afterprint')))
  },
)

wholeTest(
  'a list in groups is printed with their heads; of a folded group the head alone',
  async ({ window }) => {
    await goTo(window, 'Inventory')
    await window.evaluate(() => {
      globalThis.print = () => undefined
    })
    await window.getByRole('main').getByRole('button', { name: 'Group' }).click()
    await window.getByRole('menuitem', { name: 'Group by: Year' }).click()
    const list = window.getByRole('treegrid', { name: 'Inventory' })
    const head = list.locator('[role=row][aria-level="1"][aria-rowindex="2"]')
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    const unfolded = await rowCount(list)
    await head.getByRole('button').click()
    await expect.poll(() => rowCount(list)).toBeLessThan(unfolded)
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    const words = (await head.getByRole('gridcell').allInnerTexts()).join(' · ').replace(/\s+/g, ' ')
    const shown = await rowCount(list)
    await window.keyboard.press('ControlOrMeta+p')
    const groups = sheet(window).locator('tbody')
    await expect(groups.first().getByRole('row', { includeHidden: true })).toHaveText([words])
    await expect(sheet(window).locator('tbody tr')).toHaveCount(shown)
    await expect(groups.nth(1).locator('th')).toHaveText(/^20\d\d \d+ adverts? · [$€₴]/)
    await window.evaluate(() => void dispatchEvent(new Event('afterprint')))
  },
)
