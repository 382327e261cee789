import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { escape, tabTo } from './keys.ts'
import { goTo, inventoryAtRest } from './service.ts'
import { settled } from './settled.ts'
import { beginWithStock, grid, rowCount } from './stock-list.ts'

const search = (window: Page): Locator => window.getByRole('search').getByRole('textbox')
const chip = (window: Page, name: RegExp): Locator => window.getByRole('button', { name }).first()
const heading = (window: Page): Locator => window.getByRole('heading', { level: 1 })

const entries = (window: Page): Promise<number> => window.evaluate(() => navigation.entries().length)

beginWithStock()
test.beforeEach(async ({ window }) => {
  await window.evaluate(() => {
    location.hash = '#/inventory?list='
  })
  await expect(chip(window, /^Live/)).toHaveAttribute('aria-pressed', 'false')
  await expect(search(window)).toHaveValue('')
  await inventoryAtRest(window)
})

test('back and forward go between lists and pages, by keys and by the mouse', async ({ window }) => {
  const all = await rowCount(window)
  await chip(window, /^Sold/).click()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  const sold = await rowCount(window)
  await grid(window).getByRole('columnheader', { name: 'Title', exact: true }).click()
  await expect(window).toHaveURL(/sort/)
  await goTo(window, 'Orders')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(heading(window)).toHaveText('Inventory')
  await expect.poll(() => rowCount(window)).toBe(sold)
  await expect(grid(window).locator('[aria-sort=ascending]')).toHaveText('Title')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(grid(window).locator('[aria-sort]')).toHaveText('Updated')
  await expect(chip(window, /^Sold/)).toHaveAttribute('aria-pressed', 'true')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(chip(window, /^Sold/)).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => rowCount(window)).toBe(all)

  const thumb = (button: number): Promise<void> =>
    window.evaluate((pressed) => {
      document.body.dispatchEvent(
        new MouseEvent('mouseup', { bubbles: true, cancelable: true, button: pressed }),
      )
    }, button)
  await thumb(4)
  await expect.poll(() => rowCount(window)).toBe(sold)
  await thumb(3)
  await expect.poll(() => rowCount(window)).toBe(all)
})

wholeTest(
  'a search is one entry, however many letters it has, and is searched for again',
  async ({ window }) => {
    const all = await rowCount(window)
    const before = await entries(window)
    // Without a rest in which it would be an entry of its own: a slow machine rests between the keys.
    await search(window).evaluate(async (input: HTMLInputElement) => {
      for (const letter of 'bmw') {
        input.value += letter
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await Promise.resolve()
      }
    })
    await expect(window).toHaveURL(/text=bmw/)
    await expect.poll(() => rowCount(window)).toBeLessThan(all / 4)
    const found = await rowCount(window)
    expect(await entries(window)).toBe(before + 1)
    await window.keyboard.press('Alt+ArrowLeft')
    await expect(search(window)).toHaveValue('')
    await expect.poll(() => rowCount(window)).toBe(all)
    await window.keyboard.press('Alt+ArrowRight')
    await expect(search(window)).toHaveValue('bmw')
    await expect.poll(() => rowCount(window)).toBe(found)

    // Left before the typing rests: it has its entry nevertheless.
    await search(window).fill('bmw x')
    await window.keyboard.press('ControlOrMeta+,')
    await expect(window).toHaveURL(/settings/)
    await window.keyboard.press('Alt+ArrowLeft')
    await expect(search(window)).toHaveValue('bmw x')
  },
)

wholeTest(
  'the rail comes back to what was searched for, unless there are other words',
  async ({ window }) => {
    const all = await rowCount(window)
    await search(window).fill('bmw')
    await expect(window).toHaveURL(/text=bmw/)
    await expect.poll(() => rowCount(window)).toBeLessThan(all / 4)
    const found = await rowCount(window)
    await goTo(window, 'Orders')
    await expect(heading(window)).toHaveText('Orders')
    await expect(search(window)).toHaveValue('')
    await goTo(window, 'Inventory')
    await expect(search(window)).toHaveValue('bmw')
    await expect.poll(() => rowCount(window)).toBe(found)

    await goTo(window, 'Today')
    await expect(heading(window)).toHaveText('Today')
    await search(window).fill('audi')
    await goTo(window, 'Inventory')
    await expect(window).toHaveURL(/text=audi/)
    await expect(search(window)).toHaveValue('audi')
  },
)

