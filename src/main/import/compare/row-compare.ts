import type { CurrencyId } from '#shared/batch/currency.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { type Finding, finding, shortened } from '../../writes/finding.ts'
import { changeableFields, publicTexts } from '#shared/batch/field-lists.ts'
import { isAsBefore } from '../../writes/edit-changes.ts'
import { lacksPrice, withKnownPrice } from '../../writes/edit-price.ts'
import { isPriceJump, priceStep } from '../../writes/price-jump.ts'
import { isSameValue, isShown } from '../../writes/shown-values.ts'
import type { SentSince, UnsentEdit } from '../../writes/sent-before.ts'
import type { Values } from '../../writes/values.ts'
import { isOtherValue } from '../check/cell-error.ts'
import { cleanText } from '../check/clean-text.ts'
import type { Comparison } from '../check/checked-row.ts'
import { asPlanned } from '../check/planned-record.ts'
import { namesCars, otherCar } from '../check/named-car.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Row } from '../rows/row.ts'

/** An advert as it is known before the batch, from the cache and from our own writes. */
export interface CurrentAdvert {
  /** Title, for a person. */
  readonly title: string
  readonly userId: number | null
  readonly makeId?: number | null
  readonly modelId?: number | null
  readonly year?: number | null
  /** Sold, archived or deleted: an edit or delete would find nothing to change. */
  readonly gone: boolean
  /** No read ever showed it: what is known of it is what this app wrote. */
  readonly unshown?: boolean
  readonly prices: Readonly<Partial<Record<CurrencyId, number>>>
  /** Known values that a write may change, the price in the advert's own currency. */
  readonly values: Values
}

/** Result of comparing a row. */
export interface Compared {
  /** Null if the advert isn't known. */
  readonly comparison: Comparison | null
  readonly problems: readonly Finding[]
  /** A public text is replaced, and what it says now isn't known. */
  readonly replacesUnknown: boolean
}

/** Compares an edit or a delete with the advert that it means. `current` is undefined if the advert isn't cached. */
export function compareRow(
  operation: Operation,
  row: Values,
  current: CurrentAdvert | undefined,
  userId: number,
): Compared {
  const id = String(row.auto_id)
  if (!current) return uncompared(operation, row, id)
  const before = valuesBefore(operation, row, current)
  const currency = row.currency_id ?? before.currency_id ?? 1
  const rowPrice = current.prices[currency as CurrencyId] ?? null
  const payload = withKnownPrice(operation, row, { before, rowPrice })
  const unchanged = operation === 'edit' && isUnchanged(payload, before)
  const problems: Finding[] = []
  if (!unchanged && lacksPrice(operation, payload)) problems.push(finding('price', 'price-required'))
  if (current.userId !== null && current.userId !== userId)
    problems.push(finding('auto_id', 'other-user', id, { account: userId, owner: current.userId }))
  if (current.gone) problems.push(finding('auto_id', 'advert-gone', id))
  else if (current.unshown) problems.push(finding('auto_id', 'advert-not-shown', id))
  problems.push(...jumpFindings(payload, current), ...textFindings(payload, before))
  const replacesText = operation === 'edit' && publicTexts.some((field) => isReplaced(field, payload, before))
  return {
    comparison: {
      title: current.title,
      before,
      rowPrice,
      unchanged,
      replacesText,
      priceStep: operation === 'edit' ? priceStepOf(payload, rowPrice) : null,
    },
    problems,
    replacesUnknown: false,
  }
}

/** An error if a row names another car than the advert that its id says. */
export function carFindings(record: Row, plan: RowPlan, current: CurrentAdvert | undefined): Finding[] {
  if (!current || !namesCars(plan)) return []
  const { makeId = null, modelId = null, year = null, title } = current
  const found = otherCar(asPlanned(record, plan), plan, { makeId, modelId, year, title })
  return found ? [found] : []
}

