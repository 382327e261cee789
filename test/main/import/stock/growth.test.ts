import { expect, test } from 'vitest'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import { advertName, type StockFacts, type Vehicle } from '../../../../src/main/import/stock/stock-facts.ts'
import { car, facts, golf, held, link, unlinked } from './stock-examples.ts'

/** How often the values of cars, links, held rows and adverts are read, if each is a copy that counts. */
function readsOf(build: (size: number) => Partial<StockFacts>, size: number, keyOf = carKey): number {
  let reads = 0
  const counted = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, name, receiver): unknown => {
        reads += 1
        return Reflect.get(target, name, receiver)
      },
    })
  const cars = Array.from({ length: size }, (_, at) => counted(car(keyOf(at), { price: 10_000 + at })))
  const { links = [], held: rows = [], unlinked: adverts = [], ...rest } = build(size)
  const { verdicts } = decide(
    cars,
    facts({ ...rest, links: links.map(counted), held: rows.map(counted), unlinked: adverts.map(counted) }),
  )
  expect(verdicts.size).toBe(size)
  return reads
}

const carKey = (at: number): string => `car ${String(at)}`

/** Keys that differ only in what a fold leaves out. */
const spelling = (letter: string) => (at: number) =>
  `${letter}${at.toString(2).replaceAll('0', '-').replaceAll('1', ' ')}${letter}`

const many = <Value>(size: number, of: (at: number) => Value): Value[] =>
  Array.from({ length: size }, (_, at) => of(at))
const missing = (size: number, vehicle: Vehicle | null = golf) =>
  many(size, (at) => link(`left ${String(at)}`, { vehicle }))

test.each<[what: string, build: (size: number) => Partial<StockFacts>]>([
  ['all adverts are known', (size) => ({ links: many(size, (at) => link(carKey(at))) })],
  ['all numbers are new ones', (size) => ({ links: missing(size) })],
  ['nothing is known of the missing', (size) => ({ links: missing(size, null) })],
  [
    'all missing ones wait',
    (size) => ({ links: missing(size), held: many(size, (at) => held(`left ${String(at)}`)) }),
  ],
  ['no advert has a link', (size) => ({ unlinked: many(size, (at) => unlinked(at, { prices: { 1: at } })) })],
  [
    'all of them were made by us',
    (size) => ({ unlinked: many(size, (at) => unlinked(at, { trim: [golf[2], golf[3]] })) }),
  ],
  [
    'one car was asked about against all others',
    (size) => ({
      links: missing(size),
      unlinked: many(size, (at) => unlinked(at)),
      apart: many(size, (at): [string, string] => ['car 0', `left ${String(at)}`]).concat(
        many(size, (at): [string, string] => ['car 0', advertName(at)]),
      ),
    }),
  ],
])('if %s, twice as many take no more than twice the time', (_what, build) => {
  const reads = readsOf(build, 1_000)
  // A logarithm for what is sorted.
  expect(readsOf(build, 2_000)).toBeLessThan(reads * 2.3)
  expect(reads).toBeLessThan(1_000 * 250)
})

test('nor does it if all keys are spellings of one', () => {
  const reads = (size: number) =>
    readsOf(() => ({ links: many(size, (at) => link(spelling('X')(at))) }), size, spelling('x'))
  expect(reads(2_000)).toBeLessThan(reads(1_000) * 2.3)
})
