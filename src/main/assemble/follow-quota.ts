import type { Events } from '#shared/bridge/calls.ts'
import type { Forecourt } from '../assemble.ts'
import type { Publish } from '../bridge/publish.ts'
import type { Clock } from '../system/clock.ts'
import { quotaOf } from './quota-state.ts'

/** Shortest time between two counts that the window is told, in ms: more often nobody can read them. */
const restMs = 250

interface Parts extends Pick<Forecourt, 'hub' | 'settings' | 'budget'> {
  readonly accounts: Pick<Forecourt['accounts'], 'currentId'>
}

/** Tells the window the current account's calls with each that is counted: the first at once, the last never too late. */
export function followQuota(
  forecourt: Parts,
  { publish, clock }: { readonly publish: Publish<Events>; readonly clock: Clock },
): void {
  const { hub, accounts } = forecourt
  let due = false
  let telling = false
  const tell = async (): Promise<void> => {
    due = true
    if (telling) return
    telling = true
    while (due) {
      due = false
      publish('app:quota', await quotaOf(forecourt))
      await clock.sleep(restMs)
    }
    telling = false
  }
  hub.on('call-counted', ({ accountId }) => {
    if (accountId === accounts.currentId()) void tell()
  })
  hub.on('account-changed', () => void tell())
  hub.on('settings-changed', () => void tell())
}
