import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async () => {
  service = await startService(100, undefined, { ownShare: 0.2 })
})
test.afterAll(() => service.close())

async function choose(window: Page, typed: string, line: string): Promise<void> {
  await window.getByRole('banner').getByRole('button', { name: 'Commands' }).click()
  await window.getByRole('dialog').getByRole('combobox').fill(typed)
  await window.getByRole('option', { name: line, exact: true }).click()
}

async function ask<Answer>(path: string): Promise<Answer> {
  const reply = await fetch(`${service.baseUrl}${path}&api_key=${service.key}`)
  return (await reply.json()) as Answer
}

test('any advert is looked up from the palette by its id, which tells the cost before', async ({
  window,
}) => {
  await connect(window, service, 'Look-ups')
  const [answer] = await ask<{ result: { search_result: { ids: string[] } } }[]>('/auto/search?countpage=50')
  const id = answer?.result.search_result.ids.at(-1) ?? ''
  await service.control.clearRequests()
  await choose(window, id, `Look up the advert ${id} of any seller (up to 2 requests)`)
  const grid = window.getByRole('grid', { name: 'Market' })
  await expect(grid.getByRole('row')).toHaveCount(2)
  const details = window.getByRole('complementary', { name: 'Advert' })
  await expect(details.getByText(id, { exact: true }).first()).toBeVisible()
  const { 'GET /auto/search': searches = 0, ...reads } = await service.control.requests()
  expect(searches).toBe(0)
  expect(Object.values(reads).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2)

  // It is saved now: another look costs nothing, and the page keeps what is found on it after.
  await goTo(window, 'Today')
  await service.control.clearRequests()
  await choose(window, id, `Look up the advert ${id} of any seller (up to 2 requests)`)
  await expect(details.getByText(id, { exact: true }).first()).toBeVisible()
  expect(await service.control.requests()).toEqual({})
  expect(await window.evaluate(() => location.hash)).toBe('#/market')
})

test('an id that the service does not know is told in the row, and nothing opens', async ({ window }) => {
  await choose(window, '999999999999', 'Look up the advert 999999999999 of any seller (up to 2 requests)')
  const row = window.getByRole('grid', { name: 'Market' }).getByRole('row').nth(1)
  await expect(row).toContainText(/nothing under this number/i)
  await expect(window.getByRole('complementary', { name: 'Advert' })).toHaveCount(0)
})

test('a record of real estate is looked up by its id as the service writes it', async ({ window }) => {
  const { items } = await ask<{ items: number[] }>('/dom/search?category=1&realty_type=2&operation_type=1')
  const id = String(items[0])
  await service.control.clearRequests()
  await choose(window, `realty-${id}`, `Look up the real estate advert ${id} (up to 2 requests)`)
  await expect(window.getByRole('grid', { name: 'Real estate' }).getByRole('row')).toHaveCount(2)
  await expect(
    window.getByRole('complementary', { name: 'Advert' }).getByText(id, { exact: true }).first(),
  ).toBeVisible()
  // Its own record, and the names of its characteristics.
  expect(await service.control.requests()).toEqual({ 'GET /dom/info': 1, 'GET /dom/options': 1 })
})
