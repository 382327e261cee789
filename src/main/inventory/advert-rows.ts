import { z } from 'zod'
import { advertRowSchema, advertStates, type AdvertRow } from '#shared/inventory/advert.ts'
import { storedFlag } from '../storage/row-query.ts'

/** Columns of `adverts` by the names of `advertRowSchema`. */
const rowColumns = `id, title, make_id AS makeId, make, model_id AS modelId, model, version, year, mileage, usd, eur, uah,
  main_currency AS mainCurrency, city, state, added_at AS addedAt, updated_at AS updatedAt, expires_at AS expiresAt,
  photo, read_at AS readAt, pending`

export const storedRowSchema = advertRowSchema.extend({
  state: z.enum(advertStates).exclude(['expired']),
  pending: storedFlag,
})

export const cachedAdvertSchema = storedRowSchema.extend({
  userId: z.number().nullable(),
  description: z.string(),
  /** The record as the service gave it, JSON. */
  record: z.string(),
})

/** An advert as cached: the grid's columns, and what only the detail pane and the search need. */
export type CachedAdvert = z.infer<typeof cachedAdvertSchema>

export const advertFactsSchema = cachedAdvertSchema.pick({
  id: true,
  title: true,
  userId: true,
  makeId: true,
  make: true,
  modelId: true,
  model: true,
  usd: true,
  eur: true,
  uah: true,
  mainCurrency: true,
  version: true,
  description: true,
  state: true,
  addedAt: true,
  updatedAt: true,
  pending: true,
})

/** What the checks of a file, the guards of a batch and an export need of an advert. */
export type AdvertFacts = z.infer<typeof advertFactsSchema>

export const briefFactsSchema = cachedAdvertSchema.pick({
  id: true,
  title: true,
  makeId: true,
  make: true,
  modelId: true,
  model: true,
  version: true,
  year: true,
  mileage: true,
  usd: true,
  eur: true,
  uah: true,
  mainCurrency: true,
  city: true,
  state: true,
})

/** What an edit of many adverts is made from: facts without the description, which is kept apart. */
export type BriefFacts = z.infer<typeof briefFactsSchema>

export const descriptionSchema = cachedAdvertSchema.pick({ id: true, description: true })

export const pricePointSchema = z.object({
  at: z.string(),
  usd: z.number().nullable(),
  /** Null also in points of before it was kept. */
  eur: z.number().nullable(),
  uah: z.number().nullable(),
  state: z.enum(advertStates),
})
export type PricePoint = z.infer<typeof pricePointSchema>

export const rowsSql = `SELECT ${rowColumns} FROM adverts
  WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`

export const advertsSql = `SELECT ${rowColumns}, user_id AS userId, description, record
  FROM adverts JOIN advert_records ON advert = adverts.rowid
  WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`

export const factsSql = `SELECT id, title, user_id AS userId, make_id AS makeId, make, model_id AS modelId, model, usd, eur, uah,
    main_currency AS mainCurrency, version, state, description, added_at AS addedAt, updated_at AS updatedAt, pending
  FROM adverts JOIN advert_records ON advert = adverts.rowid
  WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`

export const briefSql = `SELECT id, title, make_id AS makeId, make, model_id AS modelId, model, version, year, mileage, usd, eur, uah,
    main_currency AS mainCurrency, city, state FROM adverts WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`

export const descriptionsSql = `SELECT id, description FROM adverts JOIN advert_records ON advert = adverts.rowid
  WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`

/** The row as it is at `serviceNow`, a moment in the service's own form. */
export const shownRow = (row: AdvertRow, serviceNow: string): AdvertRow => ({
  ...row,
  state: row.state === 'live' && row.expiresAt !== '' && row.expiresAt < serviceNow ? 'expired' : row.state,
})
