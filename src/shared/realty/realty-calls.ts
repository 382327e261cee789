import { z } from 'zod'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'
import { tableFormats } from '../files/table-format.ts'
import { searchAnswerSchema, searchParams } from '../search/search-answer.ts'

const id = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Category, type and operation, whose adverts share a catalog of characteristics. */
export const combinationSchema = z.object({ category: id, type: id, operation: id })
export type Combination = z.infer<typeof combinationSchema>

const optionSchema = z.object({ id: z.string(), name: z.string() })

/** A characteristic as the form shows it, in the language of the app. */
const characteristicSchema = z.object({
  id: z.number(),
  label: z.string(),
  /** Way in which it is searched: a range of a number, one of the options, or a tick. */
  input: z.enum(['text', 'select', 'checkbox']),
  isFloat: z.boolean(),
  /** '' without one. */
  unit: z.string(),
  /** The name of the usual option; '' without one. */
  usual: z.string(),
  options: z.array(optionSchema),
})
export type Characteristic = z.infer<typeof characteristicSchema>

export const catalogAnswerSchema = z.object({
  groups: z.array(z.object({ name: z.string(), items: z.array(characteristicSchema) })),
  /** Time when the service answered it, ISO 8601. */
  readAt: z.string().nullable(),
  /** Why the service did not answer now. */
  failure: failureSchema.nullable(),
})
export type CatalogAnswer = z.infer<typeof catalogAnswerSchema>

/** An advert as the grid and the pane show it; what it lacks is null or blank. */
export const realtyRowSchema = z.object({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  operation: z.string(),
  city: z.string(),
  district: z.string(),
  street: z.string(),
  rooms: z.number().nullable(),
  area: z.number().nullable(),
  floor: z.string(),
  /** In the three currencies, as the service counts them. */
  usd: z.string(),
  eur: z.string(),
  uah: z.string(),
  publishedAt: z.string(),
  readAt: z.string(),
})
export type RealtyRow = z.infer<typeof realtyRowSchema>

export const realtyDetailSchema = z.object({
  row: realtyRowSchema,
  description: z.string(),
  /** Characteristics by name, as far as the catalog names them. */
  characteristics: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Paths or addresses of the photos. */
  photos: z.array(z.string()),
  /** Every other field of the record by the contract's name of it. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type RealtyDetail = z.infer<typeof realtyDetailSchema>

export const realtyParams = searchParams.max(200)
export type RealtyParams = z.output<typeof realtyParams>

/** A search that was read. */
export const readSearchSchema = z.object({
  params: realtyParams,
  /** In words. */
  name: z.string(),
  readAt: z.string(),
})
export type ReadSearch = z.infer<typeof readSearchSchema>

export const realtyPlaceNames = ['states', 'cities', 'districts'] as const
export type RealtyPlaceList = (typeof realtyPlaceNames)[number]

export const realtyCalls = {
  /** The characteristics of a combination in the language of the app, by one call if they are not saved. */
  'realty:catalog': call(combinationSchema, catalogAnswerSchema),
  /** One more page of a search, by one call; page 0 begins again. */
  'realty:page': call(
    z.object({ params: realtyParams, page: z.int().min(0).max(100_000) }),
    searchAnswerSchema,
  ),
  /** Saved answer of a search, without a call. */
  'realty:answer': call(z.object({ params: realtyParams }), searchAnswerSchema),
  /** Rows of the adverts that are saved; with `read`, the others are read, a call for each. */
  'realty:rows': call(
    z.object({ ids: z.array(id).max(100), read: z.boolean() }),
    z.object({
      rows: z.array(realtyRowSchema),
      calls: z.number(),
      unread: z.array(z.object({ id: z.number(), words: z.string() })),
    }),
  ),
  /** The searches that were read, the last one first, without a call. */
  'realty:searches': call(z.null(), z.array(readSearchSchema)),
  /**
   * Names with ids, of cities of the region `of` and districts of the city `of`; one call if they are not saved. Null
   * if the service gives no such list.
   */
  'realty:places': call(
    z.object({ list: z.enum(realtyPlaceNames), of: id.nullable() }),
    z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  ),
  'realty:detail': call(z.object({ id }), realtyDetailSchema.nullable()),
  /** The adverts of the list that are saved, as a file. */
  'realty:export': call(
    z.object({ ids: z.array(id).max(10_000), format: z.enum(tableFormats) }),
    // Adverts that were found and not read yet have no row.
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array), rows: z.int() }),
  ),
}
