import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { escape } from './keys.ts'
import { goTo, inventoryAtRest, keepToasts } from './service.ts'

/** A list that is longer than what of it is loaded at once. */
test.use({ adverts: 2_000 })

/** Styles that the content security policy refused since the page was opened; scripts have tests of their own. */
const refusedStyles = (window: Page): Promise<string[]> =>
  window.evaluate(() => (globalThis as unknown as { refused: string[] }).refused)

const rows = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' }).getByRole('row')
/** Rows count from 1 below the header; their elements are in any order. */
const cell = (window: Page, row: number, column: number): Locator =>
  window
    .getByRole('grid')
    .locator(`[aria-rowindex="${row + 1}"]`)
    .getByRole('gridcell')
    .nth(column)

/** What is in the clipboard: the page may not read it, but a person can paste it. */
async function pasted(window: Page): Promise<string> {
  await window.getByRole('button', { name: 'Add by id' }).click()
  const box = window.getByRole('dialog').getByRole('textbox')
  await box.fill('')
  await box.press('ControlOrMeta+v')
  const text = await box.inputValue()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)
  return text
}

/** The buttons of the rail, and of the bar below the list, that lie under the toast. */
const coveredByToast = (window: Page): Promise<(string | null)[]> =>
  window.evaluate(() => {
    const box = document.querySelector('.toast')?.getBoundingClientRect()
    if (!box) return ['there is no toast']
    return [...document.querySelectorAll('nav a, nav button, main .bar .tools button')]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      .map(({ textContent }) => textContent)
  })

test.beforeEach(async ({ window }) => {
  await window.evaluate(() => {
    const refused: string[] = []
    Object.assign(globalThis, { refused })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      if (effectiveDirective.startsWith('style-src')) refused.push(effectiveDirective)
    })
  })
  await inventoryAtRest(window)
})

test.afterEach(async ({ window }) => {
  expect(await refusedStyles(window)).toEqual([])
})

test('the menu of a row copies the cell and the row, and opens the advert', async ({ window }) => {
  const title = await cell(window, 2, 1).innerText()
  await cell(window, 2, 1).click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Copy the cell' }).click()
  await expect.poll(() => pasted(window)).toBe(title)
  await cell(window, 2, 1).click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Copy the row' }).click()
  await expect.poll(() => pasted(window)).toContain(`\t${title}\t`)

  await window.getByRole('grid').focus()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Shift+F10')
  await expect(window.getByRole('menu', { name: 'Actions of the row' })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('menu')).toHaveCount(0)
  await expect(window.getByRole('grid')).toBeFocused()
  await window.keyboard.press('Shift+F10')
  await window.getByRole('menuitem', { name: 'Open', exact: true }).press('Enter')
  await expect(window.getByRole('menu')).toHaveCount(0)
  const opened = await cell(window, 3, 1).innerText()
  await expect(window.getByRole('complementary').getByRole('heading', { name: opened })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.getByRole('complementary')).toHaveCount(0)
})

wholeTest(
  'a right click on one of several selected rows keeps them, on another row selects that one',
  async ({ window }) => {
    await cell(window, 2, 1).click()
    await cell(window, 4, 1).click({ modifiers: ['Shift'] })
    await cell(window, 3, 1).click({ button: 'right' })
    await expect(window.getByRole('menuitem', { name: 'Copy 3 rows' })).toBeVisible()
    await escape(window)
    await cell(window, 6, 1).click({ button: 'right' })
    await expect(window.getByRole('menuitem', { name: 'Copy the row' })).toBeVisible()
    await escape(window)
    await expect(rows(window).and(window.locator('[aria-selected="true"]'))).toHaveCount(1)
  },
)

wholeTest(
  'a row that is loading shows nothing of the row before, and then its own values',
  async ({ window }) => {
    const grid = window.getByRole('grid', { name: 'Inventory' })
    const shown = await grid.evaluate(
      (scroller) =>
        new Promise<boolean[]>((resolve) => {
          const look = (): void => {
            const cells = [...scroller.querySelectorAll('.row.loading > .cell')]
            resolve(cells.map((each) => each.checkVisibility({ contentVisibilityAuto: true })))
          }
          // The rows cannot come between the scrolling and the animation callback of the same frame.
          scroller.addEventListener('scroll', () => requestAnimationFrame(look), { once: true })
          scroller.scrollTop = scroller.scrollHeight
        }),
    )
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).not.toContain(true)

    await expect(grid.locator('.row.loading')).toHaveCount(0)
    const rows = await grid.locator('.row').allTextContents()
    expect(new Set(rows).size).toBe(rows.length)
    await grid.evaluate((scroller) => (scroller.scrollTop = 0))
    await expect(cell(window, 6, 1)).toBeVisible()
  },
)

