import type { Operation } from '#shared/batch/operation.ts'
import type { Clock } from '../../system/clock.ts'
import type { Standing } from '../journal/batch-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { Halt } from '../journal/outcome.ts'
import { JournalRefused, type RowSender } from './row-sender.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import { waitFor } from './waiting.ts'

/** How many rows may be on the wire at once. */
export interface Lanes {
  readonly creates: number
  readonly others: number
}

interface RunParts {
  readonly seq: number
  readonly journal: Journal
  readonly sender: RowSender
  /** Null where so many further calls may go now, else when they may, ms since 1970. */
  readonly freeFor: (calls: number) => number | null
  /** Whether an edit or delete takes a read before it. */
  readonly guard: 'live' | 'cached'
  readonly lanes: Lanes
  readonly clock: Clock
  /** Where the run begins asleep: a quota's window that was not open when the app was closed. */
  readonly asleep: Wait | null
  readonly onRow: () => void
  readonly onStanding: () => void
  /** Results that could not be committed yet: the rows stay `sending` until they are. */
  readonly unrecorded: (() => void)[]
}

type Ending = 'pause' | 'cancel' | 'quit'

export const waitReasons = ['rate-limit', 'quota', 'offline', 'service'] as const

/** What the run waits out before the next row. */
export interface Wait {
  readonly reason: (typeof waitReasons)[number]
  readonly until: number
}

/** How long a wait for the quota sleeps before it looks again, in ms: the dealer may have raised the limits. */
const glance = 60_000

/** Rows in doubt one after another that stop a batch: each further one would be another for a person to clear up. */
const doubtsInARow = 3

type Refusal = 'auth' | 'storage' | 'doubts'

