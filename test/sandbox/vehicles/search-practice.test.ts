import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VehicleFacts } from '../sandbox-control.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { findOperation } from '../service-description.ts'
import { asking, type Running } from '../running.ts'
import { listedFacts, ownAdverts, searchAll } from './adverts.ts'

let sandbox: Running
let listed: VehicleFacts[]

beforeAll(async () => {
  sandbox = asking(await startSandbox({ databasePath: ':memory:', adverts: 600 }))
  listed = await listedFacts(sandbox)
})
afterAll(() => sandbox.sandbox.close())

/** The ids of all pages. */
const findIds = (query: string): Promise<string[]> => searchAll(sandbox, query)

const text = (seconds: number) =>
  new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone: 'Europe/Kiev' })

describe('the filters of practice', () => {
  it('raceFrom and raceTo count thousands of kilometres', async () => {
    const fitting = listed.filter(({ mileage }) => mileage >= 20 && mileage <= 90)
    expect(fitting.length).toBeGreaterThan(10)
    expect(await findIds('raceFrom=20&raceTo=90')).toEqual(fitting.map(({ id }) => String(id)))
  })

  it('user_id lists the active adverts of a seller', async () => {
    const own = listed.filter(({ userId }) => userId === sandbox.sandbox.userId)
    const found = await findIds(`user_id=${sandbox.sandbox.userId}`)
    expect(found).toEqual(own.map(({ id }) => String(id)))
    expect((await ownAdverts(sandbox)).active.map(String)).toEqual(expect.arrayContaining(found))
  })

  it('created_after and created_before take moments of Kyiv', async () => {
    const middle = listed[Math.floor(listed.length / 2)]?.addedAt ?? 0
    const after = await findIds(`created_after=${text(middle)}`)
    const before = await findIds(`created_before=${text(middle - 1)}`)
    expect(after).toEqual(listed.filter(({ addedAt }) => addedAt >= middle).map(({ id }) => String(id)))
    expect([...after, ...before]).toHaveLength(listed.length)
    expect(await findIds('created_after=yesterday')).toHaveLength(listed.length)
  })

  it('status_id 0 leaves out deleted adverts, which no search has', async () => {
    expect(await findIds('status_id=0')).toHaveLength(listed.length)
  })
})

describe('order_by', () => {
  const rates = { 1: 42, 2: 48.72, 3: 1 } as const
  const price = ({ price: amount, currency }: VehicleFacts) => amount * rates[currency]
  const cases: [number, (facts: VehicleFacts) => number, 1 | -1][] = [
    [2, price, 1],
    [3, price, -1],
    [5, ({ year }) => year, 1],
    [6, ({ year }) => year, -1],
    [7, ({ addedAt }) => addedAt, -1],
    [8, ({ addedAt }) => addedAt, 1],
    [12, ({ mileage }) => mileage, 1],
    [13, ({ mileage }) => mileage, -1],
  ]

  it.each(cases)('%d sorts over all pages', async (order, measure, sign) => {
    const byId = new Map(listed.map((facts) => [String(facts.id), facts]))
    const ids = await findIds(`order_by=${order}`)
    expect(new Set(ids).size).toBe(listed.length)
    const facts = ids.flatMap((id) => byId.get(id) ?? [])
    const values = facts.map((advert) => sign * measure(advert))
    expect(values).toEqual(values.toSorted((one, other) => one - other))
  })

  it('0 and an unknown one are the usual order', async () => {
    const usual = await findIds('')
    expect(await findIds('order_by=0')).toEqual(usual)
    expect(await findIds('order_by=99')).toEqual(usual)
  })
})

it('every parameter of practice that is described is understood', async () => {
  const described = findOperation('GET', '/auto/search')
    .parameters.filter((parameter) => parameter['x-source'] === 'practice')
    .map(({ name }) => name)
  await sandbox.control.setQuirks(['filter-echo'])
  const value = (name: string) => (name.startsWith('created') ? '2026-01-01' : '2')
  const answer = await sandbox.get(
    '/auto/search',
    described.map((name) => `${name}=${value(name)}`).join('&'),
  )
  await sandbox.control.setQuirks([])
  for (const name of described) expect(JSON.stringify(answer)).toContain(`"${name}"`)
  expect(described.length).toBeGreaterThan(6)
})
