import { Fault } from '#shared/bridge/failure.ts'
import { type ChunkDecoder, decoderOf } from '../../files/text-decoder.ts'
import { piecesOf, type SourceFile } from '../csv/source-file.ts'
import { firstUnreadableLine } from '../csv/source-text.ts'
import { detectEncoding, hasBom } from '../encoding/detect-encoding.ts'
import { surveyUtf8 } from '../encoding/utf8-survey.ts'
import { type MarkupHandler, StrictParser } from './markup.ts'
import { lineEndsIn } from '../rows/row.ts'
import { asBroken } from './sheet-faults.ts'
import { headOf, isNarrow } from './file-kind.ts'
import type { ZipEntry } from './zip-entries.ts'

/**
 * Reads an XML document piece by piece. Names are as they are written, with their prefixes.
 * @throws Fault `xml-broken` with the line and a reason if it is not well-formed, or has bytes that are none of its encoding; what
 * detectEncoding throws
 */
export function readXml(source: SourceFile, handler: MarkupHandler): void {
  const lines = new LineCount()
  const parser = new StrictParser(
    handler,
    source.name,
    (reason, index) => new Fault('xml-broken', { file: source.name, reason, line: lines.lineAt(index) }),
  )
  for (const piece of textOf(source, 'strict')) {
    lines.begin(piece)
    parser.write(piece)
  }
  parser.end()
}

/** The text of a page, with a sign for each letter that can't be read. @throws what detectEncoding throws */
export const pageText = (source: SourceFile): Iterable<string> => textOf(source, 'lenient')

/** Counts the lines of a text that comes in pieces. */
class LineCount {
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

type Manner = 'strict' | 'lenient'

/** Patterns that name the encoding: the declaration of an XML document, or any word of a page. */
const declarations: Readonly<Record<Manner, RegExp>> = {
  strict: /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i,
  lenient: /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i,
}

function* textOf(source: SourceFile, manner: Manner): Generator<string> {
  const { encoding, decoderIn } = encodingOf(source, declarations[manner])
  const decoder = decoderIn(manner)
  try {
    for (const piece of piecesOf(source)) yield decoder.decode(piece, true)
    yield decoder.decode(new Uint8Array(), false)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw foreignBytes(source, encoding, firstUnreadableLine(source, decoderIn('lenient')), error)
  }
}

const foreignBytes = ({ name: file }: SourceFile, encoding: string, line: number, cause: unknown): Fault =>
  new Fault('xml-broken', { file, reason: 'encoding', encoding, line }, { cause })

interface DocumentEncoding {
  readonly encoding: string
  readonly decoderIn: (manner: Manner) => ChunkDecoder
}

/** So many bytes don't turn out as UTF-8 by chance. */
const manyBytes = 64

/** The encoding that a document declares; without a declaration the one that is found. */
function encodingOf(source: SourceFile, declaration: RegExp): DocumentEncoding {
  const declared = declaration.exec(headOf(source).trimStart())?.[1]
  // Marks say more than a declaration, which could not even be read without them.
  if (declared !== undefined && isNarrow(source) && !hasBom(source, 'utf-8')) {
    const { sound, highBytes } = surveyUtf8(source)
    // Programs that convert a document forget what it says of itself.
    return named(source, sound && highBytes > manyBytes ? 'utf-8' : declared)
  }
  const { encoding } = detectEncoding(source)
  return { encoding, decoderIn: (manner) => decoderOf(encoding, manner) }
}

function named(source: SourceFile, encoding: string): DocumentEncoding {
  const decoderIn = (manner: Manner): ChunkDecoder => {
    const decoder = new TextDecoder(encoding, { fatal: manner === 'strict' })
    return { decode: (bytes, stream) => decoder.decode(bytes, { stream }) }
  }
  try {
    decoderIn('lenient')
  } catch (error) {
    throw foreignBytes(source, encoding, 1, error)
  }
  return { encoding, decoderIn }
}

const headBytes = 256

/**
 * The text of an archive's entry that is XML, piece by piece, in the encoding that it names.
 * @throws Fault `sheet-broken` if it is no text, what unpacking throws
 */
export async function* readEntry({ name }: SourceFile, entry: ZipEntry): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const bytes of entry.bytes()) {
      decoder ??= new TextDecoder(encodingOfPart(bytes), { fatal: true })
      yield decoder.decode(bytes, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw asBroken(error, name)
  }
}

/** UTF-8 unless a mark or the declaration says otherwise; some programs write the encoding of their system. */
function encodingOfPart(start: Buffer): string {
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return declared.exec(start.toString('latin1', 0, headBytes))?.[1] ?? 'utf-8'
}
