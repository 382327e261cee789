import type { Account } from '#shared/accounts/account.ts'
import type { SettingsStore } from './settings-store.ts'

/** The accounts' part of the settings file, as the accounts service reads and writes it. */
export interface StoredAccounts {
  readonly accounts: readonly Account[]
  readonly activeId: string
}

/** Gives the accounts service its part of the settings file. */
export class SettingsAccountBook {
  readonly #store: SettingsStore

  constructor(store: SettingsStore) {
    this.#store = store
  }

  read(): StoredAccounts {
    const { accounts, activeAccountId } = this.#store.read()
    return { accounts, activeId: activeAccountId }
  }

  write(edit: (stored: StoredAccounts) => StoredAccounts): void {
    this.#store.change((file) => {
      const { accounts, activeId } = edit({ accounts: file.accounts, activeId: file.activeAccountId })
      return { ...file, accounts: [...accounts], activeAccountId: activeId }
    })
  }
}
