import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { escape } from './keys.ts'
import { goTo, inventoryAtRest } from './service.ts'
import { grid } from './stock-list.ts'

/** A list to scroll far in. */
test.use({ adverts: 2_000 })

const rows = (window: Page): Locator => grid(window).locator('.grid-body .row')

/** The place in the list (counted from 0) of the row at the top, and how high each row is. */
const atTop = (window: Page): Promise<{ first: number; heights: number[] }> =>
  grid(window).evaluate((scroller) => {
    const header = scroller.getBoundingClientRect().top + 32
    const shown = [...scroller.querySelectorAll('.grid-body .row')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > header + 1)
      .toSorted((one, other) => one.box.top - other.box.top)
    return {
      first: Number(shown[0]?.row.getAttribute('aria-rowindex')) - 2,
      heights: [...new Set(shown.map(({ box }) => Math.round(box.height)))],
    }
  })

async function choose(window: Page, density: string): Promise<void> {
  await window.getByRole('button', { name: 'Columns', exact: true }).click()
  await window.getByRole('radiogroup', { name: 'Row height' }).getByText(density, { exact: true }).click()
  await escape(window)
}

test('rows are low, normal or high as was chosen, the first row stays the first, and a click hits its row', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1440, height: 900 })
  await inventoryAtRest(window)
  expect((await atTop(window)).heights).toEqual([32])
  const before = await rows(window).count()
  await grid(window).evaluate((scroller) => (scroller.scrollTop = 40 * 32))
  await expect.poll(async () => (await atTop(window)).first).toBe(40)
  for (const [density, height] of [
    ['Compact', 24],
    ['Comfortable', 44],
  ] as const) {
    await choose(window, density)
    await expect.poll(() => atTop(window)).toEqual({ first: 40, heights: [height] })
    const picture = await rows(window).locator('img.picture:visible').first().boundingBox()
    expect(Math.round(picture?.height ?? 0)).toBe(height - 4)
    expect(Math.round(picture?.width ?? 0)).toBe(Math.round(((height - 4) * 10) / 7))
    const row = grid(window).locator(`[aria-rowindex="${40 + 7}"]`)
    const box = await row.boundingBox()
    if (!box) throw new Error('the row is on the screen')
    await window.mouse.click(box.x + 200, box.y + height - 3)
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(grid(window).locator('[aria-selected="true"]')).toHaveCount(1)
  }
  await choose(window, 'Compact')
  await expect.poll(() => rows(window).count()).toBeGreaterThan(before * 1.2)
})

wholeTest(
  'the height is a command, is kept for the window, and is that of the other lists',
  async ({ window }) => {
    await inventoryAtRest(window)
    await window.keyboard.press('ControlOrMeta+k')
    await window.keyboard.type('Row height: Comf')
    await window.keyboard.press('Enter')
    await expect.poll(async () => (await atTop(window)).heights).toEqual([44])
    await window.reload()
    await inventoryAtRest(window)
    await expect.poll(async () => (await atTop(window)).heights).toEqual([44])
    await goTo(window, 'Orders')
    const order = window.getByRole('grid', { name: 'Orders' }).locator('.grid-body .row').first()
    await expect.poll(async () => Math.round((await order.boundingBox())?.height ?? 0)).toBe(44)
  },
)
