import { randomBytes, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SandboxOptions } from '../sandbox-options.ts'

/** Who the sandbox is: the same again on the same file, so that an account made for it goes on working. */
export interface Identity {
  readonly key: string
  readonly userId: number
  readonly seed: number
  readonly adverts: number
  /** The moment the stock stands for, seconds since the epoch. */
  readonly seededAt: number
}

const usualAdverts = 2000

/** What is asked for now wins over what the file remembers; what neither knows is made up, and remembered. */
export function settleIdentity(database: DatabaseSync, options: SandboxOptions): Identity {
  const remember = (
    name: string,
    asked: string | number | undefined,
    make: () => string | number,
  ): string => {
    const value = asked ?? recall(database, name) ?? make()
    keep(database, name, value)
    return String(value)
  }
  return {
    // A key that was given is somebody else's to keep.
    key: options.key ?? remember('key', undefined, () => randomBytes(20).toString('hex')),
    userId: Number(remember('user_id', options.userId, () => randomInt(5_000_000, 6_000_000))),
    seed: Number(remember('seed', options.seed, () => 20_261_121)),
    adverts: Number(remember('adverts', options.adverts, () => usualAdverts)),
    seededAt: Number(remember('seeded_at', undefined, () => Math.floor(Date.now() / 1000))),
  }
}

/** After a reset the stock is new, as of now; key, user, seed and size stay. */
export function renewStock(database: DatabaseSync, identity: Identity): Identity {
  const seededAt = Math.floor(Date.now() / 1000)
  keep(database, 'seeded_at', seededAt)
  return { ...identity, seededAt }
}

function recall(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return typeof row?.value === 'string' ? row.value : undefined
}

function keep(database: DatabaseSync, name: string, value: string | number): void {
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, String(value))
}
