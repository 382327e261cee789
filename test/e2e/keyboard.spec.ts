import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { press, tabTo } from './keys.ts'
import { goTo, ownIds } from './service.ts'

const service = serviceOfFile({ account: 'Автоцентр', isRead: true })
test.afterAll(() => applyLocale('en'))

test('Ctrl+Enter that is held goes one step, and it sends nothing whatever has the focus', async ({
  window,
}) => {
  await goTo(window, 'Import')
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(3)},USD,20500\n`
  const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await window.locator('input[type=file]').setInputFiles(file)
  await expect(window.getByRole('button', { name: 'Continue to columns' })).toBeEnabled()
  await service.control.clearRequests()
  await window.keyboard.down('ControlOrMeta')
  await window.keyboard.down('Enter')
  const check = window.getByRole('button', { name: 'Check the rows' })
  await expect(check).toBeEnabled()
  // A key that is held comes again and again.
  for (let again = 0; again < 5; again++) await window.keyboard.down('Enter')
  await window.keyboard.up('Enter')
  await window.keyboard.up('ControlOrMeta')
  await expect(check).toBeVisible()
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(window.getByLabel('Rows of the file')).toBeVisible()

  const sending = window.getByRole('button', { name: /^Send 1 row/ })
  await sending.focus()
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(sending).toBeVisible()
  expect((await service.control.requests())['POST /auto/new/autos']).toBeUndefined()
  // The button itself is no dead one.
  await window.keyboard.press('Enter')
  await expect.poll(async () => (await service.control.requests())['POST /auto/new/autos']).toBe(1)
})

test('a file goes from Ctrl+I to the preview of its undo by keyboard alone, in Ukrainian', async ({
  window,
}) => {
  // The language is set before the way begins; here the rail and the choice may be clicked.
  await window.locator('nav a[href="#/settings"]').click()
  await window.getByText('Українська', { exact: true }).click()
  applyLocale('uk')
  await expect(window.getByRole('heading', { name: m.settings_page_language() })).toBeVisible()
  const button = (label: string) => window.getByRole('button', { name: label, exact: true })
  const { keyboard } = window
  const ids = await ownIds(service, 5)
  const olds = await Promise.all(ids.map(async (id) => (await service.control.advert(id))?.price ?? 0))
  // One price is no number, one moves far, two move little, and the fifth row will be left out.
  const prices = olds.map((old, at) => (at === 0 ? 'x' : at === 1 ? old * 2 : old + 100))
  const text = `ID оголошення,Ціна\n${ids.map((id, at) => `${id},${prices[at]}\n`).join('')}`

  // The file. Only the system's own dialog is not there to be typed into.
  const asked = window.waitForEvent('filechooser')
  await keyboard.press('Control+I')
  await tabTo(window, button(m.word_choose_a_file()))
  await keyboard.press('Enter')
  await (await asked).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const delimiter = window.getByRole('combobox', { name: m.import_delimiter() })
  const found = await delimiter.innerText()
  await press(window, delimiter, 'Tab')
  await expect(delimiter).toHaveText(found)
  await press(window, button(m.import_next_columns()))

  // The columns, and a currency for all rows.
  await tabTo(window, window.getByLabel(m.word_value()))
  await keyboard.type('USD')
  await press(window, button(m.import_constants_add()))
  await press(window, button(m.import_next_check()))

  // The check: to the rows with errors, where the price is typed, undone and typed again.
  const grid = window.getByLabel(m.import_rows_grid())
  const wrong = new RegExp(`^${m.word_with_errors()}`)
  const chips = window.getByRole('group', { name: m.import_filter() })
  await press(window, chips.getByRole('button', { name: wrong }), 'Space')
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
  await expect(window.locator('aside [data-said]')).toContainText('x')
  await tabTo(window, grid)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Control+A')
  await keyboard.type(String((olds[0] ?? 0) + 50))
  await keyboard.press('Enter')
  await expect(grid).toHaveAttribute('aria-rowcount', '1')
  await press(window, button(m.import_undo_hint()))
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
  await keyboard.press('Control+Shift+Z')
  await expect(grid).toHaveAttribute('aria-rowcount', '1')

  // The fifth row is left out, wherever it is in its group.
  await expect(window.getByText(m.import_rows_none_wrong())).toBeVisible()
  await press(window, button(m.word_show_all_rows()))
  await expect(grid).toHaveAttribute('aria-rowcount', '8')
  await expect(grid).toBeFocused()
  await keyboard.press('Control+End')
  while (!(await grid.locator('.row.selected').innerText()).includes(String(ids[4])))
    await keyboard.press('ArrowUp')
  await press(window, button(m.import_leave_out()))
  await expect(button(m.import_take_in())).toBeVisible()

  // The question about the far price, and the sending.
  await tabTo(window, button(m.import_confirm_price_yes({ count: 1 })), 'Shift+Tab')
  await keyboard.press('Space')
  await press(window, button(m.import_send_rows_as({ count: 4, account: 'Автоцентр' })))
  await expect(window.getByText(m.batch_view_batch_finished(), { exact: true })).toBeVisible()
  expect(await service.control.advert(ids[0] ?? 0)).toMatchObject({ price: (olds[0] ?? 0) + 50 })
  expect(await service.control.advert(ids[4] ?? 0)).toMatchObject({ price: olds[4] })

  // The list of imports, the batch again, and the preview of its undo.
  await press(window, button(m.batch_view_back()))
  const list = window.getByRole('grid', { name: m.activity_grid() })
  await expect(list).toContainText('keys.csv')
  await tabTo(window, list)
  // Below the head of the day.
  await keyboard.press('Control+Home')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(window.getByRole('grid', { name: m.batch_view_rows_grid() })).toBeVisible()
  const sent = (await service.control.ledger()).length
  await press(window, button(m.batch_undo_ask()))
  await expect(window.getByText(m.batch_undo_intro())).toBeVisible()
  await expect(window.getByText(m.batch_undo_exact_count({ count: 4 }))).toBeVisible()
  await press(window, button(m.batch_undo_discard()))
  await expect(window.getByRole('heading', { name: 'keys.csv', exact: true })).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)
})
