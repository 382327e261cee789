import { toast } from 'svelte-sonner'
import { PastNotices } from './past-notices.svelte.ts'
import type { Tone } from './tone.ts'

interface ToastOptions {
  readonly tone?: Tone
  /** One thing to do about it, such as opening what ended. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** It only answers what the person just did: it goes soon, or with its page, and takes the place of an equal one. */
  readonly brief?: boolean
}

/** Time for which a word about what the person just did stays, in milliseconds: time to see it. */
const briefly = 2500

/** Messages about what ended and may be missed. Whatever must be answered is a notice or a dialog instead. */
export class Toasts {
  /** Notices of the past, to be read again. */
  readonly past = new PastNotices()

  /** Shows a toast in the window's ToastStack, which takes it away again after some seconds. */
  show(text: string, { tone = 'plain', action, brief = false }: ToastOptions = {}): void {
    if (brief) addEventListener('hashchange', () => void toast.dismiss(text), { once: true })
    else this.past.note({ title: text, tone })
    toast(text, {
      class: `toast ${tone}`,
      ...(brief && { id: text, duration: briefly }),
      ...(action && { action: { label: action.label, onClick: action.run } }),
    })
  }
}
