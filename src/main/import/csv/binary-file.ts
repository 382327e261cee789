/** First bytes of files that are mistaken for CSV: spreadsheets, archives, pictures, documents, programs. */
const signatures: readonly string[] = [
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '%PDF-',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  '\x1f\x8b',
  '7z\xbc\xaf',
  'Rar!',
  'SQLite format 3\0',
  '\x7fELF',
  'MZ\x90',
  '{\\rtf',
]

/** Tab, line feed, vertical tab, form feed and carriage return are text; the other control bytes are not. */
const isControl = (byte: number): boolean => (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f

/** Text may hold a stray NUL (a problem of its row); a file with this share of control bytes is no text. */
const controlShare = 0.02
const fewControls = 8

/** True if a file begins as no text does. */
export function hasSignature(sample: Uint8Array): boolean {
  const start = Buffer.from(sample.subarray(0, 16)).toString('latin1')
  return signatures.some((signature) => start.startsWith(signature))
}

/** True if the beginning of a file that isn't UTF-16 is no text in any encoding that we read. */
export function looksBinary(sample: Uint8Array): boolean {
  const controls = sample.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  return controls > fewControls && controls > sample.length * controlShare
}
