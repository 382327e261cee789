import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type { Unread } from '#shared/bridge/unread.ts'
import type { CallRow, CallsState } from '#shared/demand/buyer-calls.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { BuyerCall } from '../../service/buyer-call.ts'
import type { Priority } from '../../http/call.ts'
import { ServiceError } from '../../http/service-error.ts'
import { timestamp, type Clock } from '../../system/clock.ts'
import { daysBefore } from '../days-table.ts'
import type { DaySpan, DemandApi } from '../demand-api.ts'
import type { AskedAccount, MissingTable } from '../../service/missing-table.ts'
import type { BuyerCallsTable } from './buyer-calls-table.ts'
import type { CallSeal } from './call-phones-table.ts'

export interface BuyerCallsPorts {
  readonly table: BuyerCallsTable
  readonly missing: MissingTable
  /** The service as this account reaches it, which another one may have followed as the one that is shown. */
  readonly api: (accountId: string) => Promise<DemandApi>
  /** The account that is shown. */
  readonly owner: () => Promise<string>
  /** The account and its service, to ask it. */
  readonly connection: () => Promise<AskedAccount>
  /** The key of buyers' data, and whether it is there until the app ends only. */
  readonly key: () => Promise<{ readonly seal: CallSeal; readonly session: unknown }>
  /** Moment before which callers are not kept, in the service's form of time; null = they are kept for good. */
  readonly forgetBefore: () => string | null
  readonly clock: Clock
  readonly words: (error: unknown) => Failure
  readonly onUnread: (fault: Fault) => void
  /** Calls of the account are others than before, and so many want a person. */
  readonly onChanged: (accountId: string, waiting: number) => void
}

/** Days of the first reading, and of each further one at least: one call to the service, however many they are. */
const firstDays = 30
const lastDays = 7
/** The service keeps no older ones. */
const mostDays = 90
/** Days for which an unanswered call needs a person. */
const waitDays = 7

/** The calls of buyers as saved, and how they are brought up to date. */
export class BuyerCallsService {
  readonly #ports: BuyerCallsPorts
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, Unread>()

  constructor(ports: BuyerCallsPorts) {
    this.#ports = ports
  }

  async list(): Promise<CallsState> {
    const { owner, table, missing, key } = this.#ports
    const accountId = await owner()
    const reading = table.reading(accountId)
    // Before anything was read no keychain is asked.
    const { seal, session } = reading ? await key() : { seal: null, session: null }
    return {
      calls: seal ? this.#rows(accountId, seal) : [],
      missing: missing.of(accountId, 'calls') !== null,
      readAt: reading?.readAt ?? null,
      failure: this.#failures.get(accountId) ?? null,
      unread: this.#unread.get(accountId) ?? null,
      session: session !== null,
    }
  }

  /** Number of calls that want a person; no keychain is asked. */
  async waiting(): Promise<number> {
    return this.#waiting(await this.#ports.owner()).size
  }

