import type { Account } from '#shared/accounts/account.ts'
import type { SettingsStore } from './settings-store.ts'

/** The accounts' part of the settings file, as the accounts service reads and writes it. */
export interface StoredAccounts {
  readonly accounts: readonly Account[]
  readonly activeId: string
}

/** Joins the settings file to the accounts service in the composition roots. */
export const accountBook = (store: SettingsStore) => ({
  read: (): StoredAccounts => {
    const { accounts, activeAccountId } = store.read()
    return { accounts, activeId: activeAccountId }
  },
  write: (edit: (stored: StoredAccounts) => StoredAccounts): void => {
    store.change((file) => {
      const { accounts, activeId } = edit({ accounts: file.accounts, activeId: file.activeAccountId })
      return { ...file, accounts: [...accounts], activeAccountId: activeId }
    })
  },
})
