import type { AdvertDays } from '#shared/demand/advert-days.ts'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { StockDays } from '#shared/demand/stock-days.ts'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import type { BackgroundReading } from '#shared/demand/demand-calls.ts'
import type { CallLimits } from '#shared/settings/quota-packages.ts'
import type { Priority } from '../http/call.ts'
import { saysNoSuchAddress } from '../http/service-error.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { Context } from '../context/context.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { readable } from '../storage/readable.ts'
import { timestamp } from '../system/clock.ts'
import { daysBefore, DaysTable } from './days-table.ts'
import type { DaySpan, DemandApi, ReadCalls } from './demand-api.ts'
import type { LiveAdverts } from './reading-order.ts'
import { liveAdverts, ViewsQueue } from './views-queue.ts'
import { readsPerDay } from './views-pause.ts'
import { MissingTable, type AskedAccount, type Demanded } from '../service/missing-table.ts'
import { StockDaysTable } from './stock-days-table.ts'
import { TotalsTable } from './totals-table.ts'

export interface ReadBounds {
  /** Days, that of today included. */
  readonly days: number
  readonly priority?: Priority
  readonly signal?: AbortSignal | undefined
  /** After each advert. */
  readonly onRead?: (autoId: number) => void
}

/** Ms for which an answer proves that the service gives views. */
const answersFor = 3_600_000
/** Adverts that are looked up at once. */
const adverts = 1_000

/** Views and calls of the account's adverts: what is saved of them, and what the service is asked for. */
export class DemandService {
  readonly #context: Context
  readonly #inventory: InventoryService
  readonly #notes: ChangeNotes
  readonly #table: DaysTable
  readonly #totals: TotalsTable
  readonly #missing: MissingTable
  readonly #queue: ViewsQueue

  constructor(context: Context, inventory: InventoryService, notes: ChangeNotes) {
    const { cache, clock } = context
    this.#context = context
    this.#inventory = inventory
    this.#notes = notes
    this.#table = new DaysTable(cache)
    this.#totals = new TotalsTable(cache)
    this.#missing = new MissingTable(cache, clock)
    this.#queue = new ViewsQueue(this.#table, inventory, clock)
  }

  /** Known days of these adverts for so many days up to today; an advert that was never asked about is absent. */
  async known(ids: readonly number[], days: number): Promise<Map<number, AdvertDays>> {
    return this.#table.find(await this.#owner(), ids, daysBefore(this.#today(), days - 1))
  }

