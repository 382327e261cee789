import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

/** Groups that are longer than the window. */
test.use({ adverts: 2_000 })

const grid = (window: Page): Locator => window.getByRole('treegrid', { name: 'Inventory' })
const heads = (window: Page): Locator => grid(window).locator('[role=row][aria-level="1"]:not(.group-over *)')
const bar = (window: Page): Locator => window.getByRole('group', { name: 'Selected adverts' })
const rowCount = async (window: Page): Promise<number> =>
  Number(await grid(window).getAttribute('aria-rowcount')) - 1

/** How many adverts the head of a group says that it has. */
const sizeOf = async (head: Locator): Promise<number> =>
  Number(/ (\d+) adverts?/.exec(` ${(await head.innerText()).replace(/\s+/g, ' ')}`)?.[1])

/** The head that has this place among the rows. */
const lineAt = (window: Page, place: number): Locator =>
  grid(window).locator(`[role=row][aria-rowindex="${place + 2}"]:not(.group-over *)`)

async function choose(window: Page, menu: RegExp, item: string): Promise<void> {
  await window.getByRole('main').getByRole('button', { name: menu }).click()
  await window.getByRole('menuitem', { name: item, exact: true }).click()
}

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
  await choose(app.window, /^Group$/, 'Group by: Make')
  await expect(heads(app.window).first()).toBeVisible()
})

test('adverts stand in groups with their number and worth, which are folded by click and by keys', async ({
  window,
}) => {
  const total = Number(
    /^(\d+) adverts/.exec(
      await window.getByRole('status').filter({ hasText: 'adverts' }).first().innerText(),
    )?.[1],
  )
  const count = await rowCount(window)
  expect(count).toBeGreaterThan(total)
  const first = lineAt(window, 0)
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(first).toContainText(/[$€₴]/)
  const size = await sizeOf(first)
  // Its worth ends where the prices do.
  const right = async (shown: Locator): Promise<number> => {
    const box = await shown.boundingBox()
    return box ? box.x + box.width : 0
  }
  const price = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
  expect(await right(first.getByRole('gridcell').last())).toBeCloseTo(await right(price), 0)
  // Scrolled, its head stays at the top, and folds the group there.
  const title = await first.getByRole('button').innerText()
  await grid(window).evaluate((shown) => shown.scrollTo(0, 50))
  const over = grid(window).locator('.group-over')
  await expect(over).toContainText(title)
  await over.getByRole('button', { includeHidden: true }).click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await first.getByRole('button').click()
  await expect(over).toHaveCount(0)
  await expect.poll(() => rowCount(window)).toBe(count)
  await first.getByRole('button').click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => rowCount(window)).toBe(count - size)
  await expect(lineAt(window, 1)).toHaveAttribute('aria-level', '1')

  // By keys: along the heads with the arrows, open with Right, and closed again from within.
  await first.click({ position: { x: 700, y: 15 } })
  await expect(grid(window)).toHaveAttribute('aria-activedescendant', /.+/)
  await window.keyboard.press('ArrowRight')
  await expect.poll(() => rowCount(window)).toBe(count)
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Alt+Shift+ArrowLeft')
  await expect.poll(() => rowCount(window)).toBe(count - size)
  const active = await grid(window).getAttribute('aria-activedescendant')
  await expect(first.locator(`[id="${active}"]`)).toHaveCount(1)
  await window.keyboard.press('Enter')
  await expect.poll(() => rowCount(window)).toBe(count)

  await choose(window, /^Grouped by/, 'Fold all groups')
  await expect.poll(() => rowCount(window)).toBeLessThan(100)
  const groups = await rowCount(window)
  await expect(heads(window).first()).toHaveAttribute('aria-expanded', 'false')
  expect(count).toBe(total + groups)
  await choose(window, /^Grouped by/, 'Unfold all groups')
  await expect.poll(() => rowCount(window)).toBe(count)
})

test('a group is selected with its head, and what is selected stays so when it is folded', async ({
  window,
}) => {
  const first = lineAt(window, 0)
  const size = await sizeOf(first)
  await first.click({ position: { x: 700, y: 15 } })
  await expect(bar(window)).toContainText(/^\s*0 of/)
  await window.keyboard.press('Space')
  await expect(bar(window)).toContainText(`${size} selected`)
  await window.keyboard.press('ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(bar(window)).toContainText(`${size} selected`)
  await window.keyboard.press('ArrowRight')
  await expect(lineAt(window, 1)).toHaveAttribute('aria-selected', 'true')
  await expect(bar(window)).toContainText(`${size} selected`)

  // One taken out: folded, the group is not selected as a whole.
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('ArrowUp')
  await window.keyboard.press('Space')
  await lineAt(window, 1).locator('.check').click({ force: true })
  await expect(bar(window)).toContainText(`${size - 1} selected`)
  await first.getByRole('button').click()
  await expect(first).toHaveAttribute('aria-selected', 'false')
  await first.getByRole('button').click()

  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+a')
  await expect(bar(window)).toContainText(/30\d selected|300 selected/)
})

test('groups go with the sorting, into the address, and stay over a reload', async ({ window }) => {
  await expect(window).toHaveURL(/group/)
  // The header tells the order at once, the lines follow.
  for (const order of ['ascending', 'descending']) {
    const before = await lineAt(window, 1).innerText()
    await grid(window).getByRole('columnheader', { name: 'Price', exact: true }).click()
    await expect(grid(window).locator(`[aria-sort=${order}]`)).toHaveText('Price')
    // While it is read a line says nothing.
    await expect.poll(async () => ['', before].includes(await lineAt(window, 1).innerText())).toBe(false)
  }
  // By price, groups are sorted by what they are worth; by anything else, by their names.
  const titles = (): Promise<string[]> => heads(window).getByRole('button').allInnerTexts()
  const byName = (names: readonly string[]): string[] =>
    names.toSorted((one, other) => one.localeCompare(other, 'uk'))
  await choose(window, /^Grouped by/, 'Fold all groups')
  await expect(lineAt(window, 1)).toHaveAttribute('aria-level', '1')
  const worth = (await heads(window).allInnerTexts()).flatMap((head) => {
    const sums = head.match(/[$€₴][\d,]+/g) ?? []
    return sums.length === 1 ? Number(sums[0].replace(/\$|,/g, '')) : []
  })
  expect(worth.length).toBeGreaterThan(5)
  expect(worth).toEqual(worth.toSorted((one, other) => other - one))
  const byWorth = await titles()
  expect(byWorth).not.toEqual(byName(byWorth))
  await grid(window).getByRole('columnheader', { name: 'Id', exact: true }).click()
  await expect.poll(async () => (await titles()).join() === byName(await titles()).join()).toBe(true)
  await choose(window, /^Grouped by/, 'Unfold all groups')
  const dearest = (await titles())[0] ?? ''
  await window.reload()
  await expect(heads(window).first()).toBeVisible()
  await expect(window.getByRole('button', { name: 'Grouped by: Make' })).toBeVisible()
  await goTo(window, 'Orders')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(lineAt(window, 0)).toContainText(dearest)

  await grid(window).getByRole('columnheader', { name: 'State', exact: true }).click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Group by this column' }).click()
  await expect(heads(window).filter({ hasText: 'Live' })).toBeVisible()
  await choose(window, /^Grouped by/, 'No groups')
  await expect(window.getByRole('grid', { name: 'Inventory' })).toBeVisible()
})
