import { perWindow } from '../ui/per-window.svelte.ts'

/** Keeps a table that is being pasted over an opened link and other pages, until it is taken. */
export const pasteOf = perWindow(() => {
  const paste = $state({ open: false, text: '' })
  return paste
})
