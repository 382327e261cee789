import { crc32, type gunzipSync, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Fault } from '#shared/bridge/failure.ts'
import { codeOf, longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { asBroken, brokenSheet, hugeSheet } from './sheet-faults.ts'

/** A text can't be longer. */
const mostUnpackedBytes = 536_870_888
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
const mostRatio = 250
const ratioFrom = 4_194_304

/** Bytes that a table of so many packed ones has at most, once it is unpacked. */
export const mostUnpacked = (packed: number): number =>
  Math.min(mostUnpackedBytes, Math.max(ratioFrom, packed * mostRatio))

/** In bytes: zlib's own pieces are so small that most of the time would go into joining them. */
const chunkSize = 262_144

/** @throws Fault `sheet-too-large` if there are more bytes than `most`, `sheet-broken` */
export function unpacked(
  unpack: typeof gunzipSync | typeof inflateRawSync,
  packed: Buffer,
  most: number,
  file: string,
): Buffer {
  try {
    return unpack(packed, { chunkSize, maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? hugeSheet(file) : asBroken(error, file)
  }
}

/** One file inside an archive. */
export interface ZipEntry {
  readonly name: string
  /** Bytes once they are unpacked, as the directory says. */
  readonly size: number
  readonly bytes: () => Promise<Buffer>
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
      bytes: () => bytesOf(name, archive, zip, entry),
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
const [stored, deflated] = [0, 8]

/**
 * @throws Fault `sheet-too-large` if it is longer than its directory says, `sheet-broken` if it can't be unpacked or isn't what
 * was packed
 */
async function bytesOf(file: string, archive: Buffer, zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { compressionMethod: method, compressedSize, uncompressedSize: size } = entry
  if (method !== stored && method !== deflated) throw brokenSheet(file)
  const start = await placeOf(file, zip, entry)
  const packed = archive.subarray(start, start + compressedSize)
  const bytes = method === stored ? packed : unpacked(inflateRawSync, packed, size, file)
  if (bytes.length !== size || crc32(bytes) !== entry.crc32) throw brokenSheet(file)
  return bytes
}

/** The place of an entry's bytes in its archive. */
async function placeOf(file: string, zip: ZipFile, entry: Entry): Promise<number> {
  try {
    return (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart
  } catch (error) {
    throw brokenSheet(file, error)
  }
}
