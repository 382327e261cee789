import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertDays } from '#shared/demand/advert-days.ts'
import type { Priority } from '../http/call.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { daysBefore, type DaysTable } from './days-table.ts'
import type { DaySpan, DemandApi } from './demand-api.ts'

interface AskedAccount {
  readonly accountId: string
  readonly baseUrl: string
}

export interface DemandPorts {
  readonly table: DaysTable
  readonly api: () => Promise<Pick<DemandApi, 'days'>>
  /** The account that is shown. */
  readonly owner: () => Promise<string>
  /** The account and its service, to ask it. */
  readonly connection: () => Promise<AskedAccount>
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

/** How long the service's word that it tells nothing of views counts, in ms. */
const missingFor = 24 * 3_600_000

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

  /** Whether a service said within a day that it tells the account nothing of views. */
  async isMissing(): Promise<boolean> {
    return this.#saysNothing(await this.#ports.owner()) !== null
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
    if (this.#saysNothing(owner.accountId) === owner.baseUrl) throw new Fault('demand-missing')
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
  async #answerOf<Answer>(owner: AskedAccount, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask()
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#ports.table.hasAny(owner.accountId)) return null
      this.#ports.table.setMissing(owner.accountId, owner.baseUrl, timestamp(this.#ports.clock))
      throw new Fault('demand-missing', {}, { cause: error })
    }
  }

  /** The service that said so within a day; null if none did. */
  #saysNothing(accountId: string): string | null {
    const found = this.#ports.table.missing(accountId)
    const age = found ? this.#ports.clock.now() - Date.parse(found.at) : -1
    return found && age >= 0 && age < missingFor ? found.baseUrl : null
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
