const name = 'forecourt-window-key'

/**
 * The key of the wire: what the one-time address brought, kept by this tab alone and through a reload. Null in a tab to
 * which the address of the page was copied.
 */
export function windowKey(given: string | undefined): string | null {
  if (given !== undefined) sessionStorage.setItem(name, given)
  return sessionStorage.getItem(name)
}

/** Nothing of the app is shown in a second window. */
export function refuseWindow(): void {
  window.stop()
  const said = document.createElement('body')
  said.textContent = 'This window is open in another tab. Start the app again for a new address.'
  document.documentElement.replaceChildren(said)
}
