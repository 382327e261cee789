import { perWindow } from '../ui/per-window.svelte.ts'
import { OpenAccountForm } from './account-form.svelte.ts'
import { AccountsState } from './accounts-state.svelte.ts'

/** The window's accounts: the settings, the welcome and the top bar look at the same ones. */
export const accountsOf = perWindow((app) => new AccountsState(app.client, app.on))

/** The window's form in the settings, and the one of the welcome. */
export const settingsFormOf = perWindow(() => new OpenAccountForm())
export const welcomeFormOf = perWindow(() => new OpenAccountForm())
