import { Parser } from 'htmlparser2'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'

export interface MarkupHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

/** A reader of a document, which may leave out what it doesn't look for. */
type Reader = Partial<MarkupHandler>
const nothing = (): void => undefined

type Pieces = AsyncIterable<string> | Iterable<string>
type Attributes = Readonly<Record<string, string>>

/** Deeper documents are no table: an element costs as much time as there are around it. Browsers nest no page deeper. */
const [deepest, deepestPage] = [64, 512]
/** A workbook's parts declare a dozen; each element that declares some costs as many as there are. */
const mostNamespaces = 100

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads HTML piece by piece. Names are without their namespace's prefix.
 * @param file its name, for the failure
 * @throws Fault `sheet-broken` if the document ends inside a table, `sheet-too-large` if it is nested too deep
 */
export async function readHtml(
  pieces: Pieces,
  { open = nothing, text = nothing, close = nothing }: Reader,
  file: string,
): Promise<void> {
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
  for await (const piece of pieces) parser.write(piece)
  if (tables > 0) throw brokenSheet(file)
  parser.end()
}

/** Namespaces whose names are read without a prefix, in both editions of the standard, and in that of 2003. */
const ownNamespaces = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
  'http://schemas.openxmlformats.org/package/2006/content-types',
  'urn:schemas-microsoft-com:office:spreadsheet',
])
const relationNamespaces = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

/** The name of an element or attribute of another namespace: nothing that a reader looks for. */
const foreign = ''
/** The attribute that refers to another part. */
export const relationId = 'r:id'

/**
 * Reads XML piece by piece. Entities that a document declares itself are not expanded, so that none can grow beyond its
 * file. Elements of namespaces that are no spreadsheet's have an empty name: they may be called like one of a spreadsheet.
 * @param file its name, for the failure
 * @throws Fault `sheet-broken` if the document ends before its root, or an element before its content;
 * `sheet-too-large` if it is nested too deep or declares too many namespaces
 */
export async function readXml(
  pieces: Pieces,
  { open = nothing, text = nothing, close = nothing }: Reader,
  file: string,
): Promise<void> {
  const names = new Names()
  let depth = 0
  let roots = 0
  let openedAt = -1
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (depth === 0) roots += 1
        depth += 1
        if (depth > deepest) throw hugeSheet(file)
        openedAt = parser.endIndex
        if (names.open(depth, attributes) > mostNamespaces) throw hugeSheet(file)
        open(names.element(name), names.attributes(attributes))
      },
      ontext: text,
      onclosetag: (name, implied) => {
        // <c/> is closed by itself, where it was opened; what another's end or that of the document closes was cut.
        if (implied && parser.endIndex !== openedAt) throw brokenSheet(file)
        close(names.element(name))
        names.close(depth)
        depth -= 1
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const piece of pieces) parser.write(piece)
  parser.end()
  if (roots !== 1) throw brokenSheet(file)
}

/** Prefixes and their namespaces; `''` is the prefix of names without one. */
type Prefixes = ReadonlyMap<string, string>

/** The namespaces that are declared where a reader is. Most documents declare all of theirs at the root. */
class Names {
  readonly #scopes: { readonly depth: number; readonly prefixes: Prefixes }[] = [
    { depth: 0, prefixes: new Map() },
  ]
  /** The names that were found in this scope. */
  #elements = new Map<string, string>()

  /** @returns how many namespaces are declared there */
  open(depth: number, attributes: Attributes): number {
    let declared: Map<string, string> | undefined
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      declared ??= new Map(this.#prefixes)
      declared.set(name.slice('xmlns:'.length), attributes[name] ?? '')
    }
    if (declared) {
      this.#scopes.push({ depth, prefixes: declared })
      this.#elements.clear()
    }
    return this.#prefixes.size
  }

  close(depth: number): void {
    if (this.#scopes.at(-1)?.depth !== depth) return
    this.#scopes.pop()
    this.#elements.clear()
  }

  element(name: string): string {
    let found = this.#elements.get(name)
    if (found === undefined) {
      const colon = name.indexOf(':')
      const namespace = this.#prefixes.get(name.slice(0, Math.max(colon, 0)))
      // A document that declares none of its names is read by them.
      found = namespace === undefined || ownNamespaces.has(namespace) ? name.slice(colon + 1) : foreign
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
      const namespace = this.#prefixes.get(name.slice(0, Math.max(colon, 0)))
      if (colon < 0) named[name] = value
      else if (namespace === undefined) named[name] = value
      else if (ownNamespaces.has(namespace)) named[name.slice(colon + 1)] = value
      else if (relationNamespaces.has(namespace)) named[`r${name.slice(colon)}`] = value
    }
    return named
  }

  get #prefixes(): Prefixes {
    return this.#scopes.at(-1)?.prefixes ?? new Map<string, string>()
  }
}
