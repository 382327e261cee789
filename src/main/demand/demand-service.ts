import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertDays } from '#shared/demand/advert-days.ts'
import type { Priority } from '../http/call.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { LookupOwner } from '../lookups/lookup-answers-table.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { daysBefore, type DaysTable } from './days-table.ts'
import type { DaySpan, DemandApi } from './demand-api.ts'

export interface DemandPorts {
  readonly table: DaysTable
  /** Which addresses the service said that it doesn't have for an account. */
  readonly missing: {
    isMissing(owner: LookupOwner, pattern: string, within: number): boolean
    setMissing(owner: LookupOwner, pattern: string): void
  }
  readonly api: () => Promise<Pick<DemandApi, 'days'>>
  /** The account that is shown. */
  readonly owner: () => Promise<string>
  /** The account and its service, to ask it. */
  readonly connection: () => Promise<LookupOwner>
  readonly clock: Clock
}

export interface ReadBounds {
  /** Days, that of today included. */
  readonly days: number
  readonly priority?: Priority
  readonly signal?: AbortSignal | undefined
  /** After each advert. */
  readonly onRead?: (autoId: number) => void
}

/** How long the service's word that it has no such address counts, in ms. */
const missingFor = 24 * 3_600_000
const pattern = '/auto/new/stat'

/** Views of the account's adverts and openings of their phones: what is saved, and what the service is asked for. */
export class DemandService {
  readonly #ports: DemandPorts

  constructor(ports: DemandPorts) {
    this.#ports = ports
  }

  /** What is known of these adverts for so many days up to today; an advert that was never asked about is absent. */
  async known(ids: readonly number[], days: number): Promise<Map<number, AdvertDays>> {
    return this.#ports.table.find(await this.#ports.owner(), ids, daysBefore(this.#today(), days - 1))
  }

  /**
   * Asks about the adverts in turn, a call for each: their days reach back to those that are known, so that none between is unknown.
   * @returns ids of adverts of which the service says that it has none such
   * @throws Fault `demand-missing` if the service tells nothing of views, ServiceError, Fault `quota`; what was read is kept
   */
  async read(
    ids: readonly number[],
    { days, priority = 'interactive', signal, onRead }: ReadBounds,
  ): Promise<number[]> {
    const owner = await this.#ports.connection()
    if (this.#ports.missing.isMissing(owner, pattern, missingFor)) throw new Fault('demand-missing')
    const api = await this.#ports.api()
    const unknown: number[] = []
    for (const id of ids) {
      signal?.throwIfAborted()
      const span = this.#spanOf(owner.accountId, id, days)
      const found = await this.#answerOf(owner, () => api.days(id, span, priority, signal))
      if (found) this.#ports.table.save(owner.accountId, id, span, found, timestamp(this.#ports.clock))
      else unknown.push(id)
      onRead?.(id)
    }
    return unknown
  }

  /** Null if the service has no such advert: it answered about others. */
  async #answerOf<Answer>(owner: LookupOwner, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask()
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#ports.table.hasAny(owner.accountId)) return null
      this.#ports.missing.setMissing(owner, pattern)
      throw new Fault('demand-missing', {}, { cause: error })
    }
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
