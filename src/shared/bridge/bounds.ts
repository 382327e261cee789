import { z } from 'zod'

/**
 * Bounds of what the window may ask. Every text, number and list of a request has one, because main does what it is
 * asked. Without them a single call with a column of 2^24 or a list of millions would block it.
 */

/** The id of an account, a draft or a batch: made by us, a UUID or a short word. */
export const idText = z.string().max(100)

/** An advert's id at the service. */
export const advertId = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** An id of a make, model, modification or equipment. */
export const vehicleId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A line of a file, counted from 1. */
export const lineNumber = z.int().min(1).max(2_147_483_647)

/** Lines of a file that one call may name. */
export const lineNumbers = z.array(lineNumber).max(500)

/** As many columns as a spreadsheet has (Excel's limit). */
export const mostColumns = 16_384

/** The place of a column in a file; the first is 0. */
export const columnPlace = z
  .int()
  .min(0)
  .max(mostColumns - 1)

/** A cell or a header of a file: no record that the reader takes is longer than 1 MiB. */
export const cellText = z.string().max(1_048_576)

/** Ids of adverts, of which there may be very many. */
const mostIds = 1_000_000
export const manyIds = z
  .instanceof(Float64Array)
  .refine((ids) => ids.length <= mostIds)
  .meta({ mostBytes: mostIds * Float64Array.BYTES_PER_ELEMENT })

const mostBytes = 8 * 1_048_576

/** One chunk of a file, at most 8 MiB; the window sends 1 MB at a time. */
export const chunkBytes = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.byteLength <= mostBytes)
  .meta({ mostBytes })
