import type { AnswerOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Encoding, FileShapeChoice, Inspection } from '#shared/import/draft.ts'
import { encodings } from '#shared/import/encodings.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Bytes of one `draft:append`: large enough to be quick, small enough not to block the window. */
const chunkBytes = 1_000_000

interface Upload {
  readonly sent: number
  readonly total: number
}

/**
 * Sends a file's bytes to main in chunks and answers the id of its draft. A draft whose bytes didn't all arrive is
 * dropped.
 */
async function uploadDraft(
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

export type FirstLook = AnswerOf<Calls['draft:inspect']>

/** The file that an import opened: its way into main, how it is read, and what the first look at it shows. */
export class OpenedFile {
  upload = $state.raw<Upload | null>(null)
  inspection = $state.raw<Inspection | null>(null)
  /** Likely encodings of the file, if the first look could not decide. */
  likely = $state.raw<readonly Encoding[]>([])
  /** The sheet that was proposed because it was taken last time; null if the file's first one is, or a person chose. */
  lastSheet = $state<string | null>(null)
  /** The draft whose bytes are in main, also before a first look at it succeeds. */
  draftId = $state<string | null>(null)

  readonly #client: Client<Calls>
  /** Work on a look before it is shown. */
  readonly #onLook: (look: FirstLook) => Promise<void>
  /** Work on a look that is shown. */
  readonly #onShown: (look: FirstLook) => void
  readonly #uploading = new RequestState()
  readonly #inspecting = new RequestState()
  #shape: FileShapeChoice = {}
  #read: FileShapeChoice = {}

  constructor(
    client: Client<Calls>,
    onLook: (look: FirstLook) => Promise<void>,
    onShown: (look: FirstLook) => void,
  ) {
    this.#client = client
    this.#onLook = onLook
    this.#onShown = onShown
  }

  get inspecting(): boolean {
    return this.#inspecting.busy
  }

  /** Why the file could not be read. */
  get failure(): Failure | null {
    return this.#uploading.failure ?? this.#inspecting.failure
  }

  /** True if the file is in main and could not be read as text: its encoding has to be chosen. */
  get encodingNeeded(): boolean {
    return this.draftId !== null && !this.inspection && this.failure?.code === 'file-encoding'
  }

  /** The choices with which `inspection` was read. */
  get read(): FileShapeChoice {
    return this.#read
  }

  /** Brings the bytes to main and looks at them. */
  async take(fileName: string, file: Blob): Promise<void> {
    const report = (upload: Upload): void => {
      this.upload = upload
    }
    const draft = await this.#uploading.replace((signal) =>
      uploadDraft(this.#client, fileName, file, report, signal),
    )
    if (!this.#uploading.busy) this.upload = null
    if (!draft) return
    this.draftId = draft.draftId
    await this.inspect(draft.draftId)
  }

  /** Looks again at a file whose bytes are in main, as it was read before. */
  async resume(draftId: string, shape: FileShapeChoice): Promise<void> {
    this.draftId = draftId
    this.#shape = shape
    await this.inspect(draftId)
  }

  async reshape(change: FileShapeChoice): Promise<void> {
    if (!this.draftId) return
    // Another sheet has another header.
    this.#shape = change.sheet === undefined ? { ...this.#shape, ...change } : change
    await this.inspect(this.draftId)
  }

  async inspect(draftId: string): Promise<void> {
    const request = { draftId, shape: this.#shape }
    const look = await this.#inspecting.replace((signal) =>
      this.#client('draft:inspect', request, { signal }),
    )
    if (!look) {
      if (!this.inspecting) this.#keepReading()
      return
    }
    this.lastSheet = look.sheet
    // How it is read from now on.
    if (look.sheet !== null) this.#shape = { ...request.shape, sheet: look.sheet }
    this.#read = this.#shape
    await this.#onLook(look)
    this.inspection = look.inspection
    this.#onShown(look)
  }

  clear(): void {
    this.#uploading.clear()
    this.#inspecting.clear()
    this.#shape = {}
    this.#read = {}
    this.upload = null
    this.inspection = null
    this.likely = []
    this.lastSheet = null
    this.draftId = null
  }

  /** After a look that failed: what is shown stays as it was read. */
  #keepReading(): void {
    this.#shape = this.#read
    if (!this.inspection) this.likely = likelyEncodings(this.#inspecting.failure) ?? this.likely
  }
}

/** The encodings that a failure names as likely, or null if it names none. */
function likelyEncodings(failure: Failure | null): Encoding[] | null {
  const named = String(failure?.details.choices ?? '').split(', ')
  const likely = encodings.filter((encoding) => named.includes(encoding))
  return likely.length > 0 ? likely : null
}
