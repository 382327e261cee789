import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { escape } from './keys.ts'
import {
  connect,
  goTo,
  inventoryAtRest,
  readStock,
  sendEdits,
  startService,
  type Service,
} from './service.ts'

const address = '/auto/new/stat'
let service: Service
// An account of its own for each test, so a service of its own.
test.beforeEach(async () => {
  service = await startService(120)
})
test.afterEach(() => service.close())

const ofViews = /^(Views|Trend of views|Phone|No views)/

/** The columns and the filters of views that a person can choose. */
async function offered(window: Page): Promise<{ columns: string[]; filters: string[] }> {
  const texts = async (items: Locator): Promise<string[]> => {
    await expect(items.first()).toBeVisible()
    return (await items.allInnerTexts()).map((text) => text.trim()).filter((text) => ofViews.test(text))
  }
  await window.getByRole('button', { name: 'Columns', exact: true }).click()
  const columns = await texts(window.getByRole('dialog', { name: 'Columns' }).getByRole('listitem'))
  await escape(window)
  await window.getByRole('button', { name: 'Filter', exact: true }).click()
  await window.getByRole('dialog', { name: 'Filter' }).getByLabel('Filter by').click()
  const filters = await texts(window.getByRole('option'))
  await escape(window)
  await escape(window)
  return { columns, filters }
}

