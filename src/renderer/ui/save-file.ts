import type { Reply } from '#shared/bridge/call.ts'
import type { Toasts } from './toasts.svelte.ts'

/** A file as main answers it. */
export interface NamedFile {
  readonly fileName: string
  readonly text: Uint8Array
}

/** Downloads bytes as a file of that name. */
export function saveFile(fileName: string, bytes: Uint8Array, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the URL when the download begins; a minute is more than that takes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves the file that was answered, or shows the failure as a toast. Returns the file, or null if there is none. */
export function saveAnswer<File extends NamedFile>(reply: Reply<File>, toasts: Toasts): File | null {
  if (reply.ok) {
    saveFile(reply.value.fileName, reply.value.text)
    return reply.value
  }
  toasts.show(`${reply.failure.words} ${reply.failure.next}`, { tone: 'conflict' })
  return null
}
