import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { currencyOfCode } from '#shared/batch/currency.ts'
import type { ShownAdvert } from '../writes/shown-values.ts'
import { type AdvertRow, advertStates } from '#shared/inventory/advert.ts'
import { byColumn } from '#shared/inventory/column-lists.ts'
import { withDefault, storedFlag } from '../storage/row-query.ts'
import { selected } from './column-names.ts'

/** The quickest level: the others save a twentieth of the size. A window that holds a record; most fit into one piece. */
const options = { level: 1, windowBits: 13, memLevel: 7, chunkSize: 4_096 }

/** A record's JSON as the cache keeps it, half of its size. */
export const packRecord = (json: string): Uint8Array => deflateSync(json, options)

/**
 * A packed record as it is read from the cache. What was cut or changed on the disk fails by its checksum, and is an issue
 * like any other.
 */
export const storedRecordText = z.instanceof(Uint8Array).transform((packed, context): string => {
  try {
    return inflateSync(packed, { windowBits: 13, chunkSize: 4_096 }).toString()
  } catch {
    context.addIssue({ code: 'custom', message: 'no packed record' })
    return z.NEVER
  }
})

/** A cached advert by the names of the write fields' table; its description only if it was read. */
export const shownFacts = (
  facts: Omit<ComparedFacts, 'year'> & { readonly description?: string | null | undefined },
): ShownAdvert => ({
  autoId: facts.id,
  markaId: facts.makeId,
  modelId: facts.modelId,
  usd: facts.usd,
  eur: facts.eur,
  uah: facts.uah,
  currency: currencyOfCode(facts.mainCurrency),
  description: facts.description ?? null,
  version: facts.version,
})

const stored = z.object(
  byColumn({
    id: z.number(),
    whole: z.number().nullable(),
    number: z.number().nullable(),
    text: z.string(),
    state: z.enum(advertStates).exclude(['expired']),
    flag: storedFlag,
  }),
)

export const storedRowSchema = stored.omit({ userId: true })

export const cachedAdvertSchema = stored.extend({
  description: z.string(),
  /** The record as the service gave it, JSON; '' if it can't be read any more. */
  record: withDefault('record', storedRecordText, ''),
})

/** An advert as cached: the grid's columns, and what only the detail pane and the search need. */
export type CachedAdvert = z.infer<typeof cachedAdvertSchema>

export const advertFactsSchema = cachedAdvertSchema.omit({
  year: true,
  mileage: true,
  city: true,
  expiresAt: true,
  photo: true,
  photos: true,
  region: true,
  fuel: true,
  readAt: true,
  record: true,
})

/** Facts of an advert for the checks of a file, the guards of a batch and an export. */
export type AdvertFacts = z.infer<typeof advertFactsSchema>

export const briefFactsSchema = stored.omit({ addedAt: true, expiresAt: true, photo: true, readAt: true })

/** Facts for edits of many adverts: those without the description, which is kept apart. */
export type BriefFacts = z.infer<typeof briefFactsSchema>

export const comparedFactsSchema = briefFactsSchema.omit({
  make: true,
  model: true,
  mileage: true,
  city: true,
  photos: true,
  region: true,
  fuel: true,
})

/** Facts for comparing the rows of a file: every column takes its time, for each of a hundred thousand rows. */
export type ComparedFacts = z.infer<typeof comparedFactsSchema>

export const linkedFactsSchema = stored.pick({
  id: true,
  makeId: true,
  modelId: true,
  mainCurrency: true,
  state: true,
  readAt: true,
})

/** Facts for a plan of the whole stock, of every advert that has a number. */
export type LinkedFacts = z.infer<typeof linkedFactsSchema>

export const descriptionSchema = cachedAdvertSchema.pick({ id: true, description: true })

export const pricePointSchema = z.object({
  at: z.string(),
  usd: z.number().nullable(),
  eur: z.number().nullable(),
  uah: z.number().nullable(),
  state: z.enum(advertStates),
})
export type PricePoint = z.infer<typeof pricePointSchema>

const ofIds = 'WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))'
const withText = 'FROM adverts JOIN advert_records ON advert = adverts.rowid'

/** The columns of a SELECT that a schema reads. */
export const selectedBy = ({ shape }: z.ZodObject): string => selected(Object.keys(shape))

export const rowsSql = `SELECT ${selectedBy(storedRowSchema)} FROM adverts ${ofIds}`
export const advertsSql = `SELECT ${selectedBy(cachedAdvertSchema)} ${withText} ${ofIds}`
export const factsSql = `SELECT ${selectedBy(advertFactsSchema)} ${withText} ${ofIds}`
export const briefSql = `SELECT ${selectedBy(briefFactsSchema)} FROM adverts ${ofIds}`
export const comparedSql = `SELECT ${selectedBy(comparedFactsSchema)} FROM adverts ${ofIds}`
export const linkedSql = `SELECT ${selectedBy(linkedFactsSchema)} FROM adverts ${ofIds}`
export const descriptionsSql = `SELECT ${selectedBy(descriptionSchema)} ${withText} ${ofIds}`

/** The row as it is at `serviceNow`, a moment in the service's own form. */
export const shownRow = (row: AdvertRow, serviceNow: string): AdvertRow => ({
  ...row,
  state: row.state === 'live' && row.expiresAt !== '' && row.expiresAt < serviceNow ? 'expired' : row.state,
})
