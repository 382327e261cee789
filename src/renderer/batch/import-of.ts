import { columnNames } from '#shared/import/file-columns.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { BatchListState } from './batch-list-state.svelte.ts'
import { ImportState } from './import-state.svelte.ts'

/** The window's one wizard: a file that is half-way stays while the dealer looks at another page. */
export const importOf = perWindow((app) => new ImportState(app.client, app.on, localStorage, columnNames))

/** The window's list of batches; the rail reads how many rows need a person from it. */
export const batchesOf = perWindow((app) => new BatchListState(app.client, app.on))
