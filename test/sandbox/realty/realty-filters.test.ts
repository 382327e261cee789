import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCity } from '../../../src/sandbox/world/regions.ts'
import { seedRealty, type RealtyFacts } from '../../../src/sandbox/realty/realty-seed.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { parametersOf } from '../../main/service-contract.ts'
import { asking, type Running } from '../running.ts'

const seed = 11
/** What the adverts really are; when they were added is all that another start changes. */
const stock = seedRealty(seed, 0)

let sandbox: Running
beforeAll(async () => {
  sandbox = asking(await startSandbox({ databasePath: ':memory:', adverts: 10, seed }))
})
afterAll(() => sandbox.sandbox.close())

async function find(query: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 0; ; page++) {
    const { items } = (await sandbox.get('/dom/search', `${query}&page=${page}`)) as { items: number[] }
    ids.push(...items)
    if (items.length < 100) return ids
  }
}

/** Hryvnias for one unit of a currency option, as the sandbox has them. */
const rates: Readonly<Record<number, number>> = { 239: 42, 240: 1, 241: 48.72 }

function priceIn(option: number, { price, values }: RealtyFacts): number {
  const own = values.get(242) ?? 239
  return own === option ? price : (price * (rates[own] ?? 0)) / (rates[option] ?? 0)
}

const of = (facts: RealtyFacts, id: number): number => facts.values.get(id) ?? Number.NaN

describe('every filter of real estate filters', () => {
  const cases: [query: string, fits: (facts: RealtyFacts) => boolean][] = [
    ['category=4', (facts) => facts.type.category === 4],
    ['realty_type=2', (facts) => facts.type.id === 2],
    ['operation_type=3', (facts) => facts.operation === 3],
    ['state_id=10', (facts) => findCity(facts.district.cityId)?.regionId === 10],
    ['city_id=10', (facts) => facts.district.cityId === 10],
    ['district_id=15187&district_id=15189', (facts) => [15187, 15189].includes(facts.district.id)],
    ['characteristic[209][from]=3', (facts) => of(facts, 209) >= 3],
    ['characteristic[209][from]=2&characteristic[209][to]=3', (facts) => [2, 3].includes(of(facts, 209))],
    ['characteristic[1437]=1436', (facts) => of(facts, 1437) === 1436],
    ['characteristic[242]=240', (facts) => of(facts, 242) === 240],
    ['characteristic[273]=273', (facts) => of(facts, 273) === 273],
    ['characteristic[234][from]=50000', (facts) => priceIn(239, facts) >= 50_000],
    ['characteristic[234][from]=50000&characteristic[242]=239', (facts) => priceIn(239, facts) >= 50_000],
    ['characteristic[234][from]=50000&characteristic[242]=241', (facts) => priceIn(241, facts) >= 50_000],
    [
      'characteristic[234][from]=2100000&characteristic[242]=240',
      (facts) => priceIn(240, facts) >= 2_100_000,
    ],
  ]

  it.each(cases)('%s', async (query, fits) => {
    const fitting = stock.filter(fits).map(({ id }) => id)
    expect(fitting.length).toBeGreaterThan(0)
    expect(fitting.length).toBeLessThan(stock.length)
    expect(await find(query)).toEqual(fitting)
  })

  it('leaves none out', () => {
    const tried = cases.flatMap(([query]) => [...new URLSearchParams(query).keys()])
    const names = tried.map((name) => name.replace(/^characteristic\[\d+\]/, 'characteristic[<id>]'))
    expect(new Set(names)).toEqual(new Set(parametersOf('GET /dom/search')))
  })
})
