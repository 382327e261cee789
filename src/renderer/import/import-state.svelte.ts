import { m } from '#shared/i18n/generated/messages.js'
import type { Client, RequestOf } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { ColumnMapping, FileShapeChoice, MadeDraft } from '#shared/import/draft.ts'
import type { FileContent } from '#shared/import/column-map.ts'
import { livingValues } from '#shared/import/column-values.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import type { Listen } from '../bridge.ts'
import { CheckState } from './check-state.svelte.ts'
import { ColumnWords } from './column-words.svelte.ts'
import { ColumnsState } from './columns-state.svelte.ts'
import type { NameChoices } from './names-state.svelte.ts'
import { OpenedFile, type FirstLook } from './opened-file.svelte.ts'
import { StockState } from './stock/stock-state.svelte.ts'

export const wizardSteps = ['file', 'columns', 'check'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Progress of a person with a file: what another start needs to go on. */
export interface ImportMemo {
  readonly id: string
  readonly step: WizardStep
  readonly shape: FileShapeChoice
  readonly columns: ColumnsState['memo']
  readonly stock: StockState['memo'] | null
  readonly names: readonly NameChoices[]
  /** State of the rows in main, and the number of its changes that can be lost. */
  readonly revision: number
  readonly changes: number
}

interface BegunFile {
  readonly draftId: string
  readonly fileName: string
}

/**
 * The import wizard: one file on its way from the disk to a batch. It outlives the page that shows it, so that going
 * back, or to another page of the app, loses nothing.
 */
export class ImportState {
  step = $state<WizardStep>('file')
  /** The file that was taken; its bytes are in main. */
  fileName = $state('')
  readonly opened: OpenedFile
  /** Rows that are no file's: there is nothing to choose of their columns. */
  made = $state.raw<MadeDraft | null>(null)
  readonly columns: ColumnsState
  /** Values of columns with words. */
  readonly words: ColumnWords
  readonly check: CheckState
  /** Reading of the file if it is the whole stock of a source. */
  readonly stock: StockState
  /** The account that the rows were last checked for, if another one is active now; null otherwise. */
  otherAccount = $state<string | null>(null)

  readonly #client: Client<Calls>
  /** Notes of an earlier start; null once it was gone on with. */
  #left = $state.raw<ImportMemo | null>(null)
  #accountId = ''
  #checkedFor: string | null = null

  constructor(client: Client<Calls>, on: Listen<Events>, fields: readonly ColumnName[]) {
    this.#client = client
    this.opened = new OpenedFile(
      client,
      (look) => this.#beginStock(look),
      ({ inspection, remembered }) => this.columns.begin(inspection, remembered),
    )
    this.check = new CheckState(client, on)
    this.columns = new ColumnsState(fields, () => this.check.clear())
    this.words = new ColumnWords(client, this.columns)
    this.stock = new StockState(client, () => this.check.clear())
  }

  /** Why the file could not be read or checked. */
  get failure(): Failure | null {
    return this.opened.failure ?? this.check.checking.failure
  }

  get steps(): readonly WizardStep[] {
    // What is checked is sent from where it is shown.
    return this.made ? ['check'] : wizardSteps
  }

  /** True if the file is the whole stock of a source. */
  get isStock(): boolean {
    return !this.made && this.columns.holds === 'stock'
  }

  /** Columns of actions that are still asked about; in a file of the whole stock a filter by one is an answer. */
  get openActions(): readonly number[] {
    const { columns, stock, isStock } = this
    const named = isStock ? [stock.choice.key, stock.choice.quantity, stock.choice.filter?.column] : []
    return columns.openActions.filter((column) => !named.includes(columns.header[column]))
  }

  /** The columns of the checked rows; those of a stock file come behind some that were added. */
  get header(): readonly string[] {
    return this.check.result?.stock?.header ?? this.made?.header ?? this.opened.inspection?.header ?? []
  }

  get mapping(): ColumnMapping {
    const { stock } = this.check.result ?? {}
    return (stock?.mapping as ColumnMapping | undefined) ?? this.made?.header ?? this.columns.mapping
  }

  /** True if what was checked may be sent. */
  get sendable(): boolean {
    const { result, unconfirmed, sendable } = this.check
    if (result?.shift) return false
    return result?.stock ? !unconfirmed && this.stock.isReady(result.stock) : sendable
  }

  /** Changes of its rows that are lost with it: of the check that is shown, or of the one before. */
  get changes(): number {
    return (this.check.result?.steps.undo ?? 0) + this.check.lost + (this.#left?.changes ?? 0)
  }

  get started(): boolean {
    const { inspection, upload } = this.opened
    return this.made !== null || inspection !== null || upload !== null || this.fileName !== ''
  }

  /** Another account is active: rows that were checked for the one before have to be checked again. */
  useAccount(accountId: string): void {
    if (accountId === this.#accountId) return
    this.#accountId = accountId
    void this.stock.useAccount()
    if (this.#checkedFor === null) return
    const before = this.#checkedFor === accountId ? null : this.#checkedFor
    this.check.cancel()
    this.check.clear()
    if (this.made) {
      // There is no step before the check to go back to.
      this.step = 'check'
      void this.startCheck()
    } else if (this.step === 'check') this.step = 'columns'
    this.otherAccount = before
  }

  /** Takes the contents of the file, as the dealer says; null: as its columns say. */
  choose(holds: FileContent | null): void {
    this.columns.choose(holds)
    if (holds === 'stock') void this.stock.begin()
  }

  reachable(step: WizardStep): boolean {
    if (!this.steps.includes(step)) return false
    if (this.made) return true
    if (step === 'file') return true
    if (!this.opened.inspection || this.opened.inspecting) return false
    if (step === 'columns') return true
    if (this.openActions.length > 0) return false
    return this.columns.complete && (!this.isStock || this.stock.request !== null)
  }

  go(step: WizardStep): void {
    if (!this.reachable(step)) return
    this.step = step
    if (step === 'check') void this.startCheck()
  }

  /** Each question about names has an answer, and none is used yet. */
  get hasAnswers(): boolean {
    return this.step === 'check' && !this.isStock && this.check.names.complete
  }

  /** Uses the answers about names: their rows are shown as they will be sent. */
  async useAnswers(): Promise<void> {
    await this.check.names.apply(this.opened.draftId ?? '')
  }

  /** Takes a file from the disk, from a drop, or from pasted text. */
  async take(fileName: string, file: Blob): Promise<void> {
    const discarded = this.discard()
    // At once: another file that comes with this one must not take its place.
    this.fileName = fileName
    await discarded
    await this.opened.take(fileName, file)
  }

  /** Takes rows that were pasted. */
  takeText(text: string): Promise<void> {
    return this.take(m.import_paste_name(), new Blob([text], { type: 'text/csv' }))
  }

  /** Takes rows of the app's own straight to their check. Nothing is sent. */
  async takeMade(made: MadeDraft): Promise<void> {
    const discarded = this.discard()
    this.fileName = made.fileName
    this.made = made
    this.opened.draftId = made.draftId
    await discarded
    this.step = 'check'
    await this.startCheck()
  }

  /** Progress of the person; null for rows of the app's own, and for a file that was not looked at yet. */
  memoAs(id: string): ImportMemo | null {
    const { step, made, opened, columns, check, changes } = this
    if (made || this.#left || !opened.inspection) return null
    return {
      id,
      step,
      changes,
      shape: opened.read,
      columns: columns.memo,
      names: check.names.given,
      stock: this.isStock ? this.stock.memo : null,
      revision: check.result?.revision ?? 0,
    }
  }

  /** Lists a file that an earlier start left; it is gone on with when it is shown. */
  list({ draftId, fileName }: BegunFile, left: ImportMemo): void {
    this.fileName = fileName
    this.opened.draftId = draftId
    this.step = left.step
    this.#left = left
  }

  /** Goes on with a file that an earlier start left. */
  async wake(): Promise<void> {
    const left = this.#left
    const { draftId } = this.opened
    if (!left || draftId === null) return
    this.step = 'file'
    await this.opened.resume(draftId, left.shape)
    if (this.opened.inspection) {
      this.columns.restore(left.columns)
      if (left.stock) await this.stock.restore(left.stock)
      if (left.step === 'columns') this.step = 'columns'
      else if (left.step !== 'file') await this.#checkAgain(draftId, left)
    }
    this.#left = null
  }

  async #checkAgain(draftId: string, { names, changes }: ImportMemo): Promise<void> {
    this.step = 'check'
    await this.startCheck()
    if (!this.check.result) {
      this.check.lost = changes
      return
    }
    await this.check.names.giveAgain(draftId, names)
    if (changes > 0) await this.check.restore(draftId)
  }

  /** Takes a file whose bytes are in main already. */
  async takeBegun({ draftId, fileName }: BegunFile): Promise<void> {
    const discarded = this.discard()
    this.fileName = fileName
    this.opened.draftId = draftId
    await discarded
    await this.opened.inspect(draftId)
  }

  /**
   * Takes the table of a source, which is in main already, as the source's whole stock unless files with its columns
   * were something else. What is remembered of them leads straight to the check.
   */
  async takeFetched(file: BegunFile, source: string): Promise<void> {
    await this.takeBegun(file)
    if (!this.opened.inspection) return
    if (this.columns.holds === null) this.columns.choose('stock')
    if (this.isStock) {
      await this.stock.begin(source)
      this.stock.useSource(source)
    }
    this.go('check')
  }

  /** Checks every row, unless they are checked with these choices already. */
  async startCheck(): Promise<void> {
    const choices = this.#choices()
    if (!choices || this.check.started()) return
    this.#checkedFor = this.#accountId
    this.otherAccount = null
    this.stock.beginPlan()
    const checked = await this.check.run(choices)
    if (!checked && !this.check.started() && this.step === 'check' && !this.made) this.step = 'columns'
  }

  /**
   * Makes a batch of the rows and starts to send it.
   * @returns the batch, even if sending did not start; null if nothing had to be sent; undefined if it failed
   */
  async send(): Promise<Batch | null | undefined> {
    const { request, olderOf } = this.stock
    if (!this.isStock || !request) return this.check.send()
    return this.check.send({ stock: request, olderOf })
  }

  /** Checks the file once more, by what was answered since. */
  async planAgain(): Promise<void> {
    this.check.clear()
    this.step = 'check'
    await this.startCheck()
  }

  /** Choices for reading the rows of a file; null before a first look at it, and for a whole stock. */
  get reading(): RequestOf<Calls['draft:preview']> | null {
    return this.isStock ? null : this.#reading()
  }

  #reading(): RequestOf<Calls['draft:preview']> | null {
    const { opened, columns } = this
    const { inspection } = opened
    if (!inspection) return null
    return {
      draftId: inspection.draftId,
      // The choices alone: what was found of the shape is found again, and reported as found.
      shape: opened.read,
      mapping: columns.mapping,
      operation: columns.operation,
      joins: columns.joins,
      constants: columns.constants,
      values: livingValues(columns.values, columns.mapping),
      ignored: columns.ignored,
    }
  }

  /** Choices for checking the rows; null before a first look at the file. */
  #choices(): RequestOf<Calls['draft:check']> | null {
    const { made, columns } = this
    if (made) return { draftId: made.draftId, shape: {}, mapping: null, operation: null }
    const reading = this.#reading()
    const stock = this.isStock && this.stock.request ? { stock: this.stock.request } : {}
    return reading && { ...reading, name: columns.name.trim(), ...stock }
  }

  /** Discards the file here and in main. */
  async discard(): Promise<void> {
    const { draftId } = this.opened
    this.reset()
    if (draftId) await this.#client('draft:drop', { draftId })
  }

  /** Starts again without a file; main keeps the draft, which has become a batch. */
  reset(): void {
    this.opened.clear()
    this.check.clear()
    this.check.lost = 0
    this.check.names.given = []
    this.#left = null
    this.step = 'file'
    this.fileName = ''
    this.made = null
    this.columns.clear()
    this.words.clear()
    this.stock.clear()
    this.otherAccount = null
    this.#checkedFor = null
  }

  /** Before anything can be chosen: what is remembered must not take the place of that. */
  async #beginStock({ inspection, remembered }: FirstLook): Promise<void> {
    this.stock.useHeader(inspection.header)
    if (remembered?.holds === 'stock') await this.stock.begin(remembered.source)
  }
}
