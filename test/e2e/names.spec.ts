import { expect, test } from './app.ts'
import { bringFile, connect, startService, type Service } from './service.ts'

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
  await expect(window.getByText('1 value of the file is not a name that is known for certain.')).toBeVisible()
  await window.getByRole('button', { name: /^Look the names up \(from 1 to 100 calls\)$/ }).click()
  await expect(
    window.getByText('2 values of the file are not names that are known for certain.'),
  ).toBeVisible()
  const question = window.getByRole('combobox', { name: /^Модифікація “Бензин” \(2 rows\)/ })
  await question.focus()
  await window.keyboard.press('Enter')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await window.getByRole('button', { name: 'Use 1 choice' }).click()
  await window.getByRole('button', { name: /^Look the names up \(from 1 to/ }).click()
  await expect(window.getByText('1 value of the file is not a name that is known for certain.')).toBeVisible()
  const grid = window.getByRole('grid')
  await window.getByRole('button', { name: /^All/ }).first().click()
  await expect(grid.getByText('BMW', { exact: true }).first()).toBeVisible()
  await expect(window.getByRole('button', { name: 'Continue to sending' })).toBeEnabled()
})
