import { m } from '#shared/i18n/generated/messages.js'
import type { Toasts } from './toasts.svelte.ts'

/** Label and value, what is copied if that differs, and more of the value, such as the hour in another zone. */
export type CopyFact = readonly [label: string, value: string, copied?: string, note?: string | undefined]

/** Puts a text into the clipboard, and says whether it is there. */
export async function copyText(
  toasts: Toasts,
  text: string,
  words = m.inventory_value_copied(),
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(words, { tone: 'done', brief: true })
  } catch {
    toasts.show(m.inventory_copy_refused(), { tone: 'conflict' })
  }
}
