import { createContext } from 'svelte'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Listen } from '../bridge.ts'
import type { Actions } from './actions.svelte.ts'
import type { Router } from './router.svelte.ts'
import type { SearchBox } from './search-box.svelte.ts'
import type { Toasts } from './toasts.svelte.ts'

/** Parts that every page gets from the frame of the window. */
export interface AppContext {
  /** Asks main; never throws: a failure is an answer. */
  readonly client: Client<Calls>
  /** Listens to an event of main; returns the function that ends the listening. */
  readonly on: Listen<Events>
  readonly toasts: Toasts
  readonly router: Router
  /** Actions of the open page for the command palette and the menu. */
  readonly actions: Actions
  /** The words in the search box of the top bar. */
  readonly search: SearchBox
}

export const [getApp, setApp] = createContext<AppContext>()
