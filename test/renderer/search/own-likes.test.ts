import { expect, test } from 'vitest'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import { OwnLikes } from '../../../src/renderer/search/own-likes.svelte.ts'
import { clientOf } from '../handler-client.ts'

interface Query {
  readonly states: readonly string[]
  readonly filters: readonly { readonly field: string; readonly values?: string[]; readonly from?: number }[]
}

const car = (id: number, model: string, year: number | null): AdvertRow => ({
  ...unknownCells,
  ...{ id, make: 'BMW', model, year, usd: 20_000 },
})

/** A dealer with two live X5 of 2021, the cheaper one first. */
function likes() {
  const asked: Query[] = []
  const own = [car(7, 'X5', 2021), car(8, 'X5', 2021)]
  const state = new OwnLikes(
    clientOf({
      'inventory:ids': (query: Query) => {
        asked.push(query)
        const from = query.filters.find(({ field }) => field === 'year')?.from ?? 0
        const fits =
          query.filters.some(({ values }) => values?.includes('X5')) && Math.abs(from + 1 - 2021) <= 1
        const found = fits ? own : []
        return { ids: Float64Array.from(found.map(({ id }) => id)), rows: found.slice(0, 1) }
      },
    }),
  )
  return { asked, state, own }
}

test('the cheapest own live car of the make and model, a year older or younger at most, is beside each car', async () => {
  const { asked, state } = likes()
  await state.load([car(1, 'X5', 2022), car(2, 'X3', 2021), car(3, 'X5', 2015)])
  expect(state.of(car(9, 'X5', 2022))).toMatchObject({ cheapest: { id: 7 }, count: 2 })
  expect([state.of(car(2, 'X3', 2021)), state.of(car(3, 'X5', 2015))]).toEqual([undefined, undefined])
  expect(state.any).toBe(true)
  expect(asked[0]).toMatchObject({
    states: ['live'],
    sort: [{ column: 'usd', descending: false }],
    filters: [
      { field: 'make', values: ['BMW'] },
      { field: 'model', values: ['X5'] },
      { field: 'year', from: 2021, to: 2023 },
      { field: 'usd', from: 1, to: null },
    ],
    shown: { first: 0, end: 1 },
  })
})

test('cars of the same make, model and year are looked up once, and one of an unknown year never', async () => {
  const { asked, state } = likes()
  await state.load([car(1, 'X5', 2022), car(2, 'X5', 2022), car(3, 'X5', null), car(4, '', 2022)])
  await state.load([car(1, 'X5', 2022), car(5, 'X5', 2021)])
  expect(asked).toHaveLength(2)
})

test('with no own car beside any, there is nothing to show', async () => {
  const { state } = likes()
  await state.load([car(2, 'X3', 2021)])
  expect(state.any).toBe(false)
})

test('after a change of the stock it is looked up again, and what was known stays until then', async () => {
  const { state, own } = likes()
  const cars = [car(1, 'X5', 2022)]
  await state.load(cars)
  own.shift()
  const again = [state.reload(cars), state.load(cars)]
  expect(state.of(car(1, 'X5', 2022))).toMatchObject({ cheapest: { id: 7 } })
  await Promise.all(again)
  expect(state.of(car(1, 'X5', 2022))).toMatchObject({ cheapest: { id: 8 }, count: 1 })
})
