import { Fault } from '#shared/bridge/failure.ts'
import { saysMissing, saysNotShown } from '../../http/service-error.ts'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { beginClaim, endClaim, type Claim } from '../journal/claims.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import {
  outcomeOfError,
  outcomeOfReply,
  teamHalt,
  unprovenCreate,
  type Outcome,
  type RowTransition,
} from '../journal/outcome.ts'
import { stopRow, JournalRefused, journalled, sentElsewhere, stopped, notSent, type Sent } from './guard.ts'
import type { Stretch } from './stretch.ts'
import type { PermitAnswer, Permits } from './permits.ts'
import { RowGuard } from './row-guard.ts'
import { mostTries, type TroubledRow } from './rows-aside.ts'

/** A row cleared to send, and the receiver of its result. */
interface Permitted {
  readonly permits: Permits | null
  readonly isLate: () => boolean
}

/**
 * Signals that end a row early: the read of its advert may be aborted at any time, a write only when the app must quit.
 */
export interface SendSignals {
  readonly looking: AbortSignal
  readonly sending: AbortSignal
}

/** The computer slept, or the process stood still, between the team's permit and the write; or the desk joined a team in between. */
const tooLate: Outcome = {
  kind: 'unsent',
  error: { code: 'cancelled', detail: null, status: null, answer: null },
  halt: null,
}

/** So often a row looks again because another desk wrote its advert meanwhile; then it waits for its turn. */
const mostLooks = 3

/** Sends one row: guard, permit of the team, claim, write, result, in this order and no other. */
export class RowSender {
  readonly #parts: Stretch
  readonly #guard: RowGuard
  /** Permits of the row that was begun last. */
  #permits: Permits | null = null

  constructor(parts: Stretch) {
    this.#parts = parts
    this.#guard = new RowGuard(parts)
  }

  /** @throws JournalRefused if a claim (then nothing was sent) or a result could not be committed */
  send(row: SendableRow, signals: SendSignals): Promise<Sent> {
    return this.#parts.tally.counting(() => this.#send(row, signals))
  }

  async #send(row: SendableRow, { looking, sending }: SendSignals): Promise<Sent> {
    // Asked before the read as well, which a row that may not be sent doesn't need.
    const refused = this.#refuse(row)
    if (refused) return refused
    const permits = await this.#findPermits()
    if (permits instanceof Fault) return { ...notSent, halt: teamHalt(permits) }
    const wait = (await permits?.begin()) ?? null
    if (wait) return { ...notSent, halt: wait }
    for (let looks = 1; looks <= mostLooks; looks += 1) {
      const seen = permits?.seen() ?? 0
      const guarded = await this.#guard.look(row, looking)
      if ('transition' in guarded) {
        if (!guarded.underWay || !permits || looks > 1) return guarded
        // By now the team's log may say what became of it.
        const halt = await permits.read()
        if (halt) return { ...notSent, halt }
        continue
      }
      if (looking.aborted) return notSent
      const permit = await this.#permit(permits, row, guarded, seen)
      if (permit.kind === 'moved' || permit.kind === 'refused') {
        // What was read of the team's log since may say better why the row ends.
        const ended = this.#refuse(row)
        if (ended) return ended
      }
      if (permit.kind === 'moved') continue
      if (permit.kind === 'halt') return { ...notSent, halt: permit.halt }
      if (permit.kind === 'refused') return sentElsewhere(this.#parts.journal, row, permit)
      return this.#sendPermitted({ permits, isLate: permit.isLate }, row, guarded, { looking, sending })
    }
    return notSent
  }

  /** Nothing is in flight: another desk of the team may send. */
  rest(): void {
    this.#permits?.rest()
  }

  /** The run is over. */
  leave(): void {
    this.#permits?.leave()
  }

  async #findPermits(): Promise<Permits | null | Fault> {
    try {
      return (this.#permits = await this.#parts.sharing.permits())
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }

  /** Without a team every row may be sent, unless the desk joins one meanwhile. */
  async #permit(
    permits: Permits | null,
    row: SendableRow,
    write: AdvertWrite,
    seen: number,
  ): Promise<PermitAnswer> {
    if (!permits) return { kind: 'granted', isLate: () => this.#parts.sharing.isShared() }
    try {
      return await permits.ask(row, write, seen)
    } catch (error) {
      throw new JournalRefused(error, null)
    }
  }

  async #sendPermitted(
    { permits, isLate }: Permitted,
    row: SendableRow,
    write: AdvertWrite,
    { looking, sending }: SendSignals,
  ): Promise<Sent> {
    const claim = this.#claimed(permits, row, write, looking)
    if ('transition' in claim) return claim
    const outcome = isLate() ? tooLate : await this.#write(claim, sending)
    const transition = this.#finish(permits, claim, outcome)
    return { transition, sent: outcome.kind !== 'unsent', halt: 'halt' in outcome ? outcome.halt : null }
  }

