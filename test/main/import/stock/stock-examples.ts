import { decide } from '../../../../src/main/import/stock/decide.ts'
import type { Car, Verdict } from '../../../../src/main/import/stock/decisions.ts'
import type {
  LinkFact,
  StockFacts,
  UnlinkedAdvert,
  Vehicle,
} from '../../../../src/main/import/stock/stock-facts.ts'
import { foldOf, readStockKey } from '../../../../src/main/writes/stock-key.ts'

export const golf: Vehicle = [9, 96, 1001, 2001]
/** The same make and model, another modification. */
export const diesel: Vehicle = [9, 96, 1002, 2001]
export const kangoo: Vehicle = [62, 588, 3001, 4001]

let lastLine = 1

/** A new car by itself: nothing about it is wrong. Each has a vehicle of its own unless it is told. */
export function car(key: string | null, more: Partial<Car> = {}): Car {
  const line = (lastLine += 1)
  return {
    line,
    key: key === null ? null : readStockKey(key),
    trouble: key === null ? { reason: 'no-key', text: '' } : null,
    content: String(line),
    amount: null,
    isValid: true,
    holdsRows: false,
    isComplete: true,
    vehicle: golf,
    autoId: null,
    price: 24_900,
    currency: 1,
    year: 2026,
    inStock: null,
    soldOut: false,
    changes: false,
    kept: null,
    ...more,
  }
}

let lastAdvert = 1000

/** A live link of the source with its advert. */
export const link = (key: string, more: Partial<LinkFact> = {}): LinkFact => ({
  key,
  fold: foldOf(key),
  autoId: (lastAdvert += 1),
  state: 'live',
  endedBy: null,
  vehicle: golf,
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
  ...more,
})

export const held = (key: string, more: Partial<StockFacts['held'][number]> = {}) => ({
  key,
  fold: foldOf(key),
  why: 'in-doubt' as const,
  vehicle: golf,
  ...more,
})

export const unlinked = (autoId: number, more: Partial<UnlinkedAdvert> = {}): UnlinkedAdvert => ({
  autoId,
  title: 'VW Golf',
  makeId: golf[0],
  modelId: golf[1],
  prices: {},
  year: null,
  trim: null,
  ...more,
})

/** The state of a source without any history. No missing car brakes the file unless `maxMissing` is told. */
export const facts = (more: Partial<StockFacts> = {}): StockFacts => ({
  file: { sha256: 'of today', asOf: '2026-11-21T03:00:00Z', isCut: false, statedRows: null },
  missing: 'delete',
  byHand: 'keep',
  sameTrim: 'ask',
  maxMissing: null,
  maxNew: null,
  seesOwn: true,
  mayBeMade: new Set(),
  expectedRows: null,
  largestOfWeek: 0,
  links: [],
  fields: new Map(),
  held: [],
  elsewhere: [],
  apart: [],
  renewed: [],
  unlinked: [],
  ...more,
})

/** The first file without a key was another one. */
export const lackedBefore = { sha256: 'of yesterday', at: '2026-11-20T03:00:00Z' }

export const wordsOf = ({ action, reason }: Verdict): string =>
  reason === null ? action : `${action}: ${reason}`

/** What is decided, in short: by key for the cars, and for what the file lacks. */
export function decided(cars: readonly Car[], stock: StockFacts) {
  const { verdicts, missing, ...rest } = decide(cars, stock)
  return {
    ...rest,
    cars: cars.map((each) => wordsOf(verdictOf(verdicts, each))),
    missing: missing.map(({ key, does, verdict }) => `${key} ${wordsOf(verdict)}, ${does}`),
  }
}

export function verdictOf(verdicts: ReadonlyMap<number, Verdict>, { line }: Car): Verdict {
  const found = verdicts.get(line)
  if (!found) throw new Error(`no verdict of line ${String(line)}`)
  return found
}
