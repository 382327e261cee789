import { perWindow } from '../ui/per-window.svelte.ts'
import { FeedsState } from './feeds-state.svelte.ts'

/** The addresses that tables are fetched from, for the whole window. */
export const feedsOf = perWindow((app) => new FeedsState(app.client))
