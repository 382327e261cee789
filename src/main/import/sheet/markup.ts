import { Parser, QuoteType } from 'htmlparser2'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'

export interface MarkupHandler {
  readonly open: (name: string, attributes: Attributes) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

/** A reader of a document, which may leave out what it doesn't look for. */
export type Reader = Partial<MarkupHandler>
const nothing = (): void => undefined

export type Attributes = Readonly<Record<string, string>>

/** Deeper documents are no table, and no list: an element costs as much time as there are around it. Browsers nest no page deeper. */
export const deepest = 64
const deepestPage = 512

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads HTML. Names are without their namespace's prefix.
 * @param file its name, for the failure
 * @throws Fault `sheet-broken` if the document ends inside a table, `sheet-too-large` if it is nested too deep
 */
export function readHtml(
  page: string,
  { open = nothing, text = nothing, close = nothing }: Reader,
  file: string,
): void {
  let tables = 0
  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (++depth > deepestPage) throw hugeSheet(file)
      if (name === 'table') tables += 1
      open(localName(name), attributes)
    },
    ontext: text,
    onclosetag: (name) => {
      depth -= 1
      if (name === 'table') tables -= 1
      close(localName(name))
    },
  })
  parser.write(page)
  if (tables > 0) throw brokenSheet(file)
  parser.end()
}

/** Why a document is no whole XML: it ends too early, declares entities, or breaks the rules of XML. */
export type BrokenXml = 'cut' | 'entities' | 'form'

/** Progress of reading a document. */
interface Progress {
  depth: number
  roots: number
  /** Elements that the end tag in hand has closed: of a well-formed document it is one. */
  closed: number
  /** True if the document type holds declarations, whose end the parser takes for a text. */
  hasDeclarations: boolean
}

type Fail = (reason: BrokenXml, index: number) => Error

/**
 * Parser of XML that refuses a document which is not well-formed: one that was cut would be a shorter table. The parser forgives
 * what is wrong, for pages; here each of these is a failure. Entities of the document's own are refused, never expanded; a bare
 * `&`, as programs leave it in addresses, is a sign like any other.
 */
export class StrictParser extends Parser {
  readonly #progress: Progress
  readonly #fail: Fail

  /** @param fail makes the error of what is wrong at a place of the text; `sheet-too-large` is thrown for a nesting too deep */
  constructor(handler: MarkupHandler, file: string, fail: Fail) {
    const progress: Progress = { depth: 0, roots: 0, closed: 0, hasDeclarations: false }
    const at: { parser?: StrictParser } = {}
    const failed = (reason: BrokenXml): Error => fail(reason, at.parser?.endIndex ?? 0)
    super(callbacksOf(handler, file, progress, failed), { xmlMode: true, decodeEntities: true })
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
  file: string,
  progress: Progress,
  failed: (reason: BrokenXml) => Error,
) {
  return {
    onopentag(name: string, attributes: Record<string, string>): void {
      if (progress.depth === 0 && ++progress.roots > 1) throw failed('form')
      progress.depth += 1
      if (progress.depth > deepest) throw hugeSheet(file)
      open(name, attributes)
    },
    ontext(piece: string): void {
      if (progress.depth > 0) text(piece)
      else if (piece.trim() !== '' && !endsDeclarations(piece, progress)) throw failed('form')
    },
    onclosetag(name: string): void {
      progress.closed += 1
      progress.depth -= 1
      close(name)
    },
    onprocessinginstruction(_name: string, data: string): void {
      if (/^!\s*entity|<!\s*entity/i.test(data)) throw failed('entities')
      if (/^!doctype[^]*\[/i.test(data)) progress.hasDeclarations = true
    },
  }
}

const endsDeclarations = (piece: string, { hasDeclarations, roots }: Progress): boolean =>
  hasDeclarations && roots === 0 && /^[\s\]>]*$/.test(piece)

/**
 * Reads a part of a workbook piece by piece. Elements of namespaces that are no spreadsheet's have an empty name: they may be
 * called like one of a spreadsheet.
 * @param file the name of the workbook, for the failure
 * @throws Fault `sheet-broken` if the part is not well-formed; `sheet-too-large` if it is nested too deep or declares too many
 * namespaces
 */
export async function readPart(
  pieces: AsyncIterable<string>,
  { open = nothing, text = nothing, close = nothing }: Reader,
  file: string,
): Promise<void> {
  const scopes = [new Names()]
  const names = (): Names => scopes.at(-1) ?? new Names()
  const handler: MarkupHandler = {
    open: (name, attributes) => {
      const within = names().within(attributes)
      if (within.count > mostNamespaces) throw hugeSheet(file)
      scopes.push(within)
      open(within.element(name), within.attributes(attributes))
    },
    text,
    close: (name) => close(scopes.pop()?.element(name) ?? foreign),
  }
  const parser = new StrictParser(handler, file, () => brokenSheet(file))
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

/** A workbook's parts declare a dozen; each element that declares some costs as many as there are. */
const mostNamespaces = 100

/** Namespaces whose names are read without a prefix, in both editions of the standard. */
const ownNamespaces = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
  'http://schemas.openxmlformats.org/package/2006/content-types',
])
const relationNamespaces = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

/** The name of an element or attribute of another namespace: nothing that a reader looks for. */
const foreign = ''
/** The attribute that refers to another part. */
export const relationId = 'r:id'

/** The namespaces that are declared in one place of a part, by their prefixes; `''` is that of names without one. */
class Names {
  readonly #prefixes: ReadonlyMap<string, string>
  /** The names that were found here: most parts declare all of their namespaces at the root. */
  readonly #elements = new Map<string, string>()

  constructor(prefixes: ReadonlyMap<string, string> = new Map()) {
    this.#prefixes = prefixes
  }

  get count(): number {
    return this.#prefixes.size
  }

  /** The names within an element, which are the same if it declares none. */
  within(attributes: Attributes): Names {
    let declared: Map<string, string> | undefined
    for (const name in attributes)
      if (name.startsWith('xmlns')) {
        declared ??= new Map(this.#prefixes)
        declared.set(name.slice('xmlns:'.length), attributes[name] ?? '')
      }
    return declared ? new Names(declared) : this
  }

  element(name: string): string {
    let found = this.#elements.get(name)
    if (found === undefined) {
      const namespace = this.#prefixes.get(name.slice(0, Math.max(name.indexOf(':'), 0)))
      // A part that declares none of its names is read by them.
      found = namespace === undefined || ownNamespaces.has(namespace) ? localName(name) : foreign
      this.#elements.set(name, found)
    }
    return found
  }

  /** Those without a prefix, those of a spreadsheet, and the references to other parts. */
  attributes(given: Attributes): Attributes {
    for (const name in given) if (name.includes(':')) return this.#named(given)
    return given
  }

  #named(given: Attributes): Attributes {
    const named: Record<string, string> = {}
    for (const [name, value] of Object.entries(given)) {
      const colon = name.indexOf(':')
      const namespace = colon < 0 ? undefined : this.#prefixes.get(name.slice(0, colon))
      if (namespace === undefined) named[name] = value
      else if (ownNamespaces.has(namespace)) named[name.slice(colon + 1)] = value
      else if (relationNamespaces.has(namespace)) named[`r${name.slice(colon)}`] = value
    }
    return named
  }
}
