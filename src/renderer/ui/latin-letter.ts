/**
 * The Latin letter of a key, also while another alphabet is typed: a shortcut is the same key in every layout.
 * '' if it is no letter.
 */
export function latinLetter({ key, code = '' }: { readonly key: string; readonly code?: string }): string {
  const typed = key.toLowerCase()
  if (/^[a-z]$/.test(typed)) return typed
  return /^\p{L}$/u.test(typed) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : ''
}
