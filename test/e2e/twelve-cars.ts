import type { Locator, Page } from '@playwright/test'
import { findEquipment } from '../../src/sandbox/vehicles/new-catalog.ts'
import { xlsxOf } from '../main/import/sheet/xlsx-file.ts'
import { expect } from './app.ts'
import type { Service } from './service.ts'

/** Make with model, modification and equipment of what the service was told. */
export function nameOf(equipId: number): string[] {
  const equipment = findEquipment(equipId)
  if (!equipment) throw new Error(`no equipment ${equipId}`)
  const { model } = equipment.modification.body.generation
  return [`${model.make.name} ${model.name}`, equipment.modification.name, equipment.name]
}

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

/** How a person does it. */
interface Way {
  /** Presses a button or link, by the pointer or by the keys. */
  readonly take: (target: Locator) => Promise<void>
  readonly picture?: (name: string) => Promise<void>
}

/** Brings a workbook of twelve cars whose names may mean several, and sends them as adverts. */
export async function bringTwelveCars(window: Page, service: Service, { take, picture }: Way): Promise<void> {
  const button = (name: string | RegExp): Locator => window.getByRole('button', { name })
  const header = ['Марка', 'Модель', 'Рік', 'КПП', 'Модифікація', 'Комплектація', 'Ціна']
  const cars = listed.map((car, at) => [...car, 'Comfort', `${30_000 + at * 100} $`])
  await take(window.getByRole('navigation').getByRole('link', { name: 'Import' }))
  const asked = window.waitForEvent('filechooser')
  await take(button('Choose a file').first())
  await (
    await asked
  ).setFiles({
    name: 'склад.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: xlsxOf([{ name: 'Склад', rows: [header, ...cars] }]),
  })
  await take(button('Continue to columns'))
  await take(button('Check the rows'))
  await take(button(/^Look the names up/))
  const questions = window.getByRole('radiogroup')
  await expect(window.getByText(/The service was asked with \d+ requests/)).toBeVisible()
  await picture?.('name-table')
  const decided = window.getByRole('row', { name: /RAV4/ }).first()
  await expect(decided.getByRole('radio', { checked: true })).toHaveText('2.5 Бензин Механіка 222')
  await expect(decided).toContainText('year 2024, manual gearbox')
  // Nine to a screen of 900 px: two lines of variants are the most.
  for (const row of await window.getByRole('row').filter({ has: questions }).all())
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64)
  const side = window.getByRole('complementary').getByRole('table')
  await expect(side.getByRole('row', { name: /^Gearbox/ })).toContainText('automatic')
  await expect(side.getByRole('row', { name: /^Engine/ })).toContainText('1.6 petrol')
  const open = questions.filter({ hasNot: window.getByRole('radio', { checked: true }) })
  let left = await open.count()
  expect(left).toBeGreaterThan(1)
  const first = open.first().getByRole('radio').first()
  await take(first)
  await expect(open).toHaveCount(--left)
  await window.keyboard.press('Enter')
  while (left > 0) {
    await window.keyboard.press('1')
    await expect(open).toHaveCount(--left)
    if (left > 0) await window.keyboard.press('Enter')
  }
  await take(button('Use 6 answers'))
  const rows = window.getByLabel('Rows of the file')
  // Before it in the file are six other columns.
  await expect(rows.getByRole('columnheader', { name: 'Price', exact: true })).toBeInViewport()
  await take(button(/^Send 12 rows as /))
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  const created = (await service.control.ledger()).filter(({ method }) => method === 'POST').slice(-12)
  expect(created.map(({ params }) => nameOf(Number(params.equip_id)).slice(0, 1)).sort()).toEqual(
    listed.map(([make, model]) => [`${make} ${model}`]).sort(),
  )
  for (const { params } of created) {
    const equipment = findEquipment(Number(params.equip_id))
    expect(equipment?.modification.body.generation.yearTo).toBe(0)
  }
}
