import { z } from 'zod'
import type { FaultRule } from './control/faults.ts'
import { ledgerEntrySchema, type LedgerEntry } from './control/ledger.ts'
import { orderSchema, type Order, type OrderChange } from './orders/orders.ts'
import type { QuirkName } from './control/quirks.ts'
import { vehicleFactsSchema, type VehicleFacts } from './vehicles/vehicle.ts'

export type { FaultRule, LedgerEntry, Order, OrderChange, QuirkName, VehicleFacts }

const countsSchema = z.object({ total: z.int(), own: z.int(), written: z.int(), deleted: z.int() })
export type AdvertCounts = z.infer<typeof countsSchema>

/** Steers a running sandbox by its control address. Every method rejects when the sandbox refuses. */
export class SandboxControl {
  readonly #baseUrl: string
  readonly #token: string

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl
    this.#token = token
  }

  /** Answers the number of the fault. */
  async addFault(rule: FaultRule): Promise<number> {
    return z.object({ id: z.int() }).parse(await this.#ask('POST', 'faults', rule)).id
  }

  async clearFaults(): Promise<void> {
    await this.#ask('DELETE', 'faults')
  }

  /** Plays these quirks and no others. */
  async setQuirks(on: readonly QuirkName[]): Promise<void> {
    await this.#ask('POST', 'quirks', { on })
  }

  /** Every write request received since the start or the last reset, oldest first. */
  async ledger(): Promise<LedgerEntry[]> {
    return z.array(ledgerEntrySchema).parse(await this.#ask('GET', 'ledger'))
  }

  /** Requests by `METHOD /path`. */
  async requests(): Promise<Record<string, number>> {
    return z.record(z.string(), z.int()).parse(await this.#ask('GET', 'requests'))
  }

  async clearRequests(): Promise<void> {
    await this.#ask('DELETE', 'requests')
  }

  /** What the sandbox really holds of the advert, deleted or not; undefined where it never was. */
  async advert(id: number): Promise<VehicleFacts | undefined> {
    const facts = await this.#ask('GET', `adverts/${id}`)
    return facts === undefined ? undefined : vehicleFactsSchema.parse(facts)
  }

  async counts(): Promise<AdvertCounts> {
    return countsSchema.parse(await this.#ask('GET', 'adverts'))
  }

  /** Changes the order with that order_id, or adds one; what is not said is taken from it or from the newest. */
  async putOrder(change: OrderChange): Promise<Order> {
    return orderSchema.parse(await this.#ask('POST', 'orders', change))
  }

  /** Forgets what was written, the ledger, the faults and the request counts; key and user stay. */
  async reset(): Promise<void> {
    await this.#ask('POST', 'reset')
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#baseUrl}/_control/${path}`, {
      method,
      headers: { 'x-control-token': this.#token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 404 && method === 'GET') return undefined
    if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${await response.text()}`)
    return response.json()
  }
}
