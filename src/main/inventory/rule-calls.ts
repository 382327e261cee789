import { randomUUID } from 'node:crypto'
import type { Handlers } from '#shared/bridge/call.ts'
import type { ruleCalls, SavedRule } from '#shared/inventory/rule-calls.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import type { RulesTable } from './rules-table.ts'

/** @param accountId the account that the window shows */
export function ruleHandlers(
  table: RulesTable,
  clock: Clock,
  accountId: () => Promise<string>,
): Handlers<typeof ruleCalls, AbortSignal> {
  const after = async (change: (account: string) => void): Promise<SavedRule[]> => {
    const account = await accountId()
    change(account)
    return table.all(account)
  }
  return {
    'inventory:rules': () => after(() => undefined),
    'inventory:save-rule': ({ id, rule }) =>
      after((account) => table.save(account, id ?? randomUUID(), rule, timestamp(clock))),
    'inventory:delete-rule': ({ id }) => after((account) => table.saved.remove(account, id)),
  }
}
