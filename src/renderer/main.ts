import './no-run-time-code.ts'
import { mount } from 'svelte'
import type { Bridge } from '#shared/bridge/channels.ts'
import App from './App.svelte'
import '@fontsource-variable/inter'
import './ui/tokens.css'
import './ui/base.css'

declare global {
  interface Window {
    /** Bridge of the preload script. */
    readonly forecourt: Bridge
  }
}

// Asked for before any text is drawn: letters that come later are of another width. The hryvnia's sign has a file of its own.
void document.fonts.load("1em 'Inter Variable'", 'aя₴')

// A composition (dead keys, an input method) has its keys for itself: its Enter and Escape are for nothing of ours. Before all others.
// The key that begins one, and on macOS the one that ends it, have only the number 229.
const keepComposing = (event: KeyboardEvent): void => {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says it
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
}
window.addEventListener('keydown', keepComposing, true)

mount(App, {
  target: document.querySelector('#app') ?? document.body,
  props: { bridge: window.forecourt },
})
