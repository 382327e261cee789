import { promisify } from 'node:util'
import { deflated, endLength, endSignature, entrySignature, localSignature } from './zip-format.ts'

export interface ArchivedFile {
  readonly name: string
  readonly content: Buffer
}

/** Of the format (APPNOTE.TXT 6.3). */
const version = 20
const utf8Names = 0x0800
/** 1 January 1980, the first day that the format knows: the same rows make the same bytes. */
const firstDay = 0x21

/** The files as a ZIP archive, each deflated. */
export async function zipArchive(files: readonly ArchivedFile[]): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded here: most commands write no archive, and start sooner without it.
  const { crc32, deflateRaw } = await import('node:zlib')
  const deflate = promisify(deflateRaw)
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const packed = await deflate(content)
    const title = Buffer.from(name)
    const facts = factsOf(content, crc32(content), packed, title)
    const local = Buffer.concat([number32(localSignature), facts, title, packed])
    directory.push(Buffer.concat([number32(entrySignature), number16(version), facts, placed(offset), title]))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  return new Uint8Array(Buffer.concat([...locals, listed, endOf(files.length, listed.length, offset)]))
}

/** What the header of a file and its line in the directory have in common. */
function factsOf(content: Buffer, checksum: number, packed: Buffer, title: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(version, 0)
  facts.writeUInt16LE(utf8Names, 2)
  facts.writeUInt16LE(deflated, 4)
  facts.writeUInt16LE(firstDay, 8)
  facts.writeUInt32LE(checksum, 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(content.length, 18)
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
