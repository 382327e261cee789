import { expect, it } from 'vitest'
import { z } from 'zod'
import { running, type Running } from '../running.ts'
import { ownAdverts } from '../vehicles/adverts.ts'

const countSchema = z.strictObject({
  salon_id: z.int(),
  marka_id: z.int(),
  model_id: z.int(),
  auto_id: z.int(),
  date: z.iso.date(),
  count: z.int().positive(),
  type: z.enum(['views', 'auto_phones_final']),
})
const answerSchema = z.strictObject({
  viewsStatistics: z.array(countSchema),
  phonesStatistics: z.array(countSchema),
})

const asked = (sandbox: Running, autoId: number, from = '2020-01-01', to = '2099-01-01'): string =>
  `user_id=${sandbox.sandbox.userId}&auto_id=${autoId}&date_from=${from}&date_to=${to}`
const statistics = async (sandbox: Running, query: string) =>
  answerSchema.parse(await sandbox.get('/auto/new/stat', query))

it('counts views and openings of the phone by day, in no order, the same for every reader', async () => {
  const sandbox = await running()
  const own = (await ownAdverts(sandbox)).active.slice(0, 20)
  const all = await Promise.all(own.map((id) => statistics(sandbox, asked(sandbox, id))))
  const days = all.flatMap(({ viewsStatistics }) => viewsStatistics)
  expect(days.length).toBeGreaterThan(50)
  const dates = all.find(({ viewsStatistics }) => viewsStatistics.length > 5)?.viewsStatistics ?? []
  expect(dates.map(({ date }) => date)).not.toEqual(dates.map(({ date }) => date).toSorted())
  const sum = (of: 'viewsStatistics' | 'phonesStatistics') =>
    all.flatMap((each) => each[of]).reduce((total, { count }) => total + count, 0)
  expect(sum('phonesStatistics')).toBeGreaterThan(0)
  expect(sum('phonesStatistics')).toBeLessThan(sum('viewsStatistics') / 5)
  const [first = 0] = own
  const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10)
  const once = await statistics(sandbox, asked(sandbox, first, '2020-01-01', yesterday))
  const again = await statistics(sandbox, asked(sandbox, first, '2020-01-01', yesterday))
  expect(once).toEqual(again)
})

it('refuses what is no day, another dealer’s advert, and a question without its advert', async () => {
  const sandbox = await running()
  const [id = 0] = (await ownAdverts(sandbox)).active
  const statusOf = async (query: string) => (await sandbox.fetch('GET', '/auto/new/stat', query)).status
  expect(await statusOf(asked(sandbox, id, '01.02.2026'))).toBe(400)
  expect(await statusOf(asked(sandbox, 5))).toBe(404)
  expect(await statusOf(`user_id=${sandbox.sandbox.userId}`)).toBe(400)
  expect(await statusOf(asked(sandbox, id).replace(/user_id=\d+/, 'user_id=1'))).toBe(404)
})
