import type { Account } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Connection } from '../http/connection.ts'
import { checkedKey } from './account-keys.ts'
import { accountIdOf, savedAt, type KnownAccounts } from './account-identity.ts'
import { checkedBaseUrl } from './base-address.ts'

/** What the options and the environment of the command line put in place of an account's own. */
export interface AccountOverrides {
  readonly baseUrl?: string
  readonly userId?: number
  readonly key?: string
  /** How reads carry the key; the account's own way if it isn't given. */
  readonly readAuth?: Connection['readAuth']
}

/** An account as the cache and the journal know it, and its user at the service. */
export interface AccountOwner {
  readonly accountId: string
  readonly userId: number
}

/** An account's owner, and the address of the service that knows it: all that it takes to check a file for it. */
export interface AddressedOwner extends AccountOwner {
  readonly baseUrl: string
}

/**
 * The connection that address and key of the environment make, or null when one of them is absent. No keychain is read and no
 * account needed; one that is saved with the address and user is this one. Without a user id it is 0, which is enough for
 * reading and owns no advert.
 * @throws Fault `account-address`, `key-form`.
 */
export function ownConnection(
  { baseUrl, userId = 0, key, readAuth }: AccountOverrides,
  known: KnownAccounts,
): Connection | null {
  if (baseUrl === undefined || key === undefined) return null
  const address = checkedBaseUrl(baseUrl)
  return {
    accountId: accountIdOf(known, address, userId),
    baseUrl: address,
    userId,
    key: checkedKey(key),
    readAuth: readAuth ?? savedAt(known.accounts, address, userId)?.readAuth ?? 'query',
  }
}

/**
 * The owner that the overrides make by themselves: of `ownConnection`, or of an address and a user that no saved account
 * has; what was saved under them is found without a key too. Null if they mean a saved account.
 * @throws Fault `account-address`, `key-form`
 */
export function ownOwner(overrides: AccountOverrides, known: KnownAccounts): AddressedOwner | null {
  const connection = ownConnection(overrides, known)
  if (connection) return connection
  const { baseUrl, userId } = overrides
  if (baseUrl === undefined || userId === undefined) return null
  const address = checkedBaseUrl(baseUrl)
  if (known.accounts.some((account) => account.baseUrl === address && account.userId === userId)) return null
  return { accountId: accountIdOf(known, address, userId), userId, baseUrl: address }
}

/**
 * The account that the overrides mean: the active one, one of another user at its address or, with an address, the one there. A stored key
 * goes to its own account's address and to no other, whatever the command line says.
 * @throws Fault `account-unknown` if no account has this address (and user, if one is given).
 */
export function meantAccount(
  accounts: readonly Account[],
  activeId: string,
  overrides: AccountOverrides,
): Account {
  const active = accounts.find(({ id }) => id === activeId)
  if (overrides.baseUrl === undefined) {
    if (!active) throw new Fault('account-unknown', { account: activeId })
    const { userId = active.userId } = overrides
    return userId === active.userId ? active : (savedAt(accounts, active.baseUrl, userId) ?? active)
  }
  const address = checkedBaseUrl(overrides.baseUrl)
  const fits = (account: Account): boolean =>
    account.baseUrl === address && (overrides.userId === undefined || account.userId === overrides.userId)
  const found = active && fits(active) ? active : accounts.find(fits)
  if (!found) throw new Fault('account-unknown', { account: address })
  return found
}

/** The same without a key: whose adverts, orders and batches are meant. */
export function ownerWithOverrides(
  { id, userId, baseUrl }: Pick<Account, 'id' | 'userId' | 'baseUrl'>,
  overrides: AccountOverrides,
  known: KnownAccounts,
): AccountOwner {
  if (overrides.userId === undefined || overrides.userId === userId) return { accountId: id, userId }
  return { accountId: accountIdOf(known, baseUrl, overrides.userId), userId: overrides.userId }
}

/** Another user at the account's address is another account to the journal and the cache. */
export function withOverrides(
  connection: Connection,
  { userId, key }: AccountOverrides,
  known: KnownAccounts,
): Connection {
  const own = key === undefined ? connection : { ...connection, key: checkedKey(key) }
  if (userId === undefined || userId === own.userId) return own
  return { ...own, userId, accountId: accountIdOf(known, own.baseUrl, userId) }
}
