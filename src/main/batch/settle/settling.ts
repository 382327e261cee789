import type { AbortSignalLike } from '#shared/bridge/call.ts'
import type { Batch } from '#shared/batch/row.ts'
import { forEachConcurrently } from '../../http/concurrency.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { Journal } from '../journal/journal.ts'
import type { AdvertPort, KnownAdvert } from '../sending/advert-port.ts'
import { CallTally } from '../sending/call-tally.ts'
import type { BatchControl } from '../sending/batch-control.ts'
import type { Recovery } from '../sending/recovery.ts'
import { settleChange } from './settle-change.ts'
import type { SettleContext } from './settle-context.ts'
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
    const { seq, source } = journal.batches.get(batchId)
    const tally = new CallTally(journal.batches, seq)
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

  async #contextOf(
    journal: Journal,
    accountId: string,
    tally: CallTally,
    signal: AbortSignalLike | undefined,
  ): Promise<SettleContext> {
    const { connect, cached, doneWrites, maxReads, pullTeam } = this.#parts
    const { answers, ownWrites } = journal
    const port = tally.of(await connect(accountId))
    return {
      accountId,
      journal,
      answers,
      ownWrites,
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
  for (const row of journal.rows.walk(seq, ['in-doubt']))
    if ((row.operation === 'create') === creates) yield row
}

/** The bridge's signal as one that the http client takes. */
function realSignal(signal: AbortSignalLike | undefined): AbortSignal {
  const abort = new AbortController()
  signal?.addEventListener('abort', () => abort.abort(), { once: true })
  return abort.signal
}
