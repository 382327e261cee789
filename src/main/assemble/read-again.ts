import { sandboxId } from '../accounts/account-list.ts'
import type { Forecourt } from '../assemble.ts'

/**
 * Reads stock and orders of the active account again, each if it was read before. The first reading of a real account
 * is the dealer's own choice, because it costs calls. With limits set nothing is read unasked. An account that becomes
 * active meanwhile has its own turn. A failure is shown on its page.
 */
export async function readAgain({ context, inventorySync, orders }: Forecourt): Promise<void> {
  const { accounts, settings, log } = context
  const { perHour, perMonth } = settings.get().quota
  if (perHour !== null || perMonth !== null) return
  const account = accounts.currentId()
  const free = account === sandboxId
  try {
    const [stock, saved] = await Promise.all([inventorySync.state(), orders.list()])
    if (accounts.currentId() !== account) return
    await Promise.all([
      free || stock.syncedAt !== null ? inventorySync.sync() : null,
      free || saved.readAt !== null ? orders.refresh() : null,
    ])
  } catch (error) {
    // Without a key there is nothing to read with, and the window says so.
    log.info('nothing was read', { error })
  }
}
