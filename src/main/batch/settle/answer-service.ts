import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '#shared/bridge/failure.ts'
import {
  answeredCount,
  answeredState,
  type Batch,
  type BulkAnswer,
  type RowAnswer,
} from '#shared/batch/row.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Journal } from '../journal/journal.ts'
import type { AdvertPort } from '../sending/service-adverts.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import type { BatchControl } from '../sending/batch-control.ts'
import type { BatchParts } from '../sending/batch-parts.ts'
import { CallTally } from '../sending/progress-reporter.ts'

/** Time for which the read of an advert that a person names may take. */
const readLimitMs = 60_000

/** Applies a person's answers for rows in doubt or in conflict. Nothing is sent. */
export class AnswerService {
  readonly #parts: BatchParts
  readonly #control: BatchControl
  readonly #doneWrites: DoneWrites

  constructor(parts: BatchParts, control: BatchControl, doneWrites: DoneWrites) {
    this.#parts = parts
    this.#control = control
    this.#doneWrites = doneWrites
  }

  /**
   * @throws Fault `usage` if the answer doesn't fit the row, or the id belongs to another row already;
   * `advert-unknown` if the account has no such advert
   */
  async answer(batchId: string, line: number, answer: RowAnswer): Promise<Batch> {
    await this.#control.endCancel(batchId)
    const journal = this.#control.recovery.ensureLock()
    const { seq, source } = journal.tables.batches.get(batchId)
    const row = journal.tables.rows.find(seq, line)
    if (!row) throw new Fault('usage', { reason: 'line', line })
    if (answer.kind === 'bind') await this.#checkBinding(journal, { ...source, seq }, row.id, answer.autoId)
    const applied = inTransaction(journal.db, () => {
      const isApplied = this.#applyHere(journal, source.accountId, row.id, answer)
      if (isApplied) this.#control.saveState(batchId)
      return isApplied
    })
    if (!applied) throw new Fault('usage', { reason: 'answer', line, state: row.state })
    this.#doneWrites.announce(row.id)
    return this.#control.changed(batchId)
  }

  /**
   * Gives every row in doubt or in conflict the same answer, by the rules of a single one, some hundred rows at a time.
   * A row in doubt that was probably found is not answered with the others: to send it again would make a second advert.
   * @param count how many rows the person saw
   * @throws Fault `usage` if there is another number of them now
   */
  async answerAll(batchId: string, kind: BulkAnswer, count: number): Promise<Batch> {
    await this.#control.endCancel(batchId)
    const journal = this.#control.recovery.ensureLock()
    const { seq, source, batch } = journal.tables.batches.get(batchId)
    const probable = journal.tables.rows.countProbable(seq)
    const now = answeredCount({ counts: batch.counts, probable }, kind)
    if (now !== count) throw new Fault('usage', { reason: 'answer-count', count: now })
    const answered =
      answeredState(kind) === 'in-doubt'
        ? journal.tables.rows.idsInDoubt(seq)
        : journal.tables.rows.idsIn(seq, 'conflict')
    // A batch that is being sent may come upon other such rows meanwhile, which the person has not seen.
    for (const ids of slicesOf(answered)) {
      inTransaction(journal.db, () => {
        for (const id of ids) this.#applyHere(journal, source.accountId, id, { kind })
        this.#control.saveState(batchId)
      })
      await nextTurn()
    }
    return this.#control.changed(batchId)
  }

  /**
   * Checks that an advert can be that of a create of another desk.
   * @param key the car's own number, if it has one
   * @throws as `answer`
   */
  async checkAdvert(accountId: string, autoId: number, key: string | null): Promise<void> {
    const journal = this.#control.recovery.ensureLock()
    refuseBound(journal, accountId, key, autoId)
    await refuseForeign(await this.#parts.connect(accountId), autoId)
  }

  async #checkBinding(
    journal: Journal,
    { accountId, seq }: { readonly accountId: string; readonly seq: number },
    row: number,
    autoId: number,
  ): Promise<void> {
    refuseBound(journal, accountId, journal.tables.links.keyOfRow(row), autoId)
    const tally = new CallTally(journal.tables.batches, seq)
    const port = await this.#parts.connect(accountId)
    await tally.counting(() => refuseForeign(port, autoId)).finally(() => tally.save())
  }

  /** In the caller's transaction. */
  #applyHere(journal: Journal, accountId: string, row: number, answer: RowAnswer): boolean {
    const at = journal.now()
    // Another answer may have been given while the advert was read.
    if (answer.kind === 'bind')
      refuseBound(journal, accountId, journal.tables.links.keyOfRow(row), answer.autoId)
    const applied = journal.tables.answers.apply(row, answer, at)
    if (applied) journal.tables.attempts.recordAnswer(row, JSON.stringify(answer), at)
    return applied
  }
}

/** Rows that are answered between two turns of the main thread. */
const answeredAtOnce = 200

function* slicesOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += answeredAtOnce) yield ids.slice(from, from + answeredAtOnce)
}

async function refuseForeign(port: AdvertPort, autoId: number): Promise<void> {
  const live = await port.readAdvert(autoId, AbortSignal.timeout(readLimitMs))
  // A record that names no owner says nothing against the person who names the id.
  const foreign = live.userId !== null && live.userId !== port.userId
  if (live.autoId !== autoId || foreign) throw new Fault('advert-unknown', { autoId })
}

/** An advert is one row's, and that of one key: a row without a key takes none that a key has. @param own the row's key */
function refuseBound(journal: Journal, accountId: string, own: string | null, autoId: number): void {
  if (journal.tables.writes.isCreatedElsewhere(accountId, autoId))
    throw new Fault('usage', { reason: 'bound-elsewhere', autoId })
  const bound = journal.tables.answers.boundTo(accountId, autoId)
  if (bound) throw new Fault('usage', { reason: 'bound', autoId, ...bound })
  const key = journal.tables.links.keyOf(accountId, autoId)
  if (key !== null && key !== own) throw new Fault('usage', { reason: 'linked', autoId, value: key })
}