test('views of an advert are read by one request, drawn by day, and there without one after a restart', async ({
  app,
  window,
}) => {
  await connect(window, service, 'Views')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.clearRequests()
  await window.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(1).dblclick()
  const pane = window.getByRole('complementary')
  await expect(pane.getByText('Not read yet.')).toBeVisible()
  await pane.getByRole('button', { name: 'Read the views (1 request)' }).click()
  const sums = pane.getByText(/^\d[\d,]* views?, \d+ openings? of the phone/)
  await expect(sums).toBeVisible()
  await expect(pane.getByRole('img', { name: 'Views by day' }).locator('.day').first()).toBeVisible()
  expect((await service.control.requests())[`GET ${address}`]).toBe(1)
  const said = await sums.textContent()

  // The chart of the stock tells the same.
  await goTo(window, 'Today')
  const stock = window.getByRole('region', { name: 'Views by day' })
  await expect(stock.getByText(said?.trim() ?? '').first()).toBeVisible()
  await expect(stock.getByText('Of 1 advert whose views were read.')).toBeVisible()

  const again = await app.restart()
  await goTo(again, 'Inventory')
  await inventoryAtRest(again)
  await again.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(1).dblclick()
  await expect(again.getByRole('complementary').getByText(said ?? '')).toBeVisible()
  await expect(again.getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
  expect((await service.control.requests())[`GET ${address}`]).toBe(1)
})

test('a day on which the advert was edited is marked in its chart, with what was edited', async ({
  window,
}) => {
  await connect(window, service, 'Edited')
  await readStock(window)
  await inventoryAtRest(window)
  await window.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(1).dblclick()
  const pane = window.getByRole('complementary')
  await pane.getByRole('button', { name: 'Read the views (1 request)' }).click()
  const chart = pane.getByRole('img', { name: 'Views by day' })
  await expect(chart.locator('.day').last()).toHaveAttribute('title', /views \d/)
  await expect(chart.locator('.mark.edited')).toHaveCount(0)
  const version = pane.getByRole('textbox', { name: 'Version' })
  await version.fill('Long edition')
  await version.press('Enter')
  await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
  await expect(window.getByText(/^To the account/)).toBeVisible()
  await sendEdits(window, /^Send/)
  await expect(window.getByText('1 of 1')).toBeVisible()
  await goTo(window, 'Inventory')
  await expect(chart.locator('.mark.edited')).toHaveCount(1)
  await expect(chart.locator('.day').last()).toHaveAttribute('title', /edited: Version/)
  await expect(pane.locator('figcaption')).toContainText('edited')
})

test('a service that tells nothing of views says so once, and nothing of it is shown then', async ({
  window,
}) => {
  await service.control.setModes({ off: { [address]: 404 } })
  await connect(window, service, 'No views')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.clearRequests()
  const rows = window.getByRole('grid', { name: 'Inventory' }).getByRole('row')
  await rows.nth(1).dblclick()
  const pane = window.getByRole('complementary')
  await pane.getByRole('button', { name: 'Read the views (1 request)' }).click()
  await expect(pane.getByText('The service tells this account nothing about views.')).toBeVisible()
  // Of used cars it may tell how often they were viewed in all.
  await pane.getByRole('button', { name: 'Read the total (1–2 requests)' }).click()
  await expect(pane.getByRole('heading', { name: 'Views since it was added' })).toBeVisible()
  await expect(pane.getByText(/^\d[\d,]* views?, \d+ openings? of the phone/)).toBeVisible()
  await rows.nth(2).dblclick()
  await expect(pane.getByRole('button', { name: /^Read the position|^Compare/ }).first()).toBeVisible()
  await expect(pane.getByRole('heading', { name: 'Views, 30 days' })).toHaveCount(0)
  expect((await service.control.requests())[`GET ${address}`]).toBe(2)
  await goTo(window, 'Settings')
  await expect(window.getByRole('heading', { name: 'Read new orders' })).toBeVisible()
  await expect(window.getByRole('checkbox', { name: 'Read views in the background' })).toHaveCount(0)
  await service.control.setModes({ off: {} })
})

test('views are read in the background once that was switched on, whose cost is said before', async ({
  window,
}) => {
  await connect(window, service, 'In the background')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.clearRequests()
  await window.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(1).dblclick()
  const pane = window.getByRole('complementary')
  await pane.getByRole('button', { name: 'Read all in the background…' }).click()
  await expect(
    pane.getByText(/^At most \d+ requests a day\. Your live adverts \(\d+\) are all read/),
  ).toBeVisible()
  expect((await service.control.requests())[`GET ${address}`] ?? 0).toBe(0)
  await pane.getByRole('button', { name: 'Read in the background' }).click()
  await expect.poll(async () => (await service.control.requests())[`GET ${address}`] ?? 0).toBe(1)

  await goTo(window, 'Settings')
  const on = window.getByRole('checkbox', { name: 'Read views in the background' })
  await expect(on).toBeChecked()
  await expect(window.getByText(/^Read within the last day: 1 of \d+\.$/)).toBeVisible()
  await expect(window.getByText(/^At most \d+ requests a day\./)).toBeVisible()
  await on.click()
  await expect(on).not.toBeChecked()
})

test('views are columns of the grid, which sort and come with what is read; what was not read is empty', async ({
  window,
}) => {
  // Wide enough for all columns: those out of sight are not drawn.
  await window.setViewportSize({ width: 1900, height: 900 })
  await connect(window, service, 'Viewed')
  await readStock(window)
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const pane = window.getByRole('complementary')
  const readViews = async (row: number): Promise<void> => {
    await grid.getByRole('row').nth(row).dblclick()
    await pane.getByRole('button', { name: 'Read the views (1 request)' }).click()
    await expect(pane.getByText(/^\d[\d,]* views?, /)).toBeVisible()
    await pane.getByRole('button', { name: 'Close' }).first().click()
  }
  // As long as nothing was read, neither columns nor filters speak of views.
  expect(await offered(window)).toEqual({ columns: [], filters: [] })
  await readViews(2)
  expect(await offered(window)).toEqual({
    columns: ['Views, 7 days', 'Trend of views', 'Phone, 7 days', 'Phone per 100'],
    filters: [
      'Views, 7 days',
      'Phone, 7 days',
      'No views for 7 days',
      'Views halved since the price changed',
    ],
  })
  await window.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const name of ['Views, 7 days', 'Trend of views'])
    await window.getByRole('checkbox', { name }).or(window.getByRole('menuitemcheckbox', { name })).click()
  await escape(window)
  const header = grid.getByRole('columnheader', { name: 'Views, 7 days' })
  const place = Number(await header.getAttribute('aria-colindex'))
  const cell = (row: number) => grid.getByRole('row').nth(row).locator(`[aria-colindex="${place}"]`)
  await header.click()
  await expect(cell(1)).toHaveText(/^\d[\d,]*$/)
  await expect(cell(2)).toHaveText('')
  await readViews(4)
  // The list is sorted anew: those that were read are first.
  await expect(cell(2)).toHaveText(/^\d[\d,]*$/)
  await expect(grid.getByRole('row').nth(2).locator('path')).toHaveAttribute('d', /^M/)
  await expect(cell(3)).toHaveText('')
  // Another account, whose views are not known, has none of it; and this one has it again.
  const other = await startService(60)
  await connect(window, other, 'Not viewed')
  await readStock(window)
  await inventoryAtRest(window)
  expect(await offered(window)).toEqual({ columns: [], filters: [] })
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Use the account Viewed' }).click()
  await inventoryAtRest(window)
  await expect(header).toBeVisible()
  await other.close()
})
