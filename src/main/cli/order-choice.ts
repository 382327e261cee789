import { m } from '#shared/i18n/generated/messages.js'
import { readFilterValue } from '#shared/search/filter-value.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { Order, OrderStatus } from '../service/order.ts'
import { allStatuses } from '../service/order-status.ts'
import { statusWithName } from '../orders/status-words.ts'
import { UsageError } from './usage-error.ts'

/** Reads a day, `2026-11-01` or `01.11.2026`, that has begun for the service. The parser throws UsageError. */
export function day(value: string): string {
  const { value: read = '' } = readFilterValue('created_before', value)
  if (!/^[\d-]{10}$/.test(read)) throw new UsageError(m.cli_orders_no_day({ value }))
  const today = serviceTime(Date.now()).slice(0, 10)
  if (read > today) throw new UsageError(m.cli_orders_future({ value, today }))
  return read
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

/** Statuses as a person can give them: `0 new, 1 done`. */
export const namesOf = (statuses: readonly OrderStatus[]): string =>
  statuses.map(({ id, name }) => `${id} ${statusWithName(name)}`).join(', ')

const folded = (text: string): string => text.trim().toLocaleLowerCase()
