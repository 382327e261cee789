import type { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'

/** What could not be read of the record that is being read: a record is read in one go. */
let missed: string[] = []

/** A part of a record that may be unreadable: `instead` then holds, and the reader of the record is informed. */
export const orTold = <Schema extends z.ZodType>(
  part: string,
  schema: Schema,
  instead: z.output<Schema>,
): z.ZodCatch<Schema> =>
  schema.catch(() => {
    missed.push(part)
    return instead
  })

/** A record, and its parts that were replaced because they can't be read. */
export interface StoredParts<Record> {
  readonly record: Record
  readonly missed: readonly string[]
}

/** @returns the error if nothing of the record can be used */
export function readParts<Schema extends z.ZodType>(
  schema: Schema,
  stored: unknown,
): StoredParts<z.output<Schema>> | z.ZodError {
  if (missed.length > 0) missed = []
  const { error, data } = schema.safeParse(stored)
  return error ?? { record: data, missed }
}

/**
 * Reads a record that is saved on this computer. What a person asks or the service answers is read otherwise.
 * @param place the file and the table, for people: `journal.db, rows`
 * @throws Fault `storage`
 */
export function readStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: unknown,
  place: string,
): z.output<Schema> {
  const { error, data } = schema.safeParse(stored)
  if (error) throw unreadableRecord(place, error)
  return data
}

/** A saved record that isn't as it was written. */
export const unreadableRecord = (place: string, cause?: unknown): Fault =>
  new Fault('storage', { reason: 'row-unreadable', path: place }, cause === undefined ? {} : { cause })
