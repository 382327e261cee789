import type { Profile } from './control/profiles.ts'

export interface SandboxOptions {
  /** ':memory:' keeps nothing after close. */
  readonly databasePath: string
  /** 0 or undefined: a free port is chosen. */
  readonly port?: number
  /** Number of seeded adverts; 2,000 if neither this nor the file gives one. */
  readonly adverts?: number
  /** Number of adverts of a hundred that are the account's own, 0 to 100; 15 if neither this nor the file says. */
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
  /** True if GET /auto/new/autos lists the own adverts; it is not in the contract. Default: true. */
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
  /** Orders, sales, moderation and expiry happen by themselves. Absent, the stock changes by writes alone. */
  readonly liveWorld?: LiveWorldOptions
  /** Default: `127.0.0.1`, which only this computer reaches. */
  readonly host?: string
  /** Lets pages of any site read the answers in a browser (CORS). Default: false. */
  readonly cors?: boolean
}

export interface LiveWorldOptions {
  /** A new stock begins so many days ago, and its clock catches up with the present; 0 by default. */
  readonly daysAgo?: number
  /** Seconds of the sandbox for each of ours, until it has caught up; 1 by default. */
  readonly speed?: number
}

/** A running sandbox service. */
export interface Sandbox {
  /** http://HOST:PORT, without a last slash; 127.0.0.1 if it listens to every address. */
  readonly baseUrl: string
  readonly key: string
  readonly userId: number
  readonly controlToken: string
  close(): Promise<void>
}
