import type { Page } from '@playwright/test'
import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { runAction } from './keys.ts'
import { bringFile, goTo, ownIds, sayYes, send, sendEdits } from './service.ts'

const service = serviceOfFile({ account: 'Автоцентр', isRead: true })
test.afterAll(() => applyLocale('en'))

test('a column is changed, undone and its problem found by keyboard alone', async ({ window }) => {
  const ids = await ownIds(service, 12)
  const rows = ids.map((id, at) => `${id},USD,${at < 3 ? 'x' : 9_000 + at * 100}`)
  await bringFile(window, { name: 'prices.csv', text: `auto_id,currency_id,price\n${rows.join('\n')}\n` })
  const grid = window.getByLabel('Rows of the file')
  await expect(window.getByRole('columnheader', { name: 'Price old → new' })).toBeVisible()
  await expect(window.getByText(/9 edits: .*; 3 with errors/)).toBeVisible()

  // A question shows its rows, its column and what is said of it.
  await expect(
    window.getByRole('heading', { name: /^The prices of 7 adverts change a lot: [−+]/ }),
  ).toBeVisible()
  await window.getByRole('button', { name: /Not a number/ }).focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('heading', { name: /^Not a number/ })).toBeFocused()
  const kind = window.getByRole('button', { name: 'Show the rows' })
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  const active = (): Promise<string | undefined> =>
    grid.evaluate((list) =>
      document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent.trim(),
    )
  await expect.poll(active).toBe('x')
  await expect(window.locator('aside [data-said]')).toBeInViewport()

  // All cells with the same value, with their number first.
  await window.getByRole('button', { name: 'Change the column “Price” in more rows' }).focus()
  await window.keyboard.press('Enter')
  const value = window.getByRole('textbox', { name: 'New text' })
  await value.focus()
  await window.keyboard.press('Control+A')
  await window.keyboard.type('8500')
  await expect(window.getByText('3 cells will change.')).toBeVisible()
  await window.keyboard.press('Enter')
  await expect(window.getByText(/^12 edits: /)).toBeVisible()
  await expect(value).toBeHidden()
  await window.getByRole('button', { name: /^All rows/ }).focus()
  await window.keyboard.press('Enter')
  // Twelve rows under two heads, below the header.
  await expect(grid).toHaveAttribute('aria-rowcount', '15')

  // Undone and done again.
  await window.keyboard.press('Control+Z')
  await expect(window.getByText(/9 edits: .*; 3 with errors/)).toBeVisible()
  await window.keyboard.press('Control+Shift+Z')
  await expect(window.getByText(/^12 edits: /)).toBeVisible()
  expect(await service.control.ledger()).toEqual([])

  // What is said of a row follows the language.
  await window.keyboard.press('Control+Z')
  await expect(window.getByRole('heading', { name: /^Not a number/ })).toBeVisible()
  await kind.click()
  const said = window.locator('aside [data-said]')
  await expect(said).toContainText('is not a number')
  await runAction(window, 'Українська')
  await expect(window.getByRole('heading', { name: /^prices\.csv.*Перевірка/ })).toBeVisible()
  await expect(said).toContainText('не є числом')

  // A file whose rows were changed is not gone at a press, not even before the change is done.
  const ofFile = window.getByRole('grid')
  await window.getByRole('button', { name: 'Відкинути файл' }).evaluate((button: HTMLElement) => {
    const again = { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', again))
    button.click()
  })
  const question = window.getByRole('dialog', { name: 'Відкинути prices.csv?' })
  await expect(question).toContainText('зникне 1 зміна')
  await question.getByRole('button', { name: 'Залишити' }).click()
  await expect(question).toBeHidden()
  await expect(ofFile).toBeVisible()
  await window.getByRole('button', { name: 'Відкинути файл' }).click()
  await question.getByRole('button', { name: 'Відкинути файл' }).click()
  await expect(question).toBeHidden()
  await expect(ofFile).toBeHidden()
  await runAction(window, 'English')
})

