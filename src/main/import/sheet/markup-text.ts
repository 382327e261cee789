import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { decoderOf } from '../../files/text-decoder.ts'
import { brokenSheet } from './sheet-faults.ts'
import { headOf } from './sheet-kind.ts'
import type { ZipEntry } from './zip-entries.ts'

const pieceBytes = 65_536

interface PieceDecoder {
  readonly decode: (bytes: Uint8Array, more: boolean) => string
}

/** A document's text in the encoding that it names, or in the one that is found. @throws what detectEncoding throws */
export function* readDocument(source: SourceFile): Generator<string> {
  const { decode } = decoderFor(source)
  const buffer = new Uint8Array(pieceBytes)
  for (let position = 0; position < source.bytes;) {
    const read = readBytes(source, buffer, position)
    if (read === 0) break
    position += read
    yield decode(buffer.subarray(0, read), position < source.bytes)
  }
}

function decoderFor(source: SourceFile): PieceDecoder {
  const marks = new Uint8Array(2)
  readBytes(source, marks, 0)
  const wide =
    marks[0] === 0xff && marks[1] === 0xfe
      ? 'utf-16le'
      : marks[0] === 0xfe && marks[1] === 0xff
        ? 'utf-16be'
        : null
  const named = wide ?? /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(headOf(source))?.[1]
  if (named !== undefined) return namedDecoder(source.name, named)
  const decoder = decoderOf(detectEncoding(source).encoding, 'lenient')
  return { decode: (bytes, more) => decoder.decode(bytes, more) }
}

function namedDecoder(file: string, name: string): PieceDecoder {
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
  if (start[0] === 0xff || start[0] === 0xfe) return start[0] === 0xff ? 'utf-16le' : 'utf-16be'
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/
  return declared.exec(start.toString('latin1', 0, headBytes))?.[1] ?? 'utf-8'
}
