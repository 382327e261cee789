import { mount } from 'svelte'
import type { Bridge } from '#shared/bridge/channels.ts'
import App from './App.svelte'
import '@fontsource-variable/inter'
import './ui/tokens.css'
import './ui/base.css'

declare global {
  interface Window {
    /** Of the preload script. */
    readonly forecourt: Bridge
  }
}

// Asked for before any text is drawn: letters that come later are of another width. The hryvnia's sign has a file of its own.
void document.fonts.load("1em 'Inter Variable'", 'aя₴')

mount(App, {
  target: document.querySelector('#app') ?? document.body,
  props: { bridge: window.forecourt },
})
