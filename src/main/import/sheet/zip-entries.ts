import { crc32, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Fault } from '#shared/bridge/failure.ts'
import { longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { asBroken, brokenSheet, hugeSheet } from './sheet-faults.ts'

const mostUnpackedBytes = 536_870_912
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
const mostRatio = 250
const ratioFrom = 4_194_304

/** Bytes that a table of so many packed ones has at most, once it is unpacked. */
export const mostUnpacked = (packed: number): number =>
  Math.min(mostUnpackedBytes, Math.max(ratioFrom, packed * mostRatio))

/** In bytes: zlib's own pieces are so small that most of the time would go into asking for them. */
export const chunkSize = 262_144

/** Unpacks bytes. The loop closes the inflater: one left to the garbage collector would keep its memory for long. @throws Fault `sheet-broken` */
export async function* inflated(
  inflater: Gunzip | InflateRaw,
  packed: Buffer,
  file: string,
): AsyncGenerator<Buffer> {
  inflater.end(packed)
  try {
    for await (const bytes of inflater as AsyncIterable<Buffer>) yield bytes
  } catch (error) {
    throw asBroken(error, file)
  }
}

/** One file inside an archive. */
export interface ZipEntry {
  readonly name: string
  /** Bytes once they are unpacked, as the directory says. */
  readonly size: number
  /** Its bytes in pieces. The last of them are given before their sum is known: a reader has to come to the end. */
  readonly bytes: () => AsyncIterable<Buffer>
}

/** A workbook of a dealership has a few dozen entries and some megabytes; these are far above any of them. */
const mostEntries = 20_000
const mostBytes = 1_073_741_824
const endMark = Buffer.from('PK\x05\x06')
const endLength = 22
const mostComment = 65_535

/** An archive without what some programs write behind it. */
function withoutTail(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endMark, bytes.length - endLength)
  if (end < 0 || bytes.length - end > endLength + mostComment) return bytes
  return bytes.subarray(0, end + endLength + bytes.readUInt16LE(end + endLength - 2))
}

/**
 * The directory of an archive, checked before anything of it is unpacked.
 * @throws Fault `sheet-too-large` if it holds more than a table can, `sheet-broken` if it is no whole archive
 */
export async function readZipDirectory(source: SourceFile): Promise<readonly ZipEntry[]> {
  const { name, bytes } = source
  if (bytes > longestText) throw hugeSheet(name)
  const archive = withoutTail(wholeBytes(source))
  const found: Entry[] = []
  try {
    const zip = await fromBufferPromise(archive, { decodeStrings: false, validateEntrySizes: false })
    if (zip.entryCount > mostEntries) throw hugeSheet(name)
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw brokenSheet(name)
      found.push(entry)
    }
    // An entry that isn't counted would be a part that is missing without a word.
    const next = Number(zip.readEntryCursor)
    if (archive.subarray(next, next + entryMark.length).equals(entryMark)) throw brokenSheet(name)
    refuseHuge(source, found)
    return found.map((entry) => ({
      name: entry.fileNameRaw.toString('utf8'),
      size: entry.uncompressedSize,
      bytes: () => unpacked(name, archive, zip, entry),
    }))
  } catch (error) {
    throw error instanceof Fault ? error : brokenSheet(name, error)
  }
}

const entryMark = Buffer.from('PK\x01\x02')

function refuseHuge({ name, bytes }: SourceFile, entries: readonly Entry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
    uncompressedSize > mostUnpacked(compressedSize)
  // Entries that share their bytes make a small archive a huge one.
  if (size > mostBytes || packed > bytes || entries.some(isBomb)) throw hugeSheet(name)
}

/** The ways in which an entry is packed: as it is, or deflated. */
const stored = 0
const deflated = 8

/**
 * @throws Fault `sheet-too-large` if it is longer than its directory says, `sheet-broken` if it can't be unpacked or isn't what
 * was packed
 */
async function* unpacked(file: string, archive: Buffer, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry
  if (method !== stored && method !== deflated) throw brokenSheet(file)
  const start = await placeOf(file, zip, entry)
  const packed = archive.subarray(start, start + compressedSize)
  let size = 0
  let crc = 0
  const pieces =
    method === stored ? chunksOf(packed) : inflated(createInflateRaw({ chunkSize }), packed, file)
  for await (const bytes of pieces) {
    size += bytes.length
    if (size > uncompressedSize) throw hugeSheet(file)
    crc = crc32(bytes, crc)
    yield bytes
  }
  if (size < uncompressedSize || crc !== entry.crc32) throw brokenSheet(file)
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

/** The place of an entry's bytes in its archive. */
async function placeOf(file: string, zip: ZipFile, entry: Entry): Promise<number> {
  try {
    return (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart
  } catch (error) {
    throw brokenSheet(file, error)
  }
}
