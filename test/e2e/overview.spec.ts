import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })
const rowCount = async (window: Page): Promise<number> =>
  Number(await grid(window).getAttribute('aria-rowcount')) - 1
const lastNumber = (text: string): number => Number(/([\d,]+)$/.exec(text.trim())?.[1]?.replaceAll(',', ''))

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
})

test('each number is as many adverts as the inventory shows for it, by the pointer and by Enter', async ({
  window,
}) => {
  const all = await rowCount(window)
  await goTo(window, 'Overview')
  await expect(window.getByRole('status').filter({ hasText: 'own adverts' })).toHaveText(`${all} own adverts`)
  const makes = window.getByRole('group', { name: 'By make' })
  const first = makes.getByRole('button').first()
  const name = (await first.getAttribute('aria-label')) ?? ''
  await first.click()
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Make: /)).toBeVisible()
  await expect.poll(() => rowCount(window)).toBe(lastNumber(name))

  await goTo(window, 'Overview')
  const prices = window.getByRole('group', { name: 'By price, $' })
  const cheap = prices.getByRole('button', { name: /10,000–14,999/ })
  const priced = lastNumber((await cheap.getAttribute('aria-label')) ?? '')
  await cheap.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Price, \$: 10,000/)).toBeVisible()
  await expect(window.getByRole('group', { name: 'Filters' }).getByText(/^Make: /)).toHaveCount(0)
  await expect.poll(() => rowCount(window)).toBe(priced)

  for (const label of [
    'Expiring within 7 days',
    'Without a photo',
    'In moderation',
    'Changed in the last 7 days',
  ]) {
    await goTo(window, 'Overview')
    const tile = window.getByRole('list', { name: 'At a glance' }).getByRole('button', { name: label })
    const count = Number(/^[\d,]+/.exec(await tile.innerText())?.[0]?.replaceAll(',', ''))
    await tile.click()
    await expect.poll(() => rowCount(window)).toBe(count)
  }
})

test('each chart has its numbers as a table, whose sum is the whole stock', async ({ window }) => {
  await goTo(window, 'Overview')
  const [total] =
    /\d+/.exec(await window.getByRole('status').filter({ hasText: 'own adverts' }).innerText()) ?? []
  for (const title of ['By make', 'By price, $', 'By age, days since added']) {
    const card = window.getByRole('region', { name: title })
    await card.getByText('As a table').click()
    const counts = await card.locator('td:nth-child(2)').allInnerTexts()
    expect(counts.map(lastNumber).reduce((sum, count) => sum + count, 0)).toBe(Number(total))
  }
})

test('bars are as long as their counts say', async ({ window }) => {
  await goTo(window, 'Overview')
  const bars = window.getByRole('group', { name: 'By price, $' }).getByRole('button')
  await expect(bars.first()).toBeVisible()
  const drawn = await Promise.all(
    (await bars.all()).map(async (bar) => ({
      count: lastNumber((await bar.getAttribute('aria-label')) ?? ''),
      width: (await bar.boundingBox())?.width ?? 0,
    })),
  )
  const [longest] = drawn.toSorted((one, other) => other.count - one.count)
  if (!longest) throw new Error('no bar is drawn')
  for (const { count, width } of drawn)
    expect(Math.abs(width - (longest.width * count) / longest.count)).toBeLessThanOrEqual(1)
})
