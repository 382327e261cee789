import { Fault } from '#shared/bridge/failure.ts'
import { endLength, endSignature, entrySignature } from '../../files/zip/zip-format.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'

/** One file inside an archive. */
export interface ZipEntry {
  readonly name: string
  /** 0: stored, 8: deflated. */
  readonly method: number
  /** Checksum of its bytes once they are unpacked. */
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Place where its local header is. */
  readonly offset: number
}

/** A workbook of a dealership has a few dozen entries and some megabytes; these are far above any of them. */
const mostEntries = 20_000
const mostBytes = 1_073_741_824
export const mostEntryBytes = 536_870_912
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
export const mostRatio = 250
export const ratioFrom = 4_194_304

/** Signature of archives with numbers that need more than 32 bits (zip64). */
const wideEndSignature = 0x06064b50
const wideLocatorSignature = 0x07064b50
const wideEndLength = 56
const wideLocatorLength = 20
const entryLength = 46
const mostComment = 65_535
/** In place of a number that needs more than 32 or 16 bits (zip64); it is elsewhere then. */
const elsewhere = 0xffffffff
const elsewhere16 = 0xffff
const wideField = 1
const encryptedFlag = 1

export const brokenSheet = (file: string, cause?: unknown): Fault =>
  new Fault('sheet-broken', { file }, { cause })

export const hugeSheet = (file: string): Fault => new Fault('sheet-too-large', { file })

export const slowSheet = (file: string): Fault => new Fault('sheet-too-large', { file, reason: 'time' })

/**
 * The directory of an archive, checked before anything of it is unpacked.
 * @throws Fault `sheet-too-large` if it holds more than a table can, `sheet-broken` if it is no whole archive
 */
export function readZipDirectory(source: SourceFile): readonly ZipEntry[] {
  const { entries, start, length } = readEnd(source)
  if (entries > mostEntries || length > source.bytes) throw hugeSheet(source.name)
  const bytes = bytesAt(source, start, length)
  const found: ZipEntry[] = []
  let at = 0
  for (let count = 0; count < entries; count++) {
    if (at + entryLength > length || bytes.readUInt32LE(at) !== entrySignature) throw brokenSheet(source.name)
    if ((bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw brokenSheet(source.name)
    const end =
      at + entryLength + [28, 30, 32].reduce((sum, place) => sum + bytes.readUInt16LE(at + place), 0)
    if (end > length) throw brokenSheet(source.name)
    found.push(entryOf(bytes.subarray(at, end)))
    at = end
  }
  // An entry that isn't counted would be a part that is missing without a word.
  if (at !== length) throw brokenSheet(source.name)
  refuseHuge(source, found)
  return found
}

function bytesAt(source: SourceFile, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (start < 0 || readBytes(source, bytes, start) < length) throw brokenSheet(source.name)
  return bytes
}

/** @param line one line of the directory */
function entryOf(line: Buffer): ZipEntry {
  const nameEnd = entryLength + line.readUInt16LE(28)
  const wide = wideNumbers(line.subarray(nameEnd, nameEnd + line.readUInt16LE(30)))
  const numberAt = (place: number): number => {
    const number = line.readUInt32LE(place)
    return number === elsewhere ? (wide.shift() ?? elsewhere) : number
  }
  // The numbers of the wide field are in the order of these lines.
  const size = numberAt(24)
  const packed = numberAt(20)
  return {
    name: line.toString('utf8', entryLength, nameEnd),
    method: line.readUInt16LE(10),
    crc: line.readUInt32LE(16),
    packed,
    size,
    offset: numberAt(42),
  }
}

/** The 64-bit numbers among the extra fields of an entry. */
function wideNumbers(fields: Buffer): number[] {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) !== wideField) continue
    const field = fields.subarray(at + 4, at + 4 + fields.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(field.length / 8) }, (_, each) =>
      Number(field.readBigUInt64LE(each * 8)),
    )
  }
  return []
}

interface DirectoryPlace {
  readonly entries: number
  readonly start: number
  readonly length: number
}

function readEnd(source: SourceFile): DirectoryPlace {
  const tail = Buffer.alloc(Math.min(source.bytes, wideLocatorLength + endLength + mostComment))
  readBytes(source, tail, source.bytes - tail.length)
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const entries = tail.readUInt16LE(at + 10)
    const place = { entries, length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) }
    const isWide = entries === elsewhere16 || place.length === elsewhere || place.start === elsewhere
    return (isWide ? readWideEnd(source, tail, at) : null) ?? place
  }
  throw brokenSheet(source.name)
}

/** The end of an archive whose numbers may need 64 bits. Null if there is none: then the numbers are what they say. */
function readWideEnd(source: SourceFile, tail: Buffer, end: number): DirectoryPlace | null {
  const locator = end - wideLocatorLength
  if (locator < 0 || tail.readUInt32LE(locator) !== wideLocatorSignature) return null
  const bytes = bytesAt(source, Number(tail.readBigUInt64LE(locator + 8)), wideEndLength)
  if (bytes.readUInt32LE(0) !== wideEndSignature) throw brokenSheet(source.name)
  const [entries = 0, length = 0, start = 0] = [32, 40, 48].map((at) => Number(bytes.readBigUInt64LE(at)))
  return { entries, length, start }
}

function refuseHuge({ name, bytes }: SourceFile, entries: readonly ZipEntry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  const isBomb = ({ size, packed }: ZipEntry): boolean =>
    size > mostEntryBytes || (size > ratioFrom && size > packed * mostRatio)
  // Entries that share their bytes make a small archive a huge one.
  if (size > mostBytes || packed > bytes || entries.some(isBomb)) throw hugeSheet(name)
}
