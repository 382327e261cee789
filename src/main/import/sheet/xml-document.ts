import { Parser, QuoteType } from 'htmlparser2'
import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { type ChunkDecoder, decoderOf } from '../../files/text-decoder.ts'
import { piecesOf, readBytes, type SourceFile } from '../csv/source-file.ts'
import { detectEncoding } from '../encoding/detect-encoding.ts'
import { surveyUtf8 } from '../encoding/utf8-survey.ts'
import type { MarkupHandler } from './markup.ts'
import { headOf } from './sheet-kind.ts'

/** Why a document is no whole XML: it ends too early, declares entities, or breaks the rules of XML. */
type BrokenXml = 'cut' | 'entities' | 'form'

/**
 * Reads an XML document piece by piece and refuses one that is not well-formed: a document that was cut would be a shorter
 * table. Names are without their namespace's prefix. Entities of the document's own are refused, never expanded; a bare `&`,
 * as programs leave it in addresses, is a sign like any other.
 * @throws Fault `xml-broken` with the line and a reason
 */
export function readElements(source: SourceFile, handler: MarkupHandler): void {
  const lines = new LineCount()
  const parser = new StrictParser(handler, (reason, index) =>
    xmlFault(source.name, reason, lines.lineAt(index)),
  )
  for (const piece of xmlText(source)) {
    lines.begin(piece)
    parser.write(piece)
  }
  parser.end()
}

const xmlFault = (file: string, reason: BrokenXml, line: number): Fault =>
  new Fault('xml-broken', { file, reason, line })

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Progress of reading a document. */
interface Progress {
  depth: number
  roots: number
  /** Elements that the end tag in hand has closed: of a well-formed document it is one. */
  closed: number
  /** True if the document type holds declarations, whose end the parser takes for a text. */
  hasDeclarations: boolean
}

type Fail = (reason: BrokenXml, index: number) => Fault

/** The parser forgives what is wrong, for pages. Here each of these is a failure. */
class StrictParser extends Parser {
  readonly #progress: Progress
  readonly #fail: Fail

  constructor(handler: MarkupHandler, fail: Fail) {
    const progress: Progress = { depth: 0, roots: 0, closed: 0, hasDeclarations: false }
    const at: { parser?: StrictParser } = {}
    const failed = (reason: BrokenXml): Fault => fail(reason, at.parser?.endIndex ?? 0)
    super(callbacksOf(handler, progress, failed), { xmlMode: true, decodeEntities: true })
    at.parser = this
    this.#progress = progress
    this.#fail = fail
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#progress.closed = 0
    super.onclosetag(start, endIndex)
    if (this.#progress.closed !== 1) throw this.#fail('form', endIndex)
  }

  override onattribend(quote: QuoteType, endIndex: number): void {
    if (quote !== QuoteType.Single && quote !== QuoteType.Double) throw this.#fail('form', endIndex)
    super.onattribend(quote, endIndex)
  }

  override onend(): void {
    const { depth, roots } = this.#progress
    if (depth > 0 || roots === 0) throw this.#fail('cut', Number.MAX_SAFE_INTEGER)
    super.onend()
  }
}

function callbacksOf(
  { open, text, close }: MarkupHandler,
  progress: Progress,
  failed: (reason: BrokenXml) => Fault,
) {
  return {
    onopentag(name: string, attributes: Record<string, string>): void {
      if (progress.depth === 0 && ++progress.roots > 1) throw failed('form')
      progress.depth += 1
      open(localName(name), attributesOf(attributes))
    },
    ontext(piece: string): void {
      if (progress.depth > 0) text(piece)
      else if (piece.trim() !== '' && !endsDeclarations(piece, progress)) throw failed('form')
    },
    onclosetag(name: string): void {
      progress.closed += 1
      progress.depth -= 1
      close(localName(name))
    },
    onprocessinginstruction(_name: string, data: string): void {
      if (/^!\s*entity|<!\s*entity/i.test(data)) throw failed('entities')
      if (/^!doctype[^]*\[/i.test(data)) progress.hasDeclarations = true
    },
  }
}

const endsDeclarations = (piece: string, { hasDeclarations, roots }: Progress): boolean =>
  hasDeclarations && roots === 0 && /^[\s\]>]*$/.test(piece)

/** Without what declares namespaces. */
function attributesOf(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) named[localName(name)] = value
  return named
}

/** So many bytes don't turn out as UTF-8 by chance. */
const manyBytes = 64

const lineEndsIn = (text: string): number => text.split('\n').length - 1

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

/**
 * The text of an XML document in the encoding that it declares; without a declaration in the one that is found.
 * @throws Fault `xml-broken` with the reason `encoding` if bytes of it are none of its encoding, what detectEncoding throws
 */
function* xmlText(source: SourceFile): Generator<string> {
  const { encoding, decoder } = encodingOf(source)
  const lines = new LineCount()
  let bytes: Buffer = Buffer.alloc(0)
  const decoded = (more: boolean): string => {
    const piece = decoder.decode(bytes, more)
    lines.begin(piece)
    return piece
  }
  try {
    for (bytes of piecesOf(source)) yield decoded(true)
    bytes = Buffer.alloc(0)
    yield decoded(false)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const line = lines.lineAt(Number.MAX_SAFE_INTEGER) + lineEndsBeforeBroken(encoding, bytes)
    throw new Fault('xml-broken', { file: source.name, reason: 'encoding', encoding, line }, { cause: error })
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
