import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'

/** Bytes of one `draft:append`: large enough to be quick, small enough not to block the window. */
const chunkBytes = 1_000_000

export interface Upload {
  readonly sent: number
  readonly total: number
}

/**
 * Sends a file's bytes to main in chunks and answers the id of its draft. A draft whose bytes didn't all arrive is
 * dropped.
 */
export async function uploadDraft(
  client: Client<Calls>,
  fileName: string,
  file: Blob,
  report: (upload: Upload) => void,
  signal: AbortSignal,
): Promise<Reply<{ draftId: string }>> {
  report({ sent: 0, total: file.size })
  const changedAt = file instanceof File ? file.lastModified : null
  const begun = await client('draft:begin', { fileName, changedAt }, { signal })
  if (!begun.ok) return begun
  const { draftId } = begun.value
  for (let start = 0; start < file.size; start += chunkBytes) {
    const bytes = new Uint8Array(await file.slice(start, start + chunkBytes).arrayBuffer())
    const appended = await client('draft:append', { draftId, bytes }, { signal })
    if (!appended.ok || signal.aborted) {
      await client('draft:drop', { draftId })
      return appended.ok ? { ok: true, value: { draftId: '' } } : appended
    }
    report({ sent: start + bytes.length, total: file.size })
  }
  return begun
}
