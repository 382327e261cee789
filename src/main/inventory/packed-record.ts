import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'

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
