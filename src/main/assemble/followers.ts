import type { Forecourt } from '../assemble.ts'
import { followCalls } from '../demand/calls/follow-calls.ts'
import { followOrders, type FollowingEnvironment } from '../orders/follow-orders.ts'
import { followQuota } from './follow-quota.ts'
import { followTeam } from '../team/follow-team.ts'
import { followViews } from '../demand/follow-views.ts'

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
  const all = [orders, followViews(forecourt, environment), followCalls(forecourt, environment)]
  followQuota(forecourt, environment)
  const team = followTeam(forecourt, forecourt.team)
  return {
    lookAgain: () => all.forEach((one) => one.lookAgain()),
    focus: () => orders.focus(),
    end: () => [...all, team].forEach((one) => one.end()),
  }
}
