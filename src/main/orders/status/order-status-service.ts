import { Fault } from '#shared/bridge/failure.ts'
import type { StatusChange, StatusResult, StatusWriteEnd } from '#shared/orders/order-status.ts'
import { timestamp } from '../../system/clock.ts'
import { isOtherwise, judgeStatus } from './settle-status.ts'
import { endOfAnswer, endOfError, type StatusEnd } from './status-end.ts'
import type { OrderStatusTable } from '../../batch/journal/order-status-table.ts'
import type { Batches } from '../../batch/open-batches.ts'
import type { Context } from '../../context/context.ts'
import { type AskedAccount, MissingTable } from '../../service/missing-table.ts'
import type { Team } from '../../team/team.ts'
import { type OrdersService, showOrders } from '../orders-service.ts'
import { statusWords } from '../status-words.ts'
import type { StatusReading, StatusWrite } from './status-reading.ts'
import { StatusTurn } from './status-turn.ts'
import { causeOf, unsent, whyUnsent, type Tried } from './tried-status.ts'

interface AskOptions {
  readonly signal?: AbortSignal
  /** Account whose orders the dealer saw: another account's are neither set nor checked. */
  readonly accountId?: string
}

/** So many in a row that are in doubt mean that the service is out of order. */
const maxDoubtsInARow = 3

/**
 * Sets statuses of orders: what the dealer saw is compared with the service, each is claimed in the journal, sent once,
 * and read again. A doubt stays until a reading settles it, and is never sent again by itself.
 */
export class OrderStatusService {
  readonly #context: Context
  readonly #orders: OrdersService
  readonly #batches: Batches
  readonly #team: Team
  readonly #missing: MissingTable
  #last: Promise<unknown> = Promise.resolve()
  #isEnding = false
  #stopping = new AbortController()

  constructor(context: Context, orders: OrdersService, batches: Batches, team: Team) {
    this.#context = context
    this.#orders = orders
    this.#batches = batches
    this.#team = team
    this.#missing = new MissingTable(context.cache, context.clock)
  }

  /**
   * Sets these statuses, one after the other; each ends by its own cause. Two readings of the orders besides.
   * @returns what became of each, and after them what was in doubt before
   * @throws what keeps all of them from being sent: Fault `demand-missing`, `engine-locked`, `quota`, `order-status` (`try-one`,
   * `account-changed`, `team-turn`), `team`, ServiceError of the first reading
   */
  set(changes: readonly StatusChange[], { signal, accountId }: AskOptions = {}): Promise<StatusResult[]> {
    const stopped = AbortSignal.any([this.#stopping.signal, ...(signal ? [signal] : [])])
    return this.#inTurn((account) => this.#set(account, changes, stopped), accountId)
  }

  /** @throws Fault `demand-missing` if the service said within a day that it takes no status */
  async refuseIfMissing(): Promise<void> {
    this.#missing.refuse(await this.#context.accounts.connection(), 'order-status')
  }

  /** Sends no more of what is to be set now: it ends with what became of each, unless nothing was sent yet. */
  stop(): void {
    this.#stopping.abort()
    this.#stopping = new AbortController()
  }

  /**
   * Reads the orders, and settles by them what is in doubt.
   * @returns what was in doubt, as it is now
   * @throws as `set`
   */
  check({ signal, accountId: asked }: AskOptions = {}): Promise<StatusResult[]> {
    return this.#inTurn(async ({ accountId }) => {
      const journal = this.#journal()
      const open = journal.open(accountId)
      if (open.length === 0) return []
      const reading = await this.#orders.readStatuses(accountId, signal)
      const settled = open.map((write) => this.#settle(accountId, journal, write, reading))
      this.#ended(accountId)
      return settled
    }, asked)
  }

  /** Begins nothing more, and gives what was sent `graceMs` to be answered; then it is in doubt. */
  async close(graceMs = 10_000): Promise<void> {
    this.#isEnding = true
    const waited = new AbortController()
    const ended = this.#last.finally(() => waited.abort())
    await Promise.race([ended, this.#context.clock.sleep(graceMs, waited.signal)]).catch(() => undefined)
  }

  /** The journal, to be written. @throws Fault `engine-locked` and the like: nothing may be sent then */
  #journal(): OrderStatusTable {
    return this.#batches.recovery.ensureLock().tables.orderStatuses
  }

  /** Sends the status once. @returns whether the service says that it set it. @throws ServiceError, Fault */
  async #send(accountId: string, orderId: number, status: number): Promise<boolean> {
    return (await this.#context.client(accountId)).orders.setStatus(orderId, status)
  }

  /** Something was written to the journal, which is to be kept, and orders of the account may show something else. */
  #ended(accountId: string): void {
    this.#batches.backups.request()
    this.#context.forCurrent(accountId, () => showOrders(this.#context.publish, this.#orders))
  }

  #noteUnread(error: unknown): void {
    this.#context.log.warn('what a status that was set came to is not saved or not read', { error })
  }

