import type { Failure } from '#shared/bridge/failure.ts'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { BulkResult } from '#shared/staged/staged-calls.ts'
import { isOfKind, type StagedField, type stagedTexts } from '#shared/staged/staged-fields.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { type StagedState, stagedOf } from './staged-state.svelte.ts'
import type { CurrencyId } from '#shared/batch/currency.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { type NumberKind, readFilterNumber } from '#shared/search/filter-number.ts'
import { unknownFields } from '#shared/staged/template-fields.ts'

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

/** Steps that prices may be rounded to; the first leaves them as they are. */
export const roundings = ['0.01', '10', '50', '100', '500', '1000'] as const

/** A change of many prices, as it is typed. */
export class BulkPrice {
  how = $state<'percent' | 'amount' | 'set'>('percent')
  percent = $state('-2')
  amount = $state('')
  price = $state('')
  currency = $state<`${CurrencyId}`>('1')
  roundTo = $state<(typeof roundings)[number]>('50')
  /** Also adverts that are sold or archived. */
  offSale = $state(false)
  readonly percentProblem = $derived(
    inRange(typedNumber('number', this.percent), -90, 500) ? undefined : m.staged_bulk_percent_bad(),
  )
  readonly amountProblem = $derived(
    inRange(Math.abs(typedNumber('price', this.amount)), 0.01, mostMoney)
      ? undefined
      : m.staged_bulk_amount_bad(),
  )
  readonly priceProblem = $derived(
    inRange(typedNumber('price', this.price), 0.01, mostMoney) ? undefined : m.staged_bulk_price_bad(),
  )

  /** Null while something of it can't be taken. */
  readonly change: BulkChange | null = $derived.by(() => this.#change())

  #change(): BulkChange | null {
    const currency = Number(this.currency) as CurrencyId
    const roundTo = Number(this.roundTo)
    const also = this.offSale ? ({ offSale: true } as const) : {}
    switch (this.how) {
      case 'percent':
        return this.percentProblem
          ? null
          : { kind: 'price', percent: typedNumber('number', this.percent), roundTo, ...also }
      case 'amount':
        return this.amountProblem
          ? null
          : { kind: 'price-by', amount: typedNumber('price', this.amount), currency, roundTo, ...also }
      case 'set':
        return this.priceProblem
          ? null
          : { kind: 'price-is', price: typedNumber('price', this.price), currency, ...also }
    }
  }
}

const mostMoney = 999_999_999_999

const inRange = (value: number, least: number, most: number): boolean => value >= least && value <= most

/**
 * Number as people type it, in filters and with a sign before it or a percent sign behind it. NaN for anything else,
 * also for one that can be read in two ways.
 */
export function typedNumber(kind: NumberKind, text: string): number {
  const [, sign, bare = ''] = /^([-−–+]?)(.*)$/s.exec(text.trim()) ?? []
  const reading = readFilterNumber(kind, kind === 'number' ? bare.replace(/\s*%$/, '') : bare)
  if (typeof reading !== 'number') return Number.NaN
  return sign === '' || sign === '+' ? reading : -reading
}

export const textWays = ['set', 'after', 'before', 'replace', 'remove'] as const
export type TextWay = (typeof textWays)[number]

type TextField = (typeof stagedTexts)[number]

/** A change of many texts, as it is typed. */
export class BulkText {
  how = $state<TextWay>('set')
  template = $state('')
  find = $state('')
  by = $state('')
  exactCase = $state(false)
  readonly #unknown = $derived(unknownFields(this.template))
  readonly templateProblem = $derived(
    this.#unknown.length > 0
      ? m.staged_bulk_template_unknown({ names: this.#unknown.join(', ') })
      : undefined,
  )

  /** It looks for words in the texts. */
  get looks(): boolean {
    return this.how === 'replace' || this.how === 'remove'
  }

  /** @returns null while something of it can't be taken */
  change(field: TextField): BulkChange | null {
    const { how, find, exactCase } = this
    if (this.looks)
      return find === ''
        ? null
        : { kind: 'replace', field, find, by: how === 'replace' ? this.by : '', exactCase }
    if (this.template.trim() === '' || this.templateProblem) return null
    return { kind: 'text', field, template: templateOf(how, this.template) }
  }
}

const present = '{text}'

/** Template of an addition: a blank stands between it and the present text, unless it brings its own. */
function templateOf(how: TextWay, text: string): string {
  if (how === 'after') return `${present}${/^\s/.test(text) ? '' : ' '}${text}`
  return how === 'before' ? `${text}${/\s$/.test(text) ? '' : ' '}${present}` : text
}
