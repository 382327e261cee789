import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { escape } from './keys.ts'
import { connect, goTo, inventoryAtRest, readStock, startService, type Service } from './service.ts'

const day = 86_400
const numbersIn = (text: string): number[] =>
  (text.match(/[\d,]+/g) ?? []).map((each) => Number(each.replaceAll(',', '')))
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

interface Counted {
  readonly viewsStatistics: readonly { readonly date: string; readonly count: number }[]
}

/** What the service itself answers. */
async function ask<T>(service: Service, path: string, query = ''): Promise<T> {
  const account = `api_key=${service.key}&user_id=${service.userId}`
  return (await fetch(`${service.baseUrl}${path}?${account}${query}`)).json() as Promise<T>
}

const orderIds = async (service: Service): Promise<number[]> =>
  (await ask<{ orders: { order_id: number }[] }>(service, '/ria/basket/orders')).orders.map(
    (order) => order.order_id,
  )

/** The live adverts, with the views of each in the week that ends today, in Kyiv, and in the day before it, too. */
async function weekOf(service: Service): Promise<{ id: number; views: number; eightDays: number }[]> {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Kyiv' })
  const back = (days: number): string =>
    new Date(Date.parse(today) - days * day * 1000).toISOString().slice(0, 10)
  const { active } = await ask<{ active: number[] }>(service, '/auto/new/autos')
  const facts = await Promise.all(active.map((id) => service.control.advert(id)))
  const live = facts.filter((each) => each?.moderated === false).map((each) => each?.id ?? 0)
  return Promise.all(
    live.map(async (id) => {
      const query = `&auto_id=${id}&date_from=${back(7)}&date_to=${today}`
      const { viewsStatistics: days } = await ask<Counted>(service, '/auto/new/stat', query)
      const since = (first: string) => sum(days.filter(({ date }) => date >= first).map(({ count }) => count))
      return { id, views: since(back(6)), eightDays: since(back(7)) }
    }),
  )
}

/** Reads the views of each live advert in its details; answers what the chart there shows for the last seven days. */
async function readChart(window: Page, id: number): Promise<number> {
  await goTo(window, 'Inventory')
  const search = window.getByRole('search').getByRole('textbox')
  const rows = window.getByRole('grid', { name: 'Inventory' }).getByRole('row')
  // All rows in between: otherwise the one that was found before would be taken for this one.
  await search.fill('')
  await expect(rows.nth(3)).toBeVisible()
  await search.fill(String(id))
  await expect(rows).toHaveCount(2)
  await rows.nth(1).locator('[aria-colindex="2"]').dblclick()
  const pane = window.getByRole('complementary')
  await pane.getByRole('button', { name: 'Read the views (1 request)' }).click()
  await expect(pane.getByText(/^\d[\d,]* views?, \d+ openings? of the phone/)).toBeVisible()
  const days = await pane.locator('.chart .day').all()
  const titles = await Promise.all(days.slice(-7).map((each) => each.getAttribute('title')))
  await pane.getByRole('button', { name: 'Close' }).first().click()
  return sum(titles.map((title) => numbersIn(/([\d,]+) views?,/.exec(title ?? '')?.[1] ?? '0')[0] ?? 0))
}

test('a week of a live world: orders, sales and views are the service’s everywhere, within the quota', async ({
  window,
}) => {
  test.setTimeout(600_000)
  await window.setViewportSize({ width: 1900, height: 900 })
  const service = await startService(60, undefined, {
    ...{ seed: 7, ownShare: 20 },
    liveWorld: { daysAgo: 7, speed: 0.000_01 },
  })
  await connect(window, service, 'Living')
  await readStock(window)
  await inventoryAtRest(window)
  const [ordersBefore, liveBefore] = [await orderIds(service), (await weekOf(service)).length]

  // Not up to the present: the numbers of the day that it stops at stay as they are.
  const { behind } = await service.control.passTime({ advance: 6.5 * day })
  expect(behind).toBeLessThan(day)
  const [ordersAfter, live] = [await orderIds(service), await weekOf(service)]
  expect(ordersAfter.length).toBeGreaterThan(ordersBefore.length)
  expect(live.length).toBeLessThan(liveBefore)

  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const orders = window.getByRole('grid', { name: 'Orders' })
  await expect(orders.getByRole('row').filter({ hasText: String(Math.max(...ordersAfter)) })).toBeVisible()
  await expect
    .poll(async () => Number(await orders.getAttribute('aria-rowcount')) - 1)
    .toBe(ordersAfter.length)

  await goTo(window, 'Inventory')
  await window.getByRole('button', { name: 'Refresh from the service (F5)' }).click()
  await inventoryAtRest(window)
  await goTo(window, 'Today')
  const figure = window.getByRole('button', { name: /^Live adverts/ })
  await expect.poll(async () => numbersIn(await figure.innerText())[0]).toBe(live.length)

  await service.control.clearRequests()
  const charts: number[] = []
  for (const { id } of live) charts.push(await readChart(window, id))
  expect(charts).toEqual(live.map(({ views }) => views))
  expect((await service.control.requests())['GET /auto/new/stat']).toBe(live.length)

  await window.getByRole('search').getByRole('textbox').fill('')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await window.getByRole('button', { name: 'Columns', exact: true }).click()
  await window.getByRole('checkbox', { name: 'Views, 7 days' }).click()
  await escape(window)
  const header = grid.getByRole('columnheader', { name: 'Views, 7 days' })
  const place = Number(await header.getAttribute('aria-colindex'))
  const cells = grid.locator(`[role="gridcell"][aria-colindex="${place}"]`)
  const rising = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)
  await expect
    .poll(async () => rising((await cells.allInnerTexts()).flatMap((text) => numbersIn(text))))
    .toEqual(rising(charts))

  await goTo(window, 'Today')
  const line = window.getByRole('listitem').filter({ hasText: 'No views for 7 days' })
  const unseen = live.filter(({ eightDays }) => eightDays === 0).length
  if (unseen === 0) await expect(line).toHaveCount(0)
  else await expect(line.getByRole('button', { name: /^Show / })).toContainText(String(unseen))

  // The free package allows thirty requests an hour, of which more are gone: nothing further is asked.
  await goTo(window, 'Settings')
  await window.getByRole('radio', { name: 'Package: 1,000 requests a month, 30 an hour' }).check()
  await service.control.clearRequests()
  await goTo(window, 'Inventory')
  await grid.getByRole('row').nth(1).locator('[aria-colindex="2"]').dblclick()
  await expect(window.getByRole('banner').getByText(/^Hourly quota used up until/)).toBeVisible()
  await window.getByRole('complementary').getByRole('button', { name: 'Read the views (1 request)' }).click()
  await expect(window.getByRole('complementary').getByText(/quota/i).first()).toBeVisible()
  expect(await service.control.requests()).toEqual({})
  await service.close()
})
