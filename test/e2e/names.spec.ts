import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { bringFile, goTo, ownIds, send } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

const service = serviceOfFile({ account: 'Автоцентр' })

test('a file with names: they are looked up, one choice decides its rows, and the grid shows the cars', async ({
  window,
}) => {
  const rows = ['Бензин,Base,USD,31001', 'Бензин,Base,USD,31002', '306 к.с,Base,USD,31003']
  const text = `Марка,Модель,Модифікація,Комплектація,Валюта,Ціна\n${rows.map((row) => `bmw,Х5,${row}\n`).join('')}`
  await bringFile(window, { name: 'names.csv', text })
  const status = window.getByRole('status')
  await expect(status.filter({ hasText: '1 question about 3 rows.' })).toBeVisible()
  await expect(window.getByText('Not looked up yet', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: /^Look the names up \(from 1 to 100 requests\)$/ }).click()
  await expect(status.filter({ hasText: '2 questions about 3 rows.' })).toBeVisible()
  const question = window.getByRole('radiogroup', { name: /^Модифікація “Бензин” \(2 rows\)/ })
  // A digit answers at once, wherever the focus is, and Enter answers nothing.
  const heading = window.getByRole('heading', { level: 1 })
  await heading.focus()
  // So do the arrows, which go on to the next question.
  await window.keyboard.press('ArrowUp')
  await expect(window.getByRole('radio').first()).toBeFocused()
  await heading.focus()
  await window.keyboard.press('2')
  await expect(question.getByRole('radio').nth(1)).toBeChecked()
  await expect(question.getByRole('radio').nth(1)).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(question.getByRole('radio').nth(1)).toBeChecked()
  const chosen = (await question.getByRole('radio').nth(1).getAttribute('title')) ?? ''
  await window.getByRole('button', { name: 'Use 1 answer' }).click()
  const grid = window.getByLabel('Rows of the file')
  await window.getByRole('button', { name: /^All/ }).first().click()
  await expect(grid.getByText('BMW', { exact: true }).first()).toBeVisible()
  // The look-up went on by itself for the equipment of what was chosen.
  await expect(grid.getByText(chosen, { exact: true })).toHaveCount(2)
  await expect(window.getByRole('button', { name: /^Send 2 rows as / })).toBeEnabled()
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

const header = 'marka_id,model_id,base_id,equip_id,currency_id,price,version\n'
const car = (place: number, price: number): string => `${fourCells(place)},USD,${price},Nightly\n`
const created = async () => (await service.control.ledger()).filter(({ method }) => method === 'POST').length

test('a list whose prices changed over night asks about each car that is in stock already', async ({
  window,
}) => {
  await bringFile(window, { name: 'monday.csv', text: header + car(0, 31_000) + car(1, 32_000) })
  await send(window, 2)
  await expect.poll(created).toBe(2)
  const text = header + car(0, 31_500) + car(1, 32_000) + car(2, 33_000) + car(2, 33_000)
  await bringFile(window, { name: 'tuesday.csv', text })
  await expect(window.getByText('1 row creates a car that the stock has already')).toBeVisible()
  await expect(
    window.getByText('1 row creates an advert that an earlier row of this file creates too'),
  ).toBeVisible()
  // One question at a time, by its key; what has no answer stays behind.
  const onward = window.getByRole('button', { name: /^Send \d rows? as / })
  await expect(onward).toContainText('Send 1 row as ')
  for (const left of [3, 2, 1]) {
    await expect(window.getByText(`Left behind: ${left} without an answer`)).toBeVisible()
    await window.keyboard.press('1')
  }
  await expect(onward).toContainText('Send 4 rows as ')
  expect(await created()).toBe(2)
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('a file whose only sum is a cost asks which column is the price', async ({ window }) => {
  const text = `auto_id,Собівартість,currency_id,Опис\n39000001,12 500 $,USD,Торг\n`
  await goTo(window, 'Import')
  const input = window.locator('input[type=file]')
  await input.setInputFiles({ name: 'cost.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await expect(window.getByText(/It is not clear which column is Price.*“Собівартість”/)).toBeVisible()
})
