import { kindOf } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { KnownAdverts } from './compare.ts'
import type { CurrentAdvert } from './row-compare.ts'

/**
 * Known adverts as they cross from thread to thread: for each id a line of numbers, NaN for what isn't known, and the
 * texts of the cached ones. To clone as many objects takes several times as long.
 */
export interface PackedAdverts {
  readonly numbers: Float64Array<ArrayBuffer>
  readonly texts: readonly (string | null)[]
}

const currencies = [1, 2, 3] as const

/** A line: cached, journalled, user, make, model, year, gone, unshown, the prices, the fields that are numbers. */
const fixedNumbers = 8 + currencies.length

/** The fields that were asked for, as they cross. */
interface PackedFields {
  readonly numbers: readonly FieldName[]
  readonly texts: readonly FieldName[]
  readonly lineLength: number
}

function packedFields(fields: readonly FieldName[]): PackedFields {
  const numbers = fields.filter((field) => kindOf(field) !== 'text')
  const texts = fields.filter((field) => kindOf(field) === 'text')
  return { numbers, texts, lineLength: fixedNumbers + numbers.length }
}

export function packAdverts(
  autoIds: Float64Array<ArrayBuffer>,
  fields: readonly FieldName[],
  { current, journalled }: KnownAdverts,
): PackedAdverts {
  const packed = packedFields(fields)
  const { lineLength } = packed
  const numbers = new Float64Array(autoIds.length * lineLength)
  const texts: (string | null)[] = []
  autoIds.forEach((id, at) => {
    const advert = current.get(id)
    const start = at * lineLength
    numbers[start] = advert ? 1 : 0
    numbers[start + 1] = journalled.has(id) ? 1 : 0
    if (advert) packOne(advert, packed, numbers, start + 2, texts)
  })
  return { numbers, texts }
}

function packOne(
  { title, userId, makeId, modelId, year, gone, unshown, prices, values }: CurrentAdvert,
  fields: PackedFields,
  numbers: Float64Array<ArrayBuffer>,
  start: number,
  texts: (string | null)[],
): void {
  let at = start
  for (const number of [userId, makeId, modelId, year]) numbers[at++] = number ?? Number.NaN
  numbers[at++] = gone ? 1 : 0
  numbers[at++] = unshown === true ? 1 : 0
  for (const currency of currencies) numbers[at++] = prices[currency] ?? Number.NaN
  for (const field of fields.numbers) numbers[at++] = Number(values[field] ?? Number.NaN)
  texts.push(title)
  for (const field of fields.texts) texts.push(values[field] === undefined ? null : String(values[field]))
}

export function unpackAdverts(
  autoIds: Float64Array<ArrayBuffer>,
  fields: readonly FieldName[],
  { numbers, texts }: PackedAdverts,
): KnownAdverts {
  const packed = packedFields(fields)
  const { lineLength } = packed
  const current = new Map<number, CurrentAdvert>()
  const journalled = new Set<number>()
  let text = 0
  autoIds.forEach((id, at) => {
    const start = at * lineLength
    if (numbers[start + 1] === 1) journalled.add(id)
    if (numbers[start] !== 1) return
    current.set(id, unpackOne(packed, numbers, start + 2, texts, text))
    text += 1 + packed.texts.length
  })
  return { current, journalled }
}

function unpackOne(
  fields: PackedFields,
  numbers: Float64Array<ArrayBuffer>,
  start: number,
  texts: readonly (string | null)[],
  firstText: number,
): CurrentAdvert {
  let at = start
  const next = (): number | null => {
    const value = numbers[at++] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  const [userId, makeId, modelId, year] = [next(), next(), next(), next()]
  const gone = next() === 1
  const unshown = next() === 1
  const prices: Partial<Record<(typeof currencies)[number], number>> = {}
  for (const currency of currencies) {
    const price = next()
    if (price !== null) prices[currency] = price
  }
  const values: Record<string, string | number> = {}
  for (const field of fields.numbers) {
    const value = next()
    if (value !== null) values[field] = value
  }
  fields.texts.forEach((field, place) => {
    const value = texts[firstText + 1 + place] ?? null
    if (value !== null) values[field] = value
  })
  return {
    ...{ title: texts[firstText] ?? '', userId, makeId, modelId, year, gone },
    ...(unshown && { unshown }),
    ...{ prices, values },
  }
}
