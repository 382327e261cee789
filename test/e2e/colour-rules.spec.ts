import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { inventoryAtRest } from './service.ts'
import { grid } from './stock-list.ts'

/** Enough for cars to have others like them. */
test.use({ adverts: 2_000 })

const marked = (window: Page): Locator => grid(window).locator('.row.marked')

/** The prices of the rows on the screen, and which of them are pink. */
const prices = (window: Page): Promise<{ price: number; pink: boolean }[]> =>
  grid(window).evaluate((scroller) => {
    const header = [...scroller.querySelectorAll('[role=columnheader]')].find((each) =>
      each.textContent.includes('Price'),
    )
    const at = header?.getAttribute('aria-colindex')
    return [...scroller.querySelectorAll('.grid-body .row:not(.loading)')].map((row) => ({
      price: Number(row.querySelector(`[aria-colindex="${at}"]`)?.textContent.replace(/\D/g, '')),
      pink: row.classList.contains('rule-pink'),
    }))
  })

async function openRules(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'Colour rules' }).click()
  return window.getByRole('dialog', { name: 'Colour rules' })
}

test.beforeEach(async ({ window }) => inventoryAtRest(window))

test('a rule says what is wrong with it beside the field, and then colours just the rows that fit it, with its word', async ({
  window,
}) => {
  const dialog = await openRules(window)
  await dialog.getByRole('combobox', { name: /What it looks at/ }).click()
  await window.getByRole('option', { name: 'Price, $', exact: true }).click()
  const add = dialog.getByRole('button', { name: 'Add the rule' })
  const from = dialog.getByRole('textbox', { name: 'From' })
  const word = dialog.getByRole('textbox', { name: 'Word in the list' })
  await add.click()
  await expect(from).toHaveAccessibleDescription('Say which adverts the rule is about.')
  await from.fill('dear')
  await add.click()
  await expect(from).toHaveAccessibleDescription(/number/)
  await from.fill('30 000')
  await add.click()
  await expect(from).toHaveAttribute('aria-invalid', 'false')
  await expect(word).toHaveAccessibleDescription(/^Type the word/)
  await word.fill('Dear')
  await dialog.getByText('Pink', { exact: true }).click()
  await add.click()
  await expect(dialog.getByRole('listitem')).toHaveText(/^Dear Price, \$: 30,000 or more/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(marked(window).first()).toBeVisible()
  await expect(async () => {
    const shown = await prices(window)
    expect(shown.some(({ pink }) => !pink)).toBe(true)
    // A price in another currency counts by its worth, so those in dollars are enough to see.
    for (const { price, pink } of shown.filter(({ price }) => price < 200_000))
      expect(pink).toBe(price >= 30_000)
  }).toPass()
  // The word is read aloud with the title; the cell's own text, which is copied, stays the title.
  const title = marked(window).first().locator('.tagged')
  await expect(title).not.toHaveText(/Dear/)
  const session = await window.context().newCDPSession(window)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ role }) => role?.value === 'gridcell').map(({ name }) => String(name?.value))
  expect(names).toContain(`${await title.innerText()} Dear`)
  await expect(grid(window).locator('.tagged')).toHaveCount(await marked(window).count())

  await window.reload()
  await inventoryAtRest(window)
  await expect(marked(window).first()).toBeVisible()
})

test('a rule is changed, lists its adverts, and is deleted; its colour goes with it', async ({ window }) => {
  const dialog = await openRules(window)
  await dialog.getByRole('button', { name: 'Change the rule “Dear”' }).click()
  await expect(dialog.getByRole('textbox', { name: 'From' })).toHaveValue('30000')
  await dialog.getByRole('textbox', { name: 'Word in the list' }).fill('Too dear')
  await dialog.getByText('Lime', { exact: true }).click()
  const save = dialog.getByRole('button', { name: 'Save the rule' })
  await save.click()
  // What it makes room for moves when it goes.
  await expect(save).toHaveCount(0)
  await dialog.getByRole('button', { name: 'List them' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(window.getByRole('button', { name: /Price, \$: 30,000 or more/ }).first()).toBeVisible()
  const rows = grid(window).locator('.grid-body .row')
  await expect.poll(async () => (await rows.count()) - (await marked(window).count())).toBe(0)
  await expect(marked(window).first()).toHaveClass(/rule-lime/)
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('Colour rules')
  await window.keyboard.press('Enter')
  await window.getByRole('button', { name: 'Delete the rule “Too dear”' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(marked(window)).toHaveCount(0)
  await expect(grid(window).locator('.tagged')).toHaveCount(0)
})

test('rules by the median of similar cars colour just the compared adverts whose price is that far from it', async ({
  window,
  dataDir,
}) => {
  await grid(window).getByRole('row').nth(1).click()
  await grid(window)
    .getByRole('row')
    .nth(15)
    .click({ modifiers: ['Shift'] })
  await window.getByRole('button', { name: 'Position', exact: true }).click()
  const compare = window.getByRole('dialog', { name: /^Compare these 15/ })
  await compare.getByRole('button', { name: /^Compare \(/ }).click()
  await expect(window.getByText('Prices compared: 15 of 15.')).toBeVisible({ timeout: 180_000 })
  await expect(marked(window)).toHaveCount(0)

  const dialog = await openRules(window)
  const percent = dialog.getByRole('textbox', { name: 'Percent' })
  const add = dialog.getByRole('button', { name: 'Add the rule' })
  for (const [side, name] of [
    ['Dearer', 'Over'],
    ['Cheaper', 'Under'],
  ] as const) {
    if (side === 'Cheaper') await dialog.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByRole('combobox', { name: /What it looks at/ }).click()
    await window.getByRole('option', { name: 'Price against the median, %' }).click()
    await dialog.getByRole('combobox', { name: 'Condition' }).click()
    await window.getByRole('option', { name: `${side} than the median by at least` }).click()
    await dialog.getByRole('textbox', { name: 'Word in the list' }).fill(name)
    await percent.fill('0')
    await add.click()
    await expect(percent).toHaveAccessibleDescription(/whole number from 1/)
    await percent.fill('3')
    await add.click()
    await expect(dialog.getByText(`${side} than the median by 3 % or more`)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  using cache = new DatabaseSync(join(dataDir, 'cache.db'), { readOnly: true })
  const apart = cache
    .prepare(
      `SELECT 100.0 * (CASE answer ->> '$.currency' WHEN 1 THEN usd WHEN 2 THEN eur ELSE uah END / (answer ->> '$.median') - 1)
         AS percent FROM price_positions JOIN adverts ON id = advert_id WHERE answer ->> '$.of' >= 5`,
    )
    .all()
    .map(({ percent }) => Number(percent))
  const over = apart.filter((each) => each >= 3)
  const under = apart.filter((each) => each <= -3)
  expect(over.length + under.length).toBeGreaterThan(0)
  await expect(grid(window).locator('.row.rule-pink')).toHaveCount(over.length)
  await expect(grid(window).locator('.row.rule-lime')).toHaveCount(under.length)
})
