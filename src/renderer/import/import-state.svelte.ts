import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/operation.ts'
import {
  encodings,
  type ColumnMapping,
  type Encoding,
  type FileShapeChoice,
  type Inspection,
} from '#shared/import/draft.ts'
import { applyColumnMap, type ColumnMap, columnMapOf, type Constants } from '#shared/import/column-map.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { CheckState } from './check-state.svelte.ts'
import { uploadDraft, type Upload } from './draft-upload.ts'
import { loadConstants, loadMapping, saveMapping, type TextStorage } from './saved-mappings.ts'

export const wizardSteps = ['file', 'columns', 'check', 'send'] as const
export type WizardStep = (typeof wizardSteps)[number]

/**
 * The import wizard: one file on its way from the disk to a batch. It outlives the page that shows it, so that going
 * back, or to another page of the app, loses nothing.
 */
export class ImportState {
  step = $state<WizardStep>('file')
  /** The file that was taken; its bytes are in main. */
  fileName = $state('')
  pasted = $state('')
  upload = $state.raw<Upload | null>(null)
  inspection = $state.raw<Inspection | null>(null)
  /** The encodings that are likely for the file, if the first look could not tell which one it is. */
  likely = $state.raw<readonly Encoding[]>([])
  mapping = $state.raw<ColumnMapping>([])
  /** Values that every row has. */
  constants = $state.raw<Constants>({})
  /** Headers that a mapping of the dealer's names and this file lacks. */
  missingColumns = $state.raw<readonly string[]>([])
  /** The mapping is the one chosen for the last file with this header, not the matched one. */
  mappedAsLastTime = $state(false)
  /** The dealer's own choice; null: as the columns say. */
  operation = $state<Operation | null>(null)
  readonly check: CheckState
  /** The account that the rows were last checked for, if another one is active now; null otherwise. */
  otherAccount = $state<string | null>(null)

  readonly #client: Client<Calls>
  readonly #storage: TextStorage
  readonly #fields: readonly ColumnName[]
  readonly #uploading = new RequestState()
  readonly #inspecting = new RequestState()
  #shape: FileShapeChoice = {}
  /** The choices with which `inspection` was read. */
  #read: FileShapeChoice = {}
  /** The draft whose bytes are in main, also before a first look at it succeeds. */
  #draftId = $state<string | null>(null)
  #accountId = ''
  #checkedFor: string | null = null

  constructor(
    client: Client<Calls>,
    on: Listen<Events>,
    storage: TextStorage,
    fields: readonly ColumnName[],
  ) {
    this.#client = client
    this.#storage = storage
    this.#fields = fields
    this.check = new CheckState(client, on)
  }

  get inspecting(): boolean {
    return this.#inspecting.busy
  }

  /** Why the file could not be read or checked. */
  get failure(): Failure | null {
    return this.#uploading.failure ?? this.#inspecting.failure ?? this.check.checking.failure
  }

  get started(): boolean {
    return this.inspection !== null || this.upload !== null || this.fileName !== ''
  }

  /** Whether the columns say what to do, or the dealer did. */
  get operationKnown(): boolean {
    return this.operation !== null || this.derivedOperation !== null
  }

  /** What the columns and the values of all rows say: ids with values to change are no longer a delete. */
  get derivedOperation(): Operation | 'mixed' | null {
    if (this.mapping.includes('action')) return 'mixed'
    const derived = this.inspection?.operation ?? null
    const changes = Object.keys(this.constants).some((field) => field !== 'currency_id')
    return derived === 'delete' && changes ? 'edit' : derived
  }

  /** Whether the file is in main and could not be read as text: its encoding has to be chosen. */
  get encodingNeeded(): boolean {
    return this.#draftId !== null && !this.inspection && this.failure?.code === 'file-encoding'
  }

  get mapped(): boolean {
    return this.mapping.some((field) => field !== null)
  }

