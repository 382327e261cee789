import { z } from 'zod'
import type { AdvertCounts } from '../../src/sandbox/control/control-parts.ts'
import type { ClockChange, ClockState } from '../../src/sandbox/world/world-clock.ts'
import { advertCountsSchema } from '../../src/sandbox/control/control-parts.ts'
import { clockSchema } from '../../src/sandbox/control/control-routes.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { ledgerEntrySchema, type LedgerEntry } from '../../src/sandbox/control/ledger.ts'
import type { ModesChange, ModeSettings } from '../../src/sandbox/control/modes.ts'
import type { QuirkName } from '../../src/sandbox/control/quirks.ts'
import { orderSchema, type Order, type OrderChange } from '../../src/sandbox/orders/order.ts'
import { vehicleFactsSchema, type VehicleFacts } from '../../src/sandbox/vehicles/vehicle.ts'

export type { FaultRule, LedgerEntry, Order, OrderChange, QuirkName, VehicleFacts }

/** The client of a sandbox's control address. Every method rejects if the sandbox refuses. */
export class SandboxControl {
  readonly #baseUrl: string
  readonly #token: string

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl
    this.#token = token
  }

  /** Returns the number of the fault. */
  async addFault(rule: FaultRule): Promise<number> {
    return z.object({ id: z.int() }).parse(await this.#request('POST', 'faults', rule)).id
  }

  async clearFaults(): Promise<void> {
    await this.#request('DELETE', 'faults')
  }

  /** Turns these quirks on and all others off. */
  async setQuirks(on: readonly QuirkName[]): Promise<void> {
    await this.#request('POST', 'quirks', { on })
  }

  async modes(): Promise<ModeSettings> {
    return z.custom<ModeSettings>().parse(await this.#request('GET', 'modes'))
  }

  /** Changes these modes. That new vehicles move resets the sandbox: their adverts have other ids then. */
  async setModes(change: ModesChange): Promise<void> {
    await this.#request('POST', 'modes', change)
  }

  /** Every write request received since the start or the last reset, oldest first. */
  async ledger(): Promise<LedgerEntry[]> {
    return z.array(ledgerEntrySchema).parse(await this.#request('GET', 'ledger'))
  }

  /** Requests by `METHOD /path`. */
  async requests(): Promise<Record<string, number>> {
    return z.record(z.string(), z.int()).parse(await this.#request('GET', 'requests'))
  }

  async clearRequests(): Promise<void> {
    await this.#request('DELETE', 'requests')
  }

  /** The stored facts of the advert, deleted or not; undefined if there never was one with this id. */
  async advert(id: number): Promise<VehicleFacts | undefined> {
    const facts = await this.#request('GET', `adverts/${id}`)
    return facts === undefined ? undefined : vehicleFactsSchema.parse(facts)
  }

  async counts(): Promise<AdvertCounts> {
    return advertCountsSchema.parse(await this.#request('GET', 'adverts'))
  }

  /** Changes the order with that order_id, or adds one; fields that are not given are copied from it or from the newest. */
  async putOrder(change: OrderChange): Promise<Order> {
    return orderSchema.parse(await this.#request('POST', 'orders', change))
  }

  /** Takes the order out of the service's list, and answers it as it was. */
  async removeOrder(id: number): Promise<Order> {
    return orderSchema.parse(await this.#request('DELETE', `orders/${id}`))
  }

  async clock(): Promise<ClockState> {
    return clockSchema.parse(await this.#request('GET', 'clock'))
  }

  /** Lets time pass in a live world. */
  async passTime(change: ClockChange): Promise<ClockState> {
    return clockSchema.parse(await this.#request('POST', 'clock', change))
  }

  /** Forgets what was written, the ledger, the faults and the request counts; key and user stay. */
  async reset(): Promise<void> {
    await this.#request('POST', 'reset')
  }

  async #request(method: string, path: string, body?: unknown): Promise<unknown> {
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
