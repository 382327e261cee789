import { m } from '#shared/i18n/generated/messages.js'
import { serviceTime } from '#shared/time/service-time.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { allStatuses } from '../service/order-status.ts'
import { UsageError } from './usage-error.ts'

const form = /^\d{4}-\d{2}-\d{2}$/

/** Reads a day of the calendar, `2026-11-01`, that has begun for the service. The parser throws UsageError. */
export function day(value: string): string {
  const date = new Date(`${value}T00:00:00Z`)
  if (!form.test(value) || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value)
    throw new UsageError(m.cli_orders_no_day({ value }))
  const today = serviceTime(Date.now()).slice(0, 10)
  if (value > today) throw new UsageError(m.cli_orders_future({ value, today }))
  return value
}

/**
 * The orders that were placed on this day or later and have this status, by its number or its name. The service's "all" is
 * no filter. Null if there is no such status. An order without a date is never left out by its date.
 */
export function chooseOrders<Each extends Order & { readonly statusName: string }>(
  orders: readonly Each[],
  { since, status }: { readonly since?: string | undefined; readonly status?: string | undefined },
  statuses: readonly OrderStatus[],
): Each[] | null {
  const later = orders.filter(({ created_at }) => !since || !created_at || created_at.slice(0, 10) >= since)
  if (status === undefined) return later
  const wanted = folded(status)
  const isWanted = ({ id, name }: OrderStatus): boolean => String(id) === wanted || folded(name) === wanted
  const known = [...statuses, ...orders.map(({ status: id, statusName: name }) => ({ id: id ?? -1, name }))]
  const ids = new Set(known.filter(isWanted).map(({ id }) => id))
  if (ids.size === 0) return null
  const hasAll = orders.some(({ status: id }) => id === allStatuses)
  if (ids.has(allStatuses) && !hasAll) return later
  return later.filter(({ status: id }) => id !== null && ids.has(id))
}

/** Status given by its number or its name; null if there is none, or it is the service's "all", which no order has. */
export function statusMeant(statuses: readonly OrderStatus[], word: string): number | null {
  const wanted = folded(word)
  const found = statuses.find(({ id, name }) => String(id) === wanted || folded(name) === wanted)
  return found === undefined || found.id === allStatuses ? null : found.id
}

const folded = (text: string): string => text.trim().toLocaleLowerCase()