  /** Edits of an advert of the account, and when: views may have changed by it. */
  async edits(id: number): Promise<AdvertEdit[]> {
    const owner = await this.#owner()
    return readable(() => this.#context.journal.tables.writes.edits(owner, id), [])
  }

  /** The last so many days of all adverts of the account together; null if none of these is known of any. */
  async ofStock(days: number): Promise<StockDays | null> {
    const today = this.#today()
    return new StockDaysTable(this.#context.cache).between(
      await this.#owner(),
      daysBefore(today, days - 1),
      today,
    )
  }

  /** Saved totals of an advert, and whether a service said within a day that it gives the account none. */
  async totals(id: number): Promise<{ readonly missing: boolean; readonly known: AdvertTotals | null }> {
    const owner = await this.#owner()
    return { missing: this.#missing.of(owner, 'totals') !== null, known: this.#totals.of(owner, id) }
  }

  /**
   * Reads the totals of an advert without days, by one call; the first may take two.
   * @returns null if the service has no such advert of the account
   * @throws Fault `demand-missing` if it gives no totals at all, ServiceError, Fault `quota`
   */
  async readTotals(id: number, signal?: AbortSignal): Promise<AdvertTotals | null> {
    const owner = await this.#context.accounts.connection()
    this.#missing.refuse(owner, 'totals')
    const api = await this.#api(owner.accountId)
    const options = { priority: 'interactive', signal } as const
    const found = await orNone(() => api.totals(id, options))
    if (found === null) {
      if (!this.#totals.hasAny(owner.accountId))
        await this.#askOther(owner, 'totals', id, (other) => api.totals(other, options))
      return null
    }
    const known = { ...found, readAt: timestamp(this.#context.clock) }
    this.#totals.save(owner.accountId, id, known)
    return known
  }

  /** True if a service said within a day that it gives the account no views. */
  async isMissing(): Promise<boolean> {
    return this.#missing.of(await this.#owner(), 'views') !== null
  }

  /** True if the views of any advert of the account are known. */
  async any(): Promise<boolean> {
    return this.#table.hasAny(await this.#owner())
  }

  /**
   * Reads the adverts in turn, one call for each: their days reach back to the known ones, so that none between is
   * unknown.
   * @returns ids of adverts of which the service says that it has none such
   * @throws Fault `demand-missing` if the service gives no views, ServiceError, Fault `quota`; earlier results are kept
   */
  async read(
    ids: readonly number[],
    { days, priority = 'interactive', signal, onRead }: ReadBounds,
  ): Promise<number[]> {
    const owner = await this.#context.accounts.connection()
    this.#missing.refuse(owner, 'views')
    const api = await this.#api(owner.accountId)
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
   * @returns false if none is due, or the service gives no views
   * @throws as `read`
   */
  async readNext(days: number, signal: AbortSignal): Promise<boolean> {
    if (await this.isMissing()) return false
    const next = await this.#queue.next(await this.#owner())
    if (next === null || signal.aborted) return false
    await this.read([next], { days, priority: 'background', signal })
    return true
  }

  /** Time when the views of any advert of the account were read last, ms since 1970; null if none ever were. */
  async lastRead(): Promise<number | null> {
    return this.#table.lastRead(await this.#owner())
  }

  /** Cost of reading in the background, and its progress. */
  async background(limits: CallLimits): Promise<BackgroundReading> {
    const owner = await this.#owner()
    const { length: live } = (await this.#live()).byPrice
    const yesterday = new Date(this.#context.clock.now() - 24 * 3_600_000).toISOString()
    return {
      missing: await this.isMissing(),
      live,
      perDay: Math.min(readsPerDay(limits), 2 * live),
      read: Math.min(live, this.#table.countSince(owner, yesterday)),
    }
  }

  /**
   * The calls of buyers since a day, `YYYY-MM-DD` in Kyiv, the newest first; nothing of them is saved.
   * @throws Fault `demand-missing` if the service gives no calls, ServiceError, Fault `quota`
   */
  async calls(since: string, signal?: AbortSignal): Promise<ReadCalls> {
    const owner = await this.#context.accounts.connection()
    this.#missing.refuse(owner, 'calls')
    const api = await this.#api(owner.accountId)
    const span = { from: since, to: this.#today() }
    const { calls, unreadable } = await this.#missing.ask(owner, 'calls', () =>
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
      this.#table.save(owner.accountId, id, span, found, timestamp(this.#context.clock))
      await this.#noteRead(owner.accountId, id)
      return true
    } catch (error) {
      if (!saysNoSuchAddress(error)) throw error
      if (this.#mayReportNone(owner.accountId, id))
        await this.#askOther(owner, 'views', id, (other) =>
          api.days(other, { from: span.to, to: span.to }, options),
        )
      return false
    }
  }

  /** True if "no such advert" may mean that the service gives none, or none any more. */
  #mayReportNone(accountId: string, id: number): boolean {
    const last = this.#table.lastRead(accountId)
    if (last === null || this.#context.clock.now() - last >= answersFor) return true
    return this.#table.reads(accountId, [id]).size > 0
  }

  /**
   * Either the service has no such advert, or it gives none: another one shows which. @throws Fault `demand-missing`
   */
  async #askOther(
    owner: AskedAccount,
    what: Demanded,
    id: number,
    ask: (other: number) => Promise<unknown>,
  ): Promise<void> {
    const { byPrice } = await this.#live()
    const others = byPrice.filter((each) => each !== id)
    const other = this.#answeredBefore(owner.accountId, others) ?? others[0]
    if (other !== undefined) await this.#missing.ask(owner, what, () => ask(other))
  }

  /** The first of the adverts whose days were given once. */
  #answeredBefore(accountId: string, ids: Float64Array): number | undefined {
    for (let at = 0; at < ids.length; at += adverts) {
      const some = ids.subarray(at, at + adverts)
      const known = this.#table.reads(accountId, [...some])
      const found = some.find((each) => known.has(each))
      if (found !== undefined) return found
    }
    return undefined
  }

  #spanOf(accountId: string, id: number, days: number): DaySpan {
    const to = this.#today()
    const from = daysBefore(to, days - 1)
    const known = this.#table.reads(accountId, [id]).get(id)
    return { from: known && known.to < from ? known.to : from, to }
  }

  /** The account that is shown. */
  async #owner(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }

  async #api(accountId: string): Promise<DemandApi> {
    return (await this.#context.client(accountId)).demand
  }

  #live(): Promise<LiveAdverts> {
    return liveAdverts(this.#inventory)
  }

  /** The days of an advert were saved. */
  async #noteRead(accountId: string, id: number): Promise<void> {
    const owner = await this.#context.accounts.owner()
    if (owner.accountId === accountId) this.#notes.add(owner, this.#inventory.table.viewsRead(accountId, id))
  }

  #today(): string {
    return serviceTime(this.#context.clock.now()).slice(0, 10)
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