  /** Reports the list again: callers were removed, or another account is shown. */
  announce(): void {
    void this.#ports.owner().then(
      (accountId) => this.#changed(accountId),
      // Without an account there is nothing to bring up to date.
      () => undefined,
    )
  }

  /** Time when the calls of the account were read, ms since 1970; null if they never were. */
  async lastRead(): Promise<number | null> {
    const reading = this.#ports.table.reading(await this.#ports.owner())
    return reading && Date.parse(reading.readAt)
  }

  /** True if a service said within a day that it gives the account no calls. */
  async isMissing(): Promise<boolean> {
    return this.#ports.missing.of(await this.#ports.owner(), 'calls') !== null
  }

  /** Reads the calls; if that fails the state has what is saved, and the reason. @throws Fault `cancelled` */
  async refresh(signal?: AbortSignal): Promise<CallsState> {
    const accountId = await this.#ports.owner()
    try {
      await this.read('interactive', signal)
    } catch (error) {
      if (signal?.aborted) throw error
      // That the service has none is said by the state itself.
      const isMissing = error instanceof Fault && error.code === 'demand-missing'
      if (!isMissing) this.#failures.set(accountId, this.#ports.words(error))
    }
    return this.list()
  }

  /**
   * Reads and saves the calls since the last reading, by one call.
   * @throws Fault `demand-missing` if the service gives no calls, ServiceError, Fault `quota` or `cancelled`
   */
  async read(priority: Priority, signal?: AbortSignal): Promise<void> {
    const { connection, missing, api, table, key, clock, onUnread } = this.#ports
    const account = await connection()
    const { accountId } = account
    missing.refuse(account, 'calls')
    const service = await api(accountId)
    const span = this.#span(accountId)
    const answer = await missing.ask(account, 'calls', () => service.calls(span, { priority, signal }))
    const calls = answer.calls.filter(hasDate)
    const undated = answer.calls.filter((call) => !hasDate(call))
    const unreadable = [...answer.unreadable, ...undated.map(withoutDate)]
    const { seal } = await key()
    const phonesSince = [this.#ports.forgetBefore() ?? '', table.phones.erasedUntil()].toSorted().at(-1) ?? ''
    table.save(accountId, calls, { toDay: span.to, readAt: timestamp(clock), phonesSince }, seal)
    for (const fault of unreadable) onUnread(fault)
    const [first] = unreadable
    this.#unread.set(accountId, first ? { count: unreadable.length, first: this.#ports.words(first) } : null)
    this.#failures.delete(accountId)
    this.#changed(accountId)
  }

  /** Marks a call, and those before of the same person, as returned, or takes the mark away. */
  async markReturned(callId: number, returned: boolean): Promise<CallsState> {
    const accountId = await this.#ports.owner()
    this.#ports.table.markReturned(accountId, callId, returned ? timestamp(this.#ports.clock) : null)
    this.#changed(accountId)
    return this.list()
  }

  #rows(accountId: string, seal: CallSeal): CallRow[] {
    const { table, forgetBefore } = this.#ports
    const phones = table.phones.all(accountId, seal)
    const again = table.rangAgain(accountId, seal)
    const returned = table.returned(accountId)
    const answered = table.answered(accountId)
    const waiting = this.#waiting(accountId)
    const erased = table.phones.erasedUntil()
    const kept = forgetBefore() ?? ''
    const callerOf = (id: number, at: string): CallRow['caller'] => {
      if (phones.has(id)) return 'here'
      return at < kept ? 'forgotten' : at < erased ? 'erased' : 'locked'
    }
    return table.all(accountId).map(({ recorded, ...call }) => {
      const { caller: phone, shown, led, link } = phones.get(call.id) ?? hidden
      return {
        ...call,
        phone,
        shown,
        led,
        link,
        recorded: recorded === 1,
        caller: callerOf(call.id, call.at),
        others: again.get(call.id) ?? 0,
        answeredAt: answered.get(call.id) ?? '',
        returnedAt: returned.get(call.id) ?? null,
        waits: waiting.has(call.id),
      }
    })
  }

  /** From the day of the last reading on, whose calls still came then; a few days at least, which differ at the service. */
  #span(accountId: string): DaySpan {
    const to = serviceTime(this.#ports.clock.now()).slice(0, 10)
    const reading = this.#ports.table.reading(accountId)
    const since = reading?.toDay ?? daysBefore(to, firstDays - 1)
    const latest = daysBefore(to, lastDays - 1)
    const earliest = daysBefore(to, mostDays - 1)
    return { from: since > latest ? latest : since < earliest ? earliest : since, to }
  }

  #waiting(accountId: string): ReadonlySet<number> {
    const since = serviceTime(this.#ports.clock.now() - waitDays * 24 * 3_600_000)
    return this.#ports.table.waiting(accountId, since)
  }

  #changed(accountId: string): void {
    this.#ports.onChanged(accountId, this.#waiting(accountId).size)
  }
}

const hasDate = ({ date }: BuyerCall): boolean => /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(date ?? '')

/**
 * A call without its time, or with one in another form, belongs to no day: it is reported as left out, as one that
 * can't be read.
 */
const withoutDate = ({ date }: BuyerCall): ServiceError =>
  new ServiceError('unreadable', {
    sent: 'maybe',
    answered: true,
    reason: 'shape',
    path: 'date',
    value: date ?? '',
  })

const hidden = { caller: '', shown: '', led: '', link: '' }