  /** The claim, or the row's result without one; then its permit is free, which only this desk knows. */
  #claimed(
    permits: Permits | null,
    row: SendableRow,
    write: AdvertWrite,
    looking: AbortSignal,
  ): Claim | Sent {
    let claim: Claim | 'altered' | null = null
    try {
      const refused = looking.aborted ? notSent : this.#refuse(row)
      if (refused) return refused
      claim = this.#claim(row, write)
      return claim === 'altered'
        ? stopped(this.#parts.journal, row, stopRow('failed', row, 'payload-altered'))
        : (claim ?? notSent)
    } finally {
      if (claim === null || claim === 'altered') permits?.unsent(row)
    }
  }

  /** Stops a row of a stock file that the journal would not let be sent: a newer file came, or its key has another advert. */
  #refuse(row: SendableRow): Sent | null {
    const code = journalled(() => this.#parts.journal.tables.links.refusalOf(row.id), null)
    if (code === null) return null
    return stopped(this.#parts.journal, row, stopRow(code === 'newer-file' ? 'skipped' : 'failed', row, code))
  }

  /**
   * True if the service answers about an advert of the account other than those of these rows. If there is none, its
   * list of adverts has to do.
   */
  showsAnother(rows: readonly TroubledRow[], signal: AbortSignal): Promise<boolean> {
    return this.#parts.tally.counting(() => this.#showsAnother(rows, signal))
  }

  async #showsAnother(rows: readonly TroubledRow[], signal: AbortSignal): Promise<boolean> {
    const { port, clock } = this.#parts
    const but = new Set(rows.map(({ row }) => row.autoId))
    try {
      const own = await port.findOwn(signal)
      const others = own?.filter((id) => !but.has(id)) ?? []
      // Another one each time: a single one may be broken itself.
      const other = others[Math.floor(clock.now()) % others.length]
      if (other !== undefined) await port.readAdvert(other, signal)
      return own !== null
    } catch (error) {
      return saysMissing(error) || saysNotShown(error)
    }
  }

  /**
   * Counts, in the journal, a try that failed though the service answered about other adverts.
   * @returns how many there were in succession, in this process or an earlier one. @throws JournalRefused
   */
  countTry({ row, alone }: TroubledRow): number {
    const { journal } = this.#parts
    return journalled(() => {
      const before = journal.tables.attempts.failedTries(row.id)
      // A row that was given up begins again when a person plans it again.
      const tries = before >= mostTries ? 1 : before + 1
      const code = alone.error?.code ?? null
      journal.tables.attempts.recordLook(row.id, code, JSON.stringify({ tries }), journal.now())
      return tries
    }, null)
  }

  /** Ends a row that was not sent, such as one whose trouble turned out to be its own. @throws JournalRefused */
  giveUp(row: SendableRow, alone: RowTransition): Sent {
    return stopped(this.#parts.journal, row, alone)
  }

  #claim(row: SendableRow, sent: AdvertWrite): Claim | 'altered' | null {
    const { journal, port, onPoint } = this.#parts
    onPoint?.('before-claim')
    const claim = journalled(() => beginClaim(journal, { row, sent }, port.serviceNow()), null)
    onPoint?.('after-claim')
    return claim
  }

  async #write({ sent }: Claim, signal: AbortSignal): Promise<Outcome> {
    try {
      return outcomeOfReply(sent, await this.#parts.port.write(sent, signal))
    } catch (error) {
      return outcomeOfError(error)
    }
  }

  /**
   * An id that another row has, or that the cache had before the answer, is no new advert's: the create is in doubt.
   * Nothing is awaited until the result is journalled: of two such answers one at most counts.
   */
  #checkCreated({ row }: Claim, outcome: Outcome): Outcome {
    if (outcome.kind !== 'done' || outcome.createdId === null) return outcome
    const { journal, batch, cached } = this.#parts
    const { accountId } = batch.source
    const id = outcome.createdId
    const known =
      journal.tables.writes.names(accountId, id, row.id) ||
      journal.tables.links.keyOf(accountId, id) !== null ||
      cached(accountId, id) !== null
    return known ? unprovenCreate('id-not-new', outcome.createdId) : outcome
  }

  #finish(permits: Permits | null, claim: Claim, answered: Outcome): RowTransition {
    const { journal, batch, doneWrites, onPoint, sharing, tally } = this.#parts
    const finish = (): RowTransition => {
      const outcome = this.#checkCreated(claim, answered)
      const transition = endClaim(
        journal,
        claim,
        outcome,
        journal.tables.batches.stateOf(batch.seq) === 'cancelled',
      )
      if (transition.state === 'done') tally.readingAfter(() => doneWrites.announce(claim.row.id, claim.sent))
      permits?.ended(claim.row, transition, outcome.kind === 'done' ? outcome.createdId : null)
      return transition
    }
    onPoint?.('before-result')
    const transition = journalled(finish, finish)
    onPoint?.('after-result')
    if (!permits && sharing.isShared()) sharing.report()
    return transition
  }
}
