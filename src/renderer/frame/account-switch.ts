import { m } from '#shared/i18n/generated/messages.js'
import type { AccountsState } from '../accounts/accounts-state.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'

/** Works under that account from now on: the page stays, what was open on it belonged to the other account. */
export async function switchAccount(
  { router, toasts, search }: Pick<AppContext, 'router' | 'toasts' | 'search'>,
  accounts: AccountsState,
  accountId: string,
): Promise<void> {
  if (accountId === accounts.activeId) return
  if (!(await accounts.activate(accountId))) {
    toasts.show(accounts.failure?.words ?? m.app_account_failed(), { tone: 'conflict' })
    return
  }
  search.text = ''
  router.navigate(router.page === 'edits' ? 'inventory' : router.page)
}
