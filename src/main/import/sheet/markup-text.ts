import { Fault } from '#shared/bridge/failure.ts'
import { piecesOf, readBytes, type SourceFile } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { type ChunkDecoder, decoderOf } from '../../files/text-decoder.ts'
import { brokenSheet } from './sheet-faults.ts'
import { headOf } from './sheet-kind.ts'
import type { ZipEntry } from './zip-entries.ts'

/** A document's text in the encoding that it names, or in the one that is found. @throws what detectEncoding throws */
export function* readDocument(source: SourceFile): Generator<string> {
  const decoder = decoderFor(source)
  for (const piece of piecesOf(source)) yield decoder.decode(piece, true)
  yield decoder.decode(new Uint8Array(), false)
}

function decoderFor(source: SourceFile): ChunkDecoder {
  const marks = new Uint8Array(2)
  readBytes(source, marks, 0)
  const named = wideEncoding(marks) ?? /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(headOf(source))?.[1]
  return named === undefined
    ? decoderOf(detectEncoding(source).encoding, 'lenient')
    : namedDecoder(source.name, named)
}

/** The encoding of two bytes a letter that a mark names. */
const wideEncoding = ([first, second]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function namedDecoder(file: string, name: string): ChunkDecoder {
  try {
    const decoder = new TextDecoder(name)
    return { decode: (bytes, stream) => decoder.decode(bytes, { stream }) }
  } catch (error) {
    throw new Fault('file-encoding', { file, encoding: name, line: 1 }, { cause: error })
  }
}

const headBytes = 256

/**
 * The text of an archive's entry that is XML, piece by piece, in the encoding that it names.
 * @throws Fault `sheet-broken` if it is no text, what unpacking throws
 */
export async function* readEntry(source: SourceFile, entry: ZipEntry): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const bytes of entry.bytes()) {
      decoder ??= new TextDecoder(encodingOfPart(bytes), { fatal: true })
      yield decoder.decode(bytes, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw error instanceof Fault ? error : brokenSheet(source.name, error)
  }
}

/** UTF-8 unless a mark or the declaration says otherwise; some programs write the encoding of their system. */
function encodingOfPart(start: Buffer): string {
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/
  return wideEncoding(start) ?? declared.exec(start.toString('latin1', 0, headBytes))?.[1] ?? 'utf-8'
}
