import { Fault } from '#shared/bridge/failure.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { callsOf } from '../../writes/call-cost.ts'
import type { Operation } from '#shared/batch/operation.ts'
import { looksDamaged } from '../../storage/database-check.ts'
import type { BatchStatus } from '../journal/batch-record.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import type { Halt } from '../journal/outcome.ts'
import type { Stretch } from './stretch.ts'
import { Backoff, type Wait, LockedJournal, TurnWait } from './waits.ts'
import { RowPicker, mostTries, RowsAside } from './rows-aside.ts'
import { JournalRefused, type Sent } from './guard.ts'
import { RowSender } from './row-sender.ts'

type Ending = 'pause' | 'cancel' | 'quit'

/** Pause between checks of a wait for the quota, in case the dealer has raised the limits, in ms. */
const recheckMs = 60_000

/** After so long, in ms, a row that another desk has under way mostly has ended there. */
const underWayMs = 2_000

/** Creates, and edits and deletes, that are in flight at once (ADR 8). */
const mostCreates = 1
const mostOthers = 8

/** Consecutive rows in doubt that stop a batch: each further one would be another for a person to settle. */
const maxDoubtsInARow = 3

/** Reasons only a person can resolve. */
const forPerson = ['auth', 'proxy-login', 'package', 'not-shown', 'storage', 'team'] as const
type ForPerson = (typeof forPerson)[number]

type Refusal = ForPerson | 'doubts' | 'taken'

/** One stretch of sending a batch: from `send` to the end, a pause, a cancel or a refusal. */
export class BatchRun {
  readonly #parts: Stretch
  readonly #sender: RowSender
  readonly #backoff: Backoff
  readonly #picker: RowPicker
  readonly #locked: LockedJournal
  readonly #inFlight = new Map<number, Operation>()
  readonly #aside: RowsAside
  readonly #turn: TurnWait
  readonly #looking = new AbortController()
  readonly #sending = new AbortController()
  readonly #signals = { looking: this.#looking.signal, sending: this.#sending.signal }
  #nudge = new AbortController()
  /** The wait for rows that could not be read, as long as it is that one. */
  #waitOfRows: Wait | null = null
  #ending: Ending | null = null
  #refused: Refusal | null = null
  #teamRefusal: Halt['refusal']
  #doubts = 0

