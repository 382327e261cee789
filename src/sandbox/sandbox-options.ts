import type { Profile } from './control/profiles.ts'

export interface SandboxOptions {
  /** ':memory:' keeps nothing after close. */
  readonly databasePath: string
  /** 0 or undefined: a free port is chosen. */
  readonly port?: number
  /** Number of seeded adverts; 2,000 if neither this nor the file gives one. */
  readonly adverts?: number
  /** How many adverts of a hundred are the account's own, 0 to 100; 15 if neither this nor the file says. */
  readonly ownShare?: number
  readonly userId?: number
  /** 40 printable characters. */
  readonly key?: string
  readonly controlToken?: string
  /** Plays everything of docs/service/practice.md from the start; single quirks are set by the control address. */
  readonly quirks?: boolean
  /** Another seed makes another stock, with other orders, views and calls. Default: as the file says. */
  readonly seed?: number
  /** Every answer of the service waits so long, ms; those of the control address don't. Default: 0. */
  readonly latency?: number
  /** Whether GET /auto/new/autos lists the own adverts; it is not in the contract. Default: true. */
  readonly ownList?: boolean
  /** Default: `contract`. Quirks and faults come on top of either. */
  readonly profile?: Profile
  /**
   * Adverts of new vehicles have ids of 7 digits and are read at /auto/new/…, not at /auto/info. Default: as the file says,
   * else false. A file keeps what was written under the other ids.
   */
  readonly newElsewhere?: boolean
  /** Optional addresses that are refused: by path as in docs/service, or by a prefix that ends in `*`. */
  readonly off?: Readonly<Record<string, 403 | 404>>
}

/** A running sandbox service. */
export interface Sandbox {
  /** http://127.0.0.1:PORT, without a last slash. */
  readonly baseUrl: string
  readonly key: string
  readonly userId: number
  readonly controlToken: string
  close(): Promise<void>
}
