import type { Locator, Page } from '@playwright/test'
import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { fourIds } from '../sandbox/vehicles/four-ids.ts'
import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { press, tabTo, runAction } from './keys.ts'
import { connect, goTo, readStock, sayYes, startService, yesButton, type Service } from './service.ts'

const service = serviceOfFile({ adverts: 60 })
/** A service that gives the account no lists of names. */
let bare: Service
test.beforeAll(async ({ app }) => {
  bare = await startService(20)
  await bare.control.setModes({
    off: { '/auto/new/m*': 404, '/auto/new/g*': 404, '/auto/new/e*': 404, '/auto/categories*': 403 },
  })
  await connect(app.window, bare, 'Без довідників')
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(async () => {
  applyLocale('en')
  await bare.close()
})

const list = (window: Page, label: string): Locator =>
  window.getByRole('combobox', { name: new RegExp(`^${label}`) })
const button = (window: Page, name: string): Locator => window.getByRole('button', { name, exact: true })

/** Opens the form by the palette. */
async function openForm(window: Page): Promise<void> {
  await runAction(window, `${m.advert_form_title()}…`)
  await expect(window.getByRole('heading', { name: m.advert_form_title() })).toBeVisible()
}

/** Chooses in a list by its first letters, as in any list of the system. */
async function chooseBy(window: Page, label: string, letters: string): Promise<void> {
  await tabTo(window, list(window, label))
  await expect(list(window, label)).not.toContainText(m.advert_form_loading())
  await window.keyboard.type(letters)
  await expect(list(window, label)).toContainText(letters)
}

/** Chooses the first name of a list. */
async function chooseFirst(window: Page, label: string): Promise<void> {
  await tabTo(window, list(window, label))
  await expect(list(window, label)).not.toContainText(m.advert_form_loading())
  await window.keyboard.press('Enter')
  await expect(window.getByRole('listbox')).toBeVisible()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('listbox')).toHaveCount(0)
  await expect(list(window, label)).not.toContainText(m.word_choose())
}

/** The heading of the review of one new advert. */
const reviewed = (window: Page): Locator => window.getByRole('heading', { name: `${m.advert_form_title()}:` })

const creates = async (): Promise<number> =>
  (await service.control.ledger()).filter(({ method }) => method === 'POST').length

test('a new advert goes from the palette to the stock by keyboard alone, in Ukrainian', async ({
  window,
}) => {
  // The language is set before the way begins; here the rail and the choice may be clicked.
  await window.locator('nav a[href="#/settings"]').click()
  await window.getByText('Українська', { exact: true }).click()
  applyLocale('uk')
  await expect(window.getByRole('heading', { name: m.settings_page_language() })).toBeVisible()
  const before = await creates()
  await openForm(window)

  // Nothing is missing before it was asked for; then the first thing that is has the focus.
  const check = button(window, m.advert_form_check())
  await press(window, check)
  await expect(window.locator('[aria-invalid="true"]')).not.toHaveCount(0)
  await expect(list(window, m.word_make())).toBeFocused()

  await chooseBy(window, m.word_make(), 'BMW')
  await chooseBy(window, m.word_model(), 'X5')
  await chooseFirst(window, m.advert_form_generation())
  await chooseFirst(window, m.search_body())
  await chooseFirst(window, m.batch_wizard_field_base_id())
  await chooseFirst(window, m.batch_wizard_field_equip_id())
  const field = window.getByRole('textbox', { name: m.word_price() })
  await tabTo(window, field)
  await window.keyboard.type('cheap')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(window.getByText('cheap')).toBeVisible()
  await window.keyboard.press('Control+A')
  await window.keyboard.type('25900')
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await chooseBy(window, m.word_currency(), 'EUR')
  await expect(window.getByRole('status').getByText(m.advert_form_ready())).toBeVisible()

  // The price beside the market's: nothing is asked before its cost was read and agreed to.
  const searches = async (): Promise<number> => (await service.control.requests())['GET /auto/search'] ?? 0
  const asked = await searches()
  await press(window, button(window, m.search_position_read({ calls: 9 })))
  await expect(window.getByText(m.search_position_caveat())).toBeVisible()
  expect(await searches()).toBeGreaterThan(asked)

  await tabTo(window, field, 'Shift+Tab')
  await window.keyboard.press('Enter')
  await expect(reviewed(window)).toContainText(/BMW\s*X5/)
  // Escape goes back to the form, and Ctrl+Enter sends.
  await window.keyboard.press('Escape')
  await press(window, button(window, m.advert_form_check()))
  await expect(reviewed(window)).toContainText(/BMW\s*X5/)
  await expect(button(window, m.import_send_rows_as({ count: 1, account: 'Автоцентр' }))).toBeEnabled()
  expect(await creates()).toBe(before)
  await window.keyboard.press('Control+Enter')
  await expect(window.getByText(m.batch_view_batch_finished(), { exact: true })).toBeVisible()

  // Once at the service, once in the stock, and the form is empty again.
  expect(await creates()).toBe(before + 1)
  const sent = (await service.control.ledger()).filter(({ method }) => method === 'POST').at(-1)
  expect(sent?.params).toMatchObject({ marka_id: '9', model_id: '96', currency_id: '2', price: '25900' })
  await window.locator('nav a[href="#/inventory"]').click()
  const stock = window.getByRole('grid', { name: m.app_page_inventory() })
  await expect(stock).toContainText(/25\D?900/)
  await openForm(window)
  await expect(field).toHaveValue('')
  await expect(button(window, m.advert_form_discard())).toBeDisabled()
})

test('a half filled form is kept for its account, over another page, another account and a crash', async ({
  app,
  window,
}) => {
  applyLocale('en')
  await window.locator('nav a[href="#/settings"]').click()
  await window.getByText('English', { exact: true }).click()
  // The window is drawn again: what is opened before that is closed by it.
  await expect(window.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await openForm(window)
  const price = (page: Page): Locator => page.getByRole('textbox', { name: 'Price' })
  await price(window).fill('777')
  await expect(window.getByText(m.advert_form_kept())).toBeVisible()
  await goTo(window, 'Orders')
  await openForm(window)
  await expect(price(window)).toHaveValue('777')
  await app.kill()
  const again = await app.restart()
  await openForm(again)
  await expect(price(again)).toHaveValue('777')
  // The form of another account is another one, and nothing of the first is lost.
  const use = async (account: string): Promise<void> => {
    await runAction(again, m.app_switch_account({ name: account }))
    await expect(again.getByText(`For the account ${account}`)).toBeVisible()
  }
  await use('Без довідників')
  await expect(price(again)).toHaveValue('')

  // Without lists of names the ids are typed, and it is said so.
  const make = again.getByRole('combobox', { name: /^Make/ })
  await expect(again.getByText(/The service gives this account no list/).first()).toBeVisible()
  const ids = Object.values(fourIds())
  for (const [at, label] of ['Make', 'Model', 'Modification', 'Equipment'].entries())
    await again
      .getByRole('combobox', { name: new RegExp(`^${label} `) })
      .and(again.locator('input'))
      .fill(String(ids[at]))
  await expect(make).toHaveValue('9')
  await expect(again.getByRole('status').getByText('Still needed: Currency')).toBeVisible()
  await button(again, 'Discard the form').click()
  await again.getByRole('dialog').getByRole('button', { name: 'Discard the form' }).click()
  await expect(make).toHaveValue('')
  await use('Автоцентр')
  await expect(price(again)).toHaveValue('777')
})

test('an advert is begun like another one, and what was entered before is asked about', async ({
  window,
}) => {
  await openForm(window)
  await window.getByRole('textbox', { name: 'Price' }).fill('777')
  await expect(window.getByText(m.advert_form_kept())).toBeVisible()
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await grid.locator('[aria-rowindex="4"] > [aria-colindex="3"]').click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'New advert like this one…' }).click()
  const asked = window.getByRole('dialog', { name: 'A form is half filled' })
  await asked.getByRole('button', { name: 'Keep it' }).click()
  const price = window.getByRole('textbox', { name: 'Price' })
  await expect(price).toHaveValue('777')
  await goTo(window, 'Inventory')
  await grid.locator('[aria-rowindex="4"] > [aria-colindex="2"]').dblclick()
  await button(window, 'New advert like this one…').click()
  await asked.getByRole('button', { name: 'Replace' }).click()
  await expect(window.getByText(/^Copied from /)).toBeVisible()
  await expect(window.getByText(/Not known of it, so not copied: .*Modification/)).toBeVisible()
  await expect(price).not.toHaveValue('777')
})

