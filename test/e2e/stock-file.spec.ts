import type { Locator, Page } from '@playwright/test'
import type { VehicleFacts } from '../../src/sandbox/vehicles/vehicle.ts'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo, ownIds, readStock } from './service.ts'
import { fourCells, fourIds } from '../sandbox/vehicles/four-ids.ts'

const service = serviceOfFile({ adverts: 60 })
/** Cars that have adverts from before; of the last one no file tells at first. */
const listed: string[] = []
/** The advert of the last one. */
let fitted: VehicleFacts
/** Places of cars whose makes and models the made-up stock does not have. */
let places: number[] = []

test.beforeAll(async ({ app }) => {
  const ids = await ownIds(service, 9)
  const adverts = await Promise.all(ids.map((id) => service.control.advert(id)))
  const models = new Set<number>()
  for (const advert of adverts) {
    if (!advert || models.has(advert.modelId)) continue
    const { makeId, modelId, baseId, equipId, price, currency } = advert
    models.add(modelId)
    if (listed.length === 5) fitted = advert
    listed.push(
      `A-${listed.length},${makeId},${modelId},${baseId || ''},${equipId || ''},${price},${currency}\n`,
    )
  }
  places = Array.from({ length: 12 }, (_, at) => 60 + 30 * at).filter(
    (at) => !models.has(fourIds(at).model_id),
  )
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})

const header = 'Код,marka_id,model_id,base_id,equip_id,Ціна,Валюта\n'
const car = (key: string, place: number, price: number): string =>
  `${key},${fourCells(places[place])},${price},USD\n`
const known = (): string => listed.slice(0, 5).join('')
/** The one that the file has from the fourth night on, with another price. */
const fitting = (): string => {
  const cells = listed[5]?.trim().split(',') ?? []
  cells[5] = String(Math.round(Number(cells[5]) * 0.9))
  return `${cells.join(',')}\n`
}
const six = (): string =>
  known() + [0, 1, 2, 3, 4, 5].map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000)).join('')

/** A hand on the pointer, whose clicks are counted. */
class Hand {
  clicks = 0

  async on(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }
}

/** A file that is dragged onto the window: the stock of that day. */
async function dropNight(window: Page, day: number, cars: string): Promise<void> {
  await goTo(window, 'Today')
  const file = { name: `stock-2026-11-${String(day).padStart(2, '0')}.csv`, text: header + cars }
  await window.evaluate(({ name, text }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], name))
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, file)
}

/** Takes the stock of a later night to its plan. */
async function night(window: Page, day: number, cars: string, hand = new Hand()): Promise<Hand> {
  await dropNight(window, day, cars)
  await hand.on(window.getByRole('button', { name: 'Check with the columns of last time' }))
  await expect(plan(window)).toBeVisible()
  return hand
}

async function choose(window: Page, label: string, option: string, hand = new Hand()): Promise<void> {
  await hand.on(window.getByRole('combobox', { name: new RegExp(`^${label}`) }))
  // The list that was open before may still be closing, with an option of the same name.
  await hand.on(window.getByRole('listbox', { name: label }).getByRole('option', { name: option }))
}

const plan = (window: Page) => window.getByLabel('Cars of the plan')
const heads = (window: Page) => plan(window).locator('[role=row][aria-level="1"]')
const sends = (window: Page) =>
  window.getByRole('button', { name: /^(Send \d+ rows? as |Remember this file)/ })
const chip = (window: Page, name: string) =>
  window
    .getByRole('group', { name: 'Filter the rows' })
    .getByRole('button', { name: new RegExp(`^${name} `) })
const writes = async () => (await service.control.ledger()).filter(({ committed }) => committed)

async function send(window: Page, rows: number, hand = new Hand()): Promise<void> {
  await hand.on(window.getByRole('button', { name: new RegExp(`^Send ${rows} rows? as `) }))
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
}

