import { m } from '#shared/i18n/generated/messages.js'
import type { AccountsState } from '../accounts/accounts-state.svelte.ts'

/** Name of the account in the top bar. A keychain that doesn't answer holds the accounts up for ten seconds. */
export const accountName = ({
  active,
  loaded,
  failure,
}: Pick<AccountsState, 'active' | 'loaded' | 'failure'>): string =>
  active?.name ?? (loaded || failure ? m.app_no_account() : m.app_accounts_reading())
