import { expect, test, vi } from 'vitest'
import { todayLines, type TodayFacts, type TodayWays } from '../../../src/renderer/frame/today-lines.ts'
import { countedFilters, overviewOf } from '../../../src/renderer/inventory/overview/overview-bars.ts'
import { batchWith } from '../batch/batch-with.ts'

const now = Date.parse('2026-11-25T09:00:00Z')
const nothing: TodayFacts = {
  ...{
    batches: [],
    openFiles: [],
    edits: { adverts: 0, edits: 0 },
    unseenOrders: 0,
    statusDoubts: 0,
    callsWaiting: 0,
    overview: null,
  },
  ...{ read: { at: '2026-11-25T08:00:00Z', calls: 12 }, quota: null, feeds: [] },
}
const ways = (): TodayWays => ({
  ...{ batch: vi.fn(), batches: vi.fn(), imports: vi.fn(), edits: vi.fn(), orders: vi.fn() },
  troubledOrders: vi.fn(),
  calls: vi.fn(),
  ...{ stock: vi.fn(), refresh: vi.fn(), settings: vi.fn() },
})
const linesOf = (facts: Partial<TodayFacts>, to = ways()) => todayLines({ ...nothing, ...facts }, to, now)
const idsOf = (facts: Partial<TodayFacts>) => linesOf(facts).map(({ id, count }) => `${id} ${count}`)

const overview = overviewOf(
  {
    states: { live: 9, moderation: 0, sold: 0, archive: 0, expired: 0, gone: 0 },
    filters: countedFilters.map((_, at) => at + 1),
    live: countedFilters.map((_, at) => at + 1),
    ...{ edited: 0, watched: 0 },
  },
  [],
)

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
    ...[
      'doubt 2',
      'statuses 2',
      'conflict 1',
      'failed 3',
      'orders 3',
      'calls 2',
      'waiting 1',
      'files 1',
      'edits 14',
    ],
    ...['expiring 1', 'dear 5', 'cheapest 6', 'noPhoto 2', 'fewPhotos 8'],
    ...['noViews 9', 'viewsFell 10', 'uncompared 7'],
    ...['old 3', 'quota-hour 90', 'feeds 1'],
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

test('a line shows just the adverts that it counts', () => {
  const to = ways()
  linesOf({ overview }, to).forEach(({ run }) => run())
  expect(vi.mocked(to.stock).mock.calls.map(([shown]) => shown)).toEqual(
    [0, 4, 5, 1, 7, 8, 9, 6].map((at) => ({
      filters: [countedFilters[at]],
      ...([1, 4, 5, 6, 7].includes(at) ? { states: ['live'] } : {}),
    })),
  )
})