  /** Another account is active: rows that were checked for the one before have to be checked again. */
  useAccount(accountId: string): void {
    if (accountId === this.#accountId) return
    this.#accountId = accountId
    if (this.#checkedFor === null) return
    this.otherAccount = this.#checkedFor === accountId ? null : this.#checkedFor
    this.check.cancel()
    this.check.clear()
    if (this.step === 'check' || this.step === 'send') this.step = 'columns'
  }

  reachable(step: WizardStep): boolean {
    if (step === 'file') return true
    if (!this.inspection || this.inspecting) return false
    if (step === 'columns') return true
    if (!this.operationKnown || !this.mapped) return false
    return step === 'check' || this.check.sendable
  }

  go(step: WizardStep): void {
    if (!this.reachable(step)) return
    this.step = step
    if (step === 'check') void this.startCheck()
  }

  /** Takes a file from the disk, from a drop, or from pasted text. */
  async take(fileName: string, file: Blob): Promise<void> {
    await this.discard()
    this.fileName = fileName
    const report = (upload: Upload): void => {
      this.upload = upload
    }
    const draft = await this.#uploading.replace((signal) =>
      uploadDraft(this.#client, fileName, file, report, signal),
    )
    if (!this.#uploading.busy) this.upload = null
    if (!draft) return
    this.#draftId = draft.draftId
    await this.#inspect(draft.draftId)
  }

  takeText(fileName: string): Promise<void> {
    return this.take(fileName, new Blob([this.pasted], { type: 'text/csv' }))
  }

  async reshape(change: FileShapeChoice): Promise<void> {
    if (!this.#draftId) return
    // Another sheet has another header.
    this.#shape = change.sheet === undefined ? { ...this.#shape, ...change } : change
    await this.#inspect(this.#draftId)
  }

  /** Maps a column to a field; another column that had this field loses it, and so do all rows. */
  assign(column: number, field: ColumnName | null): void {
    if (field !== null && field in this.constants) this.#setConstants(withoutField(this.constants, field))
    this.#map(
      this.mapping.map((old, index) => {
        if (index === column) return field
        return old === field ? null : old
      }),
    )
  }

  /** Gives every row a value, or none. A column that had this field loses it. */
  setConstant(field: keyof Constants, value: string | null): void {
    const others = withoutField(this.constants, field)
    this.#setConstants(value === null ? others : { ...others, [field]: value })
    if (value !== null && this.mapping.includes(field))
      this.#map(this.mapping.map((old) => (old === field ? null : old)))
  }

  /** The columns as a file that `--map` and another computer take. */
  columnMap(): ColumnMap {
    return columnMapOf(this.fileName, this.inspection?.header ?? [], this.mapping, this.constants)
  }

  /** Takes the columns of such a file. @returns false if it is none */
  async takeColumnMap(text: string): Promise<boolean> {
    const { columnMapSchema } = await import('#shared/import/column-map-schema.ts')
    const read = columnMapSchema.safeParse(jsonOf(text))
    if (!read.success || !this.inspection) return false
    const { header, mapping: matched } = this.inspection
    const { mapping, missing } = applyColumnMap(read.data, header, matched)
    this.#map(mapping)
    this.#setConstants(read.data.set ?? {})
    this.missingColumns = missing
    return true
  }

  matchAgain(): void {
    if (this.inspection) this.#map(this.inspection.mapping)
  }

  chooseOperation(operation: Operation | null): void {
    this.operation = operation
    this.check.clear()
  }

  /** Checks every row, unless they are checked with these choices already. */
  async startCheck(): Promise<void> {
    const { inspection, mapping, operation } = this
    if (!inspection || this.check.started()) return
    saveMapping(this.#storage, inspection.header, mapping, this.#accountId, this.constants)
    this.#checkedFor = this.#accountId
    this.otherAccount = null
    // The choices alone: what was found of the shape is found again, and told as found.
    const checked = await this.check.run({
      draftId: inspection.draftId,
      shape: this.#read,
      mapping,
      operation,
      constants: this.constants,
    })
    if (!checked && !this.check.started() && this.step === 'check') this.step = 'columns'
  }

  /** Discards the file here and in main. */
  async discard(): Promise<void> {
    const draftId = this.#draftId
    this.reset()
    if (draftId) await this.#client('draft:drop', { draftId })
  }

  /** Starts again without a file; main keeps the draft, which has become a batch. */
  reset(): void {
    this.#uploading.clear()
    this.#inspecting.clear()
    this.check.clear()
    this.#shape = {}
    this.#read = {}
    this.step = 'file'
    this.fileName = ''
    this.upload = null
    this.inspection = null
    this.likely = []
    this.#draftId = null
    this.mapping = []
    this.constants = {}
    this.missingColumns = []
    this.mappedAsLastTime = false
    this.operation = null
    this.otherAccount = null
    this.#checkedFor = null
  }

  #map(mapping: ColumnMapping): void {
    this.mapping = mapping
    this.mappedAsLastTime = false
    this.missingColumns = []
    this.check.clear()
  }

  #setConstants(constants: Constants): void {
    this.constants = constants
    this.check.clear()
  }

  /** After a look that failed: what is shown stays as it was read. */
  #keepReading(): void {
    this.#shape = this.#read
    if (!this.inspection) this.likely = likelyEncodings(this.#inspecting.failure) ?? this.likely
  }

  async #inspect(draftId: string): Promise<void> {
    const request = { draftId, shape: this.#shape }
    const inspection = await this.#inspecting.replace((signal) =>
      this.#client('draft:inspect', request, { signal }),
    )
    if (!inspection) {
      if (!this.inspecting) this.#keepReading()
      return
    }
    this.#read = request.shape
    this.#map(inspection.mapping)
    this.inspection = inspection
    this.#setConstants(loadConstants(this.#storage, inspection.header, this.#accountId))
    const saved = loadMapping(this.#storage, inspection.header, this.#fields, this.#accountId)
    if (!saved) return
    this.mapping = saved
    this.mappedAsLastTime = saved.some((field, index) => field !== inspection.mapping[index])
  }
}

function withoutField(constants: Constants, field: string): Constants {
  return Object.fromEntries(Object.entries(constants).filter(([name]) => name !== field))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

/** The encodings that a failure names as likely, or null if it names none. */
function likelyEncodings(failure: Failure | null): Encoding[] | null {
  const named = String(failure?.details.choices ?? '').split(', ')
  const likely = encodings.filter((encoding) => named.includes(encoding))
  return likely.length > 0 ? likely : null
}
