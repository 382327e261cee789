import { pipeline } from 'node:stream/promises'
import { deflated, endLength, endSignature, entrySignature, localSignature } from './zip-format.ts'

export interface ArchivedFile {
  readonly name: string
  /** In pieces, read once. */
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Version of the format (APPNOTE.TXT 6.3). */
const version = 20
const utf8Names = 0x0800
/** 1 January 1980, the first day that the format knows: the same rows make the same bytes. */
const firstDay = 0x21

/** The files as a ZIP archive in pieces, each file deflated: no more than one is in memory, and only as it is packed. */
export async function* zipArchive(files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const packed = await pack(content)
    const title = Buffer.from(name)
    const facts = factsOf(packed, title)
    const head = Buffer.concat([number32(localSignature), facts, title])
    directory.push(Buffer.concat([number32(entrySignature), number16(version), facts, placed(offset), title]))
    yield head
    yield* packed.pieces
    offset += head.length + packed.length
  }
  const listed = Buffer.concat(directory)
  yield listed
  yield endOf(files.length, listed.length, offset)
}

/** A deflated file. Lengths are in bytes. */
interface Packed {
  readonly pieces: readonly Buffer[]
  readonly length: number
  readonly unpackedLength: number
  readonly checksum: number
}

async function pack(content: ArchivedFile['content']): Promise<Packed> {
  // Loaded here: most commands write no archive, and start sooner without it.
  const { crc32, createDeflateRaw } = await import('node:zlib')
  let unpackedLength = 0
  let checksum = 0
  const measured = async function* () {
    for await (const piece of content) {
      unpackedLength += piece.length
      checksum = crc32(piece, checksum)
      yield piece
    }
  }
  const pieces = await pipeline(measured, createDeflateRaw(), collected)
  return { pieces, length: lengthOf(pieces), unpackedLength, checksum }
}

async function collected(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return pieces
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** Facts that the header of a file and its line in the directory have in common. */
function factsOf({ checksum, length, unpackedLength }: Packed, title: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(version, 0)
  facts.writeUInt16LE(utf8Names, 2)
  facts.writeUInt16LE(deflated, 4)
  facts.writeUInt16LE(firstDay, 8)
  facts.writeUInt32LE(checksum, 10)
  facts.writeUInt32LE(length, 14)
  facts.writeUInt32LE(unpackedLength, 18)
  facts.writeUInt16LE(title.length, 22)
  return facts
}

/** The end of a line of the directory: no comment, no attributes, and where the file begins. */
function placed(offset: number): Buffer {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return place
}

function endOf(files: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(endLength)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
