import { Fault } from '#shared/bridge/failure.ts'
import { mostCells } from '../csv/read-table.ts'
import type { SourceFile } from '../csv/source-file.ts'
import { namesGone } from '../columns/sold-words.ts'
import { type ElementKind, kindsIn, readElementTree } from './element-tree.ts'
import { readXml } from './document-text.ts'
import { type Attributes, localName, type MarkupHandler } from './markup.ts'
import type { RowWriter } from './row-writer.ts'
import { withTypedPrices } from './typed-prices.ts'
import { hugeSheet } from './sheet-faults.ts'

/** Between the values of elements that a row has several of: with it, two numbers are never read as one. */
const between = '; '

/** Reports a document's elements from its beginning to its end, at each call. */
export type ReadDocument = (handler: MarkupHandler) => void

/**
 * The lists of an XML document, each by the path of the element that is its row.
 * @param read another document's elements, which are none of XML
 * @throws what reading throws; Fault `xml-no-rows` if it has none
 */
export function openElements(source: SourceFile, read?: ReadDocument) {
  const document: ReadDocument =
    read ?? withTypedPrices((handler) => readXml(source, withLocalNames(handler)))
  const rows = rowElements(readElementTree(source.name, document))
  if (rows.length === 0)
    throw new Fault('xml-no-rows', { file: source.name, ...(read ? { reason: 'json' } : {}) })
  return {
    names: rows.map(({ path }) => path),
    write: (at: number, writer: RowWriter): { hidden: number } => {
      const row = rows[at]
      if (row) writeElements(source.name, document, row, writer)
      return { hidden: 0 }
    },
  }
}

/** Names without prefixes, and no attributes that declare namespaces. */
const withLocalNames = ({ open, text, close }: MarkupHandler): MarkupHandler => ({
  open: (name, attributes) =>
    open(
      localName(name),
      Object.fromEntries(
        Object.entries(attributes).flatMap(([each, value]) =>
          each === 'xmlns' || each.startsWith('xmlns:') ? [] : [[localName(each), value]],
        ),
      ),
    ),
  text,
  close: (name) => close(localName(name)),
})

/** Writes a header of paths, and each element as a row below it. */
function writeElements(file: string, read: ReadDocument, row: ElementKind, writer: RowWriter): void {
  const columns = columnsOf(row)
  if (columns.length > mostCells) throw hugeSheet(file)
  writer.write(1, columns)
  const reader = new ElementReader(row, columns, (cells) => writer.write(writer.line + 1, cells))
  read(reader)
}

/** The columns of a row: `@id`, `price`, `price/@currency`, `engine/volume`, `param/Колір`. */
function columnsOf(row: ElementKind): string[] {
  const from = row.path.length + 1
  const inline = inlinePaths(row)
  const columns = [...kindsIn(row)].flatMap((kind) =>
    columnsOfPart(kind, kind.path.slice(from), inline.has(kind.path.slice(from))),
  )
  const own = [...row.attributes].map((name) => `@${name}`)
  return [...new Set([...own, ...(row.children.size === 0 || row.hasText ? [ownText] : []), ...columns])]
}

/**
 * An element without others in it has its column even if it is always empty: the next file may have a value there. What marks up
 * a text has none but for its attributes: its words are in the text.
 */
function columnsOfPart(kind: ElementKind, path: string, isInline: boolean): string[] {
  const named = isNamed(kind)
  const attributes = [...kind.attributes].filter((name) => !named || name !== 'name')
  if (isInline) return attributes.map((name) => `${path}/@${name}`)
  return [
    ...(kind.hasText || (kind.children.size === 0 && !named) ? [path] : []),
    ...(named ? [...kind.names].map((name) => `${path}/${name}`) : []),
    ...attributes.map((name) => `${path}/@${name}`),
  ]
}

/** The text of the row itself. */
const ownText = '.'

/** True if the elements are values with names: several in a row, each with an attribute `name`. */
const isNamed = ({ repeated, names, children }: ElementKind): boolean =>
  repeated && names.size > 0 && children.size === 0

/** Takes the values of each row in the order of the columns. */
class ElementReader {
  readonly #path: readonly string[]
  /** Markup within a text, by its path from the row on. */
  readonly #inline: ReadonlySet<string>
  readonly #columns: ReadonlyMap<string, number>
  readonly #done: (cells: readonly string[]) => void
  readonly #open: string[] = []
  /** The elements in the row, down to the one that is read; null outside of a row. */
  #inside: OpenElement[] | null = null
  #cells: string[] = []
  /** The values of columns that a row has several of. */
  readonly #several = new Map<number, Set<string>>()

  constructor(row: ElementKind, columns: readonly string[], done: (cells: readonly string[]) => void) {
    this.#path = row.path.split('/')
    this.#inline = inlinePaths(row)
    this.#columns = new Map(columns.map((name, at) => [name, at]))
    this.#done = done
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#inside === null) {
      this.#open.push(name)
      if (!this.#isRow()) return
      this.#inside = []
      this.#cells = Array.from(this.#columns, () => '')
      this.#several.clear()
    }
    const above = this.#inside.at(-1)
    const path = above === undefined ? '' : above.path === '' ? name : `${above.path}/${name}`
    this.#inside.push({ path, name: attributes.name, text: '' })
    for (const [each, value] of Object.entries(attributes))
      this.#add(path === '' ? `@${each}` : `${path}/@${each}`, value)
  }

