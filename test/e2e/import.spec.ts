import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { bringFile, connect, goTo, send } from './service.ts'

const service = serviceOfFile()
test.beforeAll(async ({ app }) => {
  // What the inventory showed of another account doesn't stay.
  await goTo(app.window, 'Inventory')
  await expect(app.window.getByRole('grid', { name: 'Inventory' })).toBeVisible()
  await connect(app.window, service, 'Автоцентр')
})

const count = 40
const newVehicles = {
  name: 'new-vehicles.csv',
  text: ['marka_id,model_id,base_id,equip_id,currency_id,price']
    .concat(Array.from({ length: count }, (_, at) => `${fourCells(at)},USD,${20_000 + at}`))
    .join('\n'),
}

test('new vehicles of a file become adverts, once each, in the service and in the grid', async ({
  window,
}) => {
  await bringFile(window, newVehicles)
  await send(window, count)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  const created = (await service.control.ledger()).filter(({ method }) => method === 'POST')
  expect(created).toHaveLength(count)
  expect(new Set(created.map(({ autoId }) => autoId)).size).toBe(count)
  const last = await service.control.advert(created.at(-1)?.autoId ?? 0)
  expect(last).toMatchObject({ userId: service.userId, deleted: false })

  // Typed before the page of the new account has come.
  await window.evaluate((text) => {
    document.querySelector<HTMLElement>('nav a[href*="inventory"]')?.click()
    const input = document.querySelector<HTMLInputElement>('[role="search"] input')
    if (input) input.value = text
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  }, String(last?.id))
  // Its header, and the advert.
  await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
})

test('the same file a second time needs a yes of its own before anything is sent', async ({ window }) => {
  await bringFile(window, newVehicles)
  await expect(window.getByText(/40 rows were sent before .*new-vehicles\.csv \(\d{4}-/)).toBeVisible()
  await expect(window.getByRole('button', { name: /^Send 0 rows as / })).toBeDisabled()
  await expect(window.getByText('Left behind: 40 without an answer')).toBeVisible()
  await window.getByRole('button', { name: 'Yes, create 40 adverts again' }).click()
  await expect(window.getByRole('button', { name: /^Send 40 rows as / })).toBeEnabled()
  expect((await service.control.ledger()).filter(({ method }) => method === 'POST')).toHaveLength(count)
  await window.getByRole('button', { name: 'Discard file' }).click()
})
