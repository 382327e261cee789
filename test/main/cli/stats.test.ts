import { beforeEach, expect, test } from 'vitest'
import { openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(120))
beforeEach(() => counter.run('sync'))

interface Stats {
  readonly adverts: readonly {
    readonly id: number
    readonly from: string
    readonly to: string
    readonly views: readonly { readonly date: string; readonly count: number }[]
    readonly phones: readonly { readonly date: string; readonly count: number }[]
  }[]
  readonly unread: readonly number[]
}
const statsOf = ({ out, err }: Ran): Stats => {
  if (out.startsWith('{"error":')) throw new Error(err)
  return JSON.parse(out) as Stats
}

const path = '/auto/new/stat'
const asked = async (): Promise<number> => (await counter.control.requests())[`GET ${path}`] ?? 0

/** Ids of own adverts, the newest first. */
const own = async (): Promise<number[]> =>
  statsOf(await counter.run('stats', '--json')).adverts.map(({ id }) => id)

test('all live adverts are read by one request each, and are there without one then', async () => {
  const read = await counter.run('stats', '--json')
  expect(read.code).toBe(0)
  const { adverts, unread } = statsOf(read)
  expect(unread).toEqual([])
  expect(adverts.length).toBeGreaterThan(5)
  expect(read.err).toContain(`${adverts.length} requests`)
  expect(await asked()).toBe(adverts.length)
  const days = adverts.flatMap(({ views }) => views)
  expect(days.length).toBeGreaterThan(20)
  for (const { views, from, to } of adverts) {
    const dates = views.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted())
    expect(dates.filter((date) => date < from || date > to)).toEqual([])
  }
  const saved = await counter.run('stats', '--saved', '--json')
  expect(statsOf(saved)).toEqual({ adverts, unread: [] })
  expect(await asked()).toBe(adverts.length)
  const text = await counter.run('stats', '--saved', String(adverts[0]?.id))
  const views = adverts[0]?.views.reduce((sum, { count }) => sum + count, 0)
  expect(text.out).toBe(
    `${adverts[0]?.id}\t${views} ${views === 1 ? 'view' : 'views'}, ${sumOf(adverts[0]?.phones)} openings of the phone\n`,
  )
})

const sumOf = (counts: readonly { readonly count: number }[] = []): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

test('a service without views is said, ends with 2, and is not asked again for a day', async () => {
  await counter.control.setModes({ off: { [path]: 404 } })
  const first = await counter.run('stats')
  expect(first).toMatchObject({ code: 2, out: '' })
  expect(first.err).toContain('does not give views')
  // A second advert shows that it isn't the first that is unknown.
  expect(await asked()).toBe(2)
  const second = await counter.run('stats')
  expect([second.code, second.err]).toEqual([2, expect.not.stringContaining('requests')])
  expect(await asked()).toBe(2)
  expect((await counter.run('stats', '--saved')).code).toBe(0)
})

test('what was read before the quota ended is shown, and what is left is named', async () => {
  const ids = await own()
  const used = Object.values(await counter.control.requests()).reduce((sum, count) => sum + count, 0)
  counter.limit(Math.ceil(1.2 * used))
  const ran = await counter.run('stats', '--json')
  expect(ran.code).toBe(1)
  const { adverts, unread } = statsOf(ran)
  expect(adverts).toHaveLength(ids.length)
  expect(unread.length).toBeGreaterThan(0)
  expect(ran.err).toContain(`${ids.length - unread.length} of ${ids.length} adverts were read`)
})

test('what is no id or no number of days is refused before anything is asked', async () => {
  expect(await counter.run('stats', 'abc')).toMatchObject({ code: 2 })
  expect(await counter.run('stats', '--days', '0')).toMatchObject({ code: 2 })
  expect(await asked()).toBe(0)
})
