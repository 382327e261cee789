import { z } from 'zod'
import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import type { FieldKind } from '#shared/batch/write-fields.ts'
import { plainText } from '../service/plain-text.ts'

type Value = string | number

interface KindRules {
  /** Schema of the contract. */
  readonly schema: z.ZodType<Value>
  /** Characters of a URL that a value takes at most; null for a text, which has no bound. */
  readonly urlLength: number | null
  /** True if a value shown by a read is the one that was written. */
  readonly isSame: (left: Value | undefined, right: Value | undefined) => boolean
  /** The value in a CSV of ours, such as an import reads it again. */
  readonly cell: (value: Value) => Value
}

/** Prices above this are typing errors; the service names no limit. */
export const largestPrice = 999_999_999_999

const isEqual = (left: Value | undefined, right: Value | undefined): boolean =>
  String(left ?? '') === String(right ?? '')

/** Reads show prices in whole units. */
const isSameNumber = (left: Value | undefined, right: Value | undefined): boolean =>
  Math.round(Number(left)) === Math.round(Number(right))

/** Texts come back without tags and entities. */
const asShown = (value: Value | undefined): string =>
  plainText(String(value ?? ''))
    .replace(/\s+/g, ' ')
    .trim()

/** Kinds of values at the service and in a file of ours. */
export const fieldKinds = {
  id: { schema: z.int().positive(), urlLength: 16, isSame: isEqual, cell: (value) => value },
  currency: {
    schema: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    urlLength: 1,
    isSame: isSameNumber,
    cell: (value) => currencies[value as CurrencyId],
  },
  price: { schema: z.number().positive(), urlLength: 15, isSame: isSameNumber, cell: (value) => value },
  text: {
    schema: z.string(),
    urlLength: null,
    isSame: (left, right) => asShown(left) === asShown(right),
    cell: String,
  },
  flag: {
    schema: z.union([z.literal(0), z.literal(1)]),
    urlLength: 1,
    isSame: isEqual,
    cell: (value) => value,
  },
} as const satisfies Readonly<Record<FieldKind, KindRules>>