test('two prices of six digits stand whole beside their advert, and the second press of a double click sends nothing', async ({
  window,
}) => {
  const ids = await ownIds(service, 3)
  await bringFile(window, {
    name: 'dear.csv',
    text: `auto_id,version,body,currency_id,price\n${ids.map((id, at) => `${id},A,B,USD,${123_900 + at}\n`).join('')}`,
  })
  const cell = window.getByRole('gridcell', { name: / → \$123,900$/ })
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [800, 560],
  ] as const) {
    await window.setViewportSize({ width, height })
    const [inner, grid] = await Promise.all([
      cell.boundingBox(),
      window.getByLabel('Rows of the file').boundingBox(),
    ])
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((grid?.x ?? 0) + (grid?.width ?? 0))
    expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  }
  await window.setViewportSize({ width: 1440, height: 900 })
  await sayYes(window)
  const sending = window.getByRole('button', { name: /^Send 3 rows as / })
  await sending.hover()
  await window.mouse.down({ clickCount: 2 })
  await window.mouse.up({ clickCount: 2 })
  await expect(sending).toBeEnabled()
  await window.getByRole('button', { name: 'Discard file' }).click()
  expect(await service.control.ledger()).toEqual([])
})

test('typing in a cell of the file changes it, and goes on with the next row that is wrong', async ({
  window,
}) => {
  const [first, second, third, fourth] = await ownIds(service, 4)
  const rows = [`${first},USD,x`, `${second},USD,y`, `${third},USD,z`, `${fourth},USD,9400`]
  await bringFile(window, { name: 'typed.csv', text: `auto_id,currency_id,price\n${rows.join('\n')}\n` })
  const grid = window.getByLabel('Rows of the file')
  // A row that one press would send is seen too, in a group of its own, and the errors stand first.
  const wrong = grid.getByRole('button', { name: 'With errors' })
  await expect(grid).toHaveAttribute('aria-rowcount', '7')
  await expect(grid.getByRole('row').nth(1)).toHaveText('With errors 3 · not sent until fixed')
  const chips = window.getByRole('group', { name: 'Filter the rows' }).getByRole('button')
  await expect(chips.first()).toHaveText('All rows 4')
  await expect(chips.nth(1)).toHaveText('With errors 3')
  await expect(chips.nth(2)).toHaveText(/^(Asked|Changed) 1$/)
  await wrong.click()
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  await expect(wrong).toHaveAttribute('aria-expanded', 'false')
  await wrong.click()
  // A row that was fixed goes to its new group, and the next one that is wrong has its place.
  await grid.getByText('x', { exact: true }).click()
  await window.keyboard.type('8500')
  await window.keyboard.press('Enter')
  await expect(grid.getByRole('row').nth(1)).toHaveText('With errors 2 · not sent until fixed')
  await expect(grid.locator('.row.selected')).toContainText(String(second))
  await window.keyboard.press('Control+Z')
  await expect(grid.getByRole('row').nth(1)).toHaveText('With errors 3 · not sent until fixed')
  await window
    .locator('.bar')
    .getByRole('button', { name: /^With errors/ })
    .click()
  await expect(grid).toHaveAttribute('aria-rowcount', '4')
  await grid
    .getByRole('row')
    .filter({ hasText: String(first) })
    .getByText('x', { exact: true })
    .click()
  for (const [price, left] of [
    ['8500', '3'],
    ['8600', '2'],
  ] as const) {
    await window.keyboard.type(price)
    await window.keyboard.press('Enter')
    await expect(grid).toHaveAttribute('aria-rowcount', left)
  }
  await expect(grid.getByRole('row').filter({ hasText: String(third) })).toBeVisible()
  await expect(window.getByText(/^3 edits: .*; 1 with errors/)).toBeVisible()

  // One press undoes one cell.
  await window.keyboard.press('Control+Z')
  await expect(window.getByText(/^2 edits: .*; 2 with errors/)).toBeVisible()
  await window.keyboard.press('Control+Shift+Z')
  await expect(window.getByText(/^3 edits: .*; 1 with errors/)).toBeVisible()

  // What is left as it is says so.
  await grid.getByText('z', { exact: true }).click()
  await window.keyboard.press('Home')
  await window.keyboard.press('Delete')
  await expect(window.getByText('This column is not from the file: it can’t be changed here.')).toBeVisible()
  await grid.getByText('z', { exact: true }).click()
  await window.keyboard.press('Delete')
  await expect(window.locator('aside [data-said]')).not.toContainText('is not a number')
  await window.keyboard.type('8700')
  await window.keyboard.press('Enter')
  await expect(window.getByText(/^4 edits/)).not.toContainText('with errors')
  expect(await service.control.ledger()).toEqual([])
})

