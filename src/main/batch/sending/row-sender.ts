import type { Clock } from '../../system/clock.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { CachedAdvert, AdvertPort } from './advert-port.ts'
import { freshFor, guardRow, stopRow } from './guard.ts'
import type { Claim, Journal } from '../journal/journal.ts'
import {
  outcomeOfError,
  outcomeOfReply,
  passingTrouble,
  type Halt,
  type Outcome,
  type Step,
} from '../journal/outcome.ts'
import { OwnWrites } from '../journal/own-writes.ts'
import type { SendableRow } from '../journal/journal-row.ts'

/** Moments at which the crash tests end the process. */
export type EnginePoint = 'before-claim' | 'after-claim' | 'before-result' | 'after-result'

interface SenderParts {
  readonly journal: Journal
  readonly port: AdvertPort
  readonly accountId: string
  readonly clock: Clock
  readonly guard: 'live' | 'cached'
  readonly cached: (autoId: number) => CachedAdvert | null
  readonly isCancelled: () => boolean
  readonly onPoint?: ((point: EnginePoint) => void) | undefined
}

/** What sending one row came to. A halt says that the rows after it should not go out for now. */
export interface Sent {
  readonly step: Step | null
  /** Whether a write went out; a row that is stopped before says nothing of the service. */
  readonly sent: boolean
  readonly halt: Halt | null
}

/** What ends a row early: a look at the advert may be given up at any time, a write only when the app must end. */
export interface SendSignals {
  readonly looking: AbortSignal
  readonly sending: AbortSignal
}

/** The journal could not be written: nothing may go out until it can. */
export class JournalRefused extends Error {
  /** Commits what is known already; null where nothing was sent. */
  readonly finishLater: (() => void) | null

  constructor(cause: unknown, finishLater: (() => void) | null) {
    super('journal refused', { cause })
    this.finishLater = finishLater
  }
}

/** Sends one row: guard, claim, write, result, in this order and no other. */
export class RowSender {
  readonly #parts: SenderParts
  readonly #ownWrites: OwnWrites

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#ownWrites = new OwnWrites(parts.journal.db)
  }

  /** @throws JournalRefused where a claim (then nothing was sent) or a result could not be committed */
  async send(row: SendableRow, { looking, sending }: SendSignals): Promise<Sent> {
    const stopped = await this.#guard(row, looking)
    if (stopped || looking.aborted) return stopped ?? { step: null, sent: false, halt: null }
    const claim = this.#claim(row)
    if (!claim) return { step: null, sent: false, halt: null }
    const outcome = await this.#write(claim, sending)
    const step = this.#finish(claim, outcome)
    return { step, sent: outcome.kind !== 'unsent', halt: 'halt' in outcome ? outcome.halt : null }
  }

  async #guard(row: SendableRow, signal: AbortSignal): Promise<Sent | null> {
    if (row.write.operation === 'create') return null
    const cached = this.#parts.cached(row.write.payload.auto_id)
    if (this.#parts.guard === 'live') return this.#guardLive(row, row.write.payload.auto_id, cached, signal)
    const foreign = typeof cached?.userId === 'number' && cached.userId !== this.#parts.port.userId
    return foreign ? this.#stop(row, stopRow('failed', row, 'guard-owner')) : null
  }

  async #guardLive(
    row: SendableRow,
    autoId: number,
    cached: CachedAdvert | null,
    signal: AbortSignal,
  ): Promise<Sent | null> {
    const { port, accountId, clock } = this.#parts
    try {
      const live = await port.readAdvert(autoId, signal)
      const since = new Date(clock.now() - freshFor).toISOString()
      const fresh = this.#ownWrites.freshValues(accountId, autoId, since, row.id)
      const step = guardRow(row, live, { userId: port.userId, cached, fresh })
      return step && this.#stop(row, step)
    } catch (error) {
      return this.#unguarded(row, error)
    }
  }

  /** A read that failed proves nothing of the advert: the row waits, unless the service itself speaks of the advert. */
  #unguarded(row: SendableRow, error: unknown): Sent {
    if (error instanceof JournalRefused) throw error
    const outcome = outcomeOfError(error)
    const halt = ('halt' in outcome ? outcome.halt : null) ?? passingTrouble(error)
    if (halt) return { step: null, sent: false, halt }
    const code = error instanceof Fault ? error.code : 'internal'
    if (code === 'cancelled') return { step: null, sent: false, halt: null }
    return this.#stop(row, stopRow('failed', row, code === 'not-found' ? 'advert-gone' : code))
  }

  #stop(row: SendableRow, step: Step): Sent {
    const { journal } = this.#parts
    this.#journalled(() => journal.rows.step(row.id, 'planned', step, journal.now()), null)
    return { step, sent: false, halt: null }
  }

  #claim(row: SendableRow): Claim | null {
    const { journal, port, onPoint } = this.#parts
    onPoint?.('before-claim')
    const claim = this.#journalled(() => journal.claim(row, port.userId), null)
    onPoint?.('after-claim')
    return claim
  }

  async #write({ row }: Claim, signal: AbortSignal): Promise<Outcome> {
    try {
      return outcomeOfReply(row.write, await this.#parts.port.write(row.write, signal))
    } catch (error) {
      return outcomeOfError(error)
    }
  }

  #finish(claim: Claim, outcome: Outcome): Step {
    const { journal, isCancelled, onPoint } = this.#parts
    const finish = (): Step => journal.finish(claim, outcome, isCancelled())
    onPoint?.('before-result')
    const step = this.#journalled(finish, finish)
    onPoint?.('after-result')
    return step
  }

  #journalled<Result>(work: () => Result, later: (() => void) | null): Result {
    try {
      return work()
    } catch (error) {
      throw new JournalRefused(error, later)
    }
  }
}
