import type { AbortSignalLike } from '#shared/bridge/call.ts'
import type { Batch } from '#shared/batch/row.ts'
import { forEachConcurrently } from '../../http/concurrency.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { Journal } from '../journal/journal.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { BatchControl } from '../sending/batch-control.ts'
import type { BatchParts } from '../sending/batch-parts.ts'
import { CallTally } from '../sending/progress-reporter.ts'
import type { SettledElsewhere } from '../journal/team-entries.ts'
import { followSettled } from './follow-settled.ts'
import { lookAtAway, type AwayDoubt, type AwayLook, type ReportEnd } from './settle-away.ts'
import { settleChange, type SettleContext } from './settle-change.ts'
import { CreateSettling } from './settle-creates.ts'

/** Adverts read at once while edits and deletes are settled. */
const readConcurrency = 8

/** Settles rows in doubt from what the service shows. */
export class Settling {
  readonly #parts: BatchParts
  readonly #control: BatchControl
  readonly #doneWrites: DoneWrites

  constructor(parts: BatchParts, control: BatchControl, doneWrites: DoneWrites) {
    this.#parts = parts
    this.#control = control
    this.#doneWrites = doneWrites
  }

  /**
   * Searches the service for the rows of a batch that are in doubt. A create that is found is done; one that is not
   * stays in doubt with what was tried, because absence proves nothing. Edits and deletes become done, planned again, or
   * a conflict. Nothing is sent.
   * @throws the errors of reading, Fault `quota` among them: what was settled before stays settled
   */
  async settle(batchId: string, signal?: AbortSignalLike): Promise<Batch> {
    const journal = this.#control.recovery.ensureLock()
    const { seq, source } = journal.tables.batches.get(batchId)
    // Without a row in doubt nothing is asked: no key is needed, nor the network.
    if (journal.tables.batches.counts(seq).inDoubt === 0) return this.#control.recomputeState(batchId)
    const tally = new CallTally(journal.tables.batches, seq)
    const end = (): Batch => {
      tally.save()
      return this.#control.recomputeState(batchId)
    }
    try {
      const context = await this.#contextOf(journal, source.accountId, signal)
      await tally.counting(() => settleRows(seq, context))
    } catch (error) {
      end()
      throw error
    }
    return end()
  }

  /** Takes what other desks of the team found out of rows in doubt into the journal. @throws Fault `engine-locked` */
  follow(accountId: string, settled: readonly SettledElsewhere[]): void {
    followSettled(accountId, settled, this.#control, this.#doneWrites)
  }

  /**
   * Looks for rows in doubt of desks of the team that are away. Nothing is sent.
   * @throws the errors of reading, Fault `team`
   */
  async lookAtAway(
    accountId: string,
    doubts: () => Promise<readonly AwayDoubt[]>,
    report: ReportEnd,
    signal?: AbortSignalLike,
  ): Promise<AwayLook[]> {
    const journal = this.#control.recovery.ensureLock()
    const found = await doubts()
    // A create that the journal has read of is looked for.
    await this.#parts.pullTeam(accountId)
    return lookAtAway(found, await this.#contextOf(journal, accountId, signal), report)
  }

  async #contextOf(
    journal: Journal,
    accountId: string,
    signal: AbortSignalLike | undefined,
  ): Promise<SettleContext> {
    const { connect, cached, pullTeam } = this.#parts
    const port = await connect(accountId)
    return {
      accountId,
      journal,
      doneWrites: this.#doneWrites,
      port,
      pullTeam: () => pullTeam(accountId),
      clocks: () => ({ now: Date.parse(journal.now()), serviceNow: port.serviceNow() }),
      cached: (autoId) => cached(accountId, autoId),
      signal: realSignal(signal),
    }
  }
}

async function settleRows(seq: number, context: SettleContext): Promise<void> {
  const { journal } = context
  const creates = new Set(Array.from(doubtful(journal, seq, true), ({ id }) => id))
  if (creates.size > 0) await new CreateSettling(context, creates).settle()
  // Read page by page while it goes on: a batch may have a hundred thousand of them.
  await forEachConcurrently(doubtful(journal, seq, false), readConcurrency, (row) =>
    settleChange(row, context),
  )
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
