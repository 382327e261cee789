import type { Encoding } from '#shared/import/draft.ts'
import { decoderOf } from '../../files/text-decoder.ts'
import { negativeLogLikelihood } from './text-likelihood.ts'

/** Bytes that are UTF-8 throughout are hardly ever so by chance. */
const soundUtf8 = -3

/**
 * Encodings that a file can have, with what speaks against each before a byte is read (in nats). Excel writes
 * windows-1251.
 */
const candidates: readonly (readonly [Encoding, number])[] = [
  ['windows-1251', 0],
  ['windows-1252', 1],
  ['windows-1250', 1],
  ['koi8-u', 3],
  ['ibm866', 3],
  ['cp1125', 3],
  ['x-mac-cyrillic', 4],
  ['iso-8859-5', 4],
]

/** The likeliest text must be e^5 times as likely as the next one; else the person is asked for the encoding. */
const enough = 5

export interface EncodingGuess {
  readonly encoding: Encoding
  /** Encodings that read the bytes as another text which is nearly as likely; empty if the guess is sure. */
  readonly rivals: readonly Encoding[]
}

/** Letters enough to be sure: reading on changes nothing. */
const readBytes = 2_000

/**
 * Finds which encoding makes Ukrainian, Russian or Latin text of lines with high bytes. Encodings that read the same
 * text agree: between these it does not matter.
 */
export function guessEncoding(bytes: Uint8Array, isUtf8: boolean): EncodingGuess {
  const utf8: readonly [Encoding, number] = ['utf-8', isUtf8 ? soundUtf8 : 0]
  const [best, ...others] = [utf8, ...candidates]
    .map(([encoding, prior]) => {
      const text = decoderOf(encoding, 'lenient').decode(bytes.subarray(0, readBytes), false)
      return { encoding, text, cost: negativeLogLikelihood(text) + prior }
    })
    .sort((one, other) => one.cost - other.cost)
  if (!best) throw new Error('there are no candidates')
  const rivals = others.filter(({ text, cost }) => text !== best.text && cost - best.cost < enough)
  return { encoding: best.encoding, rivals: rivals.map(({ encoding }) => encoding) }
}
