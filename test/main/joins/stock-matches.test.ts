import { expect, it, vi } from 'vitest'
import {
  StockMatches,
  type JournalledCreates,
  type StockVehicle,
} from '../../../src/main/joins/stock-matches.ts'
import type { StockMatch } from '../../../src/main/writes/stock-match.ts'
import type { Values } from '../../../src/main/writes/values.ts'

const advert = (id: number, version = ''): StockVehicle => ({
  id,
  title: `Advert ${id}`,
  makeId: 9,
  modelId: 96,
  version,
})
const create = (
  version = '',
  ids: Partial<Record<'marka_id' | 'model_id' | 'base_id' | 'equip_id', number>> = {},
) => ({
  marka_id: 9,
  model_id: 96,
  base_id: 1,
  equip_id: 2,
  version,
  ...ids,
})
const matches = (
  stock: readonly StockVehicle[],
  written: Readonly<Record<number, Values>> = {},
  journalled: JournalledCreates = { open: [], created: [] },
) =>
  new StockMatches({
    stock: () => [stock],
    journalled: () => journalled,
    written: (ids) => new Map(ids.flatMap((id) => (written[id] ? [[id, written[id]] as const] : []))),
  })
const own = { base_id: 1, equip_id: 2 }
/** The advert of each, or the batch that it is in. */
const idsOf = (found: readonly (StockMatch | null)[]) =>
  found.map((each) => each && ('batch' in each ? each.batch : each.autoId))

it('finds an advert of our own by make, model, modification, equipment and version', () => {
  const known = matches([advert(1)], { 1: own })
  const others = [{ marka_id: 8 }, { model_id: 95 }, { base_id: 3 }, { equip_id: 4 }]
  expect(idsOf(known.find([create(), create('Sport')]))).toEqual([1, null])
  for (const other of others) expect(idsOf(known.find([create('', other)]))).toEqual([null])
})

it('finds it by the version that was written, and by the one that is shown', () => {
  const known = matches([advert(1, '2.0 TDI (150)')], { 1: { ...own, version: '2.0 TDI' } })
  expect(idsOf(known.find([create('2.0  tdi'), create('2.0 TDI (150)'), create()]))).toEqual([1, 1, null])
})

it('finds an advert of which the modification is not known by its version, never without one', () => {
  const known = matches([advert(1), advert(2, 'Sport')], { 1: { price: 5 } })
  expect(idsOf(known.find([create(), create(' SPORT '), create('Comfort')]))).toEqual([null, 2, null])
})

it('reads the stock once for all creates of a check, and not at all before the first', () => {
  const stock = vi.fn(() => [[advert(1)]])
  const known = new StockMatches({
    stock,
    written: () => new Map([[1, own]]),
    journalled: () => ({ open: [], created: [] }),
  })
  expect(stock).not.toHaveBeenCalled()
  for (let time = 0; time < 3; time++) expect(idsOf(known.find([create(), create()]))).toEqual([1, 1])
  expect(stock).toHaveBeenCalledTimes(1)
})

it('finds what only the journal knows: an advert that is not cached, and a create that is open', () => {
  const payload = { marka_id: 9, model_id: 96, ...own, price: 7 }
  const open = [{ batch: 'b', payload: { ...payload, version: 'Sport' } }]
  const created = [{ autoId: 5, payload: { ...payload, version: '2.0  TDI' } }]
  const known = matches([], {}, { open, created })
  const found = known.find([create('sport'), create('2.0 TDI'), create(), create('Sport', { base_id: 3 })])
  expect(idsOf(found)).toEqual(['b', 5, null, null])
  const cached = matches([advert(1, 'Sport')], { 1: own }, { open, created })
  expect(idsOf(cached.find([create('Sport')]))).toEqual([1])
})