test('the chooser of columns shows its last line in a low window, and gives the focus back', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1440, height: 420 })
  const opener = window.getByRole('button', { name: 'Columns', exact: true })
  await opener.click()
  const reset = window.getByRole('button', { name: 'Reset columns' })
  await reset.scrollIntoViewIfNeeded()
  await expect(reset).toBeInViewport({ ratio: 1 })
  const header = window.getByRole('columnheader', { name: 'Mileage' })
  await window.getByRole('checkbox', { name: 'Mileage' }).uncheck()
  await expect(header).toHaveCount(0)
  await reset.click()
  await expect(header).toHaveCount(1)
  await window.keyboard.press('Escape')
  await expect(reset).toHaveCount(0)
  await expect(opener).toBeFocused()
  await window.setViewportSize({ width: 1440, height: 900 })
})

test('an icon button and, on a narrow window, the rail say their names on the keyboard too', async ({
  window,
}) => {
  const tip = window.locator('.tip')
  await window.getByRole('group', { name: 'Views' }).getByRole('button').last().focus()
  await window.keyboard.press('Tab')
  await expect(tip).toHaveText('Views')
  await window.setViewportSize({ width: 1024, height: 700 })
  await window.getByRole('navigation').getByRole('link', { name: 'Orders' }).hover()
  await expect(tip).toHaveText('Orders')
  await window.setViewportSize({ width: 1440, height: 900 })
})

test('the pane is resized by pointer and keys, and keeps its width', async ({ window }) => {
  await cell(window, 2, 1).dblclick()
  const pane = window.getByRole('complementary')
  const handle = window.getByRole('separator')
  const width = async (): Promise<number> => Math.round((await pane.boundingBox())?.width ?? 0)
  const before = await width()
  const at = await handle.boundingBox()
  await window.mouse.move(at?.x ?? 0, 400)
  await window.mouse.down()
  await window.mouse.move((at?.x ?? 0) - 100, 400, { steps: 4 })
  await window.mouse.up()
  await expect.poll(width).toBeGreaterThan(before + 80)
  const dragged = await width()
  await handle.focus()
  await window.keyboard.press('ArrowRight')
  await expect.poll(width).toBeLessThan(dragged)
  const kept = await width()
  await window.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  await cell(window, 3, 1).dblclick()
  await expect.poll(async () => Math.abs((await width()) - kept)).toBeLessThanOrEqual(1)
  await escape(window)
})

test('the palette finds by words, runs by Enter, and a dialog gives the focus back', async ({ window }) => {
  const opener = window.getByRole('button', { name: /^Commands/ })
  await opener.click()
  const box = window.getByRole('combobox', { name: 'Commands' })
  await expect(box).toBeFocused()
  await box.fill('zzz')
  await expect(window.getByText('No matches')).toBeVisible()
  await escape(window)
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(box).toHaveValue('')
  await box.fill('id add')
  await window.keyboard.press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Add adverts by id' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const add = window.getByRole('button', { name: 'Add by id' })
  await add.press('Enter')
  for (let presses = 0; presses < 6; presses++) await window.keyboard.press('Tab')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await escape(window)
  await expect(add).toBeFocused()
})

test('what is typed right after the palette’s key goes to the palette, and Enter runs it', async ({
  window,
}) => {
  await cell(window, 2, 3).click()
  await window.evaluate(async () => {
    const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      const target = document.activeElement ?? document.body
      target.dispatchEvent(event)
      await Promise.resolve()
    }
    // In the Ukrainian layout, without a pause in which anything could be painted or main could answer.
    await press('л', { code: 'KeyK', ctrlKey: true })
    for (const key of 'go to: settinks') await press(key)
    await press('Backspace')
    await press('Backspace')
    for (const key of 'gs') await press(key)
    await press('Enter')
  })
  await expect(window.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await inventoryAtRest(window)
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
})

test('a shortcut of the grid works in the Ukrainian layout', async ({ window }) => {
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await cell(window, 2, 3).click()
  await grid.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'ф',
        code: 'KeyA',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
  await expect(cell(window, 5, 0).locator('..')).toHaveAttribute('aria-selected', 'true')
})

test('a frame of a scrolled list sets no timer', async ({ window }) => {
  const timers = await window.getByRole('grid', { name: 'Inventory' }).evaluate(async (scroller) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const { setTimeout } = globalThis
    let count = 0
    const counted = (work: () => void, delay?: number): unknown => {
      if (!delay) count++
      return setTimeout(work, delay)
    }
    Object.assign(globalThis, { setTimeout: counted })
    for (let step = 1; step <= 5; step++) {
      scroller.scrollTop = step * 32
      await frame()
      await frame()
    }
    Object.assign(globalThis, { setTimeout })
    return count
  })
  expect(timers).toBe(0)
  await window.getByRole('grid', { name: 'Inventory' }).evaluate((scroller) => (scroller.scrollTop = 0))
})

