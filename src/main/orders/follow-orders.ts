import type { Events } from '#shared/bridge/calls.ts'
import { sandboxId } from '../accounts/account-list.ts'
import type { Context } from '../context/context.ts'
import type { OrdersService } from './orders-service.ts'
import type { Publish } from '../bridge/publish.ts'
import { readingPause } from '../quota/background-share.ts'
import { BackgroundReads } from '../system/background-reads.ts'
import type { Clock } from '../system/clock.ts'
import type { OrderChange } from '#shared/orders/order-change.ts'
import { m } from '#shared/i18n/generated/messages.js'

export interface FollowingEnvironment {
  readonly publish: Publish<Events>
  readonly clock: Clock
  /** True if the computer is offline or on its battery. */
  readonly isPaused: () => boolean
  readonly isFocused: () => boolean
  /** Shows a notification of the system; `onClick` is called if the person takes it. */
  readonly notify: (words: OrderNotice, onClick: () => void) => void
  /** Shows the window with the orders. */
  readonly onOpen: () => void
}

interface Parts {
  readonly context: Pick<Context, 'settings' | 'hub' | 'log' | 'budget'> & {
    readonly accounts: Pick<Context['accounts'], 'owner' | 'currentId'>
  }
  readonly orders: OrdersService
}

/** Follows the orders while the window's app runs: reads them in the background, and reports the changes. */
export function followOrders(forecourt: Parts, environment: FollowingEnvironment): BackgroundReads {
  const {
    context: { accounts, settings, hub, log },
    orders,
  } = forecourt
  const { clock, isPaused } = environment
  const reads = new BackgroundReads({
    clock,
    pause(failures) {
      const { orderPollMinutes: minutes, quota } = settings.get()
      return minutes === null ? null : readingPause(minutes * 60_000, quota, failures)
    },
    isPaused,
    async lastRead() {
      const { accountId } = await accounts.owner()
      const readAt = orders.readAt(accountId)
      if (readAt !== null) return Date.parse(readAt)
      return accountId === sandboxId ? 0 : null
    },
    read: (signal) => pollOnce(forecourt, environment, signal),
    onFailure: (error) => log.info('the orders were not read', { error }),
  })
  hub.on('settings-changed', () => reads.lookAgain())
  const reportCurrent = (): void => {
    const current = accounts.currentId()
    if (current !== null) report(forecourt, environment, current)
  }
  hub.on('account-changed', () => {
    // What was found while another account was the current one.
    reportCurrent()
    reads.lookAgain()
  })
  hub.on('orders-found', ({ accountId }) => {
    if (accountId === accounts.currentId()) report(forecourt, environment, accountId)
  })
  // What was found before the app ended, and was not reported.
  reportCurrent()
  void reads.run()
  return reads
}

async function pollOnce(
  forecourt: Parts,
  environment: FollowingEnvironment,
  signal: AbortSignal,
): Promise<'read' | 'failed'> {
  const { context, orders } = forecourt
  const { publish } = environment
  if ((await context.budget()).freeAt('orders') !== null) return 'read'
  const polled = await orders.poll(signal)
  // The dealer may have gone to another account while the orders were read: its window shows that one's only.
  if (polled?.accountId !== context.accounts.currentId()) return 'read'
  if (polled.state) publish('orders:changed', polled.state)
  else publish('orders:read', polled.reading)
  return polled.failed ? 'failed' : 'read'
}

/** One notice for all that was not reported yet; none while the window has the focus, which shows it itself. */
function report(
  { orders }: Parts,
  { isFocused, notify, onOpen }: FollowingEnvironment,
  accountId: string,
): void {
  const notice = orderNotice(orders.table.changes.claimUnreported(accountId))
  if (notice && !isFocused()) notify(notice, onOpen)
}

/** A notice of the desktop, which anybody who passes may read: numbers alone, nothing of an order. */
interface OrderNotice {
  readonly title: string
  readonly body: string
}

/** Notice about changes; null if there are none. */
function orderNotice(changes: readonly OrderChange[]): OrderNotice | null {
  const came = new Set(changes.filter(({ finding }) => finding.kind === 'came').map(({ orderId }) => orderId))
  const changed = new Set(changes.map(({ orderId }) => orderId).filter((id) => !came.has(id)))
  if (came.size + changed.size === 0) return null
  const parts = [
    ...(came.size > 0 ? [m.orders_notice_new({ count: came.size })] : []),
    ...(changed.size > 0 ? [m.orders_notice_changed({ count: changed.size })] : []),
  ]
  return { title: parts.join(', '), body: m.orders_notice_text() }
}
