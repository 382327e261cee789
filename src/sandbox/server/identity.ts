import { randomBytes, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { usualOwnShare } from '../vehicles/stock-seed.ts'
import { day } from '../world/service-time.ts'
import { load, save } from './meta.ts'

/** Identity of the sandbox: the same again on the same file, so that an account made for it continues to work. */
export interface Identity {
  readonly key: string
  readonly userId: number
  readonly seed: number
  readonly adverts: number
  /** Number of adverts of a hundred that are the account's own. */
  readonly ownShare: number
  /** True if adverts of new vehicles have ids of their own, and addresses of their own. */
  readonly newElsewhere: boolean
  /** The moment the stock is of, seconds since the epoch. */
  readonly seededAt: number
}

/** Identity given when the sandbox starts, instead of what the file has. */
export interface GivenIdentity {
  readonly key?: string
  readonly userId?: number
  readonly seed?: number
  readonly adverts?: number
  readonly ownShare?: number
  readonly newElsewhere?: boolean
  /** The stock of a new file is of so many days ago; 0 by default. */
  readonly daysAgo?: number
}

const defaultAdverts = 2000

/** A value that is given replaces the one in the file; a value that neither has is made up. Each is saved. */
export function settleIdentity(database: DatabaseSync, given: GivenIdentity): Identity {
  const settle = (name: string, value: number | undefined, make: () => string | number): string => {
    const settled = String(value ?? load(database, name) ?? make())
    save(database, name, settled)
    return settled
  }
  return {
    // A key that was given is kept where it came from, not here.
    key: given.key ?? settle('key', undefined, () => randomBytes(20).toString('hex')),
    userId: Number(settle('user_id', given.userId, () => randomInt(5_000_000, 6_000_000))),
    seed: Number(settle('seed', given.seed, () => 20_261_121)),
    adverts: Number(settle('adverts', given.adverts, () => defaultAdverts)),
    ownShare: Number(settle('own_share', given.ownShare, () => usualOwnShare)),
    newElsewhere: settle('new_elsewhere', flag(given.newElsewhere), () => 0) === '1',
    seededAt: Number(settle('seeded_at', undefined, () => momentAgo(given.daysAgo))),
  }
}

/** Seconds since the epoch. */
const momentAgo = (days = 0): number => Math.floor(Date.now() / 1000) - Math.round(days * day)

/** Moment that a live world has reached, seconds since the epoch; undefined if it never was one. */
export function worldReached(database: DatabaseSync): number | undefined {
  const reached = load(database, 'world_reached')
  return reached === undefined ? undefined : Number(reached)
}

export const saveReached = (database: DatabaseSync, at: number): void =>
  save(database, 'world_reached', String(at))

/** After a reset the stock is new and dated today, or so many days ago; key, user, seed and size stay. */
export function renewStock(database: DatabaseSync, identity: Identity, daysAgo?: number): Identity {
  const seededAt = momentAgo(daysAgo)
  save(database, 'seeded_at', String(seededAt))
  return { ...identity, seededAt }
}

const flag = (value: boolean | undefined): number | undefined =>
  value === undefined ? undefined : Number(value)

/** Moves adverts of new vehicles elsewhere, or back: the stock has other ids then. */
export function renewElsewhere(database: DatabaseSync, identity: Identity, newElsewhere: boolean): Identity {
  save(database, 'new_elsewhere', String(Number(newElsewhere)))
  return { ...identity, newElsewhere }
}
