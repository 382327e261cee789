import { crc32, createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { deflated, localSignature, stored } from '../../files/zip/zip-format.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { brokenSheet, hugeSheet, type ZipEntry } from './zip-directory.ts'

const localLength = 30
const sliceBytes = 65_536
/** Large enough that the way from piece to piece costs nothing. */
const pieceBytes = 262_144
const headBytes = 256

/**
 * The text of an archive's entry that is XML, piece by piece, in the encoding that it names.
 * @throws Fault `sheet-too-large` if it is longer than its directory says, `sheet-broken` if it can't be unpacked, isn't
 * what was packed or is no text
 */
export async function* readEntry(source: SourceFile, entry: ZipEntry): AsyncGenerator<string> {
  let decoder: PieceDecoder | undefined
  for await (const bytes of readEntryBytes(source, entry)) {
    decoder ??= decoderFor(source, bytes)
    yield decode(source, decoder, bytes)
  }
  if (decoder) yield decode(source, decoder)
}

type PieceDecoder = InstanceType<typeof TextDecoder>

/** UTF-8 unless a mark or the declaration says otherwise; some programs write the encoding of their system. */
function decoderFor(source: SourceFile, start: Buffer): PieceDecoder {
  const wide = start[0] === 0xff ? 'utf-16le' : start[0] === 0xfe ? 'utf-16be' : null
  const head = start.toString('latin1', 0, headBytes)
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]
  try {
    return new TextDecoder(wide ?? named ?? 'utf-8', { fatal: true })
  } catch (error) {
    throw brokenSheet(source.name, error)
  }
}

/** @param bytes none at the end */
function decode(source: SourceFile, decoder: PieceDecoder, bytes?: Buffer): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (error) {
    throw brokenSheet(source.name, error)
  }
}

/** The same as bytes. The last of them are given before their sum is known: a reader has to come to the end. */
export async function* readEntryBytes(source: SourceFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  try {
    for await (const bytes of unpacked(source, entry)) {
      size += bytes.length
      if (size > entry.size) throw hugeSheet(source.name)
      crc = crc32(bytes, crc)
      yield bytes
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw brokenSheet(source.name, error)
    throw error
  }
  if (size < entry.size || crc !== entry.crc) throw brokenSheet(source.name)
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