test('a small window shows the question over the rows until it is folded, and digits answer there alone', async ({
  window,
}) => {
  const adverts = await Promise.all((await ownIds(service, 3)).map((id) => service.control.advert(id)))
  const rows = adverts.map((advert) => `${advert?.id},USD,${Math.round((advert?.price ?? 0) / 2)}\n`)
  await window.setViewportSize({ width: 800, height: 600 })
  await bringFile(window, { name: 'small.csv', text: `auto_id,currency_id,price\n${rows.join('')}` })
  const grid = window.getByLabel('Rows of the file')
  const pane = window.locator('aside', { has: window.getByRole('heading', { name: /^The prices of 3 / }) })
  const boxes = (): Promise<unknown[]> => Promise.all([grid.boundingBox(), pane.boundingBox()])
  const [under, over] = await boxes()
  expect(over).toEqual(under)
  await window.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await window.keyboard.press('F6')
  await expect(pane.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await pane.getByRole('button', { name: 'Show the rows' }).click()
  await expect(pane).toBeHidden()
  await window.setViewportSize({ width: 1440, height: 900 })

  await window.keyboard.press('F6')
  await expect(pane).toBeVisible()
  await window.keyboard.press('F6')
  await expect(grid).toBeFocused()
  await grid.getByRole('gridcell', { name: / → \$/ }).first().click()
  await window.keyboard.press('1')
  await expect(grid.getByRole('textbox')).toHaveValue('1')
  await window.keyboard.press('Escape')
  const yes = pane.getByRole('button', { name: /^Yes, / })
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await grid.getByText('Edit', { exact: true }).first().click()
  await window.keyboard.press('1')
  await expect(window.getByText('it can’t be changed here').last()).toBeVisible()
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await window.keyboard.press('F6')
  await expect(pane.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await window.keyboard.press('1')
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await window.getByRole('button', { name: 'Discard file' }).click()
  expect(await service.control.ledger()).toEqual([])
})

test('a file with prices one line too low is refused with the slip beside its rows, and a row that contradicts another waits for it', async ({
  window,
}) => {
  const ids = await ownIds(service, 12)
  const cars = await Promise.all(ids.map((id) => service.control.advert(id)))
  const listed = cars.filter((car) => car !== undefined).toSorted((one, other) => one.price - other.price)
  const rows = listed.map((car, at) => `${car.id},${car.currency},${(listed[at - 1] ?? car).price}`)
  await bringFile(window, { name: 'slipped.csv', text: `auto_id,currency_id,price\n${rows.join('\n')}\n` })
  await expect(window.getByText(/The file looks shifted, \d+ of 12 rows/)).toBeVisible()
  const slip = window.getByRole('table', { name: 'Prices in the file and on the site' })
  await expect(window.getByRole('heading', { name: 'One line too low' })).toBeVisible()
  await expect(slip.getByRole('row')).toHaveCount(7)
  await expect(window.getByRole('columnheader', { name: 'By', exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Choose another file' }).click()

  const [first, second] = listed
  const three = [`${first?.id},USD,9100`, `${second?.id},USD,9200`, `${first?.id},USD,9300`]
  await bringFile(window, { name: 'twice.csv', text: `auto_id,currency_id,price\n${three.join('\n')}\n` })
  await expect(window.getByText(/1 edit: .*; 2 with errors/)).toBeVisible()
  await expect(window.getByText(/Line 4 says something else of the advert/).first()).toBeVisible()
  await window.getByRole('button', { name: 'Leave out', exact: true }).click()
  await expect(window.getByText(/2 edits: .*1 left out/)).toBeVisible()
  await window.keyboard.press('Control+Z')
  await expect(window.getByText(/1 edit: .*; 2 with errors/)).toBeVisible()
  expect(await service.control.ledger()).toEqual([])
})

/** Brings a file with these cells of availability, and what each row does, to the step of the columns. */
async function toColumns(window: Page, name: string, cells: readonly string[]): Promise<void> {
  const ids = await ownIds(service, cells.length)
  const rows = cells.map((cell, at) => `${ids[at] ?? 0};USD;${cell};UPDATE;Салон ${at}\n`)
  await goTo(window, 'Import')
  await window.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`auto_id;currency_id;Наявність;Command;Місце\n${rows.join('')}`),
  })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
}

const check = (window: Page) => window.getByRole('button', { name: 'Check the rows' })
const meaning = (window: Page, word: string) => window.getByRole('combobox', { name: `Meaning of “${word}”` })

test('a column of actions is asked about, and words are taught once for their column', async ({ window }) => {
  await toColumns(window, 'monday.csv', ['J', 'в наявності', 'J', 'продано', 'під замовлення', '', 'J'])
  await expect(check(window)).toBeDisabled()
  await expect(window.getByText('Does “Command” say what each row does? Its cells: UPDATE.')).toBeVisible()
  await window.getByRole('button', { name: 'Yes, each row its own action' }).click()
  await expect(window.getByText('“J” means nothing yet: 3 rows, and 1 more value')).toBeVisible()
  const words = window.getByRole('table', { name: 'Values of “Наявність”' })
  await expect(words.getByRole('row', { name: /^J/ })).toContainText('first in line 2')
  await expect(words.getByRole('row', { name: /^продано/ })).toContainText('known word')
  await meaning(window, 'J').click()
  await window.getByRole('option', { name: 'in stock', exact: true }).click()
  await meaning(window, 'під замовлення').click()
  await window.getByRole('option', { name: 'not in stock' }).click()
  await expect(window.getByText('means nothing yet')).toHaveCount(0)
  // The first rows are shown as they are read.
  const first = window.getByRole('region', { name: 'The first rows, as they are read' })
  await expect(first.getByRole('row', { name: /^In stock/ })).toHaveText(/Yes$/)
  await first.getByRole('button', { name: 'The next row' }).click()
  await expect(first.getByRole('heading', { name: 'Line 3' })).toBeVisible()
  await expect(first).toContainText(String((await ownIds(service, 2))[1]))
  await check(window).click()
  await expect(window.getByText('6 edits', { exact: false }).first()).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()

  // The next file is read as this one was; only its new word is open.
  await toColumns(window, 'tuesday.csv', ['J', 'продано', 'резерв'])
  await expect(window.getByText('“резерв” means nothing yet: 1 row')).toBeVisible()
  await expect(window.getByText('Does “Command” say')).toHaveCount(0)
  await expect(meaning(window, 'J')).toHaveText('in stock')
})

test('an open check follows what is staged, sent and read meanwhile, and asks before it replaces a price that nobody saw', async ({
  window,
}) => {
  const ids = (await ownIds(service, 11)).slice(9)
  const [own, theirs] = await Promise.all(ids.map((id) => service.control.advert(id)))
  if (!own || !theirs) throw new Error('no adverts')
  const lines = [own, theirs].map(
    ({ id, currency, price }) => `${id},${currency},${Math.round(price * 1.02)}\n`,
  )
  await bringFile(window, { name: 'open.csv', text: `auto_id,currency_id,price\n${lines.join('')}` })
  const rows = window.getByLabel('Rows of the file').getByRole('row')
  const sending = window.getByRole('button', { name: /^Send \d rows? as / })
  await expect(sending).toBeEnabled()
  const back = async (): Promise<void> => {
    await goTo(window, 'Import')
    await window.getByRole('button', { name: 'Continue with open.csv' }).click()
  }

  // An edit in the grid is a warning of its row.
  await goTo(window, 'Inventory')
  const search = window.getByRole('search').getByRole('textbox')
  await search.fill(String(own.id))
  const stock = window.getByRole('grid', { name: 'Inventory' })
  await expect(stock).toHaveAttribute('aria-rowcount', '2')
  const price = await stock
    .getByRole('columnheader', { name: 'Price', exact: true })
    .getAttribute('aria-colindex')
  await stock.locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type(String(own.price + 11))
  await window.keyboard.press('Enter')
  await search.fill('')
  await back()
  await expect(window.getByText(/^You set this to \D*[\d,]+ and have not sent it/).first()).toBeVisible()
  await expect(sending).toBeEnabled()

  // Once it is sent, the newer price stays. What a colleague set is the old price from now on, once it was seen.
  const query = `api_key=${service.key}&user_id=${service.userId}&currency_id=1&price=${theirs.price + 7}`
  await fetch(`${service.baseUrl}/auto/new/autos?${query}&auto_id=${theirs.id}`, { method: 'PUT' })
  await goTo(window, 'Inventory')
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  await sendEdits(window, /^Send/)
  await expect(window.getByText('1 of 1')).toBeVisible()
  await back()
  await expect(rows.filter({ hasText: 'Left out' })).toHaveCount(1)
  await window.getByRole('button', { name: 'Refresh from the service' }).click()
  const asked = window.getByRole('button', { name: 'Yes, I have seen 1 new value' })
  await expect(asked).toBeVisible()
  const money = (sum: number): string => `$${sum.toLocaleString('en-US')}`
  await expect(rows.filter({ hasText: `${money(theirs.price + 7)} → ` })).toHaveCount(1)
  await expect(sending).toBeDisabled()
  await asked.click()
  await expect(sending).toBeEnabled()
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('a batch names its adverts, shows only what changes, and follows the language with the file’s own columns', async ({
  window,
}) => {
  const ids = await ownIds(service, 4)
  const adverts = await Promise.all(ids.map((id) => service.control.advert(id)))
  const prices = adverts.map((advert, at) =>
    at === 3 ? 'x' : Math.round((advert?.price ?? 0) * (at === 0 ? 3 : 1.01)),
  )
  const text = `ID оголошення;ЦІНА;Валюта\n${ids.map((id, at) => `${id};${prices[at]};USD\n`).join('')}`
  await bringFile(window, { name: 'prices.csv', text })
  await send(window, 3)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()

  const grid = window.getByRole('grid', { name: 'Rows of the import' })
  const first = grid.getByRole('row').nth(1)
  await expect(first).not.toContainText('Currency')
  await expect(first).toContainText(/Price \$[\d,]+ → \$[\d,]+/)
  const titled = await first.getByRole('gridcell').nth(3).innerText()
  expect(titled).toMatch(/[A-Z]/)
  const invalid = grid.getByRole('row').nth(4)
  await expect(invalid).toContainText(/“x” in ЦІНА is not a number/)

  // The language changes while the batch is the page to go back to.
  const address = window.url()
  await goTo(window, 'Settings')
  await window.getByText('Українська', { exact: true }).click()
  applyLocale('uk')
  await window.goto(address)
  const rows = window.getByRole('grid', { name: m.batch_view_rows_grid() })
  await expect(rows.getByRole('row').nth(4)).toContainText(/ЦІНА: «x»|«x» .*ЦІНА/)
  const change = (await rows.getByRole('row').nth(1).innerText()).replaceAll(/\s/g, ' ')
  expect(change).toMatch(/Ціна \d{1,3} \d{3} \$ → \d{1,3} \d{3} \$/)
})
