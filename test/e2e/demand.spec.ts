import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
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
import { grid } from './stock-list.ts'

const address = '/auto/new/stat'
let service: Service
/** A service that tells nothing of views. */
let silent: Service
test.beforeAll(async () => {
  service = await startService(120)
  silent = await startService(60)
  await silent.control.setModes({ off: { [address]: 404 } })
})
test.afterAll(() => Promise.all([service.close(), silent.close()]))

const asked = async (of: Service): Promise<number> => (await of.control.requests())[`GET ${address}`] ?? 0
const pane = (window: Page): Locator => window.getByRole('complementary')

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

test('views of an advert are read by one request, drawn by day, and there without one after a reload', async ({
  window,
}) => {
  await connect(window, service, 'Views')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.clearRequests()
  // As long as nothing was read, neither columns nor filters speak of views.
  expect(await offered(window)).toEqual({ columns: [], filters: [] })
  await grid(window).getByRole('row').nth(1).dblclick()
  await expect(pane(window).getByText('Not read yet')).toBeVisible()
  await pane(window).getByRole('button', { name: 'Read the views (1 request)' }).click()
  const sums = pane(window).getByText(/^\d[\d,]* views?, \d+ openings? of the phone/)
  await expect(sums).toBeVisible()
  await expect(pane(window).getByRole('img', { name: 'Views by day' }).locator('.day').first()).toBeVisible()
  expect(await asked(service)).toBe(1)
  const said = await sums.textContent()

  // The chart of the stock tells the same.
  await goTo(window, 'Today')
  const stock = window.getByRole('region', { name: 'Views by day' })
  await expect(stock.getByText(said?.trim() ?? '').first()).toBeVisible()
  await expect(stock.getByText('Of 1 advert whose views were read.')).toBeVisible()

  await window.reload()
  await goTo(window, 'Inventory')
  await inventoryAtRest(window)
  await grid(window).getByRole('row').nth(1).dblclick()
  await expect(pane(window).getByText(said ?? '')).toBeVisible()
  await expect(pane(window).getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
  expect(await asked(service)).toBe(1)
})

wholeTest(
  'a day on which the advert was edited is marked in its chart, with what was edited',
  async ({ window }) => {
    const chart = pane(window).getByRole('img', { name: 'Views by day' })
    await expect(chart.locator('.day').last()).toHaveAttribute('title', /\d views?,/)
    await expect(chart.locator('.mark.edited')).toHaveCount(0)
    const version = pane(window).getByRole('textbox', { name: 'Version' })
    await version.fill('Long edition')
    await version.press('Enter')
    await window.getByRole('button', { name: /^Review \d+ edit/ }).click()
    await expect(window.getByText(/To the account/)).toBeVisible()
    await sendEdits(window, /^Send/)
    await expect(window.getByText('1 of 1')).toBeVisible()
    await goTo(window, 'Inventory')
    await expect(chart.locator('.mark.edited')).toHaveCount(1)
    await expect(chart.locator('.day').last()).toHaveAttribute('title', /edited: Version/)
    await expect(pane(window).locator('figcaption')).toContainText('edited')
    await pane(window).getByRole('button', { name: 'Close' }).first().click()
  },
)

test('views are columns of the grid, which sort and come with what is read; what was not read is empty', async ({
  window,
}) => {
  // Wide enough for all columns: those out of sight are not drawn.
  await window.setViewportSize({ width: 1900, height: 900 })
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
  const header = grid(window).getByRole('columnheader', { name: 'Views, 7 days' })
  const place = Number(await header.getAttribute('aria-colindex'))
  const cell = (row: number) => grid(window).getByRole('row').nth(row).locator(`[aria-colindex="${place}"]`)
  await header.click()
  await expect(cell(1)).toHaveText(/^\d[\d,]*$/)
  await expect(cell(2)).toHaveText('')
  await grid(window).getByRole('row').nth(4).dblclick()
  await pane(window).getByRole('button', { name: 'Read the views (1 request)' }).click()
  await expect(pane(window).getByText(/^\d[\d,]* views?, /)).toBeVisible()
  await pane(window).getByRole('button', { name: 'Close' }).first().click()
  // The list is sorted anew: those that were read are first.
  await expect(cell(2)).toHaveText(/^\d[\d,]*$/)
  await expect(grid(window).getByRole('row').nth(2).locator('path')).toHaveAttribute('d', /^M/)
  await expect(cell(3)).toHaveText('')
})

test('views are read in the background once that was switched on, whose cost is said before', async ({
  app,
  window,
}) => {
  await service.control.clearRequests()
  await grid(window).getByRole('row').nth(3).dblclick()
  await pane(window).getByRole('button', { name: 'Read all in the background…' }).click()
  await expect(
    pane(window).getByText(/^At most \d+ requests a day\. Your live adverts \(\d+\) are all read/),
  ).toBeVisible()
  expect(await asked(service)).toBe(0)
  await pane(window).getByRole('button', { name: 'Read in the background' }).click()
  // One advert is read every 30 seconds at most.
  app.pass?.(30_000)
  await expect.poll(() => asked(service)).toBe(1)

  await goTo(window, 'Settings')
  const on = window.getByRole('checkbox', { name: 'Read views in the background' })
  await expect(on).toBeChecked()
  await expect(window.getByText(/^Read within the last day: 3 of \d+\.$/)).toBeVisible()
  await expect(window.getByText(/^At most \d+ requests a day\./)).toBeVisible()
  await on.click()
  await expect(on).not.toBeChecked()
})

wholeTest(
  'a service that tells nothing of views says so once, and nothing of it is shown then',
  async ({ window }) => {
    await connect(window, silent, 'No views')
    await readStock(window)
    await inventoryAtRest(window)
    // Another account, whose views are not known, has none of it.
    expect(await offered(window)).toEqual({ columns: [], filters: [] })
    await silent.control.clearRequests()
    const rows = grid(window).getByRole('row')
    await rows.nth(1).dblclick()
    await pane(window).getByRole('button', { name: 'Read the views (1 request)' }).click()
    await expect(pane(window).getByText('The service does not give views to this account.')).toBeVisible()
    // Of used cars it may tell how often they were viewed in all.
    await pane(window).getByRole('button', { name: 'Read the total (1–2 requests)' }).click()
    await expect(pane(window).getByRole('heading', { name: 'Views since it was added' })).toBeVisible()
    await expect(pane(window).getByText(/^\d[\d,]* views?, \d+ openings? of the phone/)).toBeVisible()
    await rows.nth(2).dblclick()
    await expect(
      pane(window)
        .getByRole('button', { name: /^Read the position|^Compare/ })
        .first(),
    ).toBeVisible()
    await expect(pane(window).getByRole('heading', { name: 'Views, 30 days' })).toHaveCount(0)
    expect(await asked(silent)).toBe(2)
    await goTo(window, 'Settings')
    await expect(window.getByRole('heading', { name: 'Read new orders' })).toBeVisible()
    await expect(window.getByRole('checkbox', { name: 'Read views in the background' })).toHaveCount(0)
    // The account of before has its columns again.
    await window.getByRole('button', { name: 'Use the account Views' }).click()
    await inventoryAtRest(window)
    await expect(grid(window).getByRole('columnheader', { name: 'Views, 7 days' })).toBeVisible()
  },
)
