import type { AdvertDays } from '#shared/demand/advert-days.ts'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { StockDays } from '#shared/demand/stock-days.ts'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import type { BackgroundReading } from '#shared/demand/demand-calls.ts'
import type { CallLimits } from '#shared/settings/quota-packages.ts'
import type { Priority } from '../http/call.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { daysBefore, type DaysTable } from './days-table.ts'
import type { DaySpan, DemandApi, ReadCalls } from './demand-api.ts'
import type { LiveAdverts } from './reading-order.ts'
import { ViewsQueue } from './views-queue.ts'
import { readsPerDay } from './views-reader.ts'
import type { AskedAccount, Demanded, MissingTable } from '../service/missing-table.ts'
import type { StockDaysTable } from './stock-days-table.ts'
import type { TotalsTable } from './totals-table.ts'

export interface DemandPorts {
  readonly table: DaysTable
  readonly stockDays: StockDaysTable
  readonly totals: TotalsTable
  readonly missing: MissingTable
  readonly api: (accountId: string) => Promise<DemandApi>
  /** The days of an advert were saved. */
  readonly onRead?: (accountId: string, id: number) => Promise<void>
  /** What was edited of an advert. */
  readonly edits: (accountId: string, id: number) => readonly AdvertEdit[]
  /** The live adverts of the account. */
  readonly live: () => Promise<LiveAdverts>
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

/** Ms for which an answer proves that the service tells of views. */
const answersFor = 3_600_000
/** Adverts that are looked up at once. */
const adverts = 1_000

/** What buyers do with the account's adverts: what is saved of it, and what the service is asked for. */
export class DemandService {
  readonly #ports: DemandPorts
  readonly #queue: ViewsQueue

  constructor(ports: DemandPorts) {
    this.#ports = ports
    this.#queue = new ViewsQueue(ports)
  }

  /** What is known of these adverts for so many days up to today; an advert that was never asked about is absent. */
  async known(ids: readonly number[], days: number): Promise<Map<number, AdvertDays>> {
    return this.#ports.table.find(await this.#ports.owner(), ids, daysBefore(this.#today(), days - 1))
  }

