const name = 'forecourt-window-key'

/**
 * The key of the wire: what the one-time address brought, kept by this tab alone and through a reload. Null in a tab to
 * which the address of the page was copied.
 */
export function windowKey(given: string | undefined): string | null {
  if (given !== undefined) sessionStorage.setItem(name, given)
  return sessionStorage.getItem(name)
}
