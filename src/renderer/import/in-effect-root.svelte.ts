/** A state whose derived values outlive the page, or the event, in which it was created. */
export function inEffectRoot<State>(create: () => State): State {
  let state: State | undefined
  $effect.root(() => {
    state = create()
  })
  return state as State
}