/** Values of an edit that are older than other ones, which were sent since the file's moment. */
export function newerFindings(row: Values, sent: SentSince | undefined): Finding[] {
  if (!sent) return []
  const { values, who, at } = sent
  return changeableFields.flatMap((field) => {
    const older = row[field]
    const newer = values[field]
    if (older === undefined || newer === undefined || isSameValue(field, older, newer)) return []
    return [finding(field, 'sent-since', String(older), { who, at, sent: newer })]
  })
}

/** An edit's value of a shown field is not sent if it is what the advert has, see `changesOf`. */
export const isLeftOutAnyway = (field: FieldName, payload: Values, known: Comparison | null): boolean =>
  field === 'price'
    ? isSameValue(field, payload[field], known?.rowPrice ?? undefined)
    : isShown(field) && isAsBefore(payload[field], known?.before[field])

/** Values that an edit sends in the place of other ones, which the person set and did not send. */
export function unsentFindings(
  row: Values,
  sends: (field: FieldName) => boolean,
  unsent: readonly UnsentEdit[] = [],
): Finding[] {
  return unsent.flatMap(({ field, value: own, currency: ownCurrency }) => {
    const value = row[field]
    const currency = row.currency_id
    const isSameMoney = field !== 'price' || currency === ownCurrency
    if (value === undefined || !sends(field) || (isSameMoney && isSameValue(field, value, own))) return []
    const money = field === 'price' ? { ownCurrency: ownCurrency ?? '', currency: currency ?? '' } : {}
    return [finding(field, 'edit-unsent', String(value), { own: shortened(String(own)), ...money })]
  })
}

function uncompared(operation: Operation, payload: Values, id: string): Compared {
  const problems = [finding('auto_id', 'advert-not-cached', id)]
  if (lacksPrice(operation, payload)) problems.push(finding('price', 'price-required'))
  const replacesUnknown = operation === 'edit' && publicTexts.some((field) => payload[field] !== undefined)
  return { comparison: null, problems, replacesUnknown }
}

/** A price that moves far from the old one in the same currency, of the three that the advert shows. */
function jumpFindings({ price, currency_id: currency }: Values, { prices }: CurrentAdvert): Finding[] {
  if (currency === undefined) return []
  const before = prices[currency as CurrencyId]
  if (typeof price !== 'number' || before === undefined || before <= 0 || !isPriceJump(before, price))
    return []
  return [
    finding('price', 'price-jump', String(price), {
      percent: priceStep(before, price) / 100,
      before,
      currency,
    }),
  ]
}

/** A number or a flag in the place of what buyers read: a column that moved. */
function textFindings({ auto_note: text }: Values, { auto_note: before }: Values): Finding[] {
  if (typeof text !== 'string' || typeof before !== 'string' || before === '') return []
  if (!isOtherValue(text) || isOtherValue(before)) return []
  return [finding('auto_note', 'cell-error', text, { why: 'value' })]
}

function priceStepOf({ price }: Values, old: number | null): number | null {
  if (typeof price !== 'number' || old === null || old <= 0 || price === old) return null
  return priceStep(old, price)
}

function valuesBefore(operation: Operation, payload: Values, { prices, values }: CurrentAdvert): Values {
  const price = prices[(values.currency_id ?? payload.currency_id ?? 1) as CurrencyId]
  const old: Readonly<Record<string, string | number | undefined>> = { ...values, price }
  const before: Record<string, string | number> = {}
  for (const field of changeableFields) {
    const value = old[field]
    const isReplaced = operation === 'delete' || field === 'price' || payload[field] !== undefined
    if (isReplaced && value !== undefined) before[field] = value
  }
  return before
}

/** A text of the advert may have signs that a file's text is read without. */
const isUnchanged = (payload: Values, before: Values): boolean =>
  changeableFields.every((field) => {
    const value = payload[field]
    const old = before[field]
    return (
      value === undefined || isAsBefore(value, old) || (typeof old === 'string' && cleanText(old) === value)
    )
  })

const isReplaced = (field: FieldName, payload: Values, before: Values): boolean =>
  payload[field] !== undefined &&
  String(before[field] ?? '').trim() !== '' &&
  !isSameValue(field, payload[field], before[field])
