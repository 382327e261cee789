import type { Account, RemovedAccount } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Connection } from '../http/connection.ts'
import { checkedKey } from './account-keys.ts'
import { checkedBaseUrl } from './base-address.ts'
import { createHash } from 'node:crypto'
import { sandboxId } from './account-list.ts'

/** Values of the command line's options and environment, in place of an account's own. */
export interface AccountOverrides {
  readonly baseUrl?: string
  readonly userId?: number
  readonly key?: string
  /** Way in which reads carry the key; the account's own way if it isn't given. */
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
 * Owner that the overrides make by themselves: of `ownConnection`, or of an address and a user without a saved account.
 * Data saved under them is found without a key too. Null if they mean a saved account.
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

/** The accounts that are saved, and those that were removed. */
export interface KnownAccounts {
  readonly accounts: readonly Account[]
  readonly removed: readonly RemovedAccount[]
}

/** Names of this computer in the addresses of a service on it. */
const thisComputer = /(?<=^https?:\/\/)(?:localhost|\[::1\])(?=[:/]|$)/

/** The same for all addresses, as accounts hold them, that mean one service. It is what an account is known by, and nothing connects to it. */
export const serviceAt = (baseUrl: string): string => baseUrl.replace(thisComputer, '127.0.0.1')

const isAt = (one: Pick<Account, 'baseUrl' | 'userId'>, baseUrl: string, userId: number): boolean =>
  serviceAt(one.baseUrl) === serviceAt(baseUrl) && one.userId === userId

/** The saved account with this address and user. The sandbox is none: its address is known only while it runs. */
export const savedAt = (accounts: readonly Account[], baseUrl: string, userId: number): Account | undefined =>
  accounts.find((one) => one.id !== sandboxId && isAt(one, baseUrl, userId))

const removedAt = ({ removed }: KnownAccounts, baseUrl: string, userId: number): RemovedAccount | undefined =>
  removed.find((one) => isAt(one, baseUrl, userId))

/**
 * Address and user are one account to the journal, the cache and the quota, wherever its key is from. It is the saved
 * account that has them, or the removed one. Without either its id is the same in each run, so that a batch can be
 * resumed.
 */
export function accountIdOf(known: KnownAccounts, baseUrl: string, userId: number): string {
  const found = savedAt(known.accounts, baseUrl, userId) ?? removedAt(known, baseUrl, userId)
  return found?.id ?? unusedId(known, `${serviceAt(baseUrl)}\n${userId}`)
}

/** An account whose address or user was edited keeps its id, which is of the earlier ones. */
function unusedId(known: KnownAccounts, text: string): string {
  const id = `env-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  const isUsed = [...known.accounts, ...known.removed].some((one) => one.id === id)
  return isUsed ? unusedId(known, `${text}\n${id}`) : id
}

/**
 * @param before the account as it is saved, or nothing for a new one
 * @throws Fault `account-twice` if another entry has the address and the user, or had them before it was removed: the
 * edited account would not have its data
 */
export function refuseTwice(
  known: KnownAccounts,
  { baseUrl, userId }: Pick<Account, 'baseUrl' | 'userId'>,
  before: Account | undefined,
): void {
  if (before && isAt(before, baseUrl, userId)) return
  const saved = savedAt(known.accounts, baseUrl, userId)
  if (saved) throw new Fault('account-twice', { account: saved.name })
  if (before && removedAt(known, baseUrl, userId)) throw new Fault('account-twice', { reason: 'removed' })
}
