import type { Forecourt } from '../assemble.ts'
import type { Context } from '../context/context.ts'
import { followCalls } from '../demand/calls/follow-calls.ts'
import { followOrders, type FollowingEnvironment } from '../orders/follow-orders.ts'
import { followTeam } from '../team/follow-team.ts'
import { followViews } from '../demand/follow-views.ts'
import type { Events } from '#shared/bridge/calls.ts'
import type { Publish } from '../bridge/publish.ts'
import type { Clock } from '../system/clock.ts'
import { quotaOf } from './quota-state.ts'

/** Shortest time between two reports of the count to the window, in ms. */
const restMs = 250
/** Ms until it looks again at what the other desks of a team called. */
const teamRestMs = 60_000

/**
 * Reports the calls of the current account to the window: at once when one is counted or the account or the limits
 * change, then once per interval, the last count included. A count that can't be reported is logged; the next report
 * includes it.
 */
function followQuota(
  context: Context,
  { publish, clock }: { readonly publish: Publish<Events>; readonly clock: Clock },
): void {
  const { hub, accounts, log } = context
  let due = false
  let reporting = false
  let timer: NodeJS.Timeout | undefined
  const report = async (): Promise<void> => {
    due = true
    if (reporting) return
    reporting = true
    try {
      while (due) {
        due = false
        const quota = await quotaOf(context)
        publish('app:quota', quota)
        if (quota.whose !== 'own') followTeam()
        await clock.sleep(restMs)
      }
    } finally {
      reporting = false
    }
  }
  const followTeam = (): void => {
    clearTimeout(timer)
    timer = setTimeout(follow, teamRestMs).unref()
  }
  const follow = (): void =>
    void report().catch((error: unknown) => log.warn('the window was not told of its calls', { error }))
  hub.on('call-counted', ({ accountId }) => {
    if (accountId === accounts.currentId()) follow()
  })
  hub.on('account-changed', follow)
  hub.on('settings-changed', follow)
}

/** Work in the background while the window's app runs. */
export interface Followers {
  /** Something that decides when to read has changed. */
  lookAgain(): void
  /** The person is back at the window. */
  focus(): void
  end(): void
}

/**
 * Reads orders, views, calls of buyers and the team's writes in the background, and reports the number of requests to
 * the window.
 */
export function followAll(forecourt: Forecourt, environment: FollowingEnvironment): Followers {
  const orders = followOrders(forecourt, environment)
  const { context, buyerCalls } = forecourt
  const all = [
    orders,
    followViews(context, forecourt, environment),
    followCalls(context, buyerCalls, environment),
  ]
  followQuota(context, environment)
  const team = followTeam(context, forecourt.team)
  return {
    lookAgain: () => all.forEach((one) => one.lookAgain()),
    focus: () => orders.focus(),
    end: () => [...all, team].forEach((one) => one.end()),
  }
}
