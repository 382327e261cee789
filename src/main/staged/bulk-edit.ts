import { setImmediate } from 'node:timers/promises'
import { currencies } from '#shared/batch/currency.ts'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { BulkResult } from '#shared/staged/staged-calls.ts'
import type { CellRef, StagedField } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { hasField, unknownFields } from '#shared/staged/template-fields.ts'
import { bulkValue, type BulkValue, fieldOfChange } from './bulk-value.ts'
import { foundIn } from './found-text.ts'
import { templateFill, type TemplateValues } from './note-template.ts'
import {
  type CellValue,
  isSameCell,
  type KnownAdvert,
  shownEdit,
  stateOf,
  type StagedEdit,
  valueNow,
} from './staged-edit.ts'
import { readCell } from './cell-reading.ts'
import type { StagedAdverts } from './staged-adverts.ts'
import type { StagedTable } from './staged-table.ts'

/** Takes a new value. `before`: the edit that the cell has already. */
export type BulkPut = (
  cell: CellRef,
  value: CellValue,
  known: KnownAdvert | undefined,
  before: StagedEdit | null,
) => void

interface RunOptions {
  /** Takes each new value; absent in a preview. */
  readonly put?: BulkPut
  readonly signal?: AbortSignal | undefined
}

/** Adverts of one slice: some ten ms of work, between which main answers other calls. */
const sliceSize = 500

const sampleSize = 20

/** One change of many adverts. */
export class BulkEdit {
  readonly #account: string
  readonly #adverts: StagedAdverts
  readonly #table: StagedTable

  constructor(account: string, adverts: StagedAdverts, table: StagedTable) {
    this.#account = account
    this.#adverts = adverts
    this.#table = table
  }

  async run(ids: Float64Array, change: BulkChange, { put, signal }: RunOptions): Promise<BulkResult> {
    const unknown = change.kind === 'text' ? unknownFields(change.template) : []
    if (unknown.length > 0) return refusedTemplate(ids.length, unknown)
    const result = { ...nothing, sample: [] as BulkResult['sample'] }
    const ordered = quickOrder(ids)
    for (let from = 0; from < ordered.length && !signal?.aborted; from += sliceSize) {
      for (const each of this.#slice([...ordered.subarray(from, from + sliceSize)], change, result)) {
        if (result.sample.length < sampleSize) result.sample.push(sampleOf(each))
        put?.(each.cell, each.value, each.known, each.before)
      }
      await setImmediate()
    }
    return result
  }

  *#slice(
    ids: readonly number[],
    change: BulkChange,
    result: Omit<BulkResult, 'sample'>,
  ): Generator<Changed> {
    const field = fieldOfChange(change)
    const template = change.kind === 'text' ? change.template : ''
    const fill = templateFill(template)
    const filled = editedWords.filter((each) => hasField(template, each))
    const adverts = this.#adverts.of(this.#account, ids, new Set([field, ...filled]))
    const edits = this.#editsOf(ids, field)
    const others = filled.map((each) => this.#editsOf(ids, each))
    for (const advert of ids) {
      const known = adverts.get(advert)
      if (known?.offSale && isOfPrice(change) && change.offSale !== true) {
        result.offSale++
        continue
      }
      const before = edits.get(advert) ?? null
      const now = valueNow(known, field)
      const used = others.flatMap((each) => each.get(advert) ?? [])
      if ([...(before ? [before] : []), ...used].some((edit) => isInConflict(edit, known))) {
        refuse(result, m.staged_bulk_conflict())
        continue
      }
      const shown = before ?? now
      if (change.kind === 'replace' && shown) result.found += foundIn(String(shown.value), change)
      const { value, problem } = known
        ? bulkValue(change, {
            shown,
            text: (present) => fill({ ...known.words(), ...wordsOf(used), text: present }),
            read: (text) => this.#read(field, text),
          })
        : { problem: m.staged_bulk_not_cached() }
      if (value === undefined) refuse(result, problem)
      else if (shown && isSameCell(field, value, shown)) result.unchanged++
      else {
        result.changed++
        yield { cell: { advert, field }, value, known, before }
      }
    }
  }

  #editsOf(ids: readonly number[], field: StagedField): ReadonlyMap<number, StagedEdit> {
    return new Map(this.#table.ofField(this.#account, field, ids).map((edit) => [edit.advert, edit]))
  }

  #read(field: StagedField, text: string): BulkValue {
    if (text.trim() === '') return { problem: m.staged_bulk_text_empty() }
    const { value, problem } = readCell({ field, text, currency: null })
    return problem ? { problem: problem.message } : { value }
  }
}

/** Fields of a template that may be edited themselves: a text says what the advert will have, not what it had. */
const editedWords = ['price', 'version'] as const

const wordsOf = (edits: readonly StagedEdit[]): Partial<TemplateValues> =>
  Object.fromEntries(
    edits.map(({ field, value, currency }) => [
      field,
      currency === null ? String(value) : `${value} ${currencies[currency]}`,
    ]),
  )

const isOfPrice = (change: BulkChange): change is Extract<BulkChange, { readonly kind: `price${string}` }> =>
  fieldOfChange(change) === 'price'

const isInConflict = (edit: StagedEdit, known: KnownAdvert | undefined): boolean =>
  edit.batch === null && stateOf(edit, valueNow(known, edit.field)) === 'conflict'

function refuse(result: Omit<BulkResult, 'sample'>, problem: string): void {
  result.refused++
  if (result.problem === '') result.problem = problem
}

/**
 * The first slice as it was given, for the samples. The others in the order of their ids, in which the databases read
 * and write twice as fast.
 */
const quickOrder = (ids: Float64Array): Float64Array => {
  const ordered = ids.slice()
  ordered.subarray(sliceSize).sort()
  return ordered
}

const nothing = { changed: 0, unchanged: 0, offSale: 0, refused: 0, found: 0, problem: '' }

const refusedTemplate = (refused: number, unknown: readonly string[]): BulkResult => ({
  ...nothing,
  refused,
  problem: m.staged_bulk_template_unknown({ names: unknown.join(', ') }),
  sample: [],
})

interface Changed {
  readonly cell: CellRef
  readonly value: CellValue
  readonly known: KnownAdvert | undefined
  readonly before: StagedEdit | null
}

/** The change as the preview shows it: from what is shown, which may be an edit, to the new value. */
const sampleOf = ({ cell, value, known, before }: Changed): BulkResult['sample'][number] => {
  const shown = before ?? valueNow(known, cell.field)
  const seen = { seen: shown?.value ?? null, seenCurrency: shown?.currency ?? null }
  const edit = {
    ...cell,
    value: value.value,
    currency: value.currency,
    ...seen,
    stagedAt: '',
    batch: null,
    held: null,
  }
  return { ...shownEdit(edit, known, () => false), state: 'ready' }
}
