import type { Sent } from './sent.ts'
import type { Clock } from '../../system/clock.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import type { AdvertPort, KnownAdvert, LiveAdvert } from './advert-port.ts'
import { differsFromSeen, guardRow, stopRow } from './guard.ts'
import { keptPrice } from './kept-price.ts'
import type { Claim, Journal } from '../journal/journal.ts'
import {
  outcomeOfError,
  outcomeOfReply,
  passingTrouble,
  unprovenCreate,
  type Outcome,
  type RowTransition,
} from '../journal/outcome.ts'
import { keepsPrice, lacksPrice } from '../../writes/edit-price.ts'
import type { DoneWrites } from '../journal/done-writes.ts'
import { OwnWrites, type OwnWrite, type Since } from '../journal/own-writes.ts'
import { freshFor, type TwoClocks } from '../journal/since-sent.ts'
import { mostTries, type TroubledRow } from './rows-aside.ts'
import { saysMissing, saysNotShown } from '../../http/service-error.ts'
import { asWritten } from './written-last.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import type { PermitAnswer, Permits } from './permits.ts'

/** Moments at which the crash tests end the process. */
export type EnginePoint = 'after-permit' | 'before-claim' | 'after-claim' | 'before-result' | 'after-result'

interface SenderParts {
  readonly journal: Journal
  readonly port: AdvertPort
  readonly accountId: string
  readonly clock: Clock
  readonly guard: 'live' | 'cached'
  readonly cached: (autoId: number) => KnownAdvert | null
  readonly doneWrites: Pick<DoneWrites, 'tell'>
  readonly isCancelled: () => boolean
  /** Null without a team. */
  readonly permits: Permits | null
  /**
   * Whether a person agreed that adverts which the service doesn't show are compared with what was written last, and
   * that those which it shows without an owner are the account's.
   */
  readonly sendsUnshown: () => boolean
  readonly onPoint?: ((point: EnginePoint) => void) | undefined
}

/** What ends a row early: the read of its advert may be aborted at any time, a write only when the app must quit. */
export interface SendSignals {
  readonly looking: AbortSignal
  readonly sending: AbortSignal
}

/** The journal could not be written: nothing may be sent until it can. */
export class JournalRefused extends Error {
  /** Commits the result that is known already; null if nothing was sent. */
  readonly finishLater: (() => void) | null

  constructor(cause: unknown, finishLater: (() => void) | null) {
    super('journal refused', { cause })
    this.finishLater = finishLater
  }
}

/** The computer slept, or the process stood still, between the team's permit and the write. */
const tooLate: Outcome = {
  kind: 'unsent',
  error: { code: 'cancelled', detail: null, status: null, answer: null },
  halt: null,
}

/** Nothing was sent, and the row stays planned. */
const notSent: Sent = { transition: null, sent: false, halt: null }

/** The service doesn't show the advert, or not whose it is: nothing is sent before a person agreed. */
const askPerson: Sent = { ...notSent, halt: { reason: 'not-shown', retryAfterMs: null, until: null } }

/** So often a row looks again because another desk wrote its advert meanwhile; then it waits for its turn. */
const mostLooks = 3

/** Without a team every row may be sent. */
const always: PermitAnswer = { kind: 'granted', isLate: () => false }

