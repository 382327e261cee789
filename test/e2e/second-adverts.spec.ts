import { expect, test } from './app.ts'
import { bringFile, connect, goTo, send, startService, type Service } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
})
test.afterAll(() => service.close())

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
  const onward = window.getByRole('button', { name: 'Continue to sending' })
  await expect(onward).toBeDisabled()
  await window.getByRole('checkbox', { name: 'Yes, create 1 advert again' }).check()
  for (const more of await window.getByRole('checkbox', { name: 'Yes, create 1 more advert' }).all()) {
    await expect(onward).toBeDisabled()
    await more.check()
  }
  await expect(onward).toBeEnabled()
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
