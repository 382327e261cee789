import { z } from 'zod'
import { plainText } from './plain-text.ts'

/**
 * The parts from which every schema of the service's answers is made. The service leaves fields out, sends null,
 * numbers as strings and empty objects as `[]` (docs/service/practice.md, "root" and "numbers"). All of it is coerced
 * here, once. What is absent comes out as null, a group that is absent as a group of nulls; unknown fields are kept.
 * What has another kind altogether (an object for a number) stays an issue with its path.
 */

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const decimal = /^[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?$/

function asNumber(value: unknown): unknown {
  if (isAbsent(value) || isEmptyList(value)) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return value
  const digits = value.replace(/\s/g, '')
  if (digits === '') return null
  return decimal.test(digits) ? Number(digits.replace(',', '.')) : value
}

function asText(value: unknown): unknown {
  if (isAbsent(value) || isEmptyList(value)) return null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const flagWords: Readonly<Record<string, boolean | null>> = {
  '': null,
  '0': false,
  '1': true,
  false: false,
  true: true,
}

function asFlag(value: unknown): unknown {
  if (isAbsent(value) || isEmptyList(value)) return null
  if (typeof value === 'number') return value !== 0
  return typeof value === 'string' ? (flagWords[value.trim().toLowerCase()] ?? null) : value
}

const asGroup = (value: unknown): unknown =>
  isAbsent(value) || isEmptyList(value) || value === '' || value === false ? {} : value

function asList(value: unknown): unknown {
  if (isAbsent(value) || value === '' || value === false) return []
  return typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value
}

/** A number, or a string that reads as one; null if there is none. */
export const number = z.preprocess(asNumber, z.number().nullable())

/** A number without which the record means nothing. */
export const identifier = z.preprocess(asNumber, z.number())

/** A string as it came; null if there is none. */
export const text = z.preprocess(asText, z.string().nullable())

/** A string that people read: tags dropped and entities decoded. */
export const prose = text.transform((value) => (value === null ? null : plainText(value)))

/** True or false, 1 or 0, "1" or "0"; null if the service says nothing. */
export const flag = z.preprocess(asFlag, z.boolean().nullable())

/** A nested object; if it is absent, one whose fields are all null. */
export const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(asGroup, z.looseObject(shape))

/** An array; an object with numeric keys is taken for one, as some servers write it. */
export const list = <Item extends z.ZodType>(item: Item) => z.preprocess(asList, z.array(item))

/** An array without the elements that can't be read: one odd element doesn't lose the others. */
export const readable = <Item extends z.ZodType>(item: Item) =>
  list(z.unknown()).transform((elements) => elements.flatMap((element) => readOrNone(item, element)))

function readOrNone<Item extends z.ZodType>(item: Item, element: unknown): z.output<Item>[] {
  const { success, data } = item.safeParse(element)
  return success ? [data] : []
}

/** PHP writes an object whose keys are 0, 1, 2, … as an array: the places are the keys. */
const asDictionary = (value: unknown): unknown =>
  Array.isArray(value) ? Object.fromEntries(value.entries()) : asGroup(value)

/** An object whose keys are data, such as ids. */
export const dictionary = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(asDictionary, z.record(z.string(), value))

/** The contract answers an array that holds one object, the live service the object itself: both are taken. */
export const root = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (Array.isArray(value) ? (value as unknown[])[0] : value), schema)
