import { m } from '#shared/i18n/generated/messages.js'
import type { AppState } from '#shared/settings/app-calls.ts'
import { keptForOrders, quotaLeft } from '#shared/settings/quota-packages.ts'
import { formatNumber } from '../ui/format.ts'

interface RefreshCost {
  readonly adverts: number
  readonly isRest: boolean
}

/** A refresh that takes a larger share of what is left of the quota is asked about first. */
const smallShare = 0.1

const nearestLimit = ({ hour, month, hourLimit, monthLimit }: AppState['quota']) =>
  [
    { rest: quotaLeft(hourLimit, hour), say: m.app_refresh_of_hour },
    { rest: quotaLeft(monthLimit, month), say: m.app_refresh_of_month },
  ]
    .flatMap(({ rest, say }) => (rest ? [{ ...rest, say }] : []))
    .toSorted((one, other) => one.left - other.left)[0]

/**
 * Cost of a refresh, such as "Read 214 adverts again: 214 of the 1,000 calls that are left this hour." Adds that it
 * will wait if what is left is kept for orders.
 */
export function refreshWords({ adverts, isRest }: RefreshCost, quota: AppState['quota'] | undefined): string {
  const limit = quota && nearestLimit(quota)
  const what = (isRest ? m.app_refresh_rest : m.app_refresh_all)({ count: adverts })
  const calls = formatNumber(adverts)
  if (!limit) return `${what}.`
  const cost = `${what}: ${limit.say({ calls, left: formatNumber(limit.left) })}.`
  const waits = limit.left - keptForOrders(limit.limit) < adverts
  return waits ? `${cost} ${m.app_refresh_waits()}` : cost
}

/** True if a refresh takes so much of the quota that it is asked about first. */
export function isDear({ adverts }: RefreshCost, quota: AppState['quota'] | undefined): boolean {
  const limit = quota && nearestLimit(quota)
  return limit !== undefined && adverts > limit.left * smallShare
}