test('the first night: the source and its key are chosen once, cars that have adverts are linked, the others created', async ({
  window,
}) => {
  const hand = new Hand()
  const button = (name: string) => window.getByRole('button', { name })
  await dropNight(window, 20, six())
  await hand.on(window.getByRole('radio', { name: 'My whole stock' }))
  await hand.on(button('Continue to columns'))
  // What the file holds was asked on the page before, and is not asked again.
  await expect(window.getByText('The file holds: my whole stock.')).toBeVisible()
  await expect(window.getByText('What does this file hold?')).toHaveCount(0)
  await expect(button('Check the rows')).toBeDisabled()
  await choose(window, 'Column with your stock numbers', 'Код', hand)
  await choose(window, 'Cars that the file lacks', 'Mark as not in stock', hand)
  await hand.on(button('Check the rows'))
  await expect(window.getByText('This is the first plan of “stock”.')).toBeVisible()
  await expect(window.getByText('Stock of “stock”: 6 new, 5 to answer.')).toBeVisible()
  // A car that has an advert needs no variant: the file has none of it.
  await expect(plan(window).getByText(/^Is A-0 this advert: [A-Z]/)).toBeVisible()
  await expect(window.getByText(/this action needs it/)).toHaveCount(0)
  await expect(button('Link all 5')).toHaveCount(0)
  await hand.on(button('Look at them'))
  const pane = window.getByRole('complementary').last()
  await expect(pane).toContainText(/In the file.*On the site/s)
  await hand.on(button('Link all 5'))
  await expect(window.getByText('Stock of “stock”: 6 new, 5 unchanged.')).toBeVisible()
  expect(await writes()).toHaveLength(0)
  await send(window, 6, hand)
  expect(await writes()).toHaveLength(6)
  expect(hand.clicks).toBeLessThanOrEqual(10)
})

test('the same file again has nothing to send, and is taken note of', async ({ window }) => {
  const hand = await night(window, 20, six())
  await expect(window.getByText('Stock of “stock”: 11 unchanged.')).toBeVisible()
  await hand.on(window.getByRole('button', { name: 'Remember this file' }))
  await expect(window.getByText('The file is remembered. Nothing had to be sent.')).toBeVisible()
  expect([(await writes()).length, hand.clicks]).toEqual([6, 2])

  await window.keyboard.press('Control+K')
  await window.keyboard.type('0003')
  const found = window.getByRole('dialog', { name: 'Commands' }).getByRole('option', { name: /^0003 · / })
  await expect(found).toBeVisible()
  await window.keyboard.press('Escape')
})

test('the third night: one is new, one has another price, one is missing; groups are folded', async ({
  window,
}) => {
  const same = [1, 2, 3, 4].map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000)).join('')
  const hand = await night(window, 21, known() + car('0001', 0, 19_500) + same + car('0007', 6, 30_000))
  await expect(
    window.getByText('Stock of “stock”: 1 new, 1 changed, 9 unchanged, 1 missing (not in stock).'),
  ).toBeVisible()
  // What would be lost comes first, with its answers above it; what stays is folded.
  await expect(heads(window)).toHaveText([/Missing\s*1/, /Changed\s*1/, /New\s*1/, /Unchanged\s*9/])
  await expect(plan(window).getByRole('row').nth(2)).toContainText('0006')
  await expect(plan(window)).toHaveAttribute('aria-rowcount', '8')
  await heads(window).last().getByRole('button').click()
  await expect(plan(window)).toHaveAttribute('aria-rowcount', '17')
  await expect(plan(window).getByText('A-4')).toBeVisible()
  await heads(window).first().getByRole('button').click()
  await expect(plan(window)).toHaveAttribute('aria-rowcount', '16')
  await expect(window.getByRole('button', { name: 'Mark it as not in stock', pressed: true })).toBeVisible()
  await window.keyboard.press('1')
  await expect(window.getByText(/1 missing \(kept\)/)).toBeVisible()
  await window.getByRole('button', { name: 'Mark it as not in stock' }).click()
  await expect(window.getByText(/1 missing \(not in stock\)/)).toBeVisible()
  await expect(plan(window).getByText('Price $20,000 → $19,500')).toBeVisible()
  await chip(window, 'Missing').click()
  await expect(heads(window)).toHaveCount(0)
  await expect(plan(window).getByText('Marked as not in stock')).toBeVisible()
  await send(window, 3, hand)
  expect(hand.clicks).toBe(2)
  const sent = (await writes()).slice(6)
  expect(sent.map(({ method }) => method).toSorted()).toEqual(['POST', 'PUT', 'PUT'])
})