wholeTest(
  'the button of a column’s menu covers nothing of its title, and a cell that is cut tells its whole text',
  async ({ window }) => {
    const title = window
      .getByRole('grid', { name: 'Inventory' })
      .locator('[aria-rowindex="2"] > .cell')
      .nth(1)
    const words = await title.innerText()
    const point = async (told: string): Promise<void> => {
      await title.hover({ position: { x: 5, y: 5 } })
      await expect(title).toHaveAttribute('title', told)
    }
    for (const [width, told] of [
      ['400px', ''],
      ['60px', words],
    ] as const) {
      await title.evaluate((cell, px) => (cell.style.width = px), width)
      await window.mouse.move(0, 0)
      await point(told)
    }
    // A tip of its own that came and went takes nothing away, and nothing stays behind for the row that comes next.
    await window.mouse.move(0, 0)
    await expect(title).toHaveAttribute('title', '')
    await point(words)
    await title.evaluate((cell) => cell.setAttribute('title', ''))
    await window.mouse.move(0, 0)
    await point(words)
    for (const name of ['Price', 'Year', 'City']) {
      const header = window.getByRole('columnheader', { name, exact: true })
      await header.hover()
      const { title, button } = await header.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element.firstChild ?? element)
        const at = ({ left, right }: DOMRect): number[] => [left, right]
        return {
          title: at(range.getBoundingClientRect()),
          button: at((element.querySelector('button') ?? element).getBoundingClientRect()),
        }
      })
      expect((title[1] ?? 0) <= (button[0] ?? 0) || (title[0] ?? 0) >= (button[1] ?? 0)).toBe(true)
    }
  },
)

test('a select is named with its value, and chosen from by keys', async ({ window }) => {
  await goTo(window, 'Orders')
  // Before the first reading the empty page offers it, too.
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const select = window.getByRole('combobox', { name: /^Status All statuses$/ })
  await select.focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('option', { name: 'All statuses' })).toHaveAttribute('aria-selected', 'true')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('listbox')).toHaveCount(0)
  await expect(window.getByRole('combobox', { name: /^Status (?!All statuses)/ })).toBeFocused()
})

test('a toast moves nothing, and covers neither the rail nor the bar below the list', async ({ window }) => {
  await goTo(window, 'Inventory')
  const toast = window.getByRole('listitem').filter({ hasText: 'copied' })
  // What another test copied may still be told, for as long as the pointer lies on it.
  await expect(async () => {
    const [told] = await toast.all()
    await told?.getByRole('button', { name: 'Close' }).click({ timeout: 2_000 })
    await expect(toast).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  const release = await keepToasts(window)
  await window.getByRole('grid', { name: 'Inventory' }).locator('[aria-rowindex="2"]').click()
  await window.keyboard.press('Shift+ArrowDown')
  const boxes = (): Promise<unknown> =>
    Promise.all([window.locator('main'), window.getByRole('grid')].map((each) => each.boundingBox()))
  const before = await boxes()
  await window.keyboard.press('ControlOrMeta+c')
  await expect(toast).toBeVisible()
  expect(await boxes()).toEqual(before)
  // What is closed gives the keys back to where they were.
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await window.keyboard.press('ControlOrMeta+c')
  await toast.hover()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 720, height: 450 },
  ]) {
    await window.setViewportSize(size)
    for (const page of ['#/inventory', '#/orders', '#/settings']) {
      await window.evaluate((address) => (location.hash = address), page)
      await expect(window.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
      expect(await coveredByToast(window)).toEqual([])
    }
  }
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await release()
  await window.setViewportSize({ width: 1440, height: 900 })
})

test('a toast goes away by itself, but not while it has the focus', async ({ window }) => {
  await window.clock.install()
  await goTo(window, 'Settings')
  // The page itself gives it the focus: on a slow machine it would be gone before the test does.
  await window.evaluate(() => {
    new MutationObserver((_, observer) => {
      const close = document.querySelector<HTMLElement>('.toast button')
      if (!close) return
      observer.disconnect()
      close.focus()
    }).observe(document, { subtree: true, childList: true })
  })
  await window.getByRole('radio', { name: 'Light' }).click()
  const toast = window.getByRole('listitem').filter({ hasText: 'Saved' })
  await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused()
  await window.clock.runFor(60_000)
  await expect(toast).toBeVisible()
  await window.getByRole('radio', { name: 'Light' }).focus()
  await window.clock.runFor(60_000)
  await expect(toast).toHaveCount(0)
  await window.clock.resume()
})

test('a double click whose clicks meet different rows, because the list changed in between, opens none', async ({
  window,
}) => {
  const first = await cell(window, 1, 1).innerText()
  const at = await cell(window, 1, 1).boundingBox()
  await window.mouse.move((at?.x ?? 0) + 20, (at?.y ?? 0) + 10)
  await window.mouse.down({ clickCount: 1 })
  await window.mouse.up({ clickCount: 1 })
  // By no pointer, which stays where it is.
  const sold = window.getByRole('group', { name: 'Filter by state' }).getByRole('button', { name: /^Sold/ })
  await sold.evaluate((button) => (button as HTMLElement).click())
  await expect(cell(window, 1, 1)).not.toHaveText(first)
  await window.mouse.down({ clickCount: 2 })
  await window.mouse.up({ clickCount: 2 })
  await expect(rows(window).nth(1)).toBeVisible()
  await expect(window.getByRole('complementary')).toHaveCount(0)
  await cell(window, 1, 1).dblclick()
  await expect(window.getByRole('complementary')).toBeVisible()
})
