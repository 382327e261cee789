import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { beginWithStock, grid } from './stock-list.ts'

const bar = (window: Page): Locator => window.getByRole('group', { name: 'Selected adverts' })
const row = (window: Page, at: number): Locator =>
  grid(window).locator(`[aria-rowindex="${at + 1}"] > [aria-colindex="2"]`)
const place = (what: Locator): Promise<unknown> => what.boundingBox()
const digits = (text: string): number => Number(text.replaceAll(/\D/g, ''))

beginWithStock()

test('what is selected is counted and summed up in a bar that moves nothing when it gets its buttons', async ({
  window,
}) => {
  const before = [await place(grid(window)), await place(bar(window))]
  await expect(bar(window)).toContainText('Ctrl+A')
  await expect(bar(window).getByRole('button')).toHaveText(['Compare prices with the market…'])
  await row(window, 1).click()
  await row(window, 3).click({ modifiers: ['Shift'] })
  await expect(bar(window)).toContainText('3 selected')
  const shown = await grid(window)
    .locator('[aria-selected="true"] > [role="gridcell"]')
    .filter({ hasText: /^\$[\d,]+$/ })
    .allInnerTexts()
  expect(shown).toHaveLength(3)
  const sum = shown.reduce((all, price) => all + digits(price), 0)
  await expect(bar(window)).toContainText(`$${sum.toLocaleString('en-US')}`)
  for (const name of ['Price…', 'Text…', 'Position', 'Export', 'Delete'])
    await expect(bar(window).getByRole('button', { name, exact: true })).toBeVisible()
  expect([await place(grid(window)), await place(bar(window))]).toEqual(before)
  await bar(window).getByRole('button', { name: 'Text…' }).click()
  await expect(window.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await bar(window).getByRole('button', { name: 'Select nothing' }).click()
  await expect(bar(window).getByRole('button')).toHaveText(['Compare prices with the market…'])
})

test('the totals under the rows are those of what is listed, filtered or not, and stand below their columns', async ({
  window,
}) => {
  const totals = window.getByTitle(/^What is listed here/)
  await expect(totals).toContainText('$')
  const worth = totals.locator('strong').first()
  const all = await worth.innerText()
  const box = window.getByRole('search').getByRole('textbox')
  await row(window, 1).click()
  const rows = await grid(window).getAttribute('aria-rowcount')
  await box.fill('bmw')
  await expect(worth).not.toHaveText(all)
  await expect(grid(window)).not.toHaveAttribute('aria-rowcount', rows ?? '')
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+a')
  await expect(bar(window)).toContainText(await worth.innerText())
  await box.fill('')
  await expect(worth).toHaveText(all)
  const end = async (of: Locator): Promise<number> => {
    const { x = 0, width = 0 } = (await of.boundingBox()) ?? {}
    return x + width
  }
  const price = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
  expect(await end(worth)).toBe(await end(price))
})

test('the menu of the rows marks adverts as not in stock, which is an edit, and leads to their price position', async ({
  window,
}) => {
  const choose = async (name: string): Promise<void> => {
    await row(window, 1).click({ button: 'right' })
    await window.getByRole('menuitem', { name, exact: true }).click()
  }
  await row(window, 1).click()
  await row(window, 2).click({ modifiers: ['Shift'] })
  await choose('Mark as not in stock')
  const review = window.getByRole('button', { name: /^Review \d+ edit/ })
  await expect(review).toContainText('2')
  await choose('Mark as in stock')
  await choose('Price position')
  await expect(window.getByRole('dialog', { name: /^Compare these 2/ })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await grid(window).focus()
  for (const left of ['marked', 'unmarked']) {
    await expect(review, left).toBeVisible()
    await window.keyboard.press('ControlOrMeta+z')
  }
  await expect(review).toHaveCount(0)
})

test('at 1024 × 700 with an open advert, the bar keeps its height and its buttons in either language', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await row(window, 2).dblclick()
  await expect(window.getByRole('heading', { level: 2 }).first()).toBeVisible()
  for (const last of ['Delete', 'Видалити']) {
    const group = window.getByRole('group', { name: /^(Selected adverts|Вибрані оголошення)$/ })
    await expect(group.getByRole('button', { name: last, exact: true })).toBeVisible()
    await expect(async () => {
      const outer = await group.boundingBox()
      const button = await group.getByRole('button', { name: last, exact: true }).boundingBox()
      expect(outer?.height).toBe(44)
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(
        (outer?.x ?? 0) + (outer?.width ?? 0),
      )
    }).toPass()
    if (last === 'Delete') {
      await window.keyboard.press('ControlOrMeta+k')
      await window.keyboard.type('Language: Укр')
      await window.keyboard.press('Enter')
    }
  }
})
