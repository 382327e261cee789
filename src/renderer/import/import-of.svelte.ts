import { perWindow } from '../ui/per-window.svelte.ts'
import { columnNames } from '#shared/import/file-columns.ts'
import { ImportState } from './import-state.svelte.ts'
import { OpenImports } from './open-imports.svelte.ts'

/** The window's open files: each stays as it is while the dealer looks at another one, or at another page. */
export const importsOf = perWindow(
  (app) => new OpenImports(() => inEffectRoot(() => new ImportState(app.client, app.on, columnNames))),
)

/** A state whose derived values outlive the page, or the event, in which it was created. */
function inEffectRoot<State>(create: () => State): State {
  let state: State | undefined
  $effect.root(() => {
    state = create()
  })
  return state as State
}
