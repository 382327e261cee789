import { perWindow } from '../ui/per-window.svelte.ts'
import { columnNames } from '#shared/import/file-columns.ts'
import { ImportState } from './import-state.svelte.ts'

/** The window's one import wizard: a file in it stays open while the dealer looks at another page. */
export const importOf = perWindow((app) => new ImportState(app.client, app.on, localStorage, columnNames))
