import { describe, expect, test } from 'vitest'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { ListCounts } from '#shared/inventory/inventory-calls.ts'
import { countedFilters, overviewOf } from '../../../../src/renderer/inventory/overview/overview-bars.ts'

const states = { live: 60, moderation: 7, sold: 10, archive: 5, expired: 18, gone: 40 }
const countsOf = (countOf: (filter: AdvertFilter) => number): ListCounts => ({
  states,
  filters: countedFilters.map(countOf),
  edited: 0,
  watched: 3,
})

describe('the overview of the stock', () => {
  test('each bar has the count of the filter that it shows', () => {
    const counts = countsOf((filter) => countedFilters.indexOf(filter) + 1)
    const { tiles, groups } = overviewOf(counts, [{ value: 'BMW', count: 90 }])
    const shown = [...tiles, ...groups.flatMap(({ bars }) => bars)]
    for (const { count, show } of shown) {
      const [filter] = show && 'filters' in show ? show.filters : []
      if (!filter || filter.field === 'make') continue
      expect(count).toBe(countedFilters.indexOf(filter) + 1)
    }
    expect(tiles.find(({ show }) => show && 'states' in show)?.count).toBe(7)
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
    expect(groups[0]?.bars.at(-1)).toEqual({ label: 'Other makes', count: 48, show: null })
  })

  test('bands leave no price and no age between them', () => {
    for (const [field, step] of [
      ['usd', 0.01],
      ['age', 1],
    ] as const) {
      const bounds = countedFilters.flatMap((filter) =>
        filter.field === field && 'from' in filter ? [[filter.from, filter.to] as const] : [],
      )
      expect(bounds[0]?.[0]).toBeNull()
      expect(bounds.at(-1)?.[1]).toBeNull()
      bounds.slice(1).forEach(([from], at) => expect(from).toBeCloseTo((bounds[at]?.[1] ?? 0) + step, 5))
    }
  })

  test('main takes as many filters at once as the overview asks for', () => {
    expect(countedFilters.length).toBeLessThanOrEqual(30)
  })
})
