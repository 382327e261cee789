import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { Fault } from '#shared/bridge/failure.ts'
import { piecesOf, readBytes, type SourceFile } from '../csv/source-file.ts'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'

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
export const mostEntryBytes = 536_870_912
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
export const mostRatio = 250
export const ratioFrom = 4_194_304

/** The file that is open already, and stays so. */
class SourceReader extends RandomAccessReader {
  readonly #source: SourceFile

  constructor(source: SourceFile) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#source, start, end))
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const read = readBytes(this.#source, into.subarray(offset, offset + length), position)
    done(read < length ? new Error('the file ends') : null)
  }

  override close(done: (error: Error | null) => void): void {
    done(null)
  }
}

const endMark = Buffer.from('PK\x05\x06')
const endLength = 22
const mostComment = 65_535

/** Length of the archive: some programs write more behind it. */
function archiveLength(source: SourceFile): number {
  const tail = Buffer.alloc(Math.min(source.bytes, endLength + mostComment))
  const from = source.bytes - tail.length
  readBytes(source, tail, from)
  const end = tail.lastIndexOf(endMark, tail.length - endLength)
  return end < 0 ? source.bytes : Math.min(source.bytes, from + end + endLength + tail.readUInt16LE(end + 20))
}

/**
 * The directory of an archive, checked before anything of it is unpacked.
 * @throws Fault `sheet-too-large` if it holds more than a table can, `sheet-broken` if it is no whole archive
 */
export async function readZipDirectory(source: SourceFile): Promise<readonly ZipEntry[]> {
  const found: Entry[] = []
  try {
    const zip = await fromRandomAccessReaderPromise(new SourceReader(source), archiveLength(source), {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    if (zip.entryCount > mostEntries) throw hugeSheet(source.name)
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw brokenSheet(source.name)
      found.push(entry)
    }
    refuseUncounted(source, zip)
    refuseHuge(source, found)
    return found.map((entry) => ({
      name: entry.fileNameRaw.toString('utf8'),
      size: entry.uncompressedSize,
      bytes: () => unpacked(source, zip, entry),
    }))
  } catch (error) {
    throw error instanceof Fault ? error : brokenSheet(source.name, error)
  }
}

const entryMark = Buffer.from('PK\x01\x02')

/** An entry that isn't counted would be a part that is missing without a word. */
function refuseUncounted(source: SourceFile, { readEntryCursor }: ZipFile): void {
  const next = Buffer.alloc(entryMark.length)
  readBytes(source, next, Number(readEntryCursor))
  if (next.equals(entryMark)) throw brokenSheet(source.name)
}

function refuseHuge({ name, bytes }: SourceFile, entries: readonly Entry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  const isBomb = ({ uncompressedSize: size, compressedSize: packed }: Entry): boolean =>
    size > mostEntryBytes || (size > ratioFrom && size > packed * mostRatio)
  // Entries that share their bytes make a small archive a huge one.
  if (size > mostBytes || packed > bytes || entries.some(isBomb)) throw hugeSheet(name)
}

/**
 * @throws Fault `sheet-too-large` if it is longer than its directory says, `sheet-broken` if it can't be unpacked or isn't what
 * was packed
 */
async function* unpacked(source: SourceFile, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let [size, crc] = [0, 0]
  try {
    for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += bytes.length
      if (size > entry.uncompressedSize) throw hugeSheet(source.name)
      crc = crc32(bytes, crc)
      yield bytes
    }
  } catch (error) {
    throw error instanceof Fault ? error : brokenSheet(source.name, error)
  }
  if (size < entry.uncompressedSize || crc !== entry.crc32) throw brokenSheet(source.name)
}
