import type { Encoding } from '#shared/import/draft.ts'

/** Share of a text's units that have to be characters that adverts are written with. */
const most = 0.95
/** The same units in the wrong order of bytes are hardly ever such characters. */
const least = 0.5

type WideEncoding = Extract<Encoding, `utf-${16 | 32}${'le' | 'be'}`>

const wideEncodings: readonly (readonly [WideEncoding, number, (view: DataView, at: number) => number])[] = [
  ['utf-32le', 4, (view, at) => view.getUint32(at, true)],
  ['utf-32be', 4, (view, at) => view.getUint32(at, false)],
  ['utf-16le', 2, (view, at) => view.getUint16(at, true)],
  ['utf-16be', 2, (view, at) => view.getUint16(at, false)],
]

/**
 * The encoding of two or four bytes a character in which a file's beginning is text, or null. Such a text needs no NUL
 * bytes: in Cyrillic every other byte is a 4.
 */
export function wideEncodingOf(sample: Uint8Array): WideEncoding | null {
  const shares = wideEncodings.map(([encoding, width, unitAt]) => ({
    encoding,
    width,
    share: usualShare(sample, width, unitAt),
  }))
  const found = shares.find(({ share }) => share >= most)
  if (!found) return null
  const reversed = shares.find(({ encoding, width }) => width === found.width && encoding !== found.encoding)
  return reversed && reversed.share > least ? null : found.encoding
}

function usualShare(
  sample: Uint8Array,
  width: number,
  unitAt: (view: DataView, at: number) => number,
): number {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength)
  const units = Math.floor(sample.length / width)
  if (units < 2) return 0
  let usual = 0
  for (let unit = 0; unit < units; unit++) if (isUsual(unitAt(view, unit * width))) usual += 1
  return usual / units
}

/** Printable ASCII, line ends, Latin letters with marks, Cyrillic, general punctuation, € ₴ №. */
const isUsual = (unit: number): boolean =>
  (unit >= 0x20 && unit <= 0x7e) ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit >= 0xa0 && unit <= 0x17f) ||
  (unit >= 0x400 && unit <= 0x4ff) ||
  (unit >= 0x2010 && unit <= 0x203a) ||
  unit === 0x20ac ||
  unit === 0x20b4 ||
  unit === 0x2116
