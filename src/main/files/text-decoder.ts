import iconv from 'iconv-lite'

/** Encodings that the platform's TextDecoder doesn't know. */
const beyondPlatform: ReadonlySet<string> = new Set(['cp1125', 'utf-32le', 'utf-32be'])

/**
 * Bytes of a whole text.
 * @param manner `strict` refuses bytes that are none of the encoding, `lenient` writes U+FFFD
 * @throws TypeError for such bytes, RangeError for a name of no encoding
 */
export function decodeText(bytes: Uint8Array, encoding: string, manner: 'strict' | 'lenient'): string {
  const isStrict = manner === 'strict'
  if (!beyondPlatform.has(encoding)) return new TextDecoder(encoding, { fatal: isStrict }).decode(bytes)
  const text = iconv.decode(Buffer.from(bytes), encoding)
  // This library knows no strict reading.
  if (isStrict && text.includes('\ufffd')) throw new TypeError('bytes of another encoding')
  return text
}
