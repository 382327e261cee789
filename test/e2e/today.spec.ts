import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo } from './service.ts'
import { beginWithStock, grid, rowCount } from './stock-list.ts'

const lastNumber = (text: string): number => Number(/([\d,]+)$/.exec(text.trim())?.[1]?.replaceAll(',', ''))

beginWithStock()

/**
 * Opens what a number of Today counts, until the inventory shows as many: for a moment the page shows the numbers that it had when it
 * was last open.
 */
async function expectAsMany(
  window: Page,
  count: () => Promise<number>,
  open: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await goTo(window, 'Today')
    const counted = await count()
    await open()
    await expect.poll(() => rowCount(window), { timeout: 10_000 }).toBe(counted)
  }).toPass()
}

test('each number is as many adverts as the inventory shows for it, by the pointer and by Enter', async ({
  window,
}) => {
  const filters = window.getByRole('group', { name: 'Filters' })
  const labelled = (bar: Locator) => async (): Promise<number> =>
    lastNumber((await bar.getAttribute('aria-label')) ?? '')
  const make = window.getByRole('group', { name: 'By make' }).getByRole('button').first()
  await expectAsMany(window, labelled(make), async () => {
    await make.click()
    await expect(filters.getByText(/^Make is /)).toBeVisible()
  })

  const cheap = window
    .getByRole('group', { name: 'By price, $' })
    .getByRole('button', { name: /10,000–19,999/ })
  await expectAsMany(window, labelled(cheap), async () => {
    await cheap.focus()
    await window.keyboard.press('Enter')
    await expect(filters.getByText(/^Price, \$: 10,000/)).toBeVisible()
    await expect(filters.getByText(/^Make is /)).toHaveCount(0)
  })

  for (const what of ['Expire within 7 days', 'Without a photo']) {
    const line = window
      .getByRole('list', { name: 'What needs you' })
      .getByRole('listitem')
      .filter({ hasText: what })
      .getByRole('button', { name: /^Show / })
    await expectAsMany(
      window,
      async () => lastNumber(await line.innerText()),
      () => line.click(),
    )
  }
  const chips = window.getByRole('group', { name: 'Filter by state' })
  for (const title of ['Live adverts', 'In moderation']) {
    const figure = window
      .getByRole('list', { name: 'The stock in numbers' })
      .getByRole('button', { name: title })
    await expectAsMany(
      window,
      async () => Number((await figure.locator('strong').innerText()).replaceAll(',', '')),
      () => figure.click(),
    )
    const chip = chips.getByRole('button', { name: title.replace(' adverts', '') })
    await expect(chip).toHaveText(new RegExp(`\\D${await rowCount(window)}$`))
  }
})

test('a line names a car with its price, and what all of its cars are worth', async ({ window }) => {
  await goTo(window, 'Today')
  const lines = window.getByRole('list', { name: 'What needs you' }).getByRole('listitem')
  for (const what of ['Expire within 7 days', 'Without a photo'])
    await expect(lines.filter({ hasText: what })).toContainText(
      / · together [$€₴][\d,]+.*[A-Z]\w+ .*[$€₴][\d,]+/s,
    )
})

test('each chart has its numbers as a table, whose sum is that of the live adverts', async ({ window }) => {
  await goTo(window, 'Today')
  const sums: number[] = []
  for (const title of ['By make', 'By price, $', 'By age, days since added']) {
    const card = window.getByRole('region', { name: title })
    await card.getByText('As a table').click()
    await expect(card.locator('td').first()).toBeVisible()
    const counts = await card.locator('td:nth-child(2)').allInnerTexts()
    sums.push(counts.map(lastNumber).reduce((sum, count) => sum + count, 0))
  }
  await goTo(window, 'Inventory')
  const live = window.getByRole('group', { name: 'Filter by state' }).getByRole('button', { name: 'Live' })
  await expect(async () => {
    const stock = lastNumber(await live.innerText())
    expect(sums).toEqual([stock, stock, stock])
  }).toPass()
})

test('bars are as long as their counts say', async ({ window }) => {
  await goTo(window, 'Today')
  const bars = window.getByRole('group', { name: 'By price, $' }).getByRole('button')
  await expect(bars.first()).toBeVisible()
  await expect(async () => {
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
  }).toPass()
})