wholeTest('the selected adverts become deletes that are seen before they are sent', async ({ window }) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="4"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type('12321')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toContainText('1')
  const rows = window.getByLabel('Rows of the file')
  const deleteThree = async (): Promise<void> => {
    await grid.locator('[aria-rowindex="3"] > [aria-colindex="3"]').click()
    await window.keyboard.press('Shift+ArrowDown')
    await window.keyboard.press('Shift+ArrowDown')
    await runAction(window, 'Delete 3 adverts')
    await expect(rows).toHaveAttribute('aria-rowcount', '4')
  }
  await deleteThree()
  await expect(window).toHaveURL(/#\/review/)
  // A review that is left is no file that waits.
  await window.keyboard.press('Escape')
  await expect(window).toHaveURL(/#\/inventory/)
  await goTo(window, 'Import')
  await expect(window.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  await goTo(window, 'Inventory')
  await deleteThree()
  await tabTo(window, rows)
  await window.keyboard.press('ArrowDown')
  await expect(window.getByRole('complementary').getByText('What will be deleted')).toBeVisible()
  const deletes = async (): Promise<number> =>
    (await service.control.ledger()).filter(({ method }) => method === 'DELETE').length
  expect(await deletes()).toBe(0)
  await sayYes(window)
  await window.getByRole('button', { name: /^Send 3 rows as / }).click()
  await button(window, 'Delete 3 adverts of Автоцентр').click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await deletes()).toBe(3)

  // The edit of an advert that is deleted now is marked, and dropped by one button.
  await goTo(window, 'Inventory')
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  const edits = window.getByRole('table', { name: 'Unsent edits' })
  await expect(edits).toContainText('Advert gone')
  await expect(window.getByText('1 edit can’t be sent: the service no longer has its advert.')).toBeVisible()
  await expect(button(window, 'Nothing to send')).toBeDisabled()
  await button(window, 'Drop 1 edit').click()
  await expect(window.getByText('No unsent edits')).toBeVisible()

  // One advert: Escape leaves its review, and Ctrl+Enter only goes to the button of what can't be taken back.
  await goTo(window, 'Inventory')
  await grid.locator('[aria-rowindex="3"] > [aria-colindex="3"]').click()
  const one = button(window, 'Delete 1 advert of Автоцентр')
  await runAction(window, 'Delete 1 advert')
  await expect(one).toBeEnabled()
  await window.keyboard.press('Escape')
  await expect(window).toHaveURL(/#\/inventory/)
  await runAction(window, 'Delete 1 advert')
  await expect(one).toBeEnabled()
  await window.keyboard.press('Control+Enter')
  await expect(one).toBeFocused()
  expect(await deletes()).toBe(3)
  await window.keyboard.press('Enter')
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await deletes()).toBe(4)
})

test('a create whose answer was lost is told, and the form asks before it would be sent again', async ({
  window,
}) => {
  applyLocale('en')
  const field = (label: string): Locator =>
    window.getByRole('combobox', { name: new RegExp(`^${label}`) }).and(window.locator('button'))
  const fill = async (isHalfFilled: boolean): Promise<void> => {
    await openForm(window)
    if (isHalfFilled) await expect(button(window, 'Discard the form')).toBeEnabled()
    if (await button(window, 'Discard the form').isEnabled()) {
      await button(window, 'Discard the form').click()
      await window.getByRole('dialog').getByRole('button', { name: 'Discard the form' }).click()
    }
    await field('Make').focus()
    await chooseBy(window, 'Make', 'BMW')
    // A car that no test before has put in stock.
    await chooseBy(window, 'Model', 'X3')
    await chooseFirst(window, m.advert_form_generation())
    await chooseFirst(window, m.search_body())
    await chooseFirst(window, m.batch_wizard_field_base_id())
    await chooseFirst(window, m.batch_wizard_field_equip_id())
    await window.getByRole('textbox', { name: 'Price' }).fill('31415')
    await chooseBy(window, 'Currency', 'USD')
    await button(window, m.advert_form_check()).click()
    await expect(reviewed(window)).toBeVisible()
  }
  // The test before left it so, and it comes a moment after the page.
  await fill(true)
  const before = await creates()
  await service.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await button(window, m.import_send_rows_as({ count: 1, account: 'Автоцентр' })).click()
  await expect(window.getByText(/not confirmed/i).first()).toBeVisible()
  expect(await creates()).toBe(before + 1)

  // The same form again: the check says that it was sent, and nothing goes without a yes of its own.
  await fill(false)
  await expect(yesButton(window)).toHaveCount(1)
  await expect(button(window, m.import_send_rows_as({ count: 0, account: 'Автоцентр' }))).toBeDisabled()
  expect(await creates()).toBe(before + 1)
})
