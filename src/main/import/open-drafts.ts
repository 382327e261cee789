import { Fault } from '#shared/bridge/failure.ts'
import type { DraftAccount } from './draft-account.ts'
import type { DraftFiles } from './draft-files.ts'
import { readSheet, type SheetTable } from './sheet/sheet-table.ts'
import type { DraftPlace } from './worker/draft-file.ts'
import type { CheckedDraft } from './worker/draft-session.ts'
import type { WorkerClient } from './worker/worker-client.ts'

export interface OpenDraft {
  readonly place: DraftPlace
  /** The rows of the sheet that was read last, if the file is a spreadsheet. */
  table: SheetTable | null
  readonly worker: WorkerClient
  account: DraftAccount | null
  checked: CheckedDraft | null
}

/** The drafts that are open, each with its files and its worker. */
export class OpenDrafts {
  readonly #files: DraftFiles
  readonly #sheetEntry: URL | undefined
  readonly #drafts = new Map<string, OpenDraft>()

  constructor(files: DraftFiles, sheetEntry: URL | undefined) {
    this.#files = files
    this.#sheetEntry = sheetEntry
  }

  /** @returns the draft's id */
  add(draftId: string, path: string, fileName: string, worker: WorkerClient): string {
    const place = { draftId, path, fileName, stagingPath: this.#files.stagingPath(draftId) }
    this.#drafts.set(draftId, { place, worker, table: null, account: null, checked: null })
    return draftId
  }

  /** @throws Fault `draft-unknown` */
  get(draftId: string): OpenDraft {
    const draft = this.#drafts.get(draftId)
    if (!draft) throw new Fault('draft-unknown', { draftId })
    return draft
  }

  /** @throws Fault `draft-unknown` if the draft isn't open or wasn't checked */
  checked(draftId: string): CheckedDraft {
    const { checked } = this.get(draftId)
    if (!checked) throw new Fault('draft-unknown', { draftId, reason: 'not-checked' })
    return checked
  }

  /** Where the draft's rows are: in the file itself, or in a table that is written of the sheet once. */
  async tableOf(draftId: string, sheet: string | undefined): Promise<DraftPlace> {
    const draft = this.get(draftId)
    const { path, fileName } = draft.place
    const output = this.#files.tablePath(draftId)
    draft.table = await readSheet(draft.table, { path, fileName, output, sheet }, this.#sheetEntry)
    return draft.table ? { ...draft.place, path: output, sheet: draft.table.facts } : draft.place
  }

  /** Ends a draft and removes its spool and staging, never the file in its place; an unknown one is none. */
  async drop(draftId: string): Promise<void> {
    const draft = this.#drafts.get(draftId)
    if (!draft) return
    this.#drafts.delete(draftId)
    await draft.worker.call('close', { draftId })
    this.#files.remove(draftId)
  }

  /** Forgets every draft, whose workers have ended, and removes their files. */
  clear(): void {
    for (const draftId of this.#drafts.keys()) this.#files.remove(draftId)
    this.#drafts.clear()
  }
}
