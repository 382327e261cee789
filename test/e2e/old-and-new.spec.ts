import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, inventoryAtRest, readStock, sendEdits, startService } from './service.ts'
import { grid } from './stock-list.ts'

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
  await expect.poll(() => showsOld(cell)).toBe(true)
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

test('the cell that a batch wrote says that it is done until the service shows it, and no other cell of the row', async ({
  window,
}) => {
  const service = await startService(60)
  await connect(window, service, 'Done')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.setQuirks(['stale-read'])
  const row = grid(window).locator('[aria-rowindex="2"]')
  const title = await row
    .locator('[role=gridcell]', { hasText: /20\d\d$/ })
    .first()
    .innerText()
  const cell = await price(window, 1)
  await cell.click()
  await window.keyboard.type('12345')
  await window.keyboard.press('Enter')
  await expect(cell).toHaveText('$12,345')
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  await expect(window.getByText(/To the account/)).toBeVisible()
  await sendEdits(window, /^Send/)
  await expect(window.getByText('1 of 1')).toBeVisible()
  await goTo(window, 'Inventory')
  const done = grid(window).locator('.cell.done')
  await expect(done).toHaveText('$12,345')
  await expect(done).toHaveAttribute('title', 'Sent, not shown by the service yet')
  expect(await done.evaluate((shown) => getComputedStyle(shown, '::before').maskImage)).toMatch(/check/)
  await expect(grid(window).locator('.row.done')).toHaveCount(0)
  await expect(grid(window).locator('.row', { has: window.locator('.cell.done') })).toContainText(title)
  await service.control.setQuirks([])
  await window.getByRole('button', { name: 'Refresh from the service' }).click()
  await expect(done).toHaveCount(0)
  await service.close()
})
