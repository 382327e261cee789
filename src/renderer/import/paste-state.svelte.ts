import { perWindow } from '../ui/per-window.svelte.ts'

/** A table that is being pasted into the page of files. */
class PasteState {
  open = $state(false)
  text = $state('')
}

/** Keeps the text over an opened link and other pages, until it is taken. */
export const pasteOf = perWindow(() => new PasteState())
