import type { Batch } from '#shared/batch/row.ts'
import type { Clock } from '../../system/clock.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { NoteWritten } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import type { Sharing } from './permits.ts'
import type { AdvertPort, KnownAdvert } from './service-adverts.ts'

/** Moments at which the crash tests end the process. */
export type EnginePoint = 'before-claim' | 'after-claim' | 'before-result' | 'after-result'

/** Receives a batch as it is sent: rows a second, and the seconds left at that rate (null if unknown). */
export type OnProgress = (batch: Batch, rate: number, secondsLeft: number | null) => void

/** Names in a row, if they are another car's than its advert's. */
export interface NamedOther {
  readonly named: string
  readonly title: string
}

/** Parts of the app that batches work with. */
export interface BatchParts {
  readonly journal: Journal
  readonly clock: Clock
  /** Folder of the journal; one engine for each. */
  readonly dataDir: string
  /** Name of the program that holds the engine, for people: `Forecourt` or `forecourt import`. */
  readonly program: string
  /** @throws Fault if the account is gone or its key can't be read */
  readonly connect: (accountId: string) => Promise<AdvertPort>
  readonly cached: (accountId: string, autoId: number) => KnownAdvert | null
  /** Names in a row, if they are another car's than its advert's. */
  readonly namesOther: (
    accountId: string,
    source: Pick<BatchSource, 'header' | 'mapping'>,
    cells: readonly string[],
    live: LiveAdvert,
  ) => NamedOther | null
  /** Null if so many further calls may be made now, else when they may be (ms since 1970). Reserves nothing. */
  readonly freeFor: (accountId: string, calls: number) => number | null
  /** Other desks that may send for the account of a batch. */
  readonly sharing: (accountId: string, batchId: string) => Sharing
  /** @throws Fault `team` if a batch of the account could not be sent afterwards */
  readonly checkMaySend: (accountId: string) => Promise<void>
  /** Takes what other desks of a team sent into the journal. @throws Fault `team` */
  readonly pullTeam: (accountId: string) => Promise<void>
  /** Puts a write that is done into the cache. */
  readonly noteWritten: NoteWritten
  /** True if what is written is read once more, which costs a call. */
  readonly readsAfter: () => boolean
  /** Gets each batch that advanced, or whose rows or state were changed outside a run, so that every list shows it at once. */
  readonly onProgress: OnProgress
  /** The journal is another one from here on: whatever shows something of it reads it again. */
  readonly onReplaced: () => void
  readonly backup: {
    /** True if a large file is a sound database; checked off the main thread. */
    readonly check: (path: string) => Promise<boolean>
    /** Gets why no backup could be made, and null when one can be made again. */
    readonly onOutcome: (error: unknown) => void
  }
  readonly onPoint?: ((point: EnginePoint) => void) | undefined
}
