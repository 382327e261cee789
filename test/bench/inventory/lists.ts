import { advertColumns, type AdvertQuery, type AdvertState } from '#shared/inventory/advert.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { countedFilters } from '../../../src/renderer/inventory/overview/overview-bars.ts'
import { threadTime } from '../longest-turn.ts'
import type { Figure } from '../figure.ts'
import { owner, type BenchCache } from './cache.ts'
import { percentile, timed, times } from './figures.ts'

const roundCount = 7
/** As many makes as main answers. */
const mostNames = 200
const now = '2026-11-01 12:00:00'
const filters: readonly (readonly AdvertState[])[] = [[], ['live'], ['expired'], ['sold', 'archive']]
const words = ['к', 'а', 'ав', 'авто', 'київ', 'skoda oct', '2', '30000003']
const newest = [{ column: 'updatedAt', descending: true }] as const

const queries: readonly AdvertQuery[] = filters.flatMap((states) =>
  advertColumns.flatMap((column) =>
    [false, true].map((descending) => ({ text: '', states: [...states], sort: [{ column, descending }] })),
  ),
)
const severalKeys: AdvertQuery = {
  text: '',
  states: [],
  sort: (['make', 'year', 'city', 'usd'] as const).map((column) => ({ column, descending: true })),
}

/** What the window asks of the cache, at one size of the stock. */
export function listFigures(cache: BenchCache, size: string): Figure[] {
  const list =
    (query: AdvertQuery, table = cache.table) =>
    () =>
      table.ids(owner.accountId, owner.userId, query, now)
  const first = timed(list({ text: '', states: [], sort: [...newest] }, new AdvertsTable(cache.db)))
  const lists = times(
    roundCount,
    queries.map((query) => list(query)),
  )
  const several = times(roundCount, [list(severalKeys)])
  const searches = words.map((text) => {
    const taken = times(roundCount, [list({ text, states: [], sort: [...newest] })])
    return percentile(taken, 0.95)
  })
  const ids = [...list({ text: '', states: [], sort: [...newest] })()]
  const windows = Array.from({ length: 50 }, (_, at) => {
    const from = Math.floor((at * ids.length) / 50)
    return () => cache.table.rows(owner.accountId, ids.slice(from, from + 100), now)
  })
  const overview = (): void => {
    cache.table.lists.counts({ ...owner, whose: 'own' }, countedFilters, now)
    cache.table.values({ ...owner, whose: 'own' }, 'make', mostNames)
  }
  const anyFilterAndSort = `${size}: any filter and sort`
  return [
    { name: `${size}: first list after the start, from its index`, value: first, unit: 'ms' },
    { name: `${anyFilterAndSort}, median`, value: percentile(lists, 0.5), unit: 'ms' },
    {
      name: `${anyFilterAndSort}, 95th percentile`,
      value: percentile(lists, 0.95),
      unit: 'ms',
      goal: 30,
    },
    { name: `${size}: four sort keys`, value: percentile(several, 0.5), unit: 'ms', goal: 30 },
    { name: `${size}: slowest search, 95th percentile`, value: Math.max(...searches), unit: 'ms', goal: 30 },
    {
      name: `${size}: window of 100 rows, 95th percentile`,
      value: percentile(times(roundCount, windows), 0.95),
      unit: 'ms',
      goal: 2,
    },
    {
      name: `${size}: numbers of the overview, processor time`,
      value: percentile(times(roundCount, [overview], threadTime), 0.5),
      unit: 'ms',
      goal: 50,
    },
  ]
}
