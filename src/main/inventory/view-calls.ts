import { randomUUID } from 'node:crypto'
import type { Handlers } from '#shared/bridge/call.ts'
import type { SavedView, viewCalls } from '#shared/inventory/view-calls.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import type { ViewsTable } from './views-table.ts'

/** @param accountId the account that the window shows */
export function viewHandlers(
  table: ViewsTable,
  clock: Clock,
  accountId: () => Promise<string>,
): Handlers<typeof viewCalls, AbortSignal> {
  const after = async (change: (account: string) => void): Promise<SavedView[]> => {
    const account = await accountId()
    change(account)
    return table.all(account)
  }
  return {
    'inventory:views': () => after(() => undefined),
    'inventory:save-view': ({ name, view }) =>
      after((account) => table.save(account, randomUUID(), name, view, timestamp(clock))),
    'inventory:rename-view': ({ id, name }) => after((account) => table.saved.rename(account, id, name)),
    'inventory:delete-view': ({ id }) => after((account) => table.saved.remove(account, id)),
  }
}