/** Sends one row: guard, permit of the team, claim, write, result, in this order and no other. */
export class RowSender {
  readonly #parts: SenderParts
  readonly #ownWrites: OwnWrites

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#ownWrites = new OwnWrites(parts.journal.db)
  }

  /** @throws JournalRefused if a claim (then nothing was sent) or a result could not be committed */
  async send(row: SendableRow, { looking, sending }: SendSignals): Promise<Sent> {
    // Asked before the read as well, which a row that may not be sent doesn't need.
    const refused = this.#refuse(row)
    if (refused) return refused
    for (let looks = 1; looks <= mostLooks; looks += 1) {
      const seen = this.#parts.permits?.seen() ?? 0
      const guarded = await this.#guard(row, looking)
      if ('transition' in guarded) return guarded
      if (looking.aborted) return notSent
      const permit = (await this.#parts.permits?.ask(row, guarded, seen)) ?? always
      if (permit.kind === 'moved') continue
      if (permit.kind === 'halt') return { ...notSent, halt: permit.halt }
      if (permit.kind === 'refused') return this.#sentElsewhere(row, permit.detail)
      this.#parts.onPoint?.('after-permit')
      return this.#sendPermitted(row, guarded, permit.isLate, { looking, sending })
    }
    return notSent
  }

  async #sendPermitted(
    row: SendableRow,
    write: AdvertWrite,
    isLate: () => boolean,
    { looking, sending }: SendSignals,
  ): Promise<Sent> {
    const claim = this.#claimed(row, write, looking)
    if ('transition' in claim) return claim
    const outcome = isLate() ? tooLate : await this.#write(claim, sending)
    const transition = this.#finish(claim, outcome)
    return { transition, sent: outcome.kind !== 'unsent', halt: 'halt' in outcome ? outcome.halt : null }
  }

  /** The claim; or what became of the row instead, and then its permit is free: nobody else can know that it was not used. */
  #claimed(row: SendableRow, write: AdvertWrite, looking: AbortSignal): Claim | Sent {
    let claim: Claim | 'altered' | null = null
    try {
      const stopped = looking.aborted ? notSent : this.#refuse(row)
      if (stopped) return stopped
      claim = this.#claim(row, write)
      return claim === 'altered'
        ? this.#stop(row, stopRow('failed', row, 'payload-altered'))
        : (claim ?? notSent)
    } finally {
      if (claim === null || claim === 'altered') this.#parts.permits?.unsent(row)
    }
  }

  /** A create that another desk sends or sent is not sent here; over an edit of another desk a person decides. */
  #sentElsewhere(row: SendableRow, detail: string): Sent {
    const state = row.write.operation === 'create' ? 'failed' : 'conflict'
    return this.#stop(row, stopRow(state, row, 'sent-elsewhere', detail))
  }

  /** Stops a row of a stock file that the journal would not let be sent: a newer file came, or its key has another advert. */
  #refuse(row: SendableRow): Sent | null {
    const code = this.#journalled(() => this.#parts.journal.links.refusalOf(row.id), null)
    if (code === null) return null
    return this.#stop(row, stopRow(code === 'newer-file' ? 'skipped' : 'failed', row, code))
  }

  /** The write to send if the row may be sent. */
  async #guard(row: SendableRow, signal: AbortSignal): Promise<Sent | AdvertWrite> {
    if (row.write.operation === 'create') return row.write
    const { operation, payload } = row.write
    if (lacksPrice(operation, payload) && !keepsPrice(operation, payload, row.before))
      return this.#stop(row, stopRow('failed', row, 'price-required'))
    const autoId = payload.auto_id
    const newer = this.#ownWrites.newerBatch(this.#parts.accountId, autoId, row.id)
    if (newer !== null) return this.#stop(row, stopRow('conflict', row, 'newer-batch', newer))
    const elsewhere = this.#unseenWrite(row, autoId)
    if (elsewhere !== null) return this.#sentElsewhere(row, `${elsewhere.name}, ${elsewhere.at}`)
    const cached = this.#parts.cached(autoId)
    if (this.#parts.guard === 'live') return this.#guardLive(row, autoId, cached, signal)
    const foreign = typeof cached?.userId === 'number' && cached.userId !== this.#parts.port.userId
    if (foreign) return this.#stop(row, stopRow('failed', row, 'guard-owner'))
    const values = { ...this.#ownWrites.values(this.#parts.accountId, autoId), ...cached?.values }
    return this.#priced(row, asWritten(autoId, this.#parts.port.userId, values), [])
  }

  /**
   * What another desk wrote and this row's person can't have seen: it came after the row was planned, or the row shows another
   * value than it wrote. For a while a read may show the values before it, so that the live advert doesn't tell.
   */
  #unseenWrite(row: SendableRow, autoId: number): { readonly name: string; readonly at: string } | null {
    const { journal, accountId } = this.#parts
    const newer = journal.team.newerWrite(accountId, autoId, row.id)
    if (newer || row.overwrite) return newer
    const fresh = journal.team.writesSince(accountId, autoId, this.#ago(freshFor).from, row.id)
    // The last value of each field is the one that counts.
    const written = Object.fromEntries(fresh.toReversed().flatMap(({ payload }) => Object.entries(payload)))
    return differsFromSeen(row, written) ? (fresh[0] ?? null) : null
  }

  /** The write with its price: an edit that names none keeps the one that the advert has. */
  #priced(row: SendableRow, live: LiveAdvert, fresh: readonly OwnWrite[]): Sent | AdvertWrite {
    const { write, before } = row
    if (write.operation !== 'edit' || !keepsPrice('edit', write.payload, before)) return write
    const last = this.#ownWrites.values(this.#parts.accountId, write.payload.auto_id)
    const price = keptPrice(live, write.payload.currency_id, { last, fresh }) ?? Number(before.price)
    if (price <= 0) return this.#stop(row, stopRow('failed', row, 'price-required'))
    return { operation: 'edit', payload: { ...write.payload, price } }
  }

  /** The record of a new vehicle names no owner: what the cache and a person say counts then. */
  async #guardLive(
    row: SendableRow,
    autoId: number,
    cached: KnownAdvert | null,
    signal: AbortSignal,
  ): Promise<Sent | AdvertWrite> {
    const { port, accountId } = this.#parts
    try {
      const live = await port.readAdvert(autoId, signal)
      const userId = live.userId ?? cached?.userId ?? null
      if (userId === null && !this.#parts.sendsUnshown()) return askPerson
      const fresh = this.#ownWrites.freshWrites(accountId, autoId, this.#ago(freshFor), row.id)
      const owned = { ...live, userId: userId ?? port.userId }
      const transition = guardRow(row, owned, { userId: port.userId, cached, fresh })
      if (transition) return this.#stop(row, transition)
      if (userId === null) this.#recordLook(row, 'owner-not-shown')
      return this.#priced(row, live, fresh)
    } catch (error) {
      if (saysNotShown(error)) return this.#guardUnshown(row, autoId, cached)
      return this.#unguarded(row, error)
    }
  }

  /**
   * The service shows the advert at no address and does not say that it is gone: once a person agreed, it is compared with
   * what this app wrote last.
   */
  #guardUnshown(row: SendableRow, autoId: number, cached: KnownAdvert | null): Sent | AdvertWrite {
    const { accountId, port, sendsUnshown } = this.#parts
    if (!sendsUnshown()) return askPerson
    const written = this.#ownWrites.values(accountId, autoId)
    const known = Object.keys(written).length > 0
    if (!known && !row.overwrite) return this.#stop(row, stopRow('conflict', row, 'not-shown'))
    const live = asWritten(autoId, port.userId, written)
    const transition = guardRow(row, live, { userId: port.userId, cached, fresh: [] })
    if (transition) return this.#stop(row, transition)
    this.#recordLook(row, 'not-shown')
    return this.#priced(row, live, [])
  }

  /** What a person agreed to is kept with the row. */
  #recordLook(row: SendableRow, code: 'not-shown' | 'owner-not-shown'): void {
    const { journal } = this.#parts
    this.#journalled(() => journal.attempts.recordLook(row.id, code, '{}', journal.now()), null)
  }

  /**
   * A failed read proves nothing about the advert: the row waits, unless the service's answer is about the advert. If the
   * service itself says that it has no such advert, the row ends at once: a row that waits would hold others.
   */
  #unguarded(row: SendableRow, error: unknown): Sent {
    if (error instanceof JournalRefused) throw error
    const outcome = outcomeOfError(error)
    const halt = 'halt' in outcome ? outcome.halt : null
    if (halt) return { ...notSent, halt }
    const code = error instanceof Fault ? error.code : 'internal'
    if (code === 'cancelled') return notSent
    const passing = passingTrouble(error)
    if (passing)
      return {
        ...notSent,
        halt: passing,
        alone: stopRow('failed', row, code === 'not-found' ? 'server' : code),
      }
    return this.#stop(row, stopRow('failed', row, saysMissing(error) ? 'advert-gone' : code))
  }

  /**
   * Whether the service answers about an advert of the account other than those of these rows. If there is none, its list
   * of adverts has to do.
   */
  async showsAnother(rows: readonly TroubledRow[], signal: AbortSignal): Promise<boolean> {
    const { port, clock } = this.#parts
    const but = new Set(rows.map(({ row }) => row.autoId))
    try {
      const own = (await port.findOwn?.(signal)) ?? null
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
    return this.#journalled(() => {
      const before = journal.attempts.failedTries(row.id)
      // A row that was given up begins again when a person plans it again.
      const tries = before >= mostTries ? 1 : before + 1
      const code = alone.error?.code ?? null
      journal.attempts.recordLook(row.id, code, JSON.stringify({ tries }), journal.now())
      return tries
    }, null)
  }

  /** Ends a row whose trouble turned out to be its own. @throws JournalRefused */
  giveUp(row: SendableRow, alone: RowTransition): Sent {
    return this.#stop(row, alone)
  }

  #ago(ms: number): Since {
    const { now, serviceNow } = this.#clocks()
    return {
      from: new Date(now - ms).toISOString(),
      serviceFrom: serviceNow === null ? null : new Date(serviceNow - ms).toISOString(),
    }
  }

  #clocks(): TwoClocks {
    const { clock, port } = this.#parts
    return { now: clock.now(), serviceNow: port.serviceNow?.() ?? null }
  }

  #stop(row: SendableRow, transition: RowTransition): Sent {
    const { journal } = this.#parts
    this.#journalled(() => journal.rows.move(row.id, 'planned', transition, journal.now()), null)
    return { ...notSent, transition }
  }

  #claim(row: SendableRow, sent: AdvertWrite): Claim | 'altered' | null {
    const { journal, port, onPoint } = this.#parts
    onPoint?.('before-claim')
    const claim = this.#journalled(
      () => journal.claim(row, port.userId, this.#clocks().serviceNow, sent),
      null,
    )
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
   * An id that another row has, or that the cache had before the answer, is not the id of a new advert: the create is
   * in doubt. Nothing is awaited until the result is journalled: of two such answers one at most counts.
   */
  #checkCreated({ row }: Claim, outcome: Outcome): Outcome {
    if (outcome.kind !== 'done' || outcome.createdId === null) return outcome
    const { journal, accountId, cached } = this.#parts
    const id = outcome.createdId
    const known =
      journal.rows.names(accountId, id, row.id) ||
      journal.links.keyOf(accountId, id) !== null ||
      cached(id) !== null
    return known ? unprovenCreate('id-not-new', outcome.createdId) : outcome
  }

  #finish(claim: Claim, answered: Outcome): RowTransition {
    const { journal, doneWrites, isCancelled, onPoint, permits } = this.#parts
    const finish = (): RowTransition => {
      const outcome = this.#checkCreated(claim, answered)
      const transition = journal.finish(claim, outcome, isCancelled())
      if (transition.state === 'done') doneWrites.tell(claim.row.id, claim.sent)
      permits?.ended(claim.row, transition, outcome.kind === 'done' ? outcome.createdId : null)
      return transition
    }
    onPoint?.('before-result')
    const transition = this.#journalled(finish, finish)
    onPoint?.('after-result')
    return transition
  }

  #journalled<Result>(work: () => Result, later: (() => void) | null): Result {
    try {
      return work()
    } catch (error) {
      throw new JournalRefused(error, later)
    }
  }
}
