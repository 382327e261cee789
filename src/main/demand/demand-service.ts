import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertDays } from '#shared/demand/advert-days.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { daysBefore, type DaysTable } from './days-table.ts'
import type { DaySpan, DemandApi, ReadCalls } from './demand-api.ts'
import type { AskedAccount, Demanded, MissingTable } from './missing-table.ts'

export interface DemandPorts {
  readonly table: DaysTable
  readonly missing: MissingTable
  readonly api: () => Promise<DemandApi>
  /** A live advert of the account beside this one; null if none is known. */
  readonly otherAdvert: (id: number) => Promise<number | null>
  /** The account that is shown. */
  readonly owner: () => Promise<string>
  /** The account and its service, to ask it. */
  readonly connection: () => Promise<AskedAccount>
  readonly clock: Clock
}

export interface ReadBounds {
  /** Days, that of today included. */
  readonly days: number
  readonly signal?: AbortSignal | undefined
  /** After each advert. */
  readonly onRead?: (autoId: number) => void
}

/** What buyers do with the account's adverts: what is saved of it, and what the service is asked for. */
export class DemandService {
  readonly #ports: DemandPorts

  constructor(ports: DemandPorts) {
    this.#ports = ports
  }

  /** What is known of these adverts for so many days up to today; an advert that was never asked about is absent. */
  async known(ids: readonly number[], days: number): Promise<Map<number, AdvertDays>> {
    return this.#ports.table.find(await this.#ports.owner(), ids, daysBefore(this.#today(), days - 1))
  }

  /** Whether a service said within a day that it tells the account nothing of views. */
  async isMissing(): Promise<boolean> {
    return this.#ports.missing.of(await this.#ports.owner(), 'views') !== null
  }

  /**
   * Asks about the adverts in turn, a call for each: their days reach back to those that are known, so that none between is unknown.
   * @returns ids of adverts of which the service says that it has none such
   * @throws Fault `demand-missing` if the service tells nothing of views, ServiceError, Fault `quota`; what was read is kept
   */
  async read(ids: readonly number[], { days, signal, onRead }: ReadBounds): Promise<number[]> {
    const owner = await this.#ports.connection()
    this.#refuseMissing(owner, 'views')
    const api = await this.#ports.api()
    const unknown: number[] = []
    for (const id of ids) {
      signal?.throwIfAborted()
      if (!(await this.#readOne(owner, api, id, { days, signal }))) unknown.push(id)
      onRead?.(id)
    }
    return unknown
  }

  /**
   * The calls of buyers since a day, `YYYY-MM-DD` in Kyiv, the newest first; nothing of them is saved.
   * @throws Fault `demand-missing` if the service tells nothing of calls, ServiceError, Fault `quota`
   */
  async calls(since: string, signal?: AbortSignal): Promise<ReadCalls> {
    const owner = await this.#ports.connection()
    this.#refuseMissing(owner, 'calls')
    const api = await this.#ports.api()
    const span = { from: since, to: this.#today() }
    const { calls, unreadable } = await this.#asked(owner, 'calls', () =>
      api.calls(span, { priority: 'interactive', signal }),
    )
    return {
      calls: calls.toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? 1 : -1)),
      unreadable,
    }
  }

  /** @returns false if the service has no such advert of the account */
  async #readOne(
    owner: AskedAccount,
    api: DemandApi,
    id: number,
    { days, signal }: Omit<ReadBounds, 'onRead'>,
  ): Promise<boolean> {
    const span = this.#spanOf(owner.accountId, id, days)
    const options = { priority: 'interactive', signal } as const
    try {
      const found = await api.days(id, span, options)
      this.#ports.table.save(owner.accountId, id, span, found, timestamp(this.#ports.clock))
      return true
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#ports.table.hasAny(owner.accountId)) return false
      // Either it has no such advert, or it tells of none: another one shows which.
      const other = await this.#ports.otherAdvert(id)
      if (other === null) return false
      await this.#asked(owner, 'views', () => api.days(other, { from: span.to, to: span.to }, options))
      return false
    }
  }

  /** @throws Fault `demand-missing` if the service says that it has no such address, which is remembered */
  async #asked<Answer>(owner: AskedAccount, what: Demanded, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      this.#ports.missing.set(owner, what)
      throw new Fault('demand-missing', { reason: what }, { cause: error })
    }
  }

  #refuseMissing({ accountId, baseUrl }: AskedAccount, what: Demanded): void {
    if (this.#ports.missing.of(accountId, what) === baseUrl)
      throw new Fault('demand-missing', { reason: what })
  }

  #spanOf(accountId: string, id: number, days: number): DaySpan {
    const to = this.#today()
    const from = daysBefore(to, days - 1)
    const known = this.#ports.table.reads(accountId, [id]).get(id)
    return { from: known && known.to < from ? known.to : from, to }
  }

  #today(): string {
    return serviceTime(this.#ports.clock.now()).slice(0, 10)
  }
}
