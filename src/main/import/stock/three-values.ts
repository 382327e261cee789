import { type CurrencyId, priceIn, type Prices } from '#shared/batch/currency.ts'
import { changeableFields, fieldNamed, kindOf } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { ByHandRule } from '#shared/stock/stock-actions.ts'
import type { FieldFact, FieldFacts } from './stock-facts.ts'
import { plainText } from '../../service/plain-text.ts'
import { isSameValue, isShown } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

type Value = string | number | null

/** Values that an advert shows now; those that no read shows are by our own writes. */
export interface LiveAdvert {
  readonly values: Values
  readonly prices: Prices
}

/** A field that stays as a person set it. */
export interface HeldField {
  readonly field: FieldName
  readonly why: 'by-hand' | 'pinned'
  readonly file: Value
  readonly live: Value
}

/** Note for the journal about a field without a request: the advert shows already what the file gives. */
export interface FieldNote {
  readonly field: FieldName
  readonly given: Value
  readonly shown: Value
}

export interface WeighedFields {
  readonly sent: readonly FieldName[]
  readonly held: readonly HeldField[]
  readonly notes: readonly FieldNote[]
}

/**
 * Weighs the fields of an edit: those that are sent, those kept because a person set them, and those that need only a
 * note. Three values are compared: what the file gave last, what the advert showed after that, what it shows now. Two
 * would never settle: the service rounds, and a value that it rounded would be sent with every file.
 * @param wanted what the file says; a field that it doesn't own, or leaves blank, is absent
 */
export function weighFields(
  wanted: Values,
  live: LiveAdvert,
  facts: FieldFacts,
  byHand: ByHandRule,
): WeighedFields {
  const sent: FieldName[] = []
  const held: HeldField[] = []
  const notes: FieldNote[] = []
  for (const field of changeableFields) {
    // A currency without a price is only the form of the request.
    if (wanted[field] === undefined || field === 'currency_id') continue
    const weighed = weigh(field, wanted, live, facts)
    const kept = whyKept(weighed, byHand)
    if (weighed.isShownAlready) notes.push(...notesOf(weighed, wanted, live, facts))
    else if (kept) held.push({ field, why: kept, file: weighed.file, live: weighed.live })
    else if (weighed.isGivenAnew || weighed.isChangedByHand) sent.push(field)
  }
  return { sent: sent.includes('price') ? ['currency_id', ...sent] : sent, held, notes }
}

function whyKept({ known, isChangedByHand }: Weighed, byHand: ByHandRule): HeldField['why'] | null {
  if (known?.pinned) return 'pinned'
  return isChangedByHand && byHand === 'keep' ? 'by-hand' : null
}

type Weighed = ReturnType<typeof weigh>

/** A field with all known values of it. A price is one value with its currency. */
function weigh(field: FieldName, wanted: Values, live: LiveAdvert, facts: FieldFacts) {
  const file = wanted[field] ?? null
  const known = facts[field]
  const ofPrice = field === 'price'
  const shown = ofPrice ? livePrice(live, wanted.currency_id) : (live.values[field] ?? null)
  const currency = ofPrice ? currencyStates(wanted, live, facts) : sameCurrency
  return {
    field,
    file,
    live: shown,
    known,
    isGivenAnew: !known || currency.isGivenAnew || !isSame(field, file, known.given),
    isChangedByHand: isChangedByHand(field, wanted, live, facts) || currency.isChangedByHand,
    isShownAlready: isSame(field, file, shown) && currency.isShownAlready,
  }
}

const sameCurrency = { isGivenAnew: false, isChangedByHand: false, isShownAlready: true }

function currencyStates(
  { currency_id: file }: Values,
  { values: { currency_id: shown } }: LiveAdvert,
  { currency_id: known }: FieldFacts,
): typeof sameCurrency {
  return {
    isGivenAnew: file !== undefined && known !== undefined && known.given !== file,
    isChangedByHand: known !== undefined && shown !== undefined && known.shown !== shown,
    isShownAlready: file === undefined || shown === undefined || file === shown,
  }
}

