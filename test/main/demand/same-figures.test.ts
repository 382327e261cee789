import { expect, it, onTestFinished } from 'vitest'
import type { DayCount } from '#shared/demand/advert-days.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

/** The whole of main with its stock read, on a sandbox that runs. */
async function opened() {
  const { sandbox, control } = await running({ adverts: 24 })
  const dataDir = folderOfTest()
  const { baseUrl, userId, key } = sandbox
  const app = assembledIn(dataDir, { overrides: { baseUrl, userId, key } })
  onTestFinished(() => app.close())
  await app.inventorySync.sync()
  await control.clearRequests()
  const own = [...(await app.inventory.lists.ids({ text: '', states: [], sort: [] }))]
  return { app, control, own, demand: await app.demand() }
}
type App = Awaited<ReturnType<typeof opened>>['app']

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Views and openings of the phone of the last seven days, as the chart of the stock, the details and the grid have them. */
async function weeks(app: App, ids: readonly number[]) {
  const demand = await app.demand()
  const stock = (await demand.ofStock(7))?.days ?? []
  const details = [...(await demand.known(ids, 7)).values()]
  const rows = await app.inventory.rows(ids)
  const counted = (what: 'views' | 'phones'): number =>
    total(details.flatMap((days) => days[what].map(({ count }) => count)))
  return {
    chart: [total(stock.map(({ views }) => views)), total(stock.map(({ phones }) => phones))],
    details: [counted('views'), counted('phones')],
    grid: [
      total(rows.map(({ viewed }) => viewed?.views ?? 0)),
      total(rows.map(({ viewed }) => viewed?.phones ?? 0)),
    ],
  }
}

it('tells the same views and openings of the phone in the chart of the stock, in the details and in the grid', async () => {
  const { app, own, demand } = await opened()
  expect(await demand.ofStock(30)).toBeNull()
  const half = own.slice(0, own.length / 2)
  await demand.read(half, { days: 30 })
  const first = await weeks(app, half)
  expect(first.chart[0]).toBeGreaterThan(0)
  expect(first.details).toEqual(first.chart)
  expect(first.grid).toEqual(first.chart)
  expect((await demand.ofStock(30))?.adverts).toBe(half.length)

  // Read again, what was known is not counted twice; the others are counted in.
  await demand.read(own, { days: 30 })
  const all = await weeks(app, own)
  expect(all.details).toEqual(all.chart)
  expect(all.grid).toEqual(all.chart)
  expect(all.chart[0]).toBeGreaterThan(first.chart[0] ?? 0)

  const stock = await demand.ofStock(30)
  expect(stock?.days).toHaveLength(30)
  const details = [...(await demand.known(own, 30)).values()]
  const onDay = (counts: readonly DayCount[], day: string): number =>
    counts.find(({ date }) => date === day)?.count ?? 0
  for (const { date, views, phones, adverts } of stock?.days ?? []) {
    expect(views, date).toBe(total(details.map((days) => onDay(days.views, date))))
    expect(phones, date).toBe(total(details.map((days) => onDay(days.phones, date))))
    expect(adverts, date).toBe(own.length)
  }
})

it('reads the totals of an advert by one request and keeps them', async () => {
  const { control, own, demand } = await opened()
  const [id = 0] = own
  const read = await demand.readTotals(id)
  expect(total(Object.values(await control.requests()))).toBe(1)
  await demand.read([id], { days: 366 })
  const days = (await demand.known([id], 366)).get(id)
  const views = (before: string): number =>
    total((days?.views ?? []).flatMap(({ date, count }) => (date < before ? [count] : [])))
  // Today grows meanwhile.
  expect(read?.views).toBeGreaterThanOrEqual(views(days?.to ?? ''))
  expect(read?.views).toBeLessThanOrEqual(views('9999'))
  expect(await demand.totals(id)).toEqual({ missing: false, known: read })
  // Others are told of: this one is none of the account's.
  expect(await demand.readTotals(1)).toBeNull()
})

it('notices a service that tells of views no more, and asks it no further', async () => {
  const { app, control, own, demand } = await opened()
  await demand.read(own.slice(0, 3), { days: 7 })
  // An advert that the service lacks is no sign of it.
  await control.clearRequests()
  expect(await demand.read([1], { days: 7 })).toEqual([1])
  expect(total(Object.values(await control.requests()))).toBe(1)
  await control.setModes({ off: { '/auto/new/stat': 404 } })
  await control.clearRequests()
  const missing = expect.objectContaining({ code: 'demand-missing' }) as unknown
  await expect(demand.read(own.slice(0, 2), { days: 7 })).rejects.toEqual(missing)
  await expect(demand.read(own.slice(2), { days: 7 })).rejects.toEqual(missing)
  expect(await demand.readNext(7, AbortSignal.timeout(60_000))).toBe(false)
  expect(total(Object.values(await control.requests()))).toBe(2)
  // What was read stays.
  expect((await weeks(app, own)).chart[0]).toBeGreaterThan(0)
})
