import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { recordDictionary as dictionary } from './record-dictionary.ts'

/** A window that holds the dictionary and a record; pieces of the output that hold most records whole. */
const options = { dictionary, level: 3, windowBits: 13, chunkSize: 4_096 }

/** A record's JSON as the cache keeps it, a fifth of its size. */
export const packRecord = (json: string): Uint8Array => deflateSync(json, options)

/**
 * A packed record as it is read from the cache. What was cut or changed on the disk fails by its checksum, and is an issue
 * like any other.
 */
export const storedRecordText = z.instanceof(Uint8Array).transform((packed, context): string => {
  try {
    return inflateSync(packed, options).toString()
  } catch {
    context.addIssue({ code: 'custom', message: 'no packed record' })
    return z.NEVER
  }
})
