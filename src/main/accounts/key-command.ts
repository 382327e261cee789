import type { Account, KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { checkedKey } from './account-keys.ts'
import type { AccountOverrides } from './account-overrides.ts'
import type { AccountsService } from './accounts-service.ts'
import { checkedBaseUrl } from './base-address.ts'

export interface KeyReport {
  readonly account: Account
  readonly state: KeyState
}

export interface KeyCommand {
  /**
   * Stores the key read from standard input. An address that no account has yet becomes an account, named after its
   * host and made active, so that a machine without a window can be set up.
   * @throws Fault `key-form`, `usage` (a new account needs the user id), `account-fixed`, `keychain-…`.
   */
  set(text: string): Promise<KeyReport>
  status(): Promise<KeyReport>
  forget(): Promise<KeyReport>
}

/** `key set|status|forget` of the command line, for the account that its options mean. */
export function createKeyCommand(accounts: AccountsService, overrides: AccountOverrides): KeyCommand {
  const report = async (state: (account: Account) => Promise<KeyState>): Promise<KeyReport> => {
    const account = accounts.current()
    return { account, state: await state(account) }
  }
  return {
    set: async (text) => {
      const key = checkedKey(text)
      await addMissingAccount(accounts, overrides)
      // The process ends after this: a key in its memory would be lost without a word.
      return report(({ id }) => accounts.setKey(id, key, { sessionAllowed: false }))
    },
    status: () => report(({ id }) => accounts.keyState(id)),
    forget: () => report(({ id }) => accounts.forgetKey(id)),
  }
}

async function addMissingAccount(
  accounts: AccountsService,
  { baseUrl, userId }: AccountOverrides,
): Promise<void> {
  if (baseUrl === undefined || hasCurrent(accounts)) return
  if (userId === undefined) throw new Fault('usage', { option: '--user-id' })
  const { host } = new URL(checkedBaseUrl(baseUrl))
  const before = new Set((await accounts.list()).accounts.map(({ id }) => id))
  const { accounts: after } = await accounts.save({ name: host, baseUrl, userId, readAuth: 'query' })
  const added = after.find(({ id }) => !before.has(id))
  if (added) await accounts.activate(added.id)
}

function hasCurrent(accounts: AccountsService): boolean {
  try {
    accounts.current()
    return true
  } catch (error) {
    if (error instanceof Fault && error.code === 'account-unknown') return false
    throw error
  }
}
