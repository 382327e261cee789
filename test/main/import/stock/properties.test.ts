import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import type { Car, Decisions } from '../../../../src/main/import/stock/decisions.ts'
import {
  advertName,
  type LinkFact,
  type StockFacts,
  type Vehicle,
} from '../../../../src/main/import/stock/stock-facts.ts'
import { foldOf } from '../../../../src/main/writes/stock-key.ts'
import { anyStock } from './any-stock.ts'
import { verdictOf, wordsOf } from './stock-examples.ts'

const linkOf = ({ links }: StockFacts, key: string): LinkFact | undefined =>
  links.find((link) => link.key === key)

const isApart = ({ apart }: StockFacts, left: string, right: string): boolean =>
  apart.some(([key, other]) => (key === left && other === right) || (key === right && other === left))

const carsThat = (cars: readonly Car[], { verdicts }: Decisions, action: string): Car[] =>
  cars.filter((car) => verdictOf(verdicts, car).action === action)

const mayBeOne = (left: Vehicle | null, right: Vehicle | null): boolean =>
  !left || !right || left.every((id, at) => id === 0 || right[at] === 0 || id === right[at])

/** Each property of random files and states. */
const always = (holds: (cars: readonly Car[], stock: StockFacts, decisions: Decisions) => void): void => {
  fc.assert(
    fc.property(anyStock, ({ cars, stock }) => {
      holds(cars, stock, decide(cars, stock))
    }),
  )
}

test('every car has a verdict, and the order of the rows changes none', () => {
  const shuffled = anyStock.chain(({ cars, stock }) =>
    fc.shuffledSubarray([...cars], { minLength: cars.length }).map((other) => ({ cars, other, stock })),
  )
  fc.assert(
    fc.property(shuffled, ({ cars, other, stock }) => {
      const left = decide(cars, stock)
      const right = decide(other, stock)
      const told = ({ verdicts }: Decisions) => cars.map((car) => wordsOf(verdictOf(verdicts, car)))
      const withdrawn = ({ missing }: Decisions) =>
        missing.map(({ key, does, verdict }) => [key, does, verdict.action])
      expect(told(right)).toEqual(told(left))
      expect(withdrawn(right)).toEqual(withdrawn(left))
      expect(right.brake).toEqual(left.brake)
    }),
  )
})

test('nothing of a key in the file is withdrawn', () => {
  always((cars, _stock, decisions) => {
    const present = new Set(cars.map(({ key }) => key?.key))
    for (const { key } of decisions.missing) expect(present.has(key)).toBe(false)
  })
})

test('nothing is withdrawn of another source, while held, or while a row may be any car', () => {
  always((cars, stock, { missing, verdicts }) => {
    const isUnclear = cars.some(
      (car) =>
        !car.key ||
        car.holdsRows ||
        (!car.isValid &&
          verdictOf(verdicts, car).action === 'error' &&
          linkOf(stock, car.key.key)?.state !== 'live'),
    )
    for (const { key, does, autoId } of missing) {
      expect(linkOf(stock, key)).toMatchObject({ state: 'live', ofSource: true, autoId })
      if (does === 'nothing') continue
      expect(isUnclear).toBe(false)
      expect(linkOf(stock, key)?.gone).toBe(false)
      expect(stock.held.some((held) => held.key === key)).toBe(false)
      if (does === 'delete') expect(linkOf(stock, key)?.lacked).not.toBeNull()
    }
  })
})

test('nothing is withdrawn of what may be a car that is asked about or waits', () => {
  always((cars, stock, decisions) => {
    const withdrawn = decisions.missing.filter(({ does }) => does !== 'nothing')
    const open = [...carsThat(cars, decisions, 'asked'), ...carsThat(cars, decisions, 'waiting')]
    for (const { key } of withdrawn)
      for (const car of open) {
        const name = car.key?.key ?? ''
        const vehicle = car.vehicle ?? linkOf(stock, name)?.vehicle ?? null
        if (isApart(stock, key, name)) continue
        expect(foldOf(name)).not.toBe(foldOf(key))
        expect(mayBeOne(vehicle, linkOf(stock, key)?.vehicle ?? null)).toBe(false)
      }
  })
})

test('a key is created once, and only without an advert and without a row that isn’t settled', () => {
  always((cars, stock, decisions) => {
    const created = carsThat(cars, decisions, 'create').map(({ key }) => key?.key ?? '')
    expect(new Set(created).size).toBe(created.length)
    for (const key of created) {
      const link = linkOf(stock, key)
      expect(stock.held.some((held) => held.key === key)).toBe(false)
      if (link?.state === 'live') expect([link.gone, stock.renewed]).toEqual([true, [key]])
      else if (link?.endedBy === 'person') expect(stock.renewed).toEqual([key])
    }
  })
})

