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

mount(App, {
  target: document.querySelector('#app') ?? document.body,
  props: { bridge: window.forecourt },
})
