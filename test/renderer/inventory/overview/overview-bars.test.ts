import { describe, expect, test } from 'vitest'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { ListCounts } from '#shared/inventory/inventory-calls.ts'
import {
  countedFilters,
  overviewOf,
  type Shown,
} from '../../../../src/renderer/inventory/overview/overview-bars.ts'

const states = { live: 60, moderation: 7, sold: 10, archive: 5, expired: 18, gone: 40 }
const countsOf = (countOf: (filter: AdvertFilter) => number): ListCounts => ({
  states,
  filters: countedFilters.map(countOf),
  live: countedFilters.map((filter) => countOf(filter) + 1000),
  edited: 0,
  watched: 3,
})

function valuesOf(shown: Shown): readonly string[] {
  const [filter] = shown.filters ?? []
  return filter && 'values' in filter ? filter.values : []
}

describe('the overview of the stock', () => {
  test('each bar has the count of the filter that it shows', () => {
    const counts = countsOf((filter) => countedFilters.indexOf(filter) + 1)
    const overview = overviewOf(counts, [{ value: 'BMW', count: 90 }])
    const { expiring, noPhoto, changed, recent, dear, cheapest, uncompared, fewPhotos, groups } = overview
    const shown = [
      ...[expiring, noPhoto, changed, recent, dear, cheapest, uncompared, fewPhotos],
      ...groups.flatMap(({ bars }) => bars),
    ]
    for (const { count, show, ...bar } of shown) {
      const [filter] = show.filters ?? []
      if (!filter || filter.field === 'make' || 'isRest' in bar) continue
      expect(count).toBe(countedFilters.indexOf(filter) + 1 + (show.states ? 1000 : 0))
    }
    for (const { show } of [noPhoto, fewPhotos, dear, cheapest, uncompared])
      expect(show.states).toEqual(['live'])
    expect([overview.live.count, overview.moderation.count]).toEqual([60, 7])
    expect(dear.show.filters).toEqual([{ field: 'position', from: 80, to: null }])
  })

  test('each advert is in one bar of a group, with those that no filter keeps', () => {
    const { total, groups } = overviewOf(
      countsOf(() => 2),
      [
        { value: '', count: 30 },
        ...Array.from({ length: 20 }, (_, at) => ({ value: `Make ${at}`, count: 2 })),
      ],
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
    expect([others?.label, others?.count, others?.isOther]).toEqual(['Other makes', 18, true])
    const [filter] = others?.show.filters ?? []
    expect(filter).toMatchObject({
      field: 'make',
      values: expect.arrayContaining(['Make 11', 'Make 19']) as unknown,
    })
  })
})
