import fc from 'fast-check'
import type { Car } from '../../../../src/main/import/stock/decisions.ts'
import {
  advertName,
  type HeldFact,
  type LinkFact,
  type StockFacts,
  type UnlinkedAdvert,
  type Vehicle,
} from '../../../../src/main/import/stock/stock-facts.ts'
import { foldOf, readStockKey } from '../../../../src/main/writes/stock-key.ts'
import { facts, lackedBefore } from './stock-examples.ts'

/** So few keys, vehicles and adverts that most histories are about the same ones. */
const keys = fc.constantFrom('1', '01', '2', '3', '4', 'A', 'А')
const vehicles = fc.option(
  fc.constantFrom<Vehicle[]>([9, 96, 1, 1], [9, 96, 1, 2], [9, 96, 0, 0], [9, 97, 1, 1]),
  { freq: 8 },
)
const adverts = fc.integer({ min: 1, max: 9 })

/** Mostly false: what seldom happens. */
const seldom = fc.nat({ max: 9 }).map((number) => number === 0)

const anyCar: fc.Arbitrary<Omit<Car, 'line'>> = fc
  .record({
    key: fc.option(keys, { freq: 20 }).map((key) => (key === null ? null : readStockKey(key))),
    content: fc.constantFrom('0', '1', '2'),
    amount: fc.constant(null),
    isValid: seldom.map((not) => !not),
    holdsRows: seldom,
    isComplete: seldom.map((not) => !not),
    vehicle: vehicles,
    autoId: fc.option(adverts, { freq: 1 }),
    price: fc.option(fc.constantFrom(10_000, 20_000), { freq: 9 }),
    currency: fc.constantFrom(1, 3),
    year: fc.constant(null),
    inStock: fc.constantFrom(null, 0, 1),
    soldOut: seldom,
    changes: fc.boolean(),
    kept: fc.constantFrom(null, 'by-hand', 'pinned'),
  })
  .map((car) => ({ ...car, trouble: car.key ? null : { reason: 'no-key', text: '' } }))

const anyLink: fc.Arbitrary<LinkFact> = fc
  .record({
    key: keys,
    autoId: adverts,
    end: fc.constantFrom(null, null, null, 'file' as const, 'person' as const),
    vehicle: vehicles,
    ofSource: fc.boolean(),
    isElsewhere: fc.boolean(),
    silentSource: fc.constant(null),
    out: fc.constantFrom(null, 'file', 'person'),
    gone: seldom,
    byLikeness: seldom,
    byHand: seldom,
    isStale: seldom,
    priced: fc.boolean(),
    currency: fc.constant(1),
    lacked: fc.option(fc.constant(lackedBefore)),
  })
  .map(({ end, ...link }) => ({
    ...link,
    fold: foldOf(link.key),
    state: end ? 'ended' : 'live',
    endedBy: end,
  }))

const anyHeld: fc.Arbitrary<HeldFact> = fc
  .record({
    key: keys,
    why: fc.constantFrom('in-doubt', 'conflict', 'sending'),
    vehicle: vehicles,
  })
  .map((held) => ({ ...held, fold: foldOf(held.key) }))

const anyUnlinked: fc.Arbitrary<UnlinkedAdvert> = fc.record({
  autoId: adverts.map((id) => id + 100),
  title: fc.constant(''),
  makeId: fc.constant(9),
  modelId: fc.constantFrom(96, 97),
  prices: fc.record({ 1: fc.constantFrom(10_000, 20_000) }, { requiredKeys: [] }),
  year: fc.constant(null),
  trim: fc.option(fc.constantFrom([1, 1] as const, [1, 2] as const)),
})

const anyFacts: fc.Arbitrary<StockFacts> = fc
  .record({
    missing: fc.constantFrom('keep', 'not-in-stock', 'delete'),
    sameTrim: fc.constantFrom('ask', 'new'),
    maxNew: fc.constant(null),
    seesOwn: fc.boolean(),
    mayBeMade: fc.constantFrom<'all' | ReadonlySet<string>>('all', new Set<string>()),
    links: fc.uniqueArray(anyLink, { selector: ({ key }) => key, maxLength: 5 }),
    held: fc.uniqueArray(anyHeld, { selector: ({ key }) => key, maxLength: 1 }),
    unlinked: fc.uniqueArray(anyUnlinked, { selector: ({ autoId }) => autoId, maxLength: 1 }),
    apart: fc.array(
      fc.tuple(
        keys,
        fc.oneof(
          keys,
          adverts.map((id) => advertName(id + 100)),
        ),
      ),
      { maxLength: 3 },
    ),
    renewed: fc.uniqueArray(keys, { maxLength: 1 }),
  })
  .map(facts)

/** A file of a few cars beside some state of its source. */
export const anyStock = fc.record({
  cars: fc
    .array(anyCar, { maxLength: 6 })
    .map((cars) => cars.map((car, at): Car => ({ ...car, line: at + 2 }))),
  stock: anyFacts,
})
