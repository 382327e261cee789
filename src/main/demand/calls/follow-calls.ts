import type { Context } from '../../context/context.ts'
import type { BuyerCallsService } from './buyer-calls-service.ts'
import { leastPause } from '../../quota/background-share.ts'
import { BackgroundReads } from '../../system/background-reads.ts'
import type { Clock } from '../../system/clock.ts'

/** Ms from one reading to the next; longer if a tenth of the quota allows less. */
const usualPause = 3_600_000

/**
 * Reads the calls of buyers while the window's app runs, once the dealer has read those of the account: one call an hour.
 * @param isPaused whether the computer is offline or on its battery
 */
export function followCalls(
  context: Context,
  buyerCalls: BuyerCallsService,
  { clock, isPaused }: { readonly clock: Clock; readonly isPaused: () => boolean },
): BackgroundReads {
  const { settings, hub, log } = context
  const reads = new BackgroundReads({
    clock,
    pause: () => Math.max(usualPause, leastPause(settings.get().quota)),
    lastRead: () => buyerCalls.lastRead(),
    isPaused: async () =>
      isPaused() || (await buyerCalls.isMissing()) || (await context.budget()).freeAt('read') !== null,
    async read(signal) {
      await buyerCalls.read('background', signal)
      return 'read'
    },
    onFailure: (error) => log.info('the calls of buyers were not read', { error }),
  })
  hub.on('account-changed', () => reads.accountChanged())
  void reads.run()
  return reads
}