  constructor(parts: Stretch) {
    this.#parts = parts
    this.#sender = new RowSender(parts)
    this.#backoff = new Backoff(parts.clock, parts.wait)
    this.#locked = new LockedJournal(parts.clock, this.#sending.signal)
    this.#picker = new RowPicker(parts.journal.tables.picks, parts.batch.seq)
    this.#aside = new RowsAside(parts.passed)
    this.#turn = new TurnWait(parts.clock)
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

  /** Stops waiting for the rows in flight: they are in doubt then. */
  abandon(): void {
    this.end('quit')
    this.#sending.abort()
  }

  /** Ends the wait: a person wants to try now. */
  wakeUp(): void {
    this.#aside.releaseAll()
    this.#picker.restart()
    this.#backoff.clear()
    this.#nudge.abort()
  }

  /**
   * Sends until no row is left that may be sent. Never rejects.
   * @returns `gave-way` if it waits, and other batches may be sent meanwhile: it is to be run again
   */
  async run(): Promise<'ended' | 'gave-way'> {
    if (!this.isEnding() && !this.#backoff.current) this.#setState({ state: 'running' })
    while (!this.isEnding()) {
      const wait = this.#backoff.current
      if (wait) {
        if (await this.#waitOut(wait)) return 'gave-way'
      } else if (!this.#startNext()) {
        if (this.#picker.unfinished) await nextTurn()
        else if (this.#inFlight.size > 0) await this.#nextEnd()
        else if (!this.#picker.restartOnce() && !this.#retryLater() && !(await this.#askAgain())) break
      }
    }
    while (this.#inFlight.size > 0) await this.#nextEnd()
    this.#sender.leave()
    this.#conclude()
    return 'ended'
  }

  /** If nothing else can be sent: waits, and tries the rows again whose advert could not be read. False if there are none. */
  #retryLater(): boolean {
    const { halt } = this.#aside
    if (halt) this.#waitForRows(halt)
    return halt !== null
  }

  /** If nothing else can be sent: asks once more for the rows that another desk had under way. False if there are none. */
  async #askAgain(): Promise<boolean> {
    if (this.#aside.underWay.size === 0) return false
    this.#sender.rest()
    if (this.#nudge.signal.aborted) this.#nudge = new AbortController()
    await this.#parts.clock.sleep(underWayMs, this.#nudge.signal)
    this.#aside.releaseUnderWay()
    this.#picker.restart()
    return true
  }

  #waitForRows(halt: Halt): void {
    this.#applyHalt(halt)
    this.#waitOfRows = this.#backoff.current
  }

  /** Until when it waits, ms since 1970; null if it could go on at once. */
  get waitsUntil(): number | null {
    const { current, until } = this.#backoff
    return current && !this.isEnding() && until > this.#parts.clock.now() ? until : null
  }

  /** Another batch was put behind this one. */
  queueChanged(): void {
    this.#nudge.abort()
  }

  /** Starts the next row; false if none can start before another one ends. */
  #startNext(): boolean {
    const row = this.#pick()
    if (!row) return false
    const { operation } = row.write
    const freeAt = this.#freeFor([operation, ...this.#inFlight.values()])
    if (freeAt === 'uncounted') this.#refuse('storage')
    else if (freeAt === null) this.#start(row)
    // Rows in flight may have made their calls already: the count is exact once they have ended.
    else if (this.#inFlight.size > 0) return false
    else this.#backoff.set({ reason: 'quota', until: freeAt })
    return true
  }

  /** Time when calls for these may begin; `uncounted` if what was called can't be read. */
  #freeFor(operations: readonly Operation[]): number | null | 'uncounted' {
    try {
      return this.#parts.freeFor(this.#parts.batch.source.accountId, this.#callsOf(operations))
    } catch {
      return 'uncounted'
    }
  }

  /** A row begins only if its read and its write both fit: otherwise reads alone could use the quota up for ever. */
  #callsOf(operations: readonly Operation[]): number {
    return operations.reduce((sum, operation) => sum + callsOf({ [operation]: 1 }, false), 0)
  }

  #pick(): SendableRow | null {
    const creating = [...this.#inFlight.values()].filter((operation) => operation === 'create').length
    const creates = creating < mostCreates
    const others = this.#inFlight.size - creating < mostOthers
    if (!creates && !others) return null
    try {
      const but = new Set([...this.#inFlight.keys(), ...this.#aside.underWay])
      return this.#picker.pick({ but, aside: this.#aside, creates, others })
    } catch {
      this.#refuse('storage')
      return null
    }
  }

  #start(row: SendableRow): void {
    this.#inFlight.set(row.id, row.write.operation)
    void this.#send(row).finally(() => {
      this.#inFlight.delete(row.id)
      this.#picker.ended(row)
      this.#parts.onRow()
      this.#nudge.abort()
    })
  }

  async #send(row: SendableRow): Promise<void> {
    try {
      const end = await this.#sender.send(row, this.#signals)
      const { halt, sent, underWay } = end
      if (underWay && this.#aside.addUnderWay(row.id)) return
      const { transition } = underWay ? this.#sender.giveUp(row, underWay) : end
      if (sent) this.#locked.written()
      if (sent && transition) this.#countDoubt(transition.state === 'in-doubt')
      if (halt) this.#halted(row, end, halt)
      else if (transition) {
        this.#aside.passed(row.id)
        this.#backoff.succeeded()
        if (this.#turn.end() && !this.isEnding()) this.#setState({ state: 'running' })
      }
    } catch (error) {
      await this.#refusedBy(error)
    }
  }

  /** A locked journal is waited for; of any other trouble a result that could not be written is kept. */
  async #refusedBy(error: unknown): Promise<void> {
    const refused = error instanceof JournalRefused ? error : null
    const later = refused?.finishLater ?? null
    if (looksDamaged(refused?.cause)) this.#parts.journal.suspect()
    if (isTaken(refused?.cause)) this.#refuse('taken')
    else if (await this.#locked.waited(refused?.cause)) {
      if (later) await this.#finishLater(later)
    } else {
      this.#refuse('storage')
      if (later) this.#parts.unrecorded.push(later)
    }
  }

  async #finishLater(finish: () => void): Promise<void> {
    try {
      finish()
    } catch (error) {
      if (this.#sending.signal.aborted) this.#parts.unrecorded.push(finish)
      else await this.#refusedBy(new JournalRefused(error, finish))
    }
  }

  /** Stops the batch after too many doubts in a row: in an outage every row that is sent would be another one. */
  #countDoubt(inDoubt: boolean): void {
    this.#doubts = inDoubt ? this.#doubts + 1 : 0
    if (this.#doubts === maxDoubtsInARow) this.#refuse('doubts')
  }

  /** A failure that may be about one row alone doesn't hold the others. */
  #halted(row: SendableRow, end: Sent, halt: Halt): void {
    if (halt.reason === 'not-shown') {
      if (this.#aside.addUnshown(row.id)) this.#refuse('not-shown')
    } else if (end.alone) {
      const verdict = this.#aside.addTroubled(row, end, (troubled) => this.#sender.countTry(troubled))
      if (verdict === 'wait') this.#waitForRows(halt)
      else if (verdict) this.#sender.giveUp(row, verdict)
    } else this.#applyHalt(halt)
  }

  #applyHalt(halt: Halt): void {
    if (isForPerson(halt.reason)) {
      this.#teamRefusal = halt.refusal
      this.#refuse(halt.reason)
    } else this.#backoff.applyHalt(halt.reason, halt)
    const wait = this.#backoff.current
    if (halt.reason === 'rate-limit' && halt.retryAfterMs !== null && wait) this.#hold(this.#backoff.until)
  }

  /** A wait that the service asked for holds over a pause and a restart; if it can't be kept, this run still waits. */
  #hold(until: number): void {
    try {
      const { journal, clock, batch } = this.#parts
      journal.tables.holds.set(batch.source.accountId, clock.now(), until)
    } catch {
      this.#refuse('storage')
    }
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

  /** @returns whether other batches may be sent meanwhile */
  async #waitOut(wait: Wait): Promise<boolean> {
    while (this.#inFlight.size > 0) await this.#nextEnd()
    this.#sender.rest()
    if (this.isEnding() || this.#backoff.current !== wait) return false
    if (wait === this.#waitOfRows && (await this.#isTroubleOfRows())) return false
    if (this.isEnding() || this.#backoff.current !== wait) return false
    if (this.#nudge.signal.aborted) this.#nudge = new AbortController()
    // A listener of the status may end the run at once: the nudge must not be replaced after this.
    if (!this.#turn.isReported(wait)) this.#setState(this.#waiting(wait))
    const { clock, othersFrom } = this.#parts
    const others = (this.#turn.isShort ? null : othersFrom(isOfService(wait.reason))) ?? Infinity
    const left = this.#backoff.until - clock.now()
    // Of two whose waits are both over, as after the computer slept, neither gives way: each would for ever.
    if (left > 0 && others <= clock.now() && !this.isEnding()) return true
    const longest = Math.min(wait.reason === 'quota' ? recheckMs : Infinity, others - clock.now())
    await clock.sleep(Math.min(longest, left), this.#nudge.signal)
    // A clock that was set back meanwhile must not make the wait longer.
    const isOver = wait.reason !== 'quota' && longest >= left && !this.#nudge.signal.aborted
    this.#endWait(wait, isOver)
    return false
  }

  /**
   * True if an advert other than those of the waiting rows can be read, if no row showed that: then the others go on,
   * and this was a failed try of each.
   */
  async #isTroubleOfRows(): Promise<boolean> {
    const { onRow } = this.#parts
    const sender = this.#sender
    const unreported = this.#aside.takeUnreported()
    if (unreported.length === 0 || !(await sender.showsAnother(unreported, this.#signals.looking)))
      return false
    try {
      for (const { row, alone } of unreported) {
        if (sender.countTry({ row, alone }) < mostTries) continue
        sender.giveUp(row, alone)
        this.#aside.ended(row.id)
        this.#picker.ended(row)
        onRow()
      }
    } catch (error) {
      await this.#refusedBy(error)
    }
    this.#aside.shownAnother()
    this.#backoff.succeeded()
    this.#backoff.clear()
    return true
  }

  #endWait(wait: Wait, isOver: boolean): void {
    if (this.isEnding()) return
    const isCurrent = this.#backoff.current === wait
    if (isCurrent && !isOver && this.waitsUntil !== null && !this.#isOpen(wait)) return
    if (isCurrent) this.#backoff.clear()
    if (isCurrent && this.#aside.release()) this.#picker.restart()
    // Whether the turn has come, the next row shows.
    if (wait.reason !== 'team-turn') this.#setState({ state: 'running' })
  }

  /** True if the limits were raised meanwhile. */
  #isOpen({ reason }: Wait): boolean {
    return reason === 'quota' && this.#freeFor(['edit']) === null
  }

  #setState(status: BatchStatus): void {
    const { journal, batch } = this.#parts
    try {
      journal.tables.batches.setState(batch.seq, status, journal.now())
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

  /** Null if the status is written already by what ended the run. */
  #lastStatus(): BatchStatus | null {
    // The batch is another engine's now.
    if (this.#ending === 'cancel' || this.#refused === 'taken') return null
    if (this.#refused && this.#refused !== 'doubts') return this.#pausedBy(this.#refused)
    if (!this.#anyLeft()) return { state: 'finished' }
    if (this.#refused) return { state: 'paused', pauseReason: this.#refused }
    if (this.#ending === 'pause') return null
    // Rows that are left without an ending wait for an earlier row of their advert, which a person has to answer.
    if (this.#ending === null)
      return { state: 'paused', pauseReason: this.#aside.asks ? 'not-shown' : 'answers' }
    const wait = this.#backoff.current
    if (wait) return this.#waiting(wait)
    return { state: 'paused', pauseReason: 'restart' }
  }

  #waiting({ reason, who }: Wait): BatchStatus {
    const wakesAt = this.#backoff.until
    return { state: 'waiting', pauseReason: reason, wakesAt, ...(who !== undefined && { who }) }
  }

  #pausedBy(pauseReason: ForPerson): BatchStatus {
    const refusal = pauseReason === 'team' ? this.#teamRefusal : undefined
    return { state: 'paused', pauseReason, ...(refusal && { refusal }) }
  }

  #anyLeft(): boolean {
    const { journal, batch } = this.#parts
    const { planned, sending } = journal.tables.batches.counts(batch.seq)
    return planned + sending > 0
  }
}

const isForPerson = (reason: Halt['reason']): reason is ForPerson => forPerson.some((each) => each === reason)

/** True if a batch behind one that waits for this may get through: the trouble may be that of its rows. */
const isOfService = (reason: Wait['reason']): boolean => reason === 'service' || reason === 'offline'

const isTaken = (error: unknown): boolean => error instanceof Fault && error.code === 'engine-taken'