  /** One run at a time: what the journal has as being sent at the beginning of one was left by an earlier process. */
  #inTurn<Result>(run: (account: AskedAccount) => Promise<Result>, asked?: string): Promise<Result> {
    const turn = this.#last.then(async () => {
      const account = await this.#context.accounts.connection()
      if (asked !== undefined && asked !== account.accountId)
        throw new Fault('order-status', { reason: 'account-changed' })
      return run(account)
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #set(
    account: AskedAccount,
    changes: readonly StatusChange[],
    signal: AbortSignal,
  ): Promise<StatusResult[]> {
    const { accountId } = account
    this.#missing.refuse(account, 'order-status')
    // One shows whether the service takes any.
    if (changes.length > 1 && !this.#journal().hasAnswered(accountId))
      throw new Fault('order-status', { reason: 'try-one' })
    const open = this.#journal().open(accountId)
    // Before the orders are read: what another desk of a team sets later is not among them.
    const turn = await StatusTurn.begin(await this.#team.orderTurn(accountId))
    try {
      const before = await this.#orders.readStatuses(accountId, signal)
      const settled = open.map((write) => this.#settle(accountId, this.#journal(), write, before))
      const tried = await this.#tryAll(accountId, changes, before, { signal, turn })
      const after = tried.some(({ write }) => write !== null) ? await this.#readAgain(accountId) : null
      const results = tried.map((each) => this.#result(account, each, after))
      this.#ended(accountId)
      return [...results, ...settled]
    } finally {
      await turn.end()
    }
  }

  async #tryAll(
    accountId: string,
    changes: readonly StatusChange[],
    reading: StatusReading,
    { signal, turn }: { readonly signal: AbortSignal; readonly turn: StatusTurn },
  ): Promise<Tried[]> {
    const tried: Tried[] = []
    let halted: StatusEnd | null = null
    let doubts = 0
    for (const change of changes) {
      const cancelled = signal.aborted || this.#isEnding
      const known: unknown = cancelled ? new Fault('cancelled') : halted && whyUnsent(halted)
      const error = known ?? (await turn.refusal())
      const each =
        error === null ? await this.#tryOne(accountId, change, reading) : unsent(change, error, true)
      // What was not sent says nothing of the service.
      if (each.write !== null) doubts = each.end.state === 'in-doubt' ? doubts + 1 : 0
      if (each.end.halts || doubts === maxDoubtsInARow) halted ??= each.end
      tried.push(each)
    }
    return tried
  }

  async #tryOne(accountId: string, change: StatusChange, reading: StatusReading): Promise<Tried> {
    const refused = this.#refusalOf(accountId, change, reading)
    if (refused) return unsent(change, refused)
    const own = this.#orders.ownStatuses
    const claimed = this.#claim(accountId, change)
    if ('end' in claimed) return claimed
    const { write, isKnown } = claimed
    const { orderId, after } = change
    own.expect(accountId, orderId, after)
    const answered = await this.#send(accountId, orderId, after).then(endOfAnswer, (error: unknown) =>
      endOfError(error, isKnown),
    )
    // That it was set is believed once the orders are read again: until then the journal has it open.
    if (answered.state === 'done') return { change, write, end: answered }
    if (answered.state !== 'in-doubt') own.expect(accountId, orderId, null)
    return {
      change,
      write,
      end: this.#kept(write, { ...answered, source: null, ...causeOf(answered.error) }),
    }
  }

  /** Nothing is sent without a claim: one that fails keeps the results of those before it. */
  #claim(accountId: string, change: StatusChange): Tried | { write: number; isKnown: boolean } {
    try {
      const journal = this.#journal()
      const isKnown = journal.hasAnswered(accountId)
      const write = journal.claim(accountId, change, timestamp(this.#context.clock))
      return write === null
        ? unsent(change, new Fault('order-status', { reason: 'open' }))
        : { write, isKnown }
    } catch (error) {
      return unsent(change, error, true)
    }
  }

  /** Keeps how a write ended; if the journal can't, the write stays open in it, and so it is in doubt. */
  #kept(write: number, end: StatusEnd & StatusWriteEnd): StatusEnd {
    try {
      this.#journal().end(write, end, timestamp(this.#context.clock))
      return end
    } catch (error) {
      return { state: 'in-doubt', error, halts: true, missing: false }
    }
  }

  /** Why the change is not what the dealer saw any more; null if it is. */
  #refusalOf(
    accountId: string,
    { orderId, before, after }: StatusChange,
    { statuses }: StatusReading,
  ): Fault | null {
    const now = statuses.get(orderId)
    if (now === undefined) return new Fault('order-status', { reason: 'not-listed' })
    const status = this.#nameOf(accountId, now)
    if (now === after) return new Fault('order-status', { reason: 'same', status })
    return now === before ? null : new Fault('order-status', { reason: 'moved', status })
  }

  /** A name that can't be read keeps nothing of what became of the orders: the number says it, too. */
  #nameOf(accountId: string, status: number | null): string {
    try {
      return statusWords(this.#orders.statusName(accountId, status))
    } catch {
      return String(status ?? '')
    }
  }

  /** If it can't be kept that the service takes no status, it is asked again before a day is over. */
  #noteMissing(account: AskedAccount): void {
    try {
      this.#missing.set(account, 'order-status')
    } catch (error) {
      this.#noteUnread(error)
    }
  }

  /** A reading that fails leaves what is in doubt so. */
  async #readAgain(accountId: string): Promise<StatusReading | null> {
    try {
      return await this.#orders.readStatuses(accountId)
    } catch (error) {
      this.#noteUnread(error)
      return null
    }
  }

  /** The result, by what the orders showed afterwards. */
  #result(account: AskedAccount, { change, write, end }: Tried, after: StatusReading | null): StatusResult {
    const { words } = this.#context
    const shown = after?.statuses.get(change.orderId) ?? null
    const result = { ...change, shown, earlier: false }
    if (write !== null && end.state === 'done') {
      const kept = this.#confirmed(account, write, change, after)
      return { ...result, state: kept.state, failure: kept.error === null ? null : words(kept.error) }
    }
    if (write === null || end.state === 'failed' || after === null)
      return { ...result, state: end.state, failure: end.error === null ? null : words(end.error) }
    const isDone = end.state === 'in-doubt' && shown === change.after
    // What a service that never set a status answers with a page for people, it doesn't have.
    const isMissing = end.missing && !isDone && shown === change.before
    if (isMissing) {
      this.#noteMissing(account)
      this.#orders.ownStatuses.expect(account.accountId, change.orderId, null)
    }
    const error = isMissing ? new Fault('demand-missing', { reason: 'order-status' }) : end.error
    if (end.state !== 'in-doubt' || !(isDone || isMissing))
      return { ...result, state: isMissing ? 'failed' : end.state, failure: words(error) }
    const outcome = isDone ? { ...doneByRun, error: null } : { ...missingByRead, error }
    const { state, error: cause } = this.#kept(write, { ...outcome, halts: false, missing: false })
    return { ...result, state, failure: cause === null ? null : words(cause) }
  }

  /**
   * Takes a status that the service calls set as done, unless the order still shows another status: a later reading
   * decides then.
   */
  #confirmed(
    { accountId }: AskedAccount,
    write: number,
    change: StatusChange,
    after: StatusReading | null,
  ): StatusEnd {
    const plain = { halts: false, missing: false }
    if (!isOtherwise(change, after)) return this.#kept(write, { ...doneByRun, ...plain, error: null })
    const status = this.#nameOf(accountId, after?.statuses.get(change.orderId) ?? null)
    const error = new Fault('order-status', { reason: 'unconfirmed', status })
    return this.#kept(write, { ...inDoubt, ...plain, code: error.code, error })
  }

  #settle(
    accountId: string,
    journal: OrderStatusTable,
    write: StatusWrite,
    reading: StatusReading,
  ): StatusResult {
    const { words, clock } = this.#context
    const { id, orderId, before, after } = write
    const shown = reading.statuses.get(orderId) ?? null
    const verdict = judgeStatus(write, reading, clock.now())
    // Whatever changes after this is somebody else's.
    if (verdict !== 'open') this.#orders.ownStatuses.expect(accountId, orderId, null)
    const status = this.#nameOf(accountId, shown)
    const result = { orderId, before, after, shown, earlier: true }
    if (verdict === 'done') {
      journal.end(id, doneByRead, timestamp(clock))
      return { ...result, state: 'done', failure: null }
    }
    const failure = words(new Fault('order-status', { reason: verdict, status }))
    const end = verdict === 'open' ? inDoubt : { ...failedByRead, code: verdict }
    journal.end(id, end, timestamp(clock))
    return { ...result, state: end.state, failure }
  }
}

const doneByRun = { state: 'done', source: 'response', code: null, status: null } as const
const doneByRead = { state: 'done', source: 'read', code: null, status: null } as const
const failedByRead = { state: 'failed', source: 'read', status: null } as const
const missingByRead = { ...failedByRead, code: 'demand-missing' } as const
const inDoubt = { state: 'in-doubt', source: null, code: null, status: null } as const