test('a line is put off or done by a key, comes back by Ctrl+Z, and stays away over a reload', async ({
  app,
  window,
}) => {
  await goTo(window, 'Today')
  const lines = () => window.getByRole('list', { name: 'What needs you' }).getByRole('listitem')
  await expect(lines().first()).toBeVisible()
  // Its lines come from several features: all are there when none has come for a second.
  let all = 0
  await expect.poll(async () => all === (all = await lines().count()), { intervals: [1_000] }).toBe(true)
  const first = await lines().first().locator('strong').innerText()
  // The keys are the page's at once: no line was gone to.
  await window.keyboard.press('l')
  await expect(lines()).toHaveCount(all - 1)
  await expect(window.locator('main :focus')).toHaveCount(1)
  await window.keyboard.press('d')
  await expect(lines()).toHaveCount(all - 2)
  await window.keyboard.press('Control+z')
  await expect(lines()).toHaveCount(all - 1)
  const saved = () => (readFileSync(join(app.dataDir, 'settings.json'), 'utf8').match(/"line"/g) ?? []).length
  await expect.poll(saved).toBe(1)
  await window.reload()
  await expect(window.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(lines()).toHaveCount(all - 1)
  await window.getByRole('button', { name: '1 put off until tomorrow' }).click()
  await window.getByRole('button', { name: `Put back: ${first}` }).click()
  await expect(lines()).toHaveCount(all)
})

test('edits that are not sent are a line, which leads to their review', async ({ window }) => {
  await goTo(window, 'Inventory')
  await grid(window).locator('[aria-rowindex="2"] > [aria-colindex="3"]').click()
  const price = await grid(window).getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid(window).locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type('12345')
  await window.keyboard.press('Enter')
  await goTo(window, 'Today')
  const line = window.getByRole('listitem').filter({ hasText: 'Edits not sent' })
  await expect(line).toContainText('1 value is changed here only')
  await line.getByRole('button', { name: 'Review the edits' }).click()
  await expect(window.getByRole('heading', { name: 'Unsent edits' })).toBeVisible()
})

test('what is counted in several places has one number: strip, lines, rail, chips, legend and buttons', async ({
  window,
}) => {
  const rail = (name: string): Locator => window.getByRole('navigation').getByRole('link', { name })
  const line = (what: string | RegExp): Locator =>
    window.getByRole('list', { name: 'What needs you' }).getByRole('listitem').filter({ hasText: what })
  /** Each of these ends with the same number. */
  const expectOne = async (...places: readonly Locator[]): Promise<number> => {
    let counted: number[] = []
    await expect(async () => {
      counted = (await Promise.all(places.map((place) => place.innerText()))).map(lastNumber)
      expect(counted.every((each) => each > 0 && each === counted[0])).toBe(true)
    }).toPass()
    return counted[0] ?? 0
  }
  await goTo(window, 'Calls')
  await window.getByRole('button', { name: /^Read the calls/ }).click()
  const calls = await expectOne(rail('Calls'), window.getByRole('button', { name: /^To call back/ }))
  await goTo(window, 'Inventory')
  const edits = await expectOne(rail('Inventory'), window.getByRole('button', { name: /^Edits \d/ }))
  await expect(window.getByRole('button', { name: `Review ${edits} edit` })).toBeVisible()
  const live = await expectOne(
    window.getByRole('group', { name: 'Filter by state' }).getByRole('button', { name: 'Live' }),
  )
  await goTo(window, 'Today')
  const strip = window.getByRole('list', { name: 'The stock in numbers' })
  expect(await expectOne(strip.getByRole('button', { name: 'Live adverts' }).locator('strong'))).toBe(live)
  expect(await expectOne(rail('Calls'), line('Calls to return').locator('.count'))).toBe(calls)
  await expect(line('Calls to return').getByRole('button', { name: `Show ${calls} calls` })).toBeVisible()
  expect(await expectOne(rail('Inventory'), line('Edits not sent').locator('.count'))).toBe(edits)
  // Lines that wait for a person, on any page and after a mark.
  const lines = line(/./)
  const waiting = await lines.count()
  expect(await expectOne(rail('Today'))).toBe(waiting)
  await line('Edits not sent')
    .getByRole('button', { name: /^Done: / })
    .click()
  await expect(lines).toHaveCount(waiting - 1)
  await goTo(window, 'Inventory')
  expect(await expectOne(rail('Today'))).toBe(waiting - 1)
  await goTo(window, 'Today')
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Today')
  await window.keyboard.press('Control+z')
  await expect(lines).toHaveCount(waiting)
})

test('Enter does what the first line says, wherever the focus of the page is', async ({ window }) => {
  await goTo(window, 'Settings')
  await goTo(window, 'Today')
  const first = window.getByRole('list', { name: 'What needs you' }).getByRole('listitem').first()
  await expect(first).toBeVisible()
  await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('heading', { level: 1 })).not.toHaveText('Today')
})

test('a line that was done comes back when what it counts was gone and is there again', async ({
  window,
}) => {
  await goTo(window, 'Inventory')
  const price = await grid(window).getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  const cell = grid(window).locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`)
  const edits = window.getByRole('navigation').getByRole('link', { name: '1 advert has unsent edits' })
  await expect(edits).toBeVisible()
  await goTo(window, 'Today')
  const line = window
    .getByRole('list', { name: 'What needs you' })
    .getByRole('listitem')
    .filter({ hasText: 'Edits not sent' })
  await line.getByRole('button', { name: 'Review the edits' }).focus()
  await window.keyboard.press('d')
  await expect(line).toHaveCount(0)
  await goTo(window, 'Inventory')
  await cell.click()
  await window.keyboard.press('ControlOrMeta+z')
  await expect(edits).toHaveCount(0)
  await window.keyboard.press('ControlOrMeta+Shift+z')
  await expect(edits).toBeVisible()
  await goTo(window, 'Today')
  await expect(line).toBeVisible()
})
