import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { brokenSheet, hugeSheet, type ZipEntry } from './zip-directory.ts'

const localLength = 30
const localSignature = 0x04034b50
const sliceBytes = 65_536
/** Large enough that the way from piece to piece costs nothing. */
const pieceBytes = 262_144
const stored = 0
const deflated = 8

/**
 * The text of an archive's entry, as UTF-8, piece by piece.
 * @throws Fault `sheet-too-large` if it is longer than its directory says, `sheet-broken` if it can't be unpacked
 */
export async function* readEntry(source: SourceFile, entry: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of readEntryBytes(source, entry)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** The same as bytes. */
async function* readEntryBytes(source: SourceFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const bytes of unpacked(source, entry)) {
      size += bytes.length
      if (size > entry.size) throw hugeSheet(source.name)
      yield bytes
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw brokenSheet(source.name, error)
    throw error
  }
  if (size < entry.size) throw brokenSheet(source.name)
}

function unpacked(source: SourceFile, entry: ZipEntry): AsyncIterable<Buffer> {
  const packed = Readable.from(slices(source, entry))
  if (entry.method === stored) return packed
  if (entry.method !== deflated) throw brokenSheet(source.name)
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  packed.on('error', (error) => inflate.destroy(error))
  return packed.pipe(inflate)
}

function* slices(source: SourceFile, { offset, packed }: ZipEntry): Generator<Buffer> {
  const local = Buffer.alloc(localLength)
  if (readBytes(source, local, offset) < localLength || local.readUInt32LE(0) !== localSignature)
    throw brokenSheet(source.name)
  const start = offset + localLength + local.readUInt16LE(26) + local.readUInt16LE(28)
  for (let done = 0; done < packed; done += sliceBytes) {
    const slice = Buffer.alloc(Math.min(sliceBytes, packed - done))
    if (readBytes(source, slice, start + done) < slice.length) throw brokenSheet(source.name)
    yield slice
  }
}
