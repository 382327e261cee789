import type { AppContext } from './app-context.ts'

/**
 * One state for the whole window, created for the first page that asks for it and shared by every later one: typed and
 * chosen values outlive the page. Its own effect root keeps its derived values alive when that first page is gone.
 */
export function perWindow<State>(create: (app: AppContext) => State): (app: AppContext) => State {
  const states = new WeakMap<AppContext, State>()
  return (app) => {
    const existing = states.get(app)
    if (existing) return existing
    let state: State | undefined
    $effect.root(() => {
      state = create(app)
    })
    states.set(app, state as State)
    return state as State
  }
}
