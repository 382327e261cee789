import { createHash } from 'node:crypto'
import type { Account, RemovedAccount } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { sandboxId } from './account-list.ts'

/** The accounts that are saved, and those that were removed. */
export interface KnownAccounts {
  readonly accounts: readonly Account[]
  readonly removed: readonly RemovedAccount[]
}

/** What this computer is called in the addresses of a service on it. */
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
 * Address and user are one account to the journal, the cache and the quota, wherever its key is from: the saved one that has
 * them, else the one that was removed, else one whose id is the same in each run, so that a batch can be resumed.
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
 * @throws Fault `account-twice` if another entry has the address and the user, or had them before it was removed: an account
 * that is edited to them would not have what is kept of it
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
