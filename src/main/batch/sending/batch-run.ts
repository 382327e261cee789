import { callsOf } from '../../writes/call-cost.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { Clock } from '../../system/clock.ts'
import type { BatchStatus } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import type { Halt } from '../journal/outcome.ts'
import { Backoff, type Wait } from './backoff.ts'
import { JournalRefused, type RowSender } from './row-sender.ts'

/** How many rows may be in flight at once. */
export interface Concurrency {
  readonly creates: number
  readonly others: number
}

interface RunParts {
  readonly seq: number
  readonly journal: Journal
  readonly sender: RowSender
  /** Null if so many further calls may be made now, else when they may be, ms since 1970. */
  readonly freeFor: (calls: number) => number | null
  /** `live` if an edit or delete takes a read before it. */
  readonly guard: 'live' | 'cached'
  readonly concurrency: Concurrency
  readonly clock: Clock
  /** What the run waits for before its first row, such as a quota that was used up when the app was closed. */
  readonly wait: Wait | null
  readonly onRow: () => void
  readonly onStatus: () => void
  /** Results that could not be committed yet: the rows stay `sending` until they are. */
  readonly unrecorded: (() => void)[]
}

type Ending = 'pause' | 'cancel' | 'quit'

/** How often a wait for the quota checks whether the dealer has raised the limits, in ms. */
const recheckMs = 60_000

/** Consecutive rows in doubt that stop a batch: each further one would be another for a person to settle. */
const maxDoubtsInARow = 3

type Refusal = 'auth' | 'storage' | 'doubts'

