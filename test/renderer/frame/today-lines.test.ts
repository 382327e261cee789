import { expect, test, vi } from 'vitest'
import { todayLines, type TodayFacts, type TodayWays } from '../../../src/renderer/frame/today-lines.ts'
import {
  countedFilters,
  listedQueries,
  overviewOf,
} from '../../../src/renderer/inventory/overview/overview-bars.ts'
import type { AdvertRow } from '../../../src/shared/inventory/advert.ts'
import { unknownCells } from '../../../src/shared/inventory/column-lists.ts'
import { batchWith } from '../batch/batch-with.ts'

const now = Date.parse('2026-11-25T09:00:00Z')
const nothing: TodayFacts = {
  batches: [],
  openFiles: [],
  edits: { adverts: 0, edits: 0 },
  unseenOrders: 0,
  troubledOrders: [],
  statusDoubts: 0,
  callsWaiting: 0,
  overview: null,
  read: { at: '2026-11-25T08:00:00Z', calls: 12 },
  quota: null,
  feeds: [],
}
const ways = (): TodayWays => ({
  batch: vi.fn(),
  batches: vi.fn(),
  imports: vi.fn(),
  edits: vi.fn(),
  orders: vi.fn(),
  troubledOrders: vi.fn(),
  calls: vi.fn(),
  stock: vi.fn(),
  compare: vi.fn(),
  refresh: vi.fn(),
  settings: vi.fn(),
})
const linesOf = (facts: Partial<TodayFacts>, to = ways()) => todayLines({ ...nothing, ...facts }, to, now)
const idsOf = (facts: Partial<TodayFacts>) => linesOf(facts).map(({ id, count }) => `${id} ${count}`)

const car: AdvertRow = {
  ...unknownCells,
  id: 1,
  title: 'Audi Q5 2024',
  usd: 28_000,
  mainCurrency: 'USD',
  addedAt: '2026-10-15 09:00:00',
  position: { price: 28_000, currency: 1, rank: 7, of: 8, median: 25_000, readAt: '2026-11-24T09:00:00Z' },
}
const overview = overviewOf({
  counts: {
    states: { live: 9, moderation: 0, sold: 0, archive: 0, expired: 0, gone: 0 },
    filters: countedFilters.map(() => 0),
    edited: 0,
    watched: 0,
  },
  lists: listedQueries.map((_, at) => ({
    count: at + 1,
    first: car,
    totals: [{ currency: 'USD', adverts: at + 1, sum: 612_400 }],
  })),
  makes: [],
})

test('nothing wants a person where nothing waits', () => expect(linesOf({})).toEqual([]))

test('the most pressing comes first', () => {
  const facts = {
    batches: [
      batchWith({ id: 'one', counts: { inDoubt: 2, failed: 3, conflict: 1 } }),
      batchWith({ id: 'two', state: 'paused', pauseReason: 'person', counts: { planned: 5 } }),
    ],
    openFiles: ['склад.xlsx'],
    edits: { adverts: 14, edits: 20 },
    unseenOrders: 3,
    statusDoubts: 2,
    callsWaiting: 2,
    overview,
    read: { at: '2026-11-22T08:00:00Z', calls: 248 },
    quota: { limit: 1_000, left: 90, level: 'very-low' as const, span: 'hour' as const },
    feeds: [
      {
        id: 'f',
        name: '1C',
        address: '',
        last: { at: '2026-11-25T02:00:00Z', failure: 'No answer.' },
        notBefore: null,
      },
    ],
  }
  expect(idsOf(facts)).toEqual([
    'doubt 2',
    'statuses 2',
    'conflict 1',
    'failed 3',
    'orders 3',
    'calls 2',
    'waiting 1',
    'files 1',
    'edits 14',
    'expired 2',
    'expiring 3',
    'dear 4',
    'cheapest 5',
    'noPhoto 6',
    'fewPhotos 7',
    'noViews 8',
    'viewsFell 9',
    'uncompared 10',
    'old 3',
    'quota-hour 90',
    'feeds 1',
  ])
})

test('rows of one batch are opened at once, of several their batches', () => {
  const one = batchWith({ id: 'one', counts: { failed: 3 } })
  const to = ways()
  linesOf({ batches: [one] }, to)[0]?.run()
  expect(to.batch).toHaveBeenCalledWith('one', 'failed')
  linesOf({ batches: [one, batchWith({ id: 'two', counts: { failed: 1 } })] }, to)[0]?.run()
  expect(to.batches).toHaveBeenCalledOnce()
})

test('a line shows just the adverts that it counts, names one of them, and says what they are worth', () => {
  const to = ways()
  const lines = linesOf({ overview }, to)
  lines.forEach(({ run }) => run())
  const asked = listedQueries.slice(1).map(({ states, filters }) => [states, filters])
  const shown = [...vi.mocked(to.stock).mock.calls, ...vi.mocked(to.compare).mock.calls]
  expect(shown.map(([{ states = [], filters = [] }]) => [states, filters])).toEqual(asked)
  expect(lines.find(({ id }) => id === 'dear')?.why).toBe(
    'Audi Q5 2024, $28,000: 12 % over the median of 8, 41 days on sale',
  )
  for (const { why, worth } of lines) {
    expect(why).toMatch(/Audi Q5 2024, \$28,000/)
    expect(worth).toBe('together $612,400')
  }
})
