import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, readStock, startService, type Service } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(5)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

const header = 'Код,marka_id,model_id,base_id,equip_id,Ціна $\n'
/** Cars of different makes and models, none of which the made-up stock has. */
const car = (key: string, place: number, price: number): string =>
  `${key},${fourCells(60 + 30 * place)},${price}\n`
const six = [0, 1, 2, 3, 4, 5].map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000)).join('')

/** Takes the stock of the night of that day to its plan, as a dealer with the columns chosen once does. */
async function night(window: Page, day: number, cars: string): Promise<void> {
  await goTo(window, 'Activity')
  await window.getByRole('button', { name: 'Import a file' }).first().click()
  await window.locator('input[type=file]').setInputFiles({
    name: `stock-2026-11-${String(day).padStart(2, '0')}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(header + cars),
  })
  await expect(window.getByRole('button', { name: 'Continue to columns' })).toBeEnabled()
}

async function toPlan(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(plan(window)).toBeVisible()
}

async function choose(window: Page, label: string, option: string): Promise<void> {
  await window.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  // The list that was open before may still be closing, with an option of the same name.
  await window.getByRole('listbox', { name: label }).getByRole('option', { name: option }).click()
}

const plan = (window: Page) => window.getByRole('grid', { name: 'Cars of the plan' })
const sends = (window: Page) =>
  window.getByRole('button', { name: /^(Send \d+ rows? as |Take note of the file)/ })
const chip = (window: Page, name: string) =>
  window
    .getByRole('group', { name: 'What happens with which cars' })
    .getByRole('button', { name: new RegExp(`^${name} `) })
const writes = async () => (await service.control.ledger()).filter(({ committed }) => committed)

async function send(window: Page, rows: number): Promise<void> {
  await window.getByRole('button', { name: new RegExp(`^Send ${rows} rows? as `) }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
}

test('the first night: the source and its key are chosen once, the plan is shown, all cars are created', async ({
  window,
}) => {
  await night(window, 20, six)
  await window.getByRole('radio', { name: 'My whole stock' }).click()
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  // What the file holds was asked on the page before, and is not asked again.
  await expect(window.getByText('The file holds: my whole stock.')).toBeVisible()
  await expect(window.getByText('What does this file hold?')).toHaveCount(0)
  await window.getByRole('button', { name: 'Something else…' }).click()
  await expect(window.getByRole('radio', { name: 'My whole stock' })).toBeChecked()
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await expect(window.getByRole('button', { name: 'Check the rows' })).toBeDisabled()
  await choose(window, 'Column with your stock numbers', 'Код')
  await choose(window, 'Cars that the file lacks', 'Mark as not in stock')
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByText('This is the first plan of “stock”.')).toBeVisible()
  await expect(window.getByText('Stock of “stock”: 6 new.')).toBeVisible()
  await expect(plan(window).getByText('0003')).toBeVisible()
  expect(await writes()).toHaveLength(0)
  await send(window, 6)
  expect(await writes()).toHaveLength(6)
})

test('the same file again has nothing to send, and is taken note of', async ({ window }) => {
  await night(window, 20, six)
  await toPlan(window)
  await expect(window.getByText('Stock of “stock”: 6 unchanged.')).toBeVisible()
  await window.getByRole('button', { name: 'Take note of the file' }).click()
  await expect(window.getByText('The file was taken note of. Nothing had to be sent.')).toBeVisible()
  expect(await writes()).toHaveLength(6)
})

test('the second night: one is new, one has another price, one is missing', async ({ window }) => {
  const same = [1, 2, 3, 4].map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000)).join('')
  await night(window, 21, car('0001', 0, 19_500) + same + car('0007', 6, 30_000))
  await toPlan(window)
  await expect(
    window.getByText('Stock of “stock”: 1 new, 1 changed, 4 unchanged, 1 missing (not in stock).'),
  ).toBeVisible()
  // What would be lost comes first, with its answers above it.
  await expect(plan(window).getByRole('row').nth(1)).toContainText('0006')
  await expect(window.getByRole('radio', { name: 'Mark it as not in stock' })).toBeChecked()
  await window.getByRole('radio', { name: 'Keep the advert' }).click()
  await expect(window.getByText(/1 missing \(kept\)/)).toBeVisible()
  await window.getByRole('radio', { name: 'Mark it as not in stock' }).click()
  await expect(window.getByText(/1 missing \(not in stock\)/)).toBeVisible()
  await chip(window, 'Changed').click()
  await expect(plan(window).getByText('Price $20,000 → $19,500')).toBeVisible()
  await chip(window, 'Missing').click()
  await expect(plan(window).getByText('Marked as not in stock')).toBeVisible()
  await send(window, 3)
  const sent = (await writes()).slice(6)
  expect(sent.map(({ method }) => method).toSorted()).toEqual(['POST', 'PUT', 'PUT'])
})

test('the third night is cut short: it is asked about before anything is sent, and can be kept', async ({
  window,
}) => {
  await night(window, 22, car('0001', 0, 19_500) + car('0002', 1, 21_000) + car('0003', 2, 21_999))
  await toPlan(window)
  await expect(
    window.getByRole('heading', { name: '4 of your 7 stock numbers are not in this file' }),
  ).toBeVisible()
  await expect(
    window.getByText('4 of the 4 missing cars are Audi; the file has 3 of this make'),
  ).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await expect(window.getByRole('radio', { name: 'Keep all 4 adverts' })).toBeChecked()
  await window.getByRole('button', { name: 'Go on, keep them' }).click()
  await expect(window.getByText('1 changed, 2 unchanged, 4 missing (kept).')).toBeVisible()
  await send(window, 1)
  expect((await writes()).slice(9).map(({ method }) => method)).toEqual(['PUT'])
})

test('an older file is not taken without a word', async ({ window }) => {
  await night(window, 20, six)
  await toPlan(window)
  await expect(window.getByText(/^This file is of 20 Nov 2026.*, the last one of 22 Nov 2026/)).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await window.getByRole('checkbox', { name: 'Take it all the same' }).check()
  await expect(sends(window)).toBeEnabled()
  await window.getByRole('button', { name: 'Discard file' }).click()
  expect(await writes()).toHaveLength(10)
})

test('a car with another number is asked about, and takes its advert along', async ({ window }) => {
  const others = [0, 1, 2, 3, 4]
    .map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000))
    .join('')
  await night(window, 23, others + car('0006', 5, 25_000) + car('A-7', 6, 30_000))
  await toPlan(window)
  // What is asked is shown first.
  await expect(window.getByText(/^Is A-7 the car 0007\?/).first()).toBeVisible()
  await expect(chip(window, 'Asked')).toHaveAttribute('aria-pressed', 'true')
  await window.getByRole('button', { name: 'Yes, the same car' }).click()
  await expect(window.getByText('1 answer is kept')).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await window.getByRole('button', { name: 'Make the plan again' }).click()
  await expect(window.getByText('Stock of “stock”: 3 changed, 4 unchanged.')).toBeVisible()
  await send(window, 3)
  expect((await writes()).slice(10).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT'])
})

test('rows that are not of the stock are left out by a filter, and named', async ({ window }) => {
  await goTo(window, 'Activity')
  await window.getByRole('button', { name: 'Import a file' }).first().click()
  const rows = (header + car('B-1', 7, 20_000) + car('B-2', 8, 20_000)).split('\n')
  const text = rows
    .map((row, at) => (row === '' ? row : `${row},${['Стан', 'Новий', 'Вживаний'][at] ?? ''}`))
    .join('\n')
  await window.locator('input[type=file]').setInputFiles({
    name: 'salon-b.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await window.getByRole('radio', { name: 'My whole stock' }).click()
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await window.getByLabel('Source', { exact: true }).fill('Salon B')
  await choose(window, 'Column with your stock numbers', 'Код')
  await window.getByText('Quantity, filter, changes by hand').click()
  await choose(window, 'Only cars with', 'Стан')
  await expect(window.getByRole('button', { name: 'Check the rows' })).toBeDisabled()
  await window.getByRole('textbox', { name: 'Values' }).fill('новий')
  await window.getByRole('textbox', { name: 'Values' }).press('Tab')
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByText(/^Stock of “Salon B”: 1 new/)).toContainText('1 row left out by the filter')
  await window.getByRole('button', { name: 'Discard file' }).click()
})
