import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import type { Dice } from '../../src/sandbox/world/random.ts'
import { car, planned } from '../main/batch/dealership.ts'
import { deskPoints, type DeskHit } from './desk-order.ts'
import type { WireFault } from './desk-proxy.ts'
import { mostCars, type StockFile } from './stock-files.ts'
import { names, type ServerFault, type TeamLife } from './team-world.ts'

/** What the desks are given at the same time: mostly the same cars and adverts, so that they are in each other's way. */
export interface Wave {
  readonly rowsOf: (at: number, price: (autoId: number) => Promise<number>) => Promise<PlannedRow[]>
}

interface Wish {
  readonly kind: 'create' | 'edit' | 'delete'
  readonly value: number
  readonly advert: number
}

/** @param no of the wave: prices of two waves differ */
export function randomWave(dice: Dice, no: number, ownIds: readonly number[]): Wave {
  const base = 10_000 + no * 1_000
  const edited = ownIds.slice(0, 4)
  const cars = Array.from({ length: dice.whole(3, 6) }, (_, n) => base + n)
  const wishes = names.map((_, at): Wish[] => {
    const creates = cars.flatMap((value) =>
      Array.from({ length: dice.pick([0, 1, 1, 1, 2]) }, (): Wish => ({ kind: 'create', value, advert: 0 })),
    )
    const edits = Array.from({ length: dice.whole(2, 5) }, (__, n): Wish => ({
      kind: 'edit',
      value: base + 100 * (at + 1) + n,
      advert: dice.pick(edited),
    }))
    const gone = ownIds[5 + no * names.length + at]
    const deletes: Wish[] = gone === undefined ? [] : [{ kind: 'delete', value: 0, advert: gone }]
    return shuffled(dice, [...creates, ...edits, ...deletes])
  })
  return {
    rowsOf: (at, price) => Promise.all((wishes[at] ?? []).map((wish, n) => rowOf(wish, n + 2, price))),
  }
}

async function rowOf(
  { kind, value, advert }: Wish,
  line: number,
  price: (autoId: number) => Promise<number>,
): Promise<PlannedRow> {
  if (kind === 'create') return planned(line, 'create', car({ price: value, auto_note: `Авто ${value}` }))
  if (kind === 'delete') return planned(line, 'delete', { auto_id: advert })
  const change = { auto_id: advert, currency_id: 1, price: value }
  return planned(line, 'edit', change, { currency_id: 1, price: await price(advert) })
}

const shuffled = <Each>(dice: Dice, all: readonly Each[]): Each[] =>
  all
    .map((each) => [dice.next(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

const path = '/auto/new/autos'
const strikes: readonly FaultRule[] = [
  { kind: 'drop-before', path },
  { kind: 'drop-after-commit', path },
  { kind: 'never-answer', path, afterCommit: true },
  { kind: 'status', status: 502, path, afterCommit: true },
  { kind: 'delay', path, ms: 300 },
]
const writes = ['POST', 'PUT', 'DELETE'] as const

export interface ScheduleSettings {
  /** Whether desks stand still, and servers are restored: the calls of both may be counted late. */
  readonly keepsTime: boolean
  /** How long a desk stands still that misses its deadline and its turn, ms. */
  readonly longStop: number
  /** How long a desk works, ms. */
  readonly lifeMs: number
  /** The desks bring stock files. */
  readonly hasStock: boolean
}

/**
 * A life in which each desk, the server and the service may fail.
 * @param age how many came before it
 */
export function randomLife(
  dice: Dice,
  age: number,
  { keepsTime, longStop, lifeMs, hasStock }: ScheduleSettings,
): TeamLife {
  const stock = randomStock(dice, age, hasStock)
  const desks = names.map((_, at) => ({
    isAway: dice.chance(0.1),
    stock: (stock[at] ?? []).slice(0, dice.whole(0, 1)),
    hits: Array.from({ length: dice.whole(0, 3) }, () => randomHit(dice, keepsTime ? null : longStop)),
    wire: Array.from({ length: dice.whole(0, 6) }, () => randomWireFault(dice)),
    clockShift: dice.chance(0.2) ? dice.pick([-1, 1]) * 86_400_000 : 0,
  }))
  return {
    desks,
    server: dice.chance(0.35) ? randomServerFault(dice, keepsTime) : null,
    service: Array.from({ length: dice.whole(0, 2) }, () => ({
      ...dice.pick(strikes),
      method: dice.pick(writes),
      skip: dice.whole(0, 3),
      count: 1,
    })),
    lifeMs,
    isLast: false,
  }
}

/** A file for each desk, whose dates have nothing to do with which comes first. */
const randomStock = (dice: Dice, age: number, hasStock: boolean): StockFile[][] =>
  shuffled(dice, [...names.keys()]).map((at) =>
    hasStock ? [{ rank: age * names.length + at, cars: dice.whole(mostCars - 1, mostCars) }] : [],
  )

function randomHit(dice: Dice, longStop: number | null): DeskHit {
  const point = dice.pick(deskPoints)
  const nth = dice.whole(1, 3)
  const stops = longStop !== null && dice.chance(0.35)
  return { point, nth, signal: stops ? 'SIGSTOP' : 'SIGKILL', forMs: stops ? longStop : 0 }
}

const randomWireFault = (dice: Dice): WireFault => ({
  kind: dice.pick(['cut', 'deaf', 'half-open', 'delay']),
  of: dice.pick(['questions', 'answers']),
  nth: dice.whole(1, 60),
  ms: dice.whole(50, 1_500),
})

const randomServerFault = (dice: Dice, keepsTime: boolean): ServerFault => ({
  kind: keepsTime || dice.chance(0.4) ? 'killed' : 'older',
  afterMs: dice.whole(800, 2_500),
  awayMs: dice.whole(0, 600),
  with: names.flatMap((_, at) => (dice.chance(0.3) ? [at] : [])),
})

/** What was killed before the server was restored is away in the life after it as well: the others wait for it. */
export const after = ({ server }: TeamLife, life: TeamLife): TeamLife => ({
  ...life,
  desks: life.desks.map((desk, at) =>
    server?.kind === 'older' && server.with.includes(at) ? { ...desk, isAway: true } : desk,
  ),
})

/** The life that brings all to its end. */
export const lastLife = (dice: Dice, age: number, hasStock: boolean): TeamLife => ({
  desks: randomStock(dice, age, hasStock).map((stock) => ({
    hits: [],
    wire: [],
    clockShift: 0,
    isAway: false,
    stock,
  })),
  server: null,
  service: [],
  lifeMs: 240_000,
  isLast: true,
})