  readonly text = (piece: string): void => {
    const element = this.#inside?.at(-1)
    if (element) element.text += piece
  }

  readonly close = (): void => {
    const element = this.#inside?.pop()
    if (!this.#inside || !element) {
      this.#open.pop()
      return
    }
    const { path, name, text } = element
    const above = this.#inside.at(-1)
    if (above && this.#inline.has(path)) {
      above.text += flowingText(path, text)
      return
    }
    const isNamed = name !== undefined && this.#columns.has(`${path}/${name}`)
    this.#add(isNamed ? `${path}/${name}` : path === '' ? ownText : path, text)
    if (this.#inside.length > 0) return
    this.#inside = null
    this.#open.pop()
    this.#done(this.#cells)
  }

  #isRow(): boolean {
    return this.#open.length === this.#path.length && this.#open.every((name, at) => name === this.#path[at])
  }

  #isAnother(at: number, before: string, value: string): boolean {
    const values = this.#several.get(at) ?? new Set([before])
    this.#several.set(at, values)
    return values.size < values.add(value).size
  }

  /** The same value twice is one. */
  #add(column: string, given: string): void {
    const at = this.#columns.get(column)
    const value = given.trim()
    if (at === undefined || value === '') return
    const before = this.#cells[at] ?? ''
    if (before === '') this.#cells[at] = value
    else if (this.#isAnother(at, before, value)) this.#cells[at] = before + between + value
  }
}

interface OpenElement {
  /** From the row on; empty for the row itself. */
  readonly path: string
  readonly name: string | undefined
  text: string
}

/** Elements of HTML that mark up words in a line, and those that begin a line of their own. */
const inLine = new Set('a abbr b big em font i mark s small span strike strong sub sup u'.split(' '))
const ofLines = new Set('blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre ul'.split(' '))

/**
 * Elements of HTML in a text, as descriptions have them: `<text>Not <b>damaged</b></text>`. In an element that never holds a
 * text of its own they are parts like any others.
 * @returns their paths from the row on
 */
function inlinePaths(row: ElementKind): ReadonlySet<string> {
  const inline = new Set<ElementKind>()
  for (const kind of kindsIn(row)) {
    const isOfHtml = inLine.has(kind.name.toLowerCase()) || ofLines.has(kind.name.toLowerCase())
    // What holds it comes before it.
    if (isOfHtml && kind.parent && (kind.parent.hasText || inline.has(kind.parent))) inline.add(kind)
  }
  return new Set([...inline].map((kind) => kind.path.slice(row.path.length + 1)))
}

/** The words of such an element as a part of the text around it. */
function flowingText(path: string, text: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (inLine.has(name)) return text
  return text.trim() === '' ? '\n' : `\n${text.trim()}\n`
}

/** Names of an entry in lists of cars, in small letters: a list of one car repeats nothing. */
const usualNames = new Set(
  (
    'offer ad ads_item advert advertisement car vehicle auto automobile item entry listing product record row unit ' +
    'предложение товар авто автомобіль автомобиль оголошення объявление рядок строка'
  ).split(' '),
)

/** So many are offered to choose from. */
const mostOffered = 20

/**
 * Kinds of elements that may be the rows of a document, the likeliest first: those that repeat in one element and hold
 * others, then those with only attributes. The more values each has, and the more of them there are, the likelier.
 * Lists of sold or deleted cars come last.
 */
function rowElements(top: ElementKind): readonly ElementKind[] {
  const candidates = [...kindsIn(top)].filter(isCandidate)
  const withChildren = candidates.filter(({ children }) => children.size > 0)
  const others = candidates.filter(({ children, attributes }) => children.size === 0 && attributes.size > 1)
  return [...byLikelihood(withChildren), ...byLikelihood(others)]
    .toSorted((one, other) => Number(namesGone(one.path)) - Number(namesGone(other.path)))
    .slice(0, mostOffered)
}

const isCandidate = ({ repeated, name }: ElementKind): boolean =>
  repeated || usualNames.has(name.toLowerCase())

const byLikelihood = (kinds: readonly ElementKind[]): ElementKind[] =>
  kinds
    .map((kind) => ({ kind, score: valuesOf(kind) * Math.log2(1 + kind.count), depth: depthOf(kind) }))
    // What is nearer to the root holds the other.
    .toSorted((one, other) => other.score - one.score || one.depth - other.depth)
    .map(({ kind }) => kind)

const depthOf = ({ parent }: ElementKind): number => (parent ? depthOf(parent) + 1 : 0)

/** Number of values that one element has: its attributes and what is in it, but not in a list of it. */
function valuesOf(kind: ElementKind): number {
  let count = kind.attributes.size
  for (const child of kind.children.values())
    if (child.children.size === 0) count += 1 + child.attributes.size
    else if (!child.repeated) count += valuesOf(child)
  return count
}
