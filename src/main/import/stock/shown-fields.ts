import { isSameValue } from '../../writes/shown-values.ts'
import { plainText } from '../../service/plain-text.ts'
import { fieldNamed, kindOf } from '#shared/batch/field-lists.ts'
import { type CurrencyId, priceIn } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { FieldFact, FieldFacts } from './stock-facts.ts'
import type { FieldNote, LiveAdvert } from './three-values.ts'

/** Fields that a file gave, and of which nobody read what the service made of that. */
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
    const shown = shownOf(field, facts, live)
    // Whatever is no rounding was changed by somebody since.
    return { field, given, shown: isStale || isRounding(field, given, shown) ? shown : given }
  })
  const read = Object.fromEntries(
    notes.map(({ field, shown }) => [field, { ...facts[field], shown } as FieldFact]),
  )
  return { read: { ...facts, ...read }, notes: isStale ? [] : notes }
}

function shownOf(
  field: FieldName,
  facts: FieldFacts,
  { values, prices }: LiveAdvert,
): string | number | null {
  if (field !== 'price') return values[field] ?? null
  const currency = facts.currency_id?.given ?? values.currency_id
  return currency === 1 || currency === 2 || currency === 3
    ? priceIn(prices, currency satisfies CurrencyId)
    : null
}

/** The service rounds prices by so much at most. */
const mostRounded = 0.01

/**
 * True if the service may have made this of a value by itself: a price near it, or a text that differs in blanks and
 * markup.
 */
function isRounding(field: FieldName, given: string | number | null, shown: string | number | null): boolean {
  if (given === null || shown === null || field === 'currency_id') return true
  if (field === 'price')
    return Math.abs(Number(shown) - Number(given)) <= Math.abs(Number(given)) * mostRounded
  if (kindOf(field) === 'text') return bare(String(given)) === bare(String(shown))
  return isSameValue(field, given, shown)
}

const bare = (text: string): string => plainText(text).replace(/\s+/gu, '')
