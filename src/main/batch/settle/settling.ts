import type { AbortSignalLike } from '#shared/bridge/call.ts'
import type { Batch } from '#shared/batch/row.ts'
import { forEachConcurrently } from '../../http/concurrency.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { AdvertPort, KnownAdvert } from '../sending/advert-port.ts'
import { CallTally } from '../sending/progress-reporter.ts'
import type { BatchControl } from '../sending/batch-control.ts'
import type { Recovery } from '../sending/recovery.ts'
import type { SettledElsewhere } from '../journal/team-entries.ts'
import { followSettled } from './follow-settled.ts'
import { lookAtAway, type AwayDoubt, type AwayLook, type TellEnd } from './settle-away.ts'
import { settleChange, type SettleContext } from './settle-change.ts'
import { CreateSettling } from './settle-creates.ts'

interface SettlingParts {
  readonly recovery: Recovery
  readonly control: BatchControl
  readonly connect: (accountId: string) => Promise<AdvertPort>
  readonly cached: (accountId: string, autoId: number) => KnownAdvert | null
  readonly doneWrites: DoneWrites
  /** Takes what other desks of a team sent into the journal. @throws Fault `team` */
  readonly pullTeam?: ((accountId: string) => Promise<void>) | undefined
  /** Adverts that one settling reads at most. */
  readonly maxReads?: number | undefined
}

/** Adverts read at once while edits and deletes are settled. */
const readConcurrency = 8

/** Settles rows in doubt from what the service shows. */
export class Settling {
  readonly #parts: SettlingParts

  constructor(parts: SettlingParts) {
    this.#parts = parts
  }

  /**
   * Searches the service for the rows of a batch that are in doubt. A create that is found is done; one that is not
   * stays in doubt with what was tried, because absence proves nothing. Edits and deletes become done, planned again, or
   * a conflict. Nothing is sent.
   * @throws the errors of reading, Fault `quota` among them: what was settled before stays settled
   */
  async settle(batchId: string, signal?: AbortSignalLike): Promise<Batch> {
    const journal = this.#parts.recovery.ensureLock()
    const { seq, source } = journal.tables.batches.get(batchId)
    // Without a row in doubt nothing is asked: no key is needed, nor the network.
    if (journal.tables.batches.counts(seq).inDoubt === 0) return this.#parts.control.recomputeState(batchId)
    const tally = new CallTally(journal.tables.batches, seq)
    const context = await this.#contextOf(journal, source.accountId, tally, signal)
    const creates = new Set(Array.from(doubtful(journal, seq, true), ({ id }) => id))
    try {
      if (creates.size > 0) await new CreateSettling(context, creates).settle()
      // Read page by page while it goes on: a batch may have a hundred thousand of them.
      await forEachConcurrently(doubtful(journal, seq, false), readConcurrency, (row) =>
        settleChange(row, context),
      )
    } catch (error) {
      tally.save()
      this.#parts.control.recomputeState(batchId)
      throw error
    }
    tally.save()
    return this.#parts.control.recomputeState(batchId)
  }

  /** Takes what other desks of the team found out of rows in doubt into the journal. @throws Fault `engine-locked` */
  follow(accountId: string, settled: readonly SettledElsewhere[]): void {
    const journal = this.#parts.recovery.ensureLock()
    followSettled(accountId, settled, { ...this.#parts, journal })
  }

  /**
   * Looks for rows in doubt of desks of the team that are away. Nothing is sent.
   * @throws the errors of reading, Fault `team`
   */
  async lookAtAway(
    accountId: string,
    doubts: () => Promise<readonly AwayDoubt[]>,
    tell: TellEnd,
    signal?: AbortSignalLike,
  ): Promise<AwayLook[]> {
    const journal = this.#parts.recovery.ensureLock()
    const found = await doubts()
    // A create that the journal has read of is looked for.
    await this.#parts.pullTeam?.(accountId)
    const port = await this.#parts.connect(accountId)
    return lookAtAway(found, this.#contextWith(port, journal, accountId, signal), tell)
  }

  async #contextOf(
    journal: Journal,
    accountId: string,
    tally: CallTally,
    signal: AbortSignalLike | undefined,
  ): Promise<SettleContext> {
    const port = tally.of(await this.#parts.connect(accountId))
    return this.#contextWith(port, journal, accountId, signal)
  }

  #contextWith(
    port: AdvertPort,
    journal: Journal,
    accountId: string,
    signal: AbortSignalLike | undefined,
  ): SettleContext {
    const { cached, doneWrites, maxReads, pullTeam } = this.#parts
    const { answers, writes } = journal.tables
    return {
      accountId,
      journal,
      answers,
      writes,
      doneWrites,
      maxReads,
      pullTeam: pullTeam && (() => pullTeam(accountId)),
      port,
      clocks: () => ({ now: Date.parse(journal.now()), serviceNow: port.serviceNow?.() ?? null }),
      cached: (autoId) => cached(accountId, autoId),
      signal: realSignal(signal),
    }
  }
}

/** The rows of a batch in doubt: its creates, or its edits and deletes. */
function* doubtful(journal: Journal, seq: number, creates: boolean): Generator<JournalRow> {
  for (const row of journal.tables.rows.walk(seq, ['in-doubt']))
    if ((row.operation === 'create') === creates) yield row
}

/** The bridge's signal as one that the http client takes. */
function realSignal(signal: AbortSignalLike | undefined): AbortSignal {
  const abort = new AbortController()
  signal?.addEventListener('abort', () => abort.abort(), { once: true })
  return abort.signal
}
