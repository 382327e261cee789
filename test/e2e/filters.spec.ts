import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { escape } from './keys.ts'
import { inventoryAtRest } from './service.ts'
import { beginWithStock, grid, rowCount } from './stock-list.ts'

const filters = (window: Page): Locator => window.getByRole('group', { name: 'Filters' })

/** How many rows the grid has, without its header. */

const countIn = async (chip: Locator): Promise<number> =>
  Number(/(\d[\d,]*)\s*$/.exec(await chip.innerText())?.[1]?.replaceAll(',', ''))

beginWithStock()

test('a filter is a chip with its count, is changed, and combined with others by “and”', async ({
  window,
}) => {
  const all = await rowCount(window)
  await filters(window).getByRole('button', { name: 'Filter', exact: true }).click()
  const popover = window.getByRole('dialog', { name: 'Filter' })
  await popover.getByLabel('From').fill('cheap')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(popover.getByText('Type a number')).toBeVisible()
  await popover.getByLabel('From').fill('10 000')
  await popover.getByLabel('To').fill('20000')
  await popover.getByLabel('To').press('Enter')
  const price = filters(window).getByRole('button', { name: /^Price, \$: 10,000–20,000/ })
  await expect(price).toBeVisible()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  const priced = await rowCount(window)
  await expect.poll(() => countIn(price)).toBe(priced)

  await filters(window).getByRole('button', { name: 'Filter', exact: true }).click()
  await popover.getByLabel('Filter by').click()
  await window.getByRole('option', { name: 'Make' }).click()
  await popover.getByRole('checkbox').first().check()
  await popover.getByRole('button', { name: 'Apply' }).click()
  const make = filters(window).getByRole('button', { name: /^Make is / })
  await expect(make).toBeVisible()
  await expect.poll(() => rowCount(window)).toBeLessThan(priced)

  await price.click()
  await window
    .getByRole('dialog', { name: /^Price/ })
    .getByLabel('To')
    .fill('')
  await window
    .getByRole('dialog', { name: /^Price/ })
    .getByRole('button', { name: 'Apply' })
    .click()
  await expect(filters(window).getByRole('button', { name: /^Price, \$: 10,000 or more/ })).toBeVisible()
  await filters(window)
    .getByRole('button', { name: /^Remove the filter “Price/ })
    .click()
  await expect.poll(async () => (await rowCount(window)) === (await countIn(make))).toBe(true)
  await filters(window)
    .getByRole('button', { name: /^Remove the filter “Make/ })
    .click()
  await expect.poll(() => rowCount(window)).toBe(all)
})

wholeTest(
  'a filter by names may leave them out, or ask for those that have none, and its count is that of the list',
  async ({ window }) => {
    const all = await rowCount(window)
    const conditioned = async (field: string, condition: string): Promise<Locator> => {
      await filters(window).getByRole('button', { name: 'Filter', exact: true }).click()
      const popover = window.getByRole('dialog', { name: 'Filter' })
      await popover.getByLabel('Filter by').click()
      await window.getByRole('option', { name: field, exact: true }).click()
      await popover.getByLabel('Condition').click()
      await window.getByRole('option', { name: condition, exact: true }).click()
      return popover
    }
    const popover = await conditioned('Make', 'is none of')
    const [first, second] = [0, 1].map((at) => popover.getByRole('checkbox').nth(at))
    await first?.check()
    await second?.check()
    const left = (await popover.getByRole('listitem').allInnerTexts())
      .slice(0, 2)
      .reduce((sum, text) => sum + Number(/\d+\s*$/.exec(text)?.[0]), 0)
    await popover.getByRole('button', { name: 'Apply' }).click()
    const chip = filters(window).getByRole('button', { name: /^Make is not .+ or / })
    await expect(chip).toBeVisible()
    await expect.poll(() => rowCount(window)).toBe(all - left)
    await expect.poll(() => countIn(chip)).toBe(all - left)

    await conditioned('Price, $', 'is not empty')
    await expect(popover.getByLabel('From')).toHaveCount(0)
    await popover.getByRole('button', { name: 'Apply' }).click()
    await expect(filters(window).getByRole('button', { name: /^Price, \$ is not empty/ })).toBeVisible()
    await expect.poll(() => rowCount(window)).toBe(all - left)
    await conditioned('Model', 'is empty')
    await popover.getByRole('button', { name: 'Apply' }).click()
    await expect(filters(window).getByRole('button', { name: /^Model is empty/ })).toBeVisible()
    await expect(window.getByText('No advert in stock matches')).toBeVisible()
    await window.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => rowCount(window)).toBe(all)

    // Of states, all but the chosen ones.
    const header = grid(window).getByRole('columnheader', { name: 'State', exact: true })
    await header.click({ button: 'right' })
    await window.getByRole('menuitem', { name: 'Filter by this column…' }).click()
    const form = window.getByRole('dialog', { name: 'Filter by this column…' })
    await expect.poll(() => countIn(form.getByRole('button', { name: /^Live/ }))).toBeGreaterThan(0)
    const live = await countIn(form.getByRole('button', { name: /^Live/ }))
    await form.getByRole('button', { name: /^Live/ }).click()
    await expect.poll(() => rowCount(window)).toBe(live)
    await form.getByRole('button', { name: 'All but these' }).click()
    await expect.poll(() => rowCount(window)).toBe(all - live)
    await escape(window)
    await window.getByRole('group', { name: 'Views' }).getByRole('button', { name: /^All/ }).click()
    await expect.poll(() => rowCount(window)).toBe(all)
  },
)

