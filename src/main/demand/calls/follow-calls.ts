import type { Context } from '../../context/context.ts'
import type { BuyerCallsService } from './buyer-calls-service.ts'
import { leastPause } from '../../quota/background-share.ts'
import { BackgroundLoop } from '../../system/background-loop.ts'
import type { Clock } from '../../system/clock.ts'

interface Parts extends Pick<Context, 'settings' | 'hub' | 'log' | 'budget'> {
  readonly buyerCalls: BuyerCallsService
}

const minute = 60_000
/** Ms from one reading to the next; longer if a tenth of the quota allows less. */
const usualPause = 60 * minute

/**
 * Reads the calls of buyers while the window's app runs, once the dealer has read those of the account: one call an hour.
 * @param isPaused whether the computer is offline or on its battery
 */
export function followCalls(
  { buyerCalls, settings, hub, log, budget }: Parts,
  { clock, isPaused }: { readonly clock: Clock; readonly isPaused: () => boolean },
): BackgroundLoop {
  let lastTry = -Infinity
  const loop = new BackgroundLoop({
    clock,
    async wait() {
      try {
        const last = await buyerCalls.lastRead()
        const idle = last === null || isPaused() || (await buyerCalls.isMissing())
        if (idle || (await budget()).freeAt('read') !== null) return minute
        const now = clock.now()
        // A clock that was set back must not stop the readings: a time in the future is no evidence.
        const since = now - Math.max(...[last, lastTry].filter((at) => at <= now))
        const pause = Math.max(usualPause, leastPause(settings.get().quota))
        return since >= pause ? 0 : Math.min(pause - since, minute)
      } catch {
        // Without an account there is nothing to read.
        return minute
      }
    },
    async work() {
      lastTry = clock.now()
      try {
        await buyerCalls.read('background', loop.ended)
      } catch (error) {
        if (!loop.ended.aborted) log.info('the calls of buyers were not read', { error })
      }
    },
  })
  hub.on('account-changed', () => {
    lastTry = -Infinity
    loop.lookAgain()
  })
  void loop.run()
  return loop
}
