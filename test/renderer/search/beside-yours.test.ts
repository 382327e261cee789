import { expect, test } from 'vitest'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import { BesideYours, percentFrom } from '../../../src/renderer/search/beside-yours.svelte.ts'
import { clientOf } from '../handler-client.ts'

const own = (count: number): AdvertRow[] =>
  Array.from({ length: count }, (_, at) => ({ ...unknownCells, id: at + 1, title: `Own ${at + 1}` }))

function beside(rows: readonly AdvertRow[]) {
  const asked: { filters: unknown; states: unknown }[] = []
  const client = clientOf({
    'inventory:ids': (ask: { filters: unknown; states: unknown; shown: { end: number } }) => {
      asked.push(ask)
      return { ids: Float64Array.from(rows.map(({ id }) => id)), rows: rows.slice(0, ask.shown.end) }
    },
  })
  return { asked, state: new BesideYours(client) }
}

test('the own live adverts of the make and model are shown, without the one that is open', async () => {
  const { asked, state } = beside(own(8))
  await state.load({ id: 3, make: 'BMW', model: 'X5' })
  expect(asked).toMatchObject([
    {
      states: ['live'],
      filters: [
        { field: 'make', values: ['BMW'] },
        { field: 'model', values: ['X5'] },
      ],
    },
  ])
  expect(state.rows.map(({ id }) => id)).toEqual([1, 2, 4, 5, 6])
  expect(state.total).toBe(7)
})

test('a car of which make or model is not known is asked about by nobody', async () => {
  const { asked, state } = beside(own(1))
  await state.load({ id: 3, make: 'BMW', model: '' })
  expect([asked.length, state.total]).toEqual([0, null])
})

test('a price is compared only with one that is known', () => {
  expect([percentFrom(110, 100), percentFrom(90, 100)]).toEqual([10, -10])
  expect([
    percentFrom(null, 100),
    percentFrom(100, null),
    percentFrom(100, undefined),
    percentFrom(1, 0),
  ]).toEqual([null, null, null, null])
})