test('a selection stays with its adverts when the list is sorted, and what leaves the list is said', async ({
  window,
}) => {
  const all = await rowCount(window)
  const titles = async (): Promise<string[]> => {
    const rows = grid(window).locator('[role="row"][aria-selected="true"] > [aria-colindex="2"]')
    return (await rows.allInnerTexts()).toSorted()
  }
  const row = (at: number): Locator =>
    grid(window).locator(`[aria-rowindex="${at + 1}"] > [aria-colindex="2"]`)
  await row(1).click()
  await row(4).click({ modifiers: ['Shift'] })
  await expect.poll(async () => (await titles()).filter((title) => title !== '')).toHaveLength(4)
  const chosen = await titles()
  const header = grid(window).getByRole('columnheader', { name: 'Title', exact: true })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const bar = window.getByRole('group', { name: 'Selected adverts' })
  await expect(bar).toContainText('4 selected')
  await expect(bar.getByRole('button', { name: 'Price…' })).toBeEnabled()
  const box = window.getByRole('search').getByRole('textbox')
  await box.fill(chosen[0] ?? '')
  const said = window.getByRole('status').filter({ hasText: 'no longer selected' })
  await expect(said).toContainText(/[1-3] no longer selected: (it|they) left the list/)
  await expect.poll(titles).toContain(chosen[0])
  await box.fill('')
  await expect.poll(() => rowCount(window)).toBe(all)
  await row(2).click()
  await expect(said).toHaveCount(0)
})

test('makes are found as Ukrainians type them', async ({ window }) => {
  const all = await rowCount(window)
  const box = window.getByRole('search').getByRole('textbox')
  await box.fill('бмв')
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  await expect(grid(window).getByRole('row').nth(1)).toContainText('BMW')
  const count = await rowCount(window)
  await box.fill('bmw')
  await expect.poll(() => rowCount(window)).toBe(count)
  await box.fill('')
  await expect.poll(() => rowCount(window)).toBe(all)
})

test('cities are found by Latin letters, look-alike letters are the same, and four digits find ids', async ({
  window,
}) => {
  const all = await rowCount(window)
  const box = window.getByRole('search').getByRole('textbox')
  const found = async (words: string): Promise<number> => {
    // All rows in between: otherwise those that were found before would be taken for these.
    await box.fill('')
    await expect.poll(() => rowCount(window)).toBe(all)
    await box.fill(words)
    await expect.poll(() => rowCount(window)).toBeLessThan(all)
    // The list follows the typing after a pause: it rests if it is the same twice.
    let count = -1
    await expect
      .poll(
        async () => {
          const before = count
          count = await rowCount(window)
          return count === before
        },
        { intervals: [400] },
      )
      .toBe(true)
    return count
  }
  const kyiv = await found('київ')
  expect(kyiv).toBeGreaterThan(0)
  expect(await found('kyiv')).toBe(kyiv)
  await expect(grid(window).getByRole('row').nth(1)).toContainText('Київ')
  const bmw = await found('BMW')
  // В and М are Cyrillic, as a keyboard in the wrong layout types them.
  expect(await found('BМW')).toBe(bmw)
  const id = await window.evaluate(async () => {
    type Invoke = (name: string, ask: unknown, ticket: number) => Promise<{ value: { ids: number[] } }>
    const { forecourt } = globalThis as unknown as { forecourt: { invoke: Invoke } }
    const { value } = await forecourt.invoke('inventory:ids', { text: '', states: [], sort: [] }, -1)
    return String(value.ids[5])
  })
  await box.fill(id.slice(0, 4))
  await expect.poll(() => rowCount(window)).toBeGreaterThan(0)
  await box.fill(id)
  await expect.poll(() => rowCount(window)).toBe(1)
  await box.fill('')
  await expect.poll(() => rowCount(window)).toBe(all)
})