test('the fourth night: a car that the file did not have is an advert from before', async ({ window }) => {
  const same = [1, 2, 3, 4].map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000)).join('')
  const before = known() + car('0001', 0, 19_500) + same + car('0007', 6, 30_000)
  const hand = await night(window, 22, before + fitting())
  await expect(
    window.getByText('Stock of “stock”: 11 unchanged, 1 missing (stay as they are), 1 to answer.'),
  ).toBeVisible()
  await hand.on(window.getByRole('button', { name: 'It is this advert' }))
  await hand.on(window.getByRole('button', { name: 'Make the plan again' }))
  await expect(window.getByText(/^Stock of “stock”: 1 changed, 11 unchanged/)).toBeVisible()

  // A price that a colleague sets meanwhile is asked about; a new plan begins with it.
  const { id, currency, price } = fitted
  const theirs = Math.round(price * 0.95)
  const query = `api_key=${service.key}&user_id=${service.userId}&currency_id=${currency}`
  await fetch(`${service.baseUrl}/auto/new/autos?${query}&price=${theirs}&auto_id=${id}`, { method: 'PUT' })
  await window.getByRole('button', { name: 'Refresh from the service' }).click()
  const asked = window.getByRole('region', { name: '1 advert has changed since this check.' })
  await expect(asked).toBeVisible()
  await expect(window.getByText('Left behind: 1 without an answer')).toBeVisible()
  await asked.getByRole('button', { name: 'Make the plan again' }).click()
  await expect(asked).toHaveCount(0)
  const shown = theirs.toLocaleString('en-US')
  await expect(plan(window).getByText(new RegExp(`^Price \\D?${shown} → `))).toBeVisible()

  await send(window, 1, hand)
  expect(hand.clicks).toBe(4)
  expect((await writes()).slice(9).map(({ method }) => method)).toEqual(['PUT', 'PUT'])
})

test('the fifth night is cut short: it is asked about before anything is sent, and can be kept', async ({
  window,
}) => {
  const some = car('0001', 0, 19_500) + car('0002', 1, 21_000) + car('0003', 2, 21_999)
  await night(window, 23, known() + fitting() + some)
  await expect(
    window.getByRole('heading', { name: '4 of your 13 stock numbers are not in this file' }),
  ).toBeVisible()
  await expect(window.getByText(/of the 4 missing cars are|^Makes of the missing cars/)).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await chip(window, 'Missing').click()
  await expect(plan(window).getByText('On the site, stays until you answer')).toHaveCount(4)
  await window.getByRole('button', { name: 'Keep all 4 adverts' }).click()
  await expect(window.getByText('1 changed, 8 unchanged, 4 missing (kept).')).toBeVisible()
  await send(window, 1)
  expect((await writes()).slice(11).map(({ method }) => method)).toEqual(['PUT'])
})

test('an older file is not taken without a word', async ({ window }) => {
  await night(window, 20, six())
  await expect(
    window.getByText(/^This file is from 20 Nov 2026.*, but the last one was from 23 Nov 2026/),
  ).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await window.getByRole('button', { name: 'Take it anyway' }).click()
  await expect(sends(window)).toBeEnabled()
  await window.getByRole('button', { name: 'Discard file' }).click()
  expect(await writes()).toHaveLength(12)
})

test('a car with another number is asked about, and takes its advert along', async ({ window }) => {
  const others = [0, 1, 2, 3, 4]
    .map((place) => car(`000${place + 1}`, place, 20_000 + place * 1_000))
    .join('')
  const all = known() + fitting() + others + car('0006', 5, 25_000)
  await night(window, 24, all + car('N-7', 6, 30_000))
  // What is asked is shown first.
  await expect(window.getByText(/^Is N-7 the car 0007\?/).first()).toBeVisible()
  await expect(chip(window, 'Asked')).toHaveAttribute('aria-pressed', 'true')
  // The question is one, and stands at the new number.
  await expect(plan(window).getByRole('gridcell', { name: '0007', exact: true })).toHaveCount(0)
  await plan(window).getByRole('gridcell', { name: 'N-7', exact: true }).click()
  await expect(window.getByText('The advert of 0007 becomes that of N-7.')).toBeVisible()
  await window.getByRole('button', { name: 'Yes, the same car' }).click()
  await expect(window.getByText('1 answer is kept')).toBeVisible()
  await expect(sends(window)).toBeDisabled()
  await window.getByRole('button', { name: 'Make the plan again' }).click()
  await expect(window.getByText('Stock of “stock”: 3 changed, 10 unchanged.')).toBeVisible()
  await send(window, 3)
  expect((await writes()).slice(12).map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT'])
})

test('rows that are not of the stock are left out by a filter, and named', async ({ window }) => {
  await goTo(window, 'Import')
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
