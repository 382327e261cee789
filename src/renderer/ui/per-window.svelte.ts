import type { AppContext } from './app-context.ts'

/**
 * One state for the whole window: made when a page first asks for it, the same ever after, so that what was typed and
 * chosen outlives the page. Its own root keeps its derived values alive when the page that asked first is gone.
 */
export function perWindow<State>(make: (app: AppContext) => State): (app: AppContext) => State {
  const made = new WeakMap<AppContext, State>()
  return (app) => {
    const known = made.get(app)
    if (known) return known
    let state: State | undefined
    $effect.root(() => {
      state = make(app)
    })
    made.set(app, state as State)
    return state as State
  }
}
