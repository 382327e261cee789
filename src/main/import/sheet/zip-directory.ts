import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'

/** One file inside an archive. */
export interface ZipEntry {
  readonly name: string
  /** 0: stored, 8: deflated. */
  readonly method: number
  readonly packed: number
  readonly size: number
  /** Where its local header is. */
  readonly offset: number
}

/** A workbook of a dealership has a few dozen entries and some megabytes; these are far above any of them. */
const mostEntries = 20_000
const mostBytes = 1_073_741_824
const mostEntryBytes = 536_870_912
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
const mostRatio = 250
const ratioFrom = 4_194_304

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const entryLength = 46
const mostComment = 65_535
/** In place of a size that needs more than 32 bits. */
const elsewhere = 0xffffffff
const encryptedFlag = 1

export const brokenSheet = (file: string, cause?: unknown): Fault =>
  new Fault('sheet-broken', { file }, { cause })

export const hugeSheet = (file: string): Fault => new Fault('sheet-too-large', { file })

/**
 * The directory of an archive, checked before anything of it is unpacked.
 * @throws Fault `sheet-too-large` if it holds more than a table can, `sheet-broken` if it is no whole archive
 */
export function readZipDirectory(source: SourceFile): ReadonlyMap<string, ZipEntry> {
  const { entries, start, length } = readEnd(source)
  if (entries > mostEntries || length > source.bytes) throw hugeSheet(source.name)
  const bytes = Buffer.alloc(length)
  if (readBytes(source, bytes, start) < length) throw brokenSheet(source.name)
  const found = new Map<string, ZipEntry>()
  let at = 0
  for (let count = 0; count < entries; count++) {
    if (at + entryLength > length || bytes.readUInt32LE(at) !== entrySignature) throw brokenSheet(source.name)
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry = entryAt(bytes, at, nameLength)
    if ((bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw brokenSheet(source.name)
    found.set(entry.name.replace(/^\//, ''), entry)
    at += entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  refuseHuge(source, [...found.values()])
  return found
}

const entryAt = (bytes: Buffer, at: number, nameLength: number): ZipEntry => ({
  name: bytes.toString('utf8', at + entryLength, at + entryLength + nameLength),
  method: bytes.readUInt16LE(at + 10),
  packed: bytes.readUInt32LE(at + 20),
  size: bytes.readUInt32LE(at + 24),
  offset: bytes.readUInt32LE(at + 42),
})

function readEnd(source: SourceFile): { entries: number; start: number; length: number } {
  const tail = Buffer.alloc(Math.min(source.bytes, endLength + mostComment))
  readBytes(source, tail, source.bytes - tail.length)
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const entries = tail.readUInt16LE(at + 10)
    return { entries, length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) }
  }
  throw brokenSheet(source.name)
}

function refuseHuge({ name, bytes }: SourceFile, entries: readonly ZipEntry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  const isBomb = ({ size, packed, offset }: ZipEntry): boolean =>
    size === elsewhere ||
    packed === elsewhere ||
    offset === elsewhere ||
    size > mostEntryBytes ||
    (size > ratioFrom && size > packed * mostRatio)
  // Entries that share their bytes make a small archive a huge one.
  if (size > mostBytes || packed > bytes || entries.some(isBomb)) throw hugeSheet(name)
}
