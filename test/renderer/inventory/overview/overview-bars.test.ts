import { describe, expect, test } from 'vitest'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { StockOverview } from '#shared/inventory/inventory-calls.ts'
import {
  countedFilters,
  listedQueries,
  overviewOf,
  type Shown,
} from '../../../../src/renderer/inventory/overview/overview-bars.ts'

const states = { live: 60, moderation: 7, sold: 10, archive: 5, expired: 18, gone: 40 }
const answerOf = (
  countOf: (filter: AdvertFilter) => number,
  makes: StockOverview['makes'],
): Omit<StockOverview, 'totals'> => ({
  counts: { states, filters: countedFilters.map(countOf), edited: 0, watched: 3 },
  lists: listedQueries.map((_, at) => ({ count: 1000 + at, totals: [], first: null })),
  makes,
})

function valuesOf(shown: Shown): readonly string[] {
  const [filter] = shown.filters ?? []
  return filter && 'values' in filter ? filter.values : []
}

describe('the overview of the stock', () => {
  test('each bar has the count of the filter that it shows, and each list that of its own', () => {
    const overview = overviewOf(
      answerOf((filter) => countedFilters.indexOf(filter) + 1, [{ value: 'BMW', count: 90 }]),
    )
    const { viewed, listed, groups } = overview
    for (const { count, show, ...bar } of [viewed, ...groups.flatMap(({ bars }) => bars)]) {
      const [filter] = show.filters ?? []
      if (!filter || filter.field === 'make' || 'isRest' in bar) continue
      expect(count).toBe(countedFilters.indexOf(filter) + 1)
    }
    expect(
      Object.values(listed).map(({ count, show: { states = [], filters = [] } }) => [count, states, filters]),
    ).toEqual(listedQueries.map((query, at) => [1000 + at, query.states, query.filters]))
    for (const kind of ['recent', 'noPhoto', 'fewPhotos', 'dear', 'cheapest', 'uncompared'] as const)
      expect(listed[kind].show.states).toEqual(['live'])
    expect([overview.live.count, overview.moderation.count]).toEqual([60, 7])
    expect(listed.dear.show.filters).toEqual([{ field: 'position', from: 80, to: null }])
  })

  test('each advert is in one bar of a group, with those that no filter keeps', () => {
    const { total, groups } = overviewOf(
      answerOf(
        () => 2,
        [
          { value: '', count: 30 },
          ...Array.from({ length: 20 }, (_, at) => ({ value: `Make ${at}`, count: 2 })),
        ],
      ),
    )
    expect(total).toBe(100)
    for (const { bars } of groups) expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(groups[0]?.bars.at(0)?.label).toBe('No make')
    const [makes = { bars: [] }] = groups
    const named = makes.bars.slice(0, -1).flatMap(({ show }) => valuesOf(show))
    expect(makes.bars.at(-1)).toEqual({
      ...{ label: 'Still more makes', count: 30, isRest: true },
      show: { filters: [{ field: 'make', values: named, not: true }] },
    })
    expect(groups[1]?.bars.at(-1)?.show).toEqual({
      filters: [{ field: 'usd', from: null, to: null, empty: true }],
    })
    const others = makes.bars.at(-2)
    expect([others?.label, others?.count, others?.isOther]).toEqual(['Other makes', 30, true])
    const [filter] = others?.show.filters ?? []
    expect(filter).toMatchObject({
      field: 'make',
      values: expect.arrayContaining(['Make 11', 'Make 19']) as unknown,
    })
  })
})
