import type { Locator, Page } from '@playwright/test'
import { findEquipment } from '../../src/sandbox/vehicles/new-catalog.ts'
import { xlsxOf } from '../main/import/sheet/xlsx-file.ts'
import { expect, test } from './app.ts'
import { press } from './keys.ts'
import { connect, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

/** The pictures of docs/guide.md are made by this test: `FORECOURT_PICTURES=docs/pictures`. */
const pictures = process.env.FORECOURT_PICTURES
async function picture(window: Page, name: string): Promise<void> {
  if (pictures) await window.screenshot({ path: `${pictures}/walk-${name}.png` })
}

/** What the file says of each car, and the equipment that the service was told. */
const cars = [
  ['BMW X5', '3.0 Бензин MT (276 л.с.)', 'Comfort', 61_900],
  ['BMW X5', '3.0 Бензин AT (280 л.с.)', 'Comfort', 58_450],
  ['Toyota RAV4', '2.5 Бензин MT (212 л.с.)', 'Comfort', 39_900],
  ['Toyota RAV4', '2.5 Бензин AT (216 л.с.)', 'Comfort', 37_250],
  ['Skoda Octavia', '1.4 Бензин MT (140 л.с.)', 'Comfort', 28_700],
  ['Skoda Octavia', '1.4 Бензин AT (144 л.с.)', 'Comfort', 27_300],
]

function nameOf(equipId: number): string[] {
  const equipment = findEquipment(equipId)
  if (!equipment) throw new Error(`no equipment ${equipId}`)
  const { model } = equipment.modification.body.generation
  return [`${model.make.name} ${model.name}`, equipment.modification.name, equipment.name]
}

test('an ordinary workbook with names, titles and prices with units becomes the right adverts in seven steps, by the keys alone', async ({
  window,
}) => {
  let steps = 0
  /** By the pointer for the pictures, in which nothing has the frame of the keys. */
  const take = async (target: Locator): Promise<void> => {
    steps += 1
    await (pictures ? target.click() : press(window, target))
  }
  const button = (name: string | RegExp): Locator => window.getByRole('button', { name })
  const asked = window.waitForEvent('filechooser')
  await take(window.getByRole('navigation').getByRole('link', { name: 'Activity' }))

  await take(button('Import a file').first())
  await (await asked).setFiles('resources/examples/showroom.xlsx')
  await expect(window.getByText('header in row 3.')).toBeVisible()
  await picture(window, 'file')

  await take(button('Continue to columns'))
  await expect(button('Check the rows')).toBeEnabled()
  await picture(window, 'columns')

  await take(button('Check the rows'))
  await expect(button(/^Look the names up/)).toBeVisible()
  await picture(window, 'names')
  await take(button(/^Look the names up/))
  await expect(button('Continue to sending')).toBeEnabled()
  await expect(window.getByText(/^6 new adverts/)).toBeVisible()
  await expect(window.getByRole('gridcell', { name: 'RAV4' })).toHaveCount(2)
  await picture(window, 'check')

  await take(button('Continue to sending'))
  await picture(window, 'send')
  await take(button(/^Send 6 rows as /))
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  await expect(window.getByRole('gridcell', { name: 'Done' })).toHaveCount(6)
  await picture(window, 'batch')

  expect(steps).toBeLessThanOrEqual(7)
  const created = (await service.control.ledger()).filter(({ method }) => method === 'POST')
  expect(created.map(({ params }) => params.auto_note?.slice(0, 9))).toEqual(
    cars.map((_, at) => (at % 2 === 0 ? 'Офіційна ' : 'Авто на м')),
  )
  expect(
    created.map(({ params }) => [
      ...nameOf(Number(params.equip_id)),
      Number(params.price),
      params.currency_id,
    ]),
  ).toEqual(cars.map((car) => [...car, '1']))
  for (const [at, { autoId }] of created.entries())
    expect(await service.control.advert(autoId ?? 0)).toMatchObject({ price: cars[at]?.[3], deleted: false })
})

/** Make, model, year, gearbox, modification: what a dealer's list says of twelve cars. */
const listed: readonly (readonly [
  make: string,
  model: string,
  year: number,
  gearbox: string,
  said: string,
])[] = [
  ['Toyota', 'RAV4', 2024, 'механіка', 'Бензин'],
  ['Toyota', 'RAV4', 2024, 'механіка', 'Бензин'],
  ['Toyota', 'Camry', 2024, 'механіка', 'Бензин'],
  ['Toyota', 'Corolla', 2024, 'автомат', 'Бензин'],
  ['Toyota', 'Corolla', 2024, 'автомат', 'Бензин'],
  ['Skoda', 'Octavia', 2024, 'автомат', 'Бензин'],
  ['Skoda', 'Octavia', 2024, 'автомат', 'Бензин'],
  ['Skoda', 'Kodiaq', 2024, 'механіка', 'Бензин'],
  ['Skoda', 'Kodiaq', 2024, 'механіка', 'Бензин'],
  ['Renault', 'Duster', 2024, 'механіка', 'Бензин'],
  ['Renault', 'Duster', 2024, 'механіка', 'Бензин'],
  ['Renault', 'Duster', 2024, 'механіка', 'Бензин'],
]

test('twelve cars whose names may mean several become adverts in eleven clicks: year and gearbox decide, keys do the rest', async ({
  window,
}) => {
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  const button = (name: string | RegExp): Locator => window.getByRole('button', { name })
  const header = ['Марка', 'Модель', 'Рік', 'КПП', 'Модифікація', 'Комплектація', 'Ціна']
  const rows = listed.map((car, at) => [...car, 'Comfort', `${30_000 + at * 100} $`])
  await click(window.getByRole('navigation').getByRole('link', { name: 'Activity' }))
  const asked = window.waitForEvent('filechooser')
  await click(button('Import a file').first())
  await (
    await asked
  ).setFiles({
    name: 'склад.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: xlsxOf([{ name: 'Склад', rows: [header, ...rows] }]),
  })
  await click(button('Continue to columns'))
  await click(button('Check the rows'))
  await click(button(/^Look the names up/))
  const questions = window.getByRole('radiogroup')
  await expect(window.getByText(/The service was asked with \d+ requests/)).toBeVisible()
  await picture(window, 'name-table')
  const decided = window.getByRole('row', { name: /RAV4/ }).first()
  await expect(decided.getByRole('radio', { checked: true })).toHaveText(/2\.5 Бензин Ручна/)
  await expect(decided).toContainText('year 2024, manual gearbox')
  const open = questions.filter({ hasNot: window.getByRole('radio', { checked: true }) })
  let left = await open.count()
  expect(left).toBeGreaterThan(1)
  await click(open.first().getByRole('radio').first())
  await expect(open).toHaveCount(--left)
  await window.keyboard.press('Enter')
  while (left > 0) {
    await window.keyboard.press('Enter')
    await expect(open).toHaveCount(--left)
  }
  await click(button(/^Use \d answers/))
  await expect(questions).toHaveCount(0)
  await click(button('Continue to sending'))
  await click(button(/^Send 12 rows as /))
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  expect(clicks).toBeLessThanOrEqual(11)
  const created = (await service.control.ledger()).filter(({ method }) => method === 'POST').slice(-12)
  expect(created.map(({ params }) => nameOf(Number(params.equip_id)).slice(0, 1)).sort()).toEqual(
    listed.map(([make, model]) => [`${make} ${model}`]).sort(),
  )
  for (const { params } of created) {
    const equipment = findEquipment(Number(params.equip_id))
    expect(equipment?.modification.body.generation.yearTo).toBe(0)
  }
})
