import { toast } from 'svelte-sonner'
import type { Tone } from './tone.ts'

interface ToastOptions {
  readonly tone?: Tone
  /** One thing to do about it, such as opening what ended. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** What ended and may be missed. Whatever must be answered is a notice or a dialog instead. */
export class Toasts {
  /** Shows a toast in the window's ToastStack, which takes it away again after some seconds. */
  show(text: string, { tone = 'plain', action }: ToastOptions = {}): void {
    toast(text, {
      class: `toast ${tone}`,
      ...(action && { action: { label: action.label, onClick: action.run } }),
    })
  }
}
