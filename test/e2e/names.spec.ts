import { expect, test } from './app.ts'
import { bringFile, connect, ownIds, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
})
test.afterAll(() => service.close())

test('a file with names: they are looked up, one choice decides its rows, and the grid shows the cars', async ({
  window,
}) => {
  const rows = ['Бензин,Base,USD,31001', 'Бензин,Base,USD,31002', '306 к.с,Base,USD,31003']
  const text = `Марка,Модель,Модифікація,Комплектація,Валюта,Ціна\n${rows.map((row) => `bmw,Х5,${row}\n`).join('')}`
  await bringFile(window, { name: 'names.csv', text })
  const status = window.getByRole('status')
  await expect(status.filter({ hasText: '1 question stands for rows: 3.' })).toBeVisible()
  await expect(window.getByText('Not asked yet', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: /^Look the names up \(from 1 to 100 requests\)$/ }).click()
  await expect(status.filter({ hasText: '2 questions stand for rows: 3.' })).toBeVisible()
  const question = window.getByRole('radiogroup', { name: /^Модифікація “Бензин” \(2 rows\)/ })
  // A digit answers at once, wherever the focus is, and Enter answers nothing.
  await window.getByRole('heading').first().focus()
  await window.keyboard.press('2')
  await expect(question.getByRole('radio').nth(1)).toBeChecked()
  await expect(question.getByRole('radio').nth(1)).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(question.getByRole('radio').nth(1)).toBeChecked()
  const chosen = (await question.getByRole('radio').nth(1).innerText()).trim()
  await window.getByRole('button', { name: 'Use 1 answer' }).click()
  const grid = window.getByRole('grid')
  await window.getByRole('button', { name: /^All/ }).first().click()
  await expect(grid.getByText('BMW', { exact: true }).first()).toBeVisible()
  // The look-up went on by itself for the equipment of what was chosen.
  await expect(grid.getByText(chosen, { exact: true })).toHaveCount(2)
  await expect(window.getByRole('button', { name: 'Continue to sending' })).toBeEnabled()
})

test('adverts that were never read are read by a button, with their calls said first, and the old values appear', async ({
  window,
}) => {
  const [id = 0] = await ownIds(service, 1)
  const old = (await service.control.advert(id))?.price ?? 0
  await bringFile(window, { name: 'unread.csv', text: `auto_id,currency_id,price\n${id},USD,${old + 100}\n` })
  const cell = window.getByRole('gridcell', { name: / → / })
  await expect(cell).toHaveCount(0)
  const read = window.getByRole('button', { name: /^Read .*1 request/ })
  await read.click()
  const [before, after] = [old, old + 100].map((price) => `$${price.toLocaleString('en-GB')}`)
  await expect(cell).toHaveText(`${before} → ${after}`)
  await expect(read).toBeHidden()
  await window.getByRole('button', { name: 'Discard file' }).click()
})
