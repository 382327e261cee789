import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/advert-write.ts'
import type { ColumnMapping, FieldName, FileShapeChoice, Inspection } from '#shared/import/draft.ts'
import type { Listen } from '../bridge.ts'
import { CheckState } from './check-state.svelte.ts'
import { uploadDraft, type Upload } from './draft-upload.ts'
import { recallMapping, rememberMapping, type KeptTexts } from './mapping-memory.ts'

export const steps = ['file', 'columns', 'check', 'send'] as const
export type Step = (typeof steps)[number]

/**
 * The import wizard: one file on its way from the disk to a batch. It outlives the page that shows it, so that going
 * back, or to another page of the app, loses nothing.
 */
export class ImportState {
  step = $state<Step>('file')
  /** The file in hand; its bytes are in main. */
  fileName = $state('')
  pasted = $state('')
  upload = $state.raw<Upload | null>(null)
  inspecting = $state(false)
  inspection = $state.raw<Inspection | null>(null)
  mapping = $state.raw<ColumnMapping>([])
  /** True while the mapping is the one of the last file with these headers, not the matched one. */
  recalled = $state(false)
  /** The dealer's own choice; null: as the columns tell. */
  operation = $state<Operation | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly check: CheckState

  readonly #client: Client<Calls>
  readonly #storage: KeptTexts
  readonly #fields: readonly FieldName[]
  #shape: FileShapeChoice = {}
  #abort = new AbortController()

  constructor(client: Client<Calls>, on: Listen<Events>, storage: KeptTexts, fields: readonly FieldName[]) {
    this.#client = client
    this.#storage = storage
    this.#fields = fields
    this.check = new CheckState(client, on)
  }

  get begun(): boolean {
    return this.inspection !== null || this.upload !== null || this.fileName !== ''
  }

  /** Whether the columns say what to do, or the dealer did. */
  get operationKnown(): boolean {
    return this.operation !== null || this.mapping.includes('action') || this.inspection?.operation != null
  }

  get mapped(): boolean {
    return this.mapping.some((field) => field !== null)
  }

  reachable(step: Step): boolean {
    if (step === 'file') return true
    if (!this.inspection || this.inspecting) return false
    if (step === 'columns') return true
    if (!this.operationKnown || !this.mapped) return false
    return step === 'check' || this.check.sendable
  }

  go(step: Step): void {
    if (!this.reachable(step)) return
    this.step = step
    if (step === 'check') void this.startCheck()
  }

  /** Takes a file from the disk, from a drop, or from pasted text. */
  async take(fileName: string, file: Blob): Promise<void> {
    await this.clear()
    this.fileName = fileName
    const { signal } = this.#abort
    const reply = await uploadDraft(this.#client, fileName, file, (upload) => (this.upload = upload), signal)
    if (signal.aborted) return
    this.upload = null
    if (reply.ok) await this.#inspect(reply.value.draftId)
    else this.failure = reply.failure
  }

  takeText(fileName: string): Promise<void> {
    const text = this.pasted
    return this.take(fileName, new Blob([text], { type: 'text/csv' }))
  }

  async reshape(change: FileShapeChoice): Promise<void> {
    if (!this.inspection) return
    this.#shape = { ...this.#shape, ...change }
    await this.#inspect(this.inspection.draftId)
  }

  /** Gives a column a field; a field that another column had is taken from it. */
  assign(column: number, field: FieldName | null): void {
    this.mapping = this.mapping.map((old, index) => {
      if (index === column) return field
      return old === field ? null : old
    })
    this.recalled = false
    this.check.forget()
  }

  matchAgain(): void {
    if (!this.inspection) return
    this.mapping = this.inspection.mapping
    this.recalled = false
    this.check.forget()
  }

  chooseOperation(operation: Operation | null): void {
    this.operation = operation
    this.check.forget()
  }

  /** Checks every row, unless they have been checked with these choices already. */
  async startCheck(): Promise<void> {
    const { inspection } = this
    if (!inspection || this.check.result || this.check.running) return
    this.failure = null
    rememberMapping(this.#storage, inspection.header, this.mapping)
    const failure = await this.check.run({
      draftId: inspection.draftId,
      shape: inspection.shape,
      mapping: this.mapping,
      operation: this.operation,
    })
    if (!failure) return
    if (failure.code !== 'cancelled') this.failure = failure
    if (this.step === 'check') this.step = 'columns'
  }

  /** Gives the file up; main forgets its bytes. */
  async clear(): Promise<void> {
    this.#abort.abort()
    this.#abort = new AbortController()
    const draftId = this.inspection?.draftId
    this.release()
    if (draftId) await this.#client('draft:drop', { draftId })
  }

  /** Forgets the file after its draft became a batch. */
  release(): void {
    this.check.forget()
    this.#shape = {}
    this.step = 'file'
    this.fileName = ''
    this.upload = null
    this.inspection = null
    this.mapping = []
    this.recalled = false
    this.operation = null
    this.failure = null
  }

  async #inspect(draftId: string): Promise<void> {
    const { signal } = this.#abort
    this.inspecting = true
    this.failure = null
    const reply = await this.#client('draft:inspect', { draftId, shape: this.#shape }, { signal })
    if (signal.aborted) return
    this.inspecting = false
    if (!reply.ok) {
      this.failure = reply.failure
      return
    }
    this.check.forget()
    this.inspection = reply.value
    const recalled = recallMapping(this.#storage, reply.value.header, this.#fields)
    this.recalled = recalled?.some((field, index) => field !== reply.value.mapping[index]) ?? false
    this.mapping = recalled ?? reply.value.mapping
  }
}