/** One stretch of sending a batch: from `send` to the end, a pause, a cancel or a refusal. */
export class BatchRun {
  readonly #parts: RunParts
  readonly #backoff: Backoff
  readonly #inFlight = new Map<number, Operation>()
  readonly #looking = new AbortController()
  readonly #sending = new AbortController()
  readonly #signals = { looking: this.#looking.signal, sending: this.#sending.signal }
  #nudge = new AbortController()
  #ending: Ending | null = null
  #refused: Refusal | null = null
  #doubts = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#backoff = new Backoff(parts.clock, parts.wait)
  }

  /** True from the moment when no further row may be sent. */
  isEnding(): boolean {
    return this.#ending !== null || this.#refused !== null
  }

  /** Ends the run: no further row is taken; the run ends when the rows in flight have. */
  end(ending: Ending): void {
    this.#ending = this.#ending === 'cancel' ? 'cancel' : ending
    this.#looking.abort()
    this.#nudge.abort()
  }

  /** Stops waiting for the rows in flight: they become unknown. */
  abandon(): void {
    this.end('quit')
    this.#sending.abort()
  }

  /** Ends the wait: a person wants to try now. */
  wakeUp(): void {
    this.#backoff.clear()
    this.#nudge.abort()
  }

  /** Sends until no row is left that may be sent. Never rejects. */
  async run(): Promise<void> {
    if (!this.isEnding()) this.#setState({ state: 'running' })
    while (!this.isEnding()) {
      const wait = this.#backoff.current
      if (wait) await this.#waitOut(wait)
      else if (!this.#startNext()) {
        if (this.#inFlight.size === 0) break
        await this.#nextEnd()
      }
    }
    while (this.#inFlight.size > 0) await this.#nextEnd()
    this.#conclude()
  }

  /** Starts the next row; false if none can start before another one ends. */
  #startNext(): boolean {
    const row = this.#pick()
    if (!row) return false
    const { operation } = row.write
    const freeAt = this.#parts.freeFor(this.#callsOf([operation, ...this.#inFlight.values()]))
    if (freeAt === null) this.#start(row)
    // Rows in flight may have made their calls already: the count is exact once they have ended.
    else if (this.#inFlight.size > 0) return false
    else this.#backoff.set({ reason: 'quota', until: freeAt })
    return true
  }

  /** A row begins only if its read and its write both fit: otherwise reads alone could use the quota up for ever. */
  #callsOf(operations: readonly Operation[]): number {
    const options = { looks: this.#parts.guard === 'live', readsAfter: false }
    return operations.reduce((sum, operation) => sum + callsOf({ [operation]: 1 }, options), 0)
  }

  #pick(): SendableRow | null {
    const { journal, seq, concurrency } = this.#parts
    const creating = [...this.#inFlight.values()].filter((operation) => operation === 'create').length
    const creates = creating < concurrency.creates
    const others = this.#inFlight.size - creating < concurrency.others
    if (!creates && !others) return null
    try {
      return journal.rows.pick(seq, { inFlight: [...this.#inFlight.keys()], creates, others })
    } catch {
      this.#refuse('storage')
      return null
    }
  }

  #start(row: SendableRow): void {
    this.#inFlight.set(row.id, row.write.operation)
    void this.#send(row).finally(() => {
      this.#inFlight.delete(row.id)
      this.#parts.onRow()
      this.#nudge.abort()
    })
  }

  async #send(row: SendableRow): Promise<void> {
    try {
      const { halt, transition, sent } = await this.#parts.sender.send(row, this.#signals)
      if (sent && transition) this.#countDoubt(transition.state === 'unknown')
      if (halt) this.#applyHalt(halt)
      else if (transition) this.#backoff.succeeded()
    } catch (error) {
      this.#refuse('storage')
      if (error instanceof JournalRefused && error.finishLater) this.#parts.unrecorded.push(error.finishLater)
    }
  }

  /** Stops the batch after too many doubts in a row: in an outage every row that is sent would be another one. */
  #countDoubt(inDoubt: boolean): void {
    this.#doubts = inDoubt ? this.#doubts + 1 : 0
    if (this.#doubts === maxDoubtsInARow) this.#refuse('doubts')
  }

  #applyHalt(halt: Halt): void {
    if (halt.reason === 'auth') this.#refuse('auth')
    else this.#backoff.applyHalt(halt.reason, halt)
  }

  #refuse(reason: Refusal): void {
    this.#refused = reason
    this.#looking.abort()
  }

  /** Resolves when a row has ended, or the run was woken or ended. */
  async #nextEnd(): Promise<void> {
    const nudge = this.#nudge
    if (!nudge.signal.aborted)
      await new Promise((resolve) => nudge.signal.addEventListener('abort', resolve, { once: true }))
    if (this.#nudge === nudge) this.#nudge = new AbortController()
  }

  async #waitOut(wait: Wait): Promise<void> {
    while (this.#inFlight.size > 0) await this.#nextEnd()
    if (this.isEnding() || this.#backoff.current !== wait) return
    if (this.#nudge.signal.aborted) this.#nudge = new AbortController()
    // A listener of the status may end the run at once: the nudge must not be replaced after this.
    this.#setState({ state: 'waiting', pauseReason: wait.reason, wakesAt: wait.until })
    const { clock } = this.#parts
    const longest = wait.reason === 'quota' ? recheckMs : Infinity
    await clock.sleep(Math.min(longest, wait.until - clock.now()), this.#nudge.signal)
    this.#endWait(wait)
  }

  #endWait(wait: Wait): void {
    if (this.isEnding()) return
    const isCurrent = this.#backoff.current === wait
    if (isCurrent && this.#parts.clock.now() < wait.until && !this.#isOpen(wait)) return
    if (isCurrent) this.#backoff.clear()
    this.#setState({ state: 'running' })
  }

  /** Whether the limits were raised meanwhile. */
  #isOpen({ reason }: Wait): boolean {
    return reason === 'quota' && this.#parts.freeFor(this.#callsOf(['edit'])) === null
  }

  #setState(status: BatchStatus): void {
    const { journal, seq } = this.#parts
    try {
      journal.batches.setState(seq, status, journal.now())
      this.#parts.onStatus()
    } catch {
      this.#refuse('storage')
    }
  }

  #conclude(): void {
    const status = this.#lastStatus()
    if (status) this.#setState(status)
    else this.#parts.onStatus()
  }

  /** Null if whoever ended the run has written the status already. */
  #lastStatus(): BatchStatus | null {
    if (this.#ending === 'cancel') return null
    if (this.#refused && this.#refused !== 'doubts') return { state: 'paused', pauseReason: this.#refused }
    if (!this.#anyLeft()) return { state: 'finished' }
    if (this.#refused) return { state: 'paused', pauseReason: this.#refused }
    if (this.#ending === 'pause') return null
    // Rows that are left without an ending wait for an earlier row of their advert, which a person has to answer.
    if (this.#ending === null) return { state: 'paused', pauseReason: 'person' }
    const wait = this.#backoff.current
    if (wait) return { state: 'waiting', pauseReason: wait.reason, wakesAt: wait.until }
    return { state: 'paused', pauseReason: 'restart' }
  }

  #anyLeft(): boolean {
    const { planned, sending } = this.#parts.journal.batches.counts(this.#parts.seq)
    return planned + sending > 0
  }
}
