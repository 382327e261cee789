import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { inventoryAtRest } from './service.ts'

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })

/** The price in the row at a place, counted from 1. */
async function price(window: Page, row: number): Promise<Locator> {
  const header = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
  const index = await header.getAttribute('aria-colindex')
  return grid(window).locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${index}"]`)
}

/** Whether the old value stands before the new one, which is at the right edge of the cell. */
const showsOld = (cell: Locator): Promise<boolean> =>
  cell.locator('.change').evaluate((change) => {
    const lines = change.scrollHeight > change.clientHeight + 8
    const old = getComputedStyle(change, '::after')
    return !lines && old.textDecorationLine === 'line-through' && old.content.startsWith('"')
  })

test('a cell with an unsent edit has the old value struck through before the new one, and says both', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const cell = await price(window, 1)
  const before = await cell.innerText()
  await cell.click()
  await window.keyboard.type('12345')
  await window.keyboard.press('Enter')
  await expect(cell).toHaveText('$12,345')
  await expect(cell).toHaveClass(/proposed/)
  expect(await showsOld(cell)).toBe(true)
  // What assistive technology gets from the browser itself.
  const session = await window.context().newCDPSession(window)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ role }) => role?.value === 'gridcell').map(({ name }) => String(name?.value))
  expect(names).toContain(`$12,345 was ${before}`)
  await cell.click()
  await window.keyboard.press('ArrowUp')
  for (let step = 0; step < 4; step += 1) await window.keyboard.press('Shift+ArrowLeft')
  await expect(cell).toHaveText('$12,345')
  await expect.poll(() => showsOld(cell)).toBe(false)
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+z')
  await expect(cell).toHaveText(before)
  await expect(cell.locator('.change')).toHaveCount(0)
})