  /** What was edited of an advert of the account, and when: views may have changed by it. */
  async edits(id: number): Promise<AdvertEdit[]> {
    return [...this.#ports.edits(await this.#ports.owner(), id)]
  }

  /** The last so many days of all adverts of the account together; null if none of these is known of any. */
  async ofStock(days: number): Promise<StockDays | null> {
    const today = this.#today()
    return this.#ports.stockDays.between(await this.#ports.owner(), daysBefore(today, days - 1), today)
  }

  /** The totals of an advert as saved, and whether a service said within a day that it tells the account none. */
  async totals(id: number): Promise<{ readonly missing: boolean; readonly known: AdvertTotals | null }> {
    const owner = await this.#ports.owner()
    const { totals, missing } = this.#ports
    return { missing: missing.of(owner, 'totals') !== null, known: totals.of(owner, id) }
  }

  /**
   * Reads the totals of an advert of which the service tells no days, by one call; the first may take two.
   * @returns null if the service has no such advert of the account
   * @throws Fault `demand-missing` if it tells no totals at all, ServiceError, Fault `quota`
   */
  async readTotals(id: number, signal?: AbortSignal): Promise<AdvertTotals | null> {
    const owner = await this.#ports.connection()
    const { totals, missing } = this.#ports
    missing.refuse(owner, 'totals')
    const api = await this.#ports.api(owner.accountId)
    const options = { priority: 'interactive', signal } as const
    const found = await orNone(() => api.totals(id, options))
    if (found === null) {
      if (!totals.hasAny(owner.accountId))
        await this.#askOther(owner, 'totals', id, (other) => api.totals(other, options))
      return null
    }
    const known = { ...found, readAt: timestamp(this.#ports.clock) }
    totals.save(owner.accountId, id, known)
    return known
  }

  /** Whether a service said within a day that it tells the account nothing of views. */
  async isMissing(): Promise<boolean> {
    return this.#ports.missing.of(await this.#ports.owner(), 'views') !== null
  }

  /** Whether the views of any advert of the account are known. */
  async any(): Promise<boolean> {
    return this.#ports.table.hasAny(await this.#ports.owner())
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
    this.#ports.missing.refuse(owner, 'views')
    const api = await this.#ports.api(owner.accountId)
    const unknown: number[] = []
    for (const id of ids) {
      signal?.throwIfAborted()
      if (!(await this.#readOne(owner, api, id, { days, priority, signal }))) unknown.push(id)
      onRead?.(id)
    }
    return unknown
  }

  /**
   * Reads the advert that matters most of those that are due (`readingOrder`), as work in the background.
   * @returns false if none is due, or the service tells nothing of views
   * @throws as `read`
   */
  async readNext(days: number, signal: AbortSignal): Promise<boolean> {
    if (await this.isMissing()) return false
    const next = await this.#queue.next(await this.#ports.owner())
    if (next === null || signal.aborted) return false
    await this.read([next], { days, priority: 'background', signal })
    return true
  }

  /** When the views of any advert of the account were read last, ms since 1970; null if none ever were. */
  async lastRead(): Promise<number | null> {
    return this.#ports.table.lastRead(await this.#ports.owner())
  }

  /** What the reading in the background costs, and how far it is. */
  async background(limits: CallLimits): Promise<BackgroundReading> {
    const owner = await this.#ports.owner()
    const { length: live } = (await this.#ports.live()).byPrice
    const yesterday = new Date(this.#ports.clock.now() - 24 * 3_600_000).toISOString()
    return {
      missing: await this.isMissing(),
      live,
      perDay: Math.min(readsPerDay(limits), 2 * live),
      read: Math.min(live, this.#ports.table.countSince(owner, yesterday)),
    }
  }

  /**
   * The calls of buyers since a day, `YYYY-MM-DD` in Kyiv, the newest first; nothing of them is saved.
   * @throws Fault `demand-missing` if the service tells nothing of calls, ServiceError, Fault `quota`
   */
  async calls(since: string, signal?: AbortSignal): Promise<ReadCalls> {
    const owner = await this.#ports.connection()
    this.#ports.missing.refuse(owner, 'calls')
    const api = await this.#ports.api(owner.accountId)
    const span = { from: since, to: this.#today() }
    const { calls, unreadable } = await this.#ports.missing.ask(owner, 'calls', () =>
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
    { days, ...options }: Omit<ReadBounds, 'onRead'>,
  ): Promise<boolean> {
    const span = this.#spanOf(owner.accountId, id, days)
    try {
      const found = await api.days(id, span, options)
      this.#ports.table.save(owner.accountId, id, span, found, timestamp(this.#ports.clock))
      await this.#ports.onRead?.(owner.accountId, id)
      return true
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#mayTellNone(owner.accountId, id))
        await this.#askOther(owner, 'views', id, (other) =>
          api.days(other, { from: span.to, to: span.to }, options),
        )
      return false
    }
  }

  /** Whether that the service has no such advert may mean that it tells of none, or of none any more. */
  #mayTellNone(accountId: string, id: number): boolean {
    const { table, clock } = this.#ports
    const last = table.lastRead(accountId)
    return last === null || clock.now() - last >= answersFor || table.reads(accountId, [id]).size > 0
  }

  /** Either the service has no such advert, or it tells of none: another one shows which. @throws Fault `demand-missing` */
  async #askOther(
    owner: AskedAccount,
    what: Demanded,
    id: number,
    ask: (other: number) => Promise<unknown>,
  ): Promise<void> {
    const { byPrice } = await this.#ports.live()
    const others = byPrice.filter((each) => each !== id)
    const other = this.#answeredBefore(owner.accountId, others) ?? others[0]
    if (other !== undefined) await this.#ports.missing.ask(owner, what, () => ask(other))
  }

  /** The first of the adverts whose days were told once. */
  #answeredBefore(accountId: string, ids: Float64Array): number | undefined {
    for (let at = 0; at < ids.length; at += adverts) {
      const some = ids.subarray(at, at + adverts)
      const known = this.#ports.table.reads(accountId, [...some])
      const found = some.find((each) => known.has(each))
      if (found !== undefined) return found
    }
    return undefined
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

/** Null if the service says that it has no such address: others of the same kind were answered. */
async function orNone<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (saysNoSuchAddress(error)) return null
    throw error
  }
}
