import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { surveyUtf8 } from '../encoding/utf8-survey.ts'
import { type ChunkDecoder, decoderOf } from '../../files/text-decoder.ts'
import { headOf } from './sheet-kind.ts'

const pieceBytes = 65_536
/** So many bytes don't turn out as UTF-8 by chance. */
const manyBytes = 64

const lineEndsIn = (text: string): number => text.split('\n').length - 1

/** Counts the lines of a text that comes in pieces. */
export class LineCount {
  #before = 0
  #start = 0
  #piece = ''

  begin(piece: string): void {
    this.#before += lineEndsIn(this.#piece)
    this.#start += this.#piece.length
    this.#piece = piece
  }

  /** The line of a place in the piece that began last; the first is 1. @param index counted from the text's beginning */
  lineAt(index: number): number {
    return this.#before + lineEndsIn(this.#piece.slice(0, Math.max(0, index - this.#start))) + 1
  }
}

/**
 * The text of an XML document in the encoding that it declares; without a declaration in the one that is found.
 * @throws Fault `xml-broken` with the reason `encoding` if bytes of it are none of its encoding, what detectEncoding throws
 */
export function* xmlText(source: SourceFile): Generator<string> {
  const { encoding, decoder } = encodingOf(source)
  const lines = new LineCount()
  const buffer = new Uint8Array(pieceBytes)
  for (let position = 0; position < source.bytes;) {
    const read = readBytes(source, buffer, position)
    if (read === 0) break
    position += read
    const bytes = buffer.subarray(0, read)
    try {
      const piece = decoder.decode(bytes, position < source.bytes)
      lines.begin(piece)
      yield piece
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const line = lines.lineAt(Number.MAX_SAFE_INTEGER) + lineEndsBeforeBroken(encoding, bytes)
      throw new Fault(
        'xml-broken',
        { file: source.name, reason: 'encoding', encoding, line },
        { cause: error },
      )
    }
  }
}

/** Approximately: a character that the piece before cut counts as broken. */
const lineEndsBeforeBroken = (encoding: string, bytes: Uint8Array): number =>
  lineEndsIn(new TextDecoder(encoding).decode(bytes).replace(/�[^]*$/, ''))

interface DocumentEncoding {
  readonly encoding: string
  readonly decoder: ChunkDecoder
}

function encodingOf(source: SourceFile): DocumentEncoding {
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(headOf(source).trimStart())?.[1]
  if (declared === undefined || isWideOrMarked(source)) return found(detectEncoding(source).encoding)
  if (/^utf-?8$/i.test(declared)) return found('utf-8')
  // Programs that convert a document forget what it says of itself.
  const { sound, highBytes } = surveyUtf8(source)
  return sound && highBytes > manyBytes ? found('utf-8') : named(source.name, declared)
}

/** Marks say more than a declaration, which could not even be read without them. */
function isWideOrMarked(source: SourceFile): boolean {
  const start = new Uint8Array(4)
  readBytes(source, start, 0)
  return start.includes(0) || start[0] === 0xef || start[0] === 0xff || start[0] === 0xfe
}

const found = (encoding: Encoding): DocumentEncoding => ({ encoding, decoder: decoderOf(encoding, 'strict') })

function named(file: string, encoding: string): DocumentEncoding {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    return { encoding, decoder: { decode: (bytes, stream) => decoder.decode(bytes, { stream }) } }
  } catch (error) {
    throw new Fault('xml-broken', { file, reason: 'encoding', encoding, line: 1 }, { cause: error })
  }
}