declare global {
  interface Window {
    /** Where the list began whenever the page changed, once its filters were there. */
    listTops?: Set<number>
    /** Each chip that was seen, with where it began. */
    chipPlaces?: Set<string>
  }
}

test('the list stays where it is when the numbers of the filters come', async ({ window }) => {
  await inventoryAtRest(window)
  const topAt = async (width: number): Promise<number> => {
    await window.setViewportSize({ width, height: 800 })
    return (await grid(window).boundingBox())?.y ?? 0
  }
  // As wide as the window can be for the numbers to need a second row.
  let wide = 1_600
  let narrow = 1_000
  const first = await topAt(wide)
  while (wide - narrow > 10) {
    const between = Math.round((wide + narrow) / 2)
    if ((await topAt(between)) < first + 20) wide = between
    else narrow = between
  }
  expect(await topAt(narrow)).toBeGreaterThan(first + 19)
  // The window keeps the height of its filters when it has been told of it, after the next frame.
  await expect
    .poll(() => window.evaluate(() => localStorage.getItem('forecourt:inventory-filter-row')))
    .toBe(
      await window
        .getByRole('group', { name: 'Filters' })
        .evaluate((group) => `${group.parentElement?.clientHeight}`),
    )
  await window.addInitScript(() => {
    self.listTops = new Set()
    new MutationObserver(() => {
      const list = document.querySelector('[role=grid]')
      // The filters are there with the ids, before any number is asked for.
      if (list && document.querySelector('[role=group][aria-label=Filters]'))
        self.listTops?.add(list.getBoundingClientRect().top)
    }).observe(document, { subtree: true, childList: true })
  })
  await window.reload()
  await inventoryAtRest(window)
  await expect.poll(() => countIn(window.getByRole('button', { name: /^Live/ }))).toBeGreaterThan(0)
  const last = (await grid(window).boundingBox())?.y
  expect(await window.evaluate(() => [...(self.listTops ?? [])])).toEqual([last])
})

test('a chip is first seen with its number, so that none moves under the hand', async ({ window }) => {
  await window.setViewportSize({ width: 1440, height: 900 })
  await window.addInitScript(() => {
    // However slow the machine is, it is the numbers that the chips wait for.
    const patient = new CSSStyleSheet()
    patient.replaceSync('.counting { animation-delay: 3600s !important }')
    document.adoptedStyleSheets = [patient]
    const places = new Set<string>()
    self.chipPlaces = places
    new MutationObserver(() => {
      for (const chip of document.querySelectorAll(
        '[aria-label="Filter by state"] button, [aria-label=Filters] > button',
      ))
        if (chip.checkVisibility({ visibilityProperty: true }))
          places.add(`${chip.textContent.replace(/[\d,\s]+$/, '')} ${chip.getBoundingClientRect().left}`)
    }).observe(document, { subtree: true, childList: true })
  })
  await window.reload()
  await inventoryAtRest(window)
  await expect.poll(() => countIn(window.getByRole('button', { name: /^Live/ }))).toBeGreaterThan(0)
  const places = await window.evaluate(() => [...(self.chipPlaces ?? [])])
  const names = places.map((place) => place.replace(/ [\d.]+$/, ''))
  expect(new Set(names).size).toBeGreaterThan(6)
  expect(places).toHaveLength(new Set(names).size)
})
