import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GroupPlaces } from '../../../../src/renderer/ui/grid/group-places.ts'

const group = (value: string, count: number) => ({ value, count, totals: [] })

/** Some groups, and which of them are folded. */
const lists = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()), { maxLength: 6 })
  .map((sizes) => {
    const groups = sizes.map(([count], at) => group(`g${at}`, count))
    const count = groups.reduce((sum, each) => sum + each.count, 0)
    const ids = Float64Array.from({ length: count }, (_, at) => 100 + at)
    const folded = new Set(sizes.flatMap(([, isFolded], at) => (isFolded ? [`g${at}`] : [])))
    return { groups, ids, folded, places: new GroupPlaces(ids, groups, (value) => folded.has(value)) }
  })
type List = typeof lists extends fc.Arbitrary<infer Value> ? Value : never

/** What a grid shows of it, line by line, written down plainly. */
function linesOf({ groups, ids, folded }: List): readonly Line[] {
  let first = 0
  return groups.flatMap(({ value, count }): readonly Line[] => {
    const own = [...ids.subarray(first, first + count)]
    first += count
    if (folded.has(value)) return [{ key: value, ids: own, group: value }]
    return [{ key: value, ids: [], group: value }, ...own.map((id) => ({ key: id, ids: [id], group: value }))]
  })
}

interface Line {
  readonly key: string | number
  readonly ids: readonly number[]
  readonly group: string
}

describe('the places of a list in groups', () => {
  test('stand for the adverts at them, and folded heads for their group', () => {
    fc.assert(
      fc.property(lists, fc.nat(40), fc.nat(40), (list, one, other) => {
        const lines = linesOf(list)
        const span = { first: Math.min(one, other), last: Math.min(Math.max(one, other), lines.length - 1) }
        const expected = lines.slice(span.first, span.last + 1)
        expect([...list.places.idsAt([span])]).toEqual(expected.flatMap(({ ids }) => ids))
        expect(list.places.countIn([span], true)).toBe(expected.flatMap(({ ids }) => ids).length)
        expect(list.places.countIn([span], false)).toBe(
          expected.filter(({ key }) => typeof key === 'number').length,
        )
      }),
    )
  })

  test('of a selection are found again after another fold, and never stand for more', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(30)), (list, chosen) => {
        const ids = new Set([...list.ids].filter((_, at) => chosen.includes(at)))
        const again = list.places.idsAt(list.places.spansOf(ids))
        for (const id of again) expect(ids.has(id)).toBe(true)
        const hidden = linesOf(list).filter(({ ids: own, key }) => typeof key === 'string' && own.length > 0)
        const part = hidden.filter(({ ids: own }) => !own.every((id) => ids.has(id)))
        const lost = part.flatMap(({ ids: own }) => own.filter((id) => ids.has(id)))
        expect(again.length + lost.length).toBe(ids.size)
      }),
    )
  })
})
