import type { Failure } from '#shared/bridge/failure.ts'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { BulkResult } from '#shared/staged/staged-calls.ts'
import { isOfKind, type StagedField } from '#shared/staged/staged-fields.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { BulkPrice } from './bulk-price.svelte.ts'
import { BulkText } from './bulk-text.svelte.ts'
import { type StagedState, stagedOf } from './staged-state.svelte.ts'

/** The preview is asked for when nothing was typed for this long. */
const pauseMilliseconds = 250

/** One change of the selected adverts, with what it would do. What was typed of it outlives its dialog and page. */
export class BulkState {
  field = $state<StagedField>('price')
  readonly price = new BulkPrice()
  readonly text = new BulkText()
  flag = $state<'1' | '0'>('1')
  result = $state.raw<BulkResult | null>(null)
  busy = $state(false)
  /** Why it can't be said what the change would do. */
  failure = $state.raw<Failure | null>(null)
  /** Null while something of it can't be taken. */
  readonly change: BulkChange | null = $derived.by(() => this.#change())
  readonly #staged: StagedState
  #abort = new AbortController()
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(staged: StagedState) {
    this.#staged = staged
  }

  /** Asks what the change would do, once the typing pauses. */
  preview(ids: Float64Array): void {
    const { change } = this
    this.stop()
    if (!change) return
    const { signal } = (this.#abort = new AbortController())
    this.#pause = setTimeout(() => {
      this.busy = true
      void this.#staged.preview(ids, change, signal).then((reply) => {
        if (signal.aborted) return
        this.busy = false
        this.result = reply.ok ? reply.value : null
        this.failure = reply.ok ? null : reply.failure
      })
    }, pauseMilliseconds)
  }

  stop(): void {
    clearTimeout(this.#pause)
    this.#abort.abort()
    this.busy = false
    this.result = null
    this.failure = null
  }

  /** Stages the change. @returns how many cells it changed, or undefined if it failed */
  async apply(ids: Float64Array): Promise<number | undefined> {
    const { change } = this
    if (!change) return undefined
    return (await this.#staged.bulk(ids, change))?.changed
  }

  #change(): BulkChange | null {
    const { field } = this
    if (isOfKind(field, 'price')) return this.price.change
    if (isOfKind(field, 'flag')) return { kind: 'flag', field, value: this.flag === '1' ? 1 : 0 }
    return this.text.change(field)
  }
}

export const bulkOf = perWindow((app) => new BulkState(stagedOf(app)))
