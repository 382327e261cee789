import type { AnswersTable } from '../journal/answers-table.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { Writes } from '../journal/writes.ts'
import type { TwoClocks } from '../journal/since-sent.ts'
import type { AdvertPort, KnownAdvert } from '../sending/advert-port.ts'

/** What one settling of a batch works with. */
export interface SettleContext {
  readonly accountId: string
  readonly journal: Journal
  readonly answers: AnswersTable
  readonly writes: Writes
  /** What is settled as done reaches the cache as what was answered does. */
  readonly doneWrites: Pick<DoneWrites, 'tell'>
  readonly port: AdvertPort
  readonly cached: (autoId: number) => KnownAdvert | null
  readonly signal: AbortSignal
  /** Takes what other desks of a team sent into the journal. @throws Fault `team` */
  readonly pullTeam?: (() => Promise<void>) | undefined
  /** Adverts that one settling reads at most. */
  readonly maxReads?: number | undefined
  /** The time now, by this computer's clock and by the service's. */
  readonly clocks: () => TwoClocks
}
