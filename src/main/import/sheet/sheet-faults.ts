import { Fault } from '#shared/bridge/failure.ts'
import { codeOf } from '../csv/source-file.ts'

export const brokenSheet = (file: string, cause?: unknown): Fault =>
  new Fault('sheet-broken', { file }, { cause })

export const hugeSheet = (file: string): Fault => new Fault('sheet-too-large', { file })

export const slowSheet = (file: string): Fault => new Fault('sheet-too-large', { file, reason: 'time' })

/** Errors of what is unpacked: bytes that were packed otherwise, or are no text. A lack of memory is none of them. */
const ofContent =
  /^(?:Z_(?:BUF|DATA|STREAM)_ERROR|Z_NEED_DICT|ERR_ENCODING_(?:INVALID_ENCODED_DATA|NOT_SUPPORTED))$/

/** Fault `sheet-broken` for an error of the content; any other error as it is, such as that of a full disk. */
export const asBroken = (error: unknown, file: string): unknown =>
  ofContent.test(codeOf(error)) ? brokenSheet(file, error) : error
