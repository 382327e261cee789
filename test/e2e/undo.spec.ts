import { expect, test } from './app.ts'
import { bringFile, connect, ownIds, readStock, send, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
})
test.afterAll(() => service.close())

const priceOf = async (id: number): Promise<number | undefined> => (await service.control.advert(id))?.price

test('edits are undone: shown as old → new first, and only then sent', async ({ window }) => {
  const [first = 0, second = 0] = await ownIds(service, 2)
  const before = await Promise.all([first, second].map(priceOf))
  await readStock(window)
  const text = `auto_id,currency_id,price\n${first},USD,11111\n${second},USD,11112\n`
  await bringFile(window, { name: 'prices.csv', text })
  await expect(window.getByRole('gridcell', { name: / → \$11,111/ })).toBeVisible()
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await priceOf(first)).toBe(11_111)

  const sent = (await service.control.ledger()).length
  await window.getByRole('button', { name: 'Undo…' }).click()
  await expect(window.getByRole('heading', { name: 'Undo: 2 prices' })).toBeVisible()
  await expect(window.getByText('2 rows can be restored exactly')).toBeVisible()
  await expect(window.getByRole('gridcell', { name: /Price \$11,111 → \$/ })).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)

  await window.getByRole('checkbox', { name: 'Undo line 3' }).uncheck()
  await window.getByRole('button', { name: 'Send 1 row' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await priceOf(first)).toBe(before[0])
  expect(await priceOf(second)).toBe(11_112)
  expect(await service.control.ledger()).toHaveLength(sent + 1)
})

test('a discarded preview leaves the list, and nothing was sent', async ({ window }) => {
  const sent = (await service.control.ledger()).length
  await window.getByRole('button', { name: 'Open what it undoes' }).click()
  await window.getByRole('button', { name: 'Undo…' }).click()
  await expect(window.getByText('1 advert has changed since')).toBeVisible()
  await window.getByRole('button', { name: 'Discard' }).click()
  await expect(window.getByRole('heading', { name: 'prices.csv', exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Back to activity' }).click()
  await expect(window.getByText('2 items')).toBeVisible()
  expect(await service.control.ledger()).toHaveLength(sent)
})
