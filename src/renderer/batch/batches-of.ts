import { perWindow } from '../ui/per-window.svelte.ts'
import { BatchListState } from './batch-list-state.svelte.ts'

/** The window's list of batches; the rail reads from it how many rows need a person. */
export const batchesOf = perWindow((app) => new BatchListState(app.client, app.on))
