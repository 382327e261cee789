import type { Account, RemovedAccount } from '#shared/accounts/account.ts'
import type { SettingsFile } from './settings-file.ts'
import type { SettingsStore } from './settings-store.ts'

/** The accounts' part of the settings file, as the accounts service reads and writes it. */
export interface StoredAccounts {
  readonly accounts: readonly Account[]
  readonly activeId: string
  /** The last one that was removed is the first. */
  readonly removed: readonly RemovedAccount[]
}

/** Gives the accounts service its part of the settings file. */
export class SettingsAccountBook {
  readonly #store: SettingsStore

  constructor(store: SettingsStore) {
    this.#store = store
  }

  read(): StoredAccounts {
    return storedIn(this.#store.read())
  }

  write(edit: (stored: StoredAccounts) => StoredAccounts): void {
    this.#store.change((file) => {
      const { accounts, activeId, removed } = edit(storedIn(file))
      return {
        ...file,
        accounts: [...accounts],
        activeAccountId: activeId,
        removedAccounts: [...removed],
      }
    })
  }
}

const storedIn = ({ accounts, activeAccountId, removedAccounts }: SettingsFile): StoredAccounts => ({
  accounts,
  activeId: activeAccountId,
  removed: removedAccounts,
})
