import type { DraftRow } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { FileChoices } from '../names/vehicle-reader.ts'
import { type DraftAccount, withNames, withTitles } from './draft-account.ts'
import type { DraftFiles } from './draft-files.ts'
import type { RowFilter } from './draft/row-filter.ts'
import { readSheet, type SheetTable } from './sheet/sheet-table.ts'
import type { FilePlace } from './worker/draft-file.ts'
import type { CheckedDraft } from './worker/draft-session.ts'
import type { ValuesPlace } from './worker/draft-values.ts'
import type { CallHooks, WorkerClient } from './worker/worker-client.ts'
import type { DraftAnswer, DraftArgs, DraftCall } from './worker/worker-protocol.ts'

export interface OpenDraft {
  readonly place: FilePlace | ValuesPlace
  /** The rows of the sheet that was read last, if the file is a spreadsheet. */
  table: SheetTable | null
  readonly worker: WorkerClient
  account: DraftAccount | null
  /** The moment of the file, ISO 8601; null for a draft of values, and before the first check. */
  asOf: string | null
  /** Choices of names in its rows. */
  readonly choices: FileChoices
  checked: CheckedDraft | null
}

const isOfValues = (place: FilePlace | ValuesPlace): place is ValuesPlace => 'columns' in place

/**
 * The drafts that are open, each with its files and its worker, and the rows of checked ones: read, changed and counted.
 * Calls about rows throw Fault `draft-unknown` for a draft that wasn't checked.
 */
export class OpenDrafts {
  protected readonly files: DraftFiles
  readonly #sheetEntry: URL
  readonly #drafts = new Map<string, OpenDraft>()

  constructor(files: DraftFiles, sheetEntry: URL) {
    this.files = files
    this.#sheetEntry = sheetEntry
  }

  /** @returns the draft's id */
  protected open(place: FilePlace | ValuesPlace, worker: WorkerClient): string {
    const { draftId } = place
    const choices = new FileChoices()
    const unread = { table: null, account: null, asOf: null, checked: null }
    this.#drafts.set(draftId, { place, worker, choices, ...unread })
    return draftId
  }

  protected has(draftId: string): boolean {
    return this.#drafts.has(draftId)
  }

  /** @throws Fault `draft-unknown` */
  protected get(draftId: string): OpenDraft {
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

  /**
   * Place of the bytes of a file's draft.
   * @throws Fault `draft-unknown`, also for a draft of values
   */
  protected fileOf(draftId: string): FilePlace {
    const { place } = this.get(draftId)
    if (isOfValues(place)) throw new Fault('draft-unknown', { draftId })
    return place
  }

  /**
   * Place of the rows of a file's draft: the file itself, or a table that is written once from the sheet or from the
   * text it holds.
   */
  protected async tableOf(draftId: string, sheet: string | undefined): Promise<FilePlace> {
    const draft = this.get(draftId)
    const place = this.fileOf(draftId)
    const { path, fileName } = place
    const output = this.files.path(draftId, 'table')
    draft.table = await readSheet(draft.table, { path, fileName, output, sheet }, this.#sheetEntry)
    if (draft.table === null) return place
    const { sheet: facts, wrapped } = draft.table.file
    return { ...place, path: output, ...(facts && { sheet: facts }), ...(wrapped && { wrapped }) }
  }

  /** Place where the rows are that a check reads. */
  protected async rowsOf(draftId: string, sheet: string | undefined): Promise<FilePlace | ValuesPlace> {
    const { place } = this.get(draftId)
    return isOfValues(place) ? place : this.tableOf(draftId, sheet)
  }

  /** Ends a draft and removes its files, never the file in its place; an unknown one is none. */
  async drop(draftId: string): Promise<void> {
    const draft = this.#drafts.get(draftId)
    if (!draft) return
    this.#drafts.delete(draftId)
    // At once: the app may end before its worker has closed the file.
    this.files.forget(draftId)
    await draft.worker.call('close', draft.place, [])
    this.files.remove(draftId)
  }

  /** Forgets every draft, whose workers have ended, and removes the files of those that no other start goes on with. */
  protected clear(): void {
    for (const draftId of this.#drafts.keys()) if (!this.files.isKept(draftId)) this.files.remove(draftId)
    this.#drafts.clear()
  }

  /** A window of the checked rows; `groupsOf`: of all, in their groups, of which those of this revision are known. */
  async rows(
    draftId: string,
    filter: RowFilter,
    offset: number,
    limit: number,
    groupsOf?: number,
  ): Promise<DraftAnswer<'window'>> {
    const page = await this.ask('window', draftId, filter, offset, limit, groupsOf)
    const { account } = this.get(draftId)
    return { ...page, rows: withTitles(page.rows, account).map((row) => withNames(row, account)) }
  }

  /** Fixes one cell (`column` counts from 0) of the row that begins at `line`, and checks the row again. */
  async fix(draftId: string, line: number, column: number, value: string): Promise<DraftRow> {
    const row = await this.ask('fix', draftId, line, column, value)
    return withNames(row, this.get(draftId).account)
  }

  /** Choices of names in the rows of a draft. */
  choices(draftId: string): FileChoices {
    return this.get(draftId).choices
  }

  /** Asks the worker of a checked draft: see DraftSession for what each call does. */
  ask<Call extends DraftCall>(
    call: Call,
    draftId: string,
    ...args: DraftArgs<Call>
  ): Promise<DraftAnswer<Call>> {
    this.checked(draftId)
    const { worker, place } = this.get(draftId)
    return worker.call(call, place, args, this.hooksOf(draftId))
  }

  /** Returns the account that the rows of a call are compared for. */
  protected hooksOf(draftId: string): CallHooks {
    const { account, choices, asOf } = this.get(draftId)
    const compares = account && { draftId, place: account.place(), choices: choices.all, asOf }
    return { compares }
  }

  /** @throws Fault `draft-unknown` before its first check */
  protected accountOf(draftId: string): DraftAccount {
    const { account } = this.get(draftId)
    if (!account) throw new Fault('draft-unknown', { draftId, reason: 'not-checked' })
    return account
  }
}