test('nothing is created while it may be another spelling or number of a car', () => {
  always((cars, stock, decisions) => {
    const present = new Set(cars.map(({ key }) => key?.key))
    const absent = [
      ...stock.links.filter(({ state, gone }) => state === 'live' && !gone),
      ...stock.held.filter(({ vehicle }) => vehicle),
    ].filter(({ key }) => !present.has(key))
    for (const { key, vehicle } of carsThat(cars, decisions, 'create')) {
      const name = key?.key ?? ''
      if (stock.renewed.includes(name)) continue
      for (const other of absent) {
        if (isApart(stock, name, other.key)) continue
        expect(other.fold).not.toBe(key?.fold)
        const isMissing = !('ofSource' in other) || other.ofSource || !other.isElsewhere
        const own = vehicle ?? linkOf(stock, name)?.vehicle ?? null
        if (isMissing && stock.sameTrim !== 'new') expect(mayBeOne(own, other.vehicle)).toBe(false)
      }
    }
  })
})

test('nothing is created while an advert of its model is unanswered, nor without a price', () => {
  always((cars, stock, decisions) => {
    for (const { key, vehicle, price } of carsThat(cars, decisions, 'create')) {
      expect(price).not.toBeNull()
      const open = stock.unlinked.filter(({ autoId }) => !isApart(stock, key?.key ?? '', advertName(autoId)))
      for (const { makeId, modelId } of open) expect(vehicle?.slice(0, 2)).not.toEqual([makeId, modelId])
    }
  })
})

test('an edit never reaches an advert of another vehicle, and an advert is written once', () => {
  always((cars, stock, decisions) => {
    const written = [...decisions.verdicts.values()]
      .filter(({ action }) => action === 'edit')
      .map(({ autoId }) => autoId)
    const withdrawn = decisions.missing.filter(({ does }) => does !== 'nothing').map(({ autoId }) => autoId)
    const links = new Set(stock.links.filter(({ state }) => state === 'live').map(({ autoId }) => autoId))
    // Two keys never have one live advert in the journal; random states may.
    if (links.size === stock.links.filter(({ state }) => state === 'live').length)
      expect(new Set([...written, ...withdrawn]).size).toBe(written.length + withdrawn.length)
    for (const car of carsThat(cars, decisions, 'edit')) {
      const { autoId } = verdictOf(decisions.verdicts, car)
      const link = stock.links.find((each) => each.autoId === autoId && each.state === 'live')
      expect(mayBeOne(car.vehicle, link?.vehicle ?? null) || links.size < stock.links.length).toBe(true)
    }
  })
})

test('once all is done, the same file has nothing more to do', () => {
  always((cars, stock, decisions) => {
    const once = applied(cars, stock, decisions)
    const { verdicts, missing } = decide(once.cars, once.stock)
    const left = [...verdicts.values()].map(({ action }) => action)
    expect(left.filter((action) => action === 'create' || action === 'edit')).toEqual([])
    expect(missing.filter(({ does }) => does !== 'nothing')).toEqual([])
  })
})

/** The state and the comparison with the adverts after everything was sent that was decided. */
function applied(
  cars: readonly Car[],
  stock: StockFacts,
  { verdicts, missing, present, lacking, ending }: Decisions,
) {
  const links = new Map(stock.links.map((link) => [link.key, link]))
  const change = (key: string, more: Partial<LinkFact>): void => {
    const link = links.get(key)
    if (link) links.set(key, { ...link, ...more })
  }
  const renewed = new Set(stock.renewed)
  const fields = new Map(stock.fields)
  for (const key of present) change(key, { ofSource: true, lacked: null })
  for (const key of lacking)
    if (!links.get(key)?.lacked) change(key, { lacked: { sha256: stock.file.sha256, at: stock.file.asOf } })
  for (const { key, does } of missing) {
    if (does === 'delete') change(key, { state: 'ended', endedBy: 'file' })
    if (does !== 'not-in-stock') continue
    change(key, { out: 'file' })
    fields.set(key, { ...fields.get(key), in_stock: { given: 0, shown: null, pinned: false } })
  }
  for (const key of ending) change(key, { state: 'ended', endedBy: 'file' })
  const after = cars.map((car) => {
    const { action, reason } = verdictOf(verdicts, car)
    const name = car.key?.key ?? ''
    if (reason === 'back-in-stock') change(name, { out: null })
    if (action !== 'create') return action === 'edit' ? { ...car, changes: false } : car
    renewed.delete(name)
    links.set(name, linkOfCar(car, 1000 + car.line))
    return { ...car, changes: false }
  })
  return { cars: after, stock: { ...stock, links: [...links.values()], fields, renewed: [...renewed] } }
}

const linkOfCar = ({ key, vehicle }: Car, autoId: number): LinkFact => ({
  key: key?.key ?? '',
  fold: key?.fold ?? '',
  autoId,
  state: 'live',
  endedBy: null,
  vehicle,
  ofSource: true,
  isElsewhere: false,
  silentSource: null,
  out: null,
  gone: false,
  byLikeness: false,
  byHand: false,
  isStale: false,
  priced: true,
  currency: 1,
  lacked: null,
})
