import { m } from '#shared/i18n/generated/messages.js'
import type { Toasts } from './toasts.svelte.ts'

/** Puts a text into the clipboard, and says whether it is there. */
export async function copyText(toasts: Toasts, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(m.inventory_value_copied(), { tone: 'done' })
  } catch {
    toasts.show(m.inventory_copy_refused(), { tone: 'conflict' })
  }
}
