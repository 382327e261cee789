import { fieldNamed } from '#shared/batch/field-names.ts'
import { type CurrencyId, priceIn } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { FieldFact, FieldFacts } from './stock-facts.ts'
import type { FieldNote, LiveAdvert } from './three-values.ts'

/** Fields that a file gave, and of which nobody read what the service made of that. */
export const unreadFields = (facts: FieldFacts): FieldName[] =>
  (Object.entries(facts) as [FieldName, FieldFact][]).flatMap(([field, { given, shown }]) =>
    given !== null && shown === null && fieldNamed(field) !== undefined ? [field] : [],
  )

/** What was given and not read since shows now what the service made of it: that is noted, once. */
export function withShown(
  facts: FieldFacts,
  live: LiveAdvert,
): { readonly read: FieldFacts; readonly notes: readonly FieldNote[] } {
  const unread = unreadFields(facts)
  if (unread.length === 0) return { read: facts, notes: [] }
  const notes = unread.map((field) => ({
    field,
    given: facts[field]?.given ?? null,
    shown: shownOf(field, facts, live),
  }))
  const read = Object.fromEntries(
    notes.map(({ field, shown }) => [field, { ...facts[field], shown } as FieldFact]),
  )
  return { read: { ...facts, ...read }, notes }
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
