import type { accountsCalls } from '#shared/accounts/accounts-calls.ts'
import type { Handlers } from '#shared/bridge/call.ts'
import type { AccountsService } from './accounts-service.ts'

export const accountsHandlers = (accounts: AccountsService): Handlers<typeof accountsCalls, AbortSignal> => ({
  'accounts:list': () => accounts.list(),
  'accounts:activate': ({ accountId }) => accounts.activate(accountId),
  'accounts:save': (request) => accounts.save(request),
  'accounts:remove': ({ accountId }) => accounts.remove(accountId),
  'accounts:forget-key': async ({ accountId }) => ({ state: await accounts.forgetKey(accountId) }),
  'accounts:try-key': ({ accountId, key }, signal) => accounts.tryKey(accountId, key, signal),
  'accounts:test': ({ accountId }, signal) => accounts.test(accountId, signal),
})