/** One stretch of sending a batch: from `send` to the end, a pause, a cancel or a refusal. */
export class BatchRun {
  readonly #parts: RunParts
  readonly #inFlight = new Map<number, Operation>()
  readonly #looking = new AbortController()
  readonly #sending = new AbortController()
  readonly #signals = { looking: this.#looking.signal, sending: this.#sending.signal }
  #nudge = new AbortController()
  #ending: Ending | null = null
  #refused: Refusal | null = null
  #doubts = 0
  #wait: Wait | null
  #failedTries = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#wait = parts.asleep
  }

  /** True from the moment when no further row may go out. */
  isHeld(): boolean {
    return this.#ending !== null || this.#refused !== null
  }

  /** Ends the run: nothing further is taken; what is on the wire comes home first. */
  end(ending: Ending): void {
    this.#ending = this.#ending === 'cancel' ? 'cancel' : ending
    this.#looking.abort()
    this.#nudge.abort()
  }

  /** Gives up waiting for what is on the wire: those rows become unknown. */
  abandon(): void {
    this.end('quit')
    this.#sending.abort()
  }

  /** The person doesn't want to wait: try now. */
  wakeUp(): void {
    this.#wait = null
    this.#nudge.abort()
  }

  /** Sends until nothing is left or something stands against it. Never rejects. */
  async run(): Promise<void> {
    if (!this.isHeld()) this.#stand({ state: 'running' })
    while (!this.isHeld()) {
      if (this.#wait) await this.#waitOut(this.#wait)
      else if (!this.#startNext()) {
        if (this.#inFlight.size === 0) break
        await this.#anyHome()
      }
    }
    while (this.#inFlight.size > 0) await this.#anyHome()
    this.#conclude()
  }

  /** Puts the next row on the wire; false where none can go before another comes home. */
  #startNext(): boolean {
    const row = this.#pick()
    if (!row) return false
    const { operation } = row.write
    const freeAt = this.#parts.freeFor(this.#callsOf([operation, ...this.#inFlight.values()]))
    if (freeAt === null) this.#start(row)
    // Rows on the wire may have made their calls already: when they are home, the count is true.
    else if (this.#inFlight.size > 0) return false
    else this.#wait = { reason: 'quota', until: freeAt }
    return true
  }

  /** A row begins only where its read and its write both fit, or reads alone could use the quota up for ever. */
  #callsOf(operations: readonly Operation[]): number {
    const read = this.#parts.guard === 'live' ? 1 : 0
    return operations.reduce((sum, operation) => sum + 1 + (operation === 'create' ? 0 : read), 0)
  }

  #pick(): SendableRow | null {
    const { journal, seq, lanes } = this.#parts
    const creating = [...this.#inFlight.values()].filter((operation) => operation === 'create').length
    const creates = creating < lanes.creates
    const others = this.#inFlight.size - creating < lanes.others
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
      const { halt, step, sent } = await this.#parts.sender.send(row, this.#signals)
      if (sent && step) this.#weigh(step.state === 'unknown')
      if (halt) this.#heed(halt)
      else if (step) this.#failedTries = 0
    } catch (error) {
      this.#refuse('storage')
      if (error instanceof JournalRefused && error.finishLater) this.#parts.unrecorded.push(error.finishLater)
    }
  }

  /** An outage leaves a doubt with every row that is sent into it. */
  #weigh(doubtful: boolean): void {
    this.#doubts = doubtful ? this.#doubts + 1 : 0
    if (this.#doubts === doubtsInARow) this.#refuse('doubts')
  }

  #refuse(reason: Refusal): void {
    this.#refused = reason
    this.#looking.abort()
  }

  #heed({ reason, retryAfterMs, until: known }: Halt): void {
    if (reason === 'auth') {
      this.#refuse('auth')
      return
    }
    const until = known ?? this.#parts.clock.now() + (retryAfterMs ?? waitFor(reason, this.#failedTries))
    // Several rows of one burst that hit the same wall count as one try.
    if (!this.#wait) this.#failedTries += 1
    this.#wait = { reason, until: Math.max(until, this.#wait?.until ?? 0) }
  }

  async #anyHome(): Promise<void> {
    const nudge = this.#nudge
    if (!nudge.signal.aborted)
      await new Promise((resolve) => nudge.signal.addEventListener('abort', resolve, { once: true }))
    if (this.#nudge === nudge) this.#nudge = new AbortController()
  }

  async #waitOut(wait: Wait): Promise<void> {
    while (this.#inFlight.size > 0) await this.#anyHome()
    if (this.isHeld() || this.#wait !== wait) return
    const { clock } = this.#parts
    if (this.#nudge.signal.aborted) this.#nudge = new AbortController()
    // Whoever hears of the wait may end the run at once: nothing after this may forget that nudge.
    this.#stand({ state: 'waiting', pauseReason: wait.reason, wakesAt: wait.until })
    const longest = wait.reason === 'quota' ? glance : Infinity
    await clock.sleep(Math.min(longest, wait.until - clock.now()), this.#nudge.signal)
    if (this.isHeld()) return
    if (this.#wait === wait && clock.now() < wait.until && !this.#isOpen(wait)) return
    if (this.#wait === wait) this.#wait = null
    this.#stand({ state: 'running' })
  }

  /** The limits were raised meanwhile. */
  #isOpen({ reason }: Wait): boolean {
    return reason === 'quota' && this.#parts.freeFor(this.#callsOf(['edit'])) === null
  }

  #stand(standing: Standing): void {
    const { journal, seq, clock } = this.#parts
    try {
      journal.batches.stand(seq, standing, clock.now())
      this.#parts.onStanding()
    } catch {
      this.#refuse('storage')
    }
  }

  #conclude(): void {
    const standing = this.#lastStanding()
    if (standing) this.#stand(standing)
    else this.#parts.onStanding()
  }

  /** Null where the one who ended the run has written it already. */
  #lastStanding(): Standing | null {
    if (this.#ending === 'cancel') return null
    if (this.#refused && this.#refused !== 'doubts') return { state: 'paused', pauseReason: this.#refused }
    if (!this.#anyLeft()) return { state: 'finished' }
    if (this.#refused) return { state: 'paused', pauseReason: this.#refused }
    if (this.#ending === 'pause') return null
    if (this.#ending === null) return { state: 'paused', pauseReason: 'person' }
    if (this.#wait) return { state: 'waiting', pauseReason: this.#wait.reason, wakesAt: this.#wait.until }
    return { state: 'paused', pauseReason: 'restart' }
  }

  /** Without an ending, rows that are left wait for an earlier row of their advert that a person has to answer. */
  #anyLeft(): boolean {
    const { planned, sending } = this.#parts.journal.batches.counts(this.#parts.seq)
    return planned + sending > 0
  }
}