test('↓ in the search brings the keys to what was found', async ({ window }) => {
  await search(window).fill('bmw')
  await expect(window).toHaveURL(/text=bmw/)
  await expect.poll(() => firstShown(window)).toMatch(/BMW/)
  await search(window).press('Enter')
  await expect(search(window)).toBeFocused()
  await search(window).press('ArrowDown')
  await expect(grid(window)).toBeFocused()
  await window.keyboard.press('ArrowDown')
  await expect.poll(() => activeCell(window)).toMatch(/^true 1 \$\d/)
  await goTo(window, 'Orders')
  const orders = window.getByRole('grid', { name: 'Orders' })
  await expect(orders.getByRole('row').nth(1)).toBeVisible()
  await search(window).press('ArrowDown')
  await expect(orders).toBeFocused()
})

test('a reload comes back to the same list, search, advert and view', async ({ window }) => {
  await chip(window, /^Live/).click()
  await window.getByRole('button', { name: 'Save as view' }).click()
  await window.getByLabel('Name').fill('On sale')
  await window.getByLabel('Name').press('Enter')
  const tab = window.getByRole('group', { name: 'Views' }).getByRole('button', { name: /^On sale/ })
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await escape(window)
  const live = await rowCount(window)
  await search(window).fill('audi')
  await expect(window).toHaveURL(/text=audi/)
  await expect.poll(() => rowCount(window)).toBeLessThan(live)
  await grid(window).locator('[aria-rowindex="2"] > [aria-colindex="2"]').dblclick()
  const pane = window.getByRole('complementary', { name: 'Details' })
  await expect(pane).toBeVisible()
  const count = await rowCount(window)
  const title = await settled(() => pane.getByRole('heading').first().innerText(), /Audi/)
  await window.reload()
  await expect(pane.getByRole('heading').first()).toHaveText(title)
  await expect.poll(() => rowCount(window)).toBe(count)
  await expect(search(window)).toHaveValue('audi')
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(window, /^Live/)).toHaveAttribute('aria-pressed', 'true')

  // Along the rows the open advert changes in place: one step back closes it.
  const before = await entries(window)
  await grid(window).focus()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('ArrowDown')
  await expect(pane.getByRole('heading').first()).not.toHaveText(title)
  await expect.poll(() => entries(window)).toBe(before)
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(pane).toBeHidden()
  await expect(search(window)).toHaveValue('audi')
})

wholeTest('an address of another version shows what is known of it, and says so', async ({ window }) => {
  const all = await rowCount(window)
  const list = JSON.stringify({ states: ['sold', 'reserved'], filters: [{ field: 'doors', from: 3 }] })
  await window.evaluate((text) => {
    location.hash = `#/inventory?list=${encodeURIComponent(text)}`
  }, list)
  await expect(window.getByText('Parts of this address')).toBeVisible()
  await expect(chip(window, /^Sold/)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  await window.evaluate(() => {
    location.hash = '#/inventory?list=%7Bbroken'
  })
  await expect.poll(() => rowCount(window)).toBe(all)
})

test('what is typed after Alt+← edits no cell, and in the header the key moves the column', async ({
  window,
}) => {
  const all = await rowCount(window)
  await chip(window, /^Sold/).click()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  const cell = grid(window).locator('[aria-rowindex="2"] > [aria-colindex="4"]')
  await cell.click()
  for (const key of ['Alt+ArrowLeft', '9', '0', '0', '0', 'Enter']) await window.keyboard.press(key)
  await expect(chip(window, /^Sold/)).toHaveAttribute('aria-pressed', 'false')
  await expect(grid(window).getByRole('textbox')).toHaveCount(0)
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)

  const header = grid(window).getByRole('columnheader', { name: 'Price', exact: true })
  const place = await header.getAttribute('aria-colindex')
  await expect.poll(() => rowCount(window)).toBe(all)
  await chip(window, /^Sold/).click()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  await grid(window).locator('[aria-rowindex="2"] > [aria-colindex="4"]').click()
  await window.keyboard.press('ArrowUp')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(header).not.toHaveAttribute('aria-colindex', place ?? '')
  await expect(chip(window, /^Sold/)).toHaveAttribute('aria-pressed', 'true')
})

/** The first row on the screen and how much of it is above the screen, px. */
const firstShown = (window: Page): Promise<string> =>
  window
    .getByRole('main')
    .getByLabel('Inventory', { exact: true })
    .evaluate((scroller) => {
      const top = scroller.getBoundingClientRect().top + 32
      const rows = [...scroller.querySelectorAll('.grid-body [role=row]')]
        .map((row) => ({ row, at: row.getBoundingClientRect().top - top }))
        .filter(({ at }) => at > -32)
        .toSorted((one, other) => one.at - other.at)
      const first = rows[0]
      // One that is loading still holds the text of the row that it showed before.
      const text = first?.row.matches('.loading') ? '' : first?.row.textContent.trim().slice(0, 30)
      return `${first?.row.getAttribute('aria-rowindex')} ${Math.round(first?.at ?? 0)} ${text}`
    })