/** A field that no read shows is changed only if we know of another write of it. */
function isChangedByHand(field: FieldName, wanted: Values, live: LiveAdvert, facts: FieldFacts): boolean {
  const known = facts[field]
  if (!known) return false
  const currency = facts.currency_id ? (facts.currency_id.shown ?? 0) : wanted.currency_id
  const shown = field === 'price' ? livePrice(live, currency) : (live.values[field] ?? null)
  return shown === null && !isShown(field) ? false : !isSame(field, shown, known.shown)
}

/** The price in a currency; without one, in the advert's own. */
function livePrice({ prices, values }: LiveAdvert, currency: Value | undefined): number | null {
  const asked = currency ?? values.currency_id
  return asked === 1 || asked === 2 || asked === 3 ? priceIn(prices, asked satisfies CurrencyId) : null
}

/** A field that isn't shown is the same as an empty text, and as no number. */
function isSame(field: FieldName, left: Value, right: Value): boolean {
  if (kindOf(field) !== 'text' && (left === null || right === null)) return left === right
  return isSameValue(field, left ?? undefined, right ?? undefined)
}

/** The price takes its currency with it. Nothing is noted that is known already. */
function notesOf(
  { field, file, live, known }: Weighed,
  wanted: Values,
  advert: LiveAdvert,
  facts: FieldFacts,
) {
  const notes: FieldNote[] = isNoted(field, file, live, known) ? [] : [{ field, given: file, shown: live }]
  const { currency_id: currency } = wanted
  const shown = advert.values.currency_id ?? null
  if (
    field === 'price' &&
    currency !== undefined &&
    !isNoted('currency_id', currency, shown, facts.currency_id)
  )
    notes.push({ field: 'currency_id', given: currency, shown })
  return notes
}

const isNoted = (field: FieldName, file: Value, live: Value, known: FieldFact | undefined): boolean =>
  known !== undefined && isSame(field, file, known.given) && isSame(field, live, known.shown)

/** Fields that a file gave, and whose result at the service was never read. */
export const unreadFields = (facts: FieldFacts): FieldName[] =>
  (Object.entries(facts) as [FieldName, FieldFact][]).flatMap(([field, { given, shown }]) =>
    given !== null && shown === null && fieldNamed(field) !== undefined ? [field] : [],
  )

/**
 * Notes once what the service made of a value that was given and not read since.
 * @param isStale the advert was read before it was given
 */
export function withShown(
  facts: FieldFacts,
  live: LiveAdvert,
  isStale: boolean,
): { readonly read: FieldFacts; readonly notes: readonly FieldNote[] } {
  const unread = unreadFields(facts)
  if (unread.length === 0) return { read: facts, notes: [] }
  const notes = unread.map((field) => {
    const given = facts[field]?.given ?? null
    const shown = field === 'price' ? livePrice(live, facts.currency_id?.given) : (live.values[field] ?? null)
    // Whatever is no rounding was changed by somebody since.
    return { field, given, shown: isStale || isRounding(field, given, shown) ? shown : given }
  })
  const read = Object.fromEntries(
    notes.map(({ field, shown }) => [field, { ...facts[field], shown } as FieldFact]),
  )
  return { read: { ...facts, ...read }, notes: isStale ? [] : notes }
}

/** The service rounds prices by so much at most. */
const mostRounded = 0.01

/**
 * True if the service may have made this of a value by itself: a price near it, or a text with other blanks and markup.
 */
function isRounding(field: FieldName, given: string | number | null, shown: string | number | null): boolean {
  if (given === null || shown === null || field === 'currency_id') return true
  if (field === 'price')
    return Math.abs(Number(shown) - Number(given)) <= Math.abs(Number(given)) * mostRounded
  if (kindOf(field) === 'text') return bare(String(given)) === bare(String(shown))
  return isSameValue(field, given, shown)
}

const bare = (text: string): string => plainText(text).replace(/\s+/gu, '')