/** Scrolls there; resolves with the first row on the screen once the list is drawn and moves no more. */
async function scrollTo(window: Page, top: number): Promise<string> {
  await window
    .getByRole('main')
    .getByLabel('Inventory', { exact: true })
    .evaluate((scroller, to) => {
      scroller.scrollTop = to
    }, top)
  return settled(() => firstShown(window), /^\d{2,} -?\d+ .*\w/)
}

test('back comes to the same rows on the screen: from another page, from the details and from another list', async ({
  window,
}) => {
  const before = await scrollTo(window, 613)
  await goTo(window, 'Orders')
  await expect(heading(window)).toHaveText('Orders')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(heading(window)).toHaveText('Inventory')
  await expect.poll(() => firstShown(window)).toBe(before)

  await grid(window).getByRole('row').nth(6).locator('[aria-colindex="3"]').dblclick()
  await expect(window).toHaveURL(/id=/)
  await expect.poll(() => firstShown(window)).toBe(before)
  await goTo(window, 'Activity')
  await expect(heading(window)).toHaveText('Activity')
  await window.keyboard.press('Alt+ArrowLeft')
  await expect(window).toHaveURL(/id=/)
  await expect.poll(() => firstShown(window)).toBe(before)

  const later = await scrollTo(window, 905)
  await chip(window, /^Sold/).click()
  await expect.poll(() => rowCount(window)).toBeLessThan(40)
  await window.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => firstShown(window)).toBe(later)
})

/** Which advert and column the active cell is of. */
const activeCell = (window: Page): Promise<string> =>
  grid(window).evaluate((scroller) => {
    const cell = document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')
    const title = cell?.parentElement?.querySelector(':not(.loading) > [aria-colindex="3"]')
    return `${cell?.parentElement?.ariaSelected} ${cell?.getAttribute('aria-colindex')} ${title?.textContent}`
  })

wholeTest(
  'the keys go on in the same cell: back by keys, by the rail and by the mouse',
  async ({ window }) => {
    await scrollTo(window, 613)
    await grid(window).locator('[role=row]:nth-child(9) > [aria-colindex="4"]').click()
    const at = await settled(() => activeCell(window), /^true 4 .*\w/)
    const before = await firstShown(window)
    const back = {
      keys: () => window.keyboard.press('Alt+ArrowLeft'),
      rail: () => goTo(window, 'Inventory'),
      mouse: () =>
        window.evaluate(() => {
          const thumb = { bubbles: true, cancelable: true, button: 3 }
          document.body.dispatchEvent(new MouseEvent('mouseup', thumb))
        }),
    }
    for (const way of ['keys', 'rail', 'mouse'] as const) {
      await goTo(window, 'Orders')
      await expect(heading(window)).toHaveText('Orders')
      await back[way]()
      await expect(heading(window)).toHaveText('Inventory')
      await expect.poll(() => activeCell(window), way).toBe(at)
      await expect.poll(() => firstShown(window), way).toBe(before)
    }
    await tabTo(window, grid(window))
    await window.keyboard.press('ArrowRight')
    await expect.poll(() => activeCell(window)).toBe(at.replace('true 4', 'true 5'))
  },
)

wholeTest('a reload comes back to the same rows and folded groups', async ({ window }) => {
  await window.getByRole('main').getByRole('button', { name: 'Group' }).click()
  await window.getByRole('menuitem', { name: 'Group by: Year' }).click()
  const list = window.getByRole('main').getByLabel('Inventory', { exact: true })
  const first = list.locator('[role=row][aria-level="1"][aria-rowindex="2"]')
  await list.evaluate((scroller) => (scroller.scrollTop = 0))
  await first.getByRole('button').click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  const before = await scrollTo(window, 820)
  const rows = await list.getAttribute('aria-rowcount')
  await window.reload()
  await expect.poll(() => firstShown(window)).toBe(before)
  await expect(list).toHaveAttribute('aria-rowcount', rows ?? '')
})

test('letters that are typed right after a link to another page are for that page', async ({ window }) => {
  await goTo(window, 'Orders')
  await expect(heading(window)).toHaveText('Orders')
  await window.evaluate(async () => {
    document.querySelector<HTMLAnchorElement>('nav a[href="#/inventory"]')?.click()
    // What follows the click at once is over, and no event has come yet.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    const box = document.querySelector<HTMLInputElement>('[role=search] input')
    if (!box) return
    box.value = 'bmw'
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await expect(heading(window)).toHaveText('Inventory')
  await expect.poll(() => rowCount(window)).toBeGreaterThan(0)
  await expect(search(window)).toHaveValue('bmw')
})
