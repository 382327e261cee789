import { type Attributes, deepest, type MarkupHandler } from './markup.ts'
import { mostCells } from '../csv/read-table.ts'
import { hugeSheet } from './sheet-faults.ts'

/** Elements of a document that are called the same and lie in elements called the same. */
export class ElementKind {
  readonly name: string
  readonly parent: ElementKind | null
  readonly children = new Map<string, ElementKind>()
  readonly attributes = new Set<string>()
  /** The values of the attribute `name`, of elements with a text: `<param name="Колір">`. */
  readonly names = new Set<string>()
  /** True if one that has no such name holds a text. */
  hasText = false
  count = 0
  /** True if one element holds several of them. */
  repeated = false
  #lastParent = -1

  constructor(name: string, parent: ElementKind | null) {
    this.name = name
    this.parent = parent
  }

  /** Their names from the root on: `yml_catalog/shop/offers/offer`. */
  get path(): string {
    return this.parent?.parent ? `${this.parent.path}/${this.name}` : this.name
  }

  child(name: string): ElementKind {
    const known = this.children.get(name)
    if (known) return known
    const made = new ElementKind(name, this)
    this.children.set(name, made)
    return made
  }

  /** @param parent the number of the element that holds this one */
  open(parent: number, attributes: Attributes): void {
    this.count += 1
    this.repeated ||= this.#lastParent === parent
    this.#lastParent = parent
    for (const name of Object.keys(attributes)) this.attributes.add(name)
  }
}

/**
 * Reads which kinds of elements a document has. @returns what holds the root
 * @throws what reading throws; Fault `sheet-too-large` for more kinds of elements than a table has columns
 */
export function readElementTree(file: string, read: (handler: MarkupHandler) => void): ElementKind {
  const top = new ElementKind('', null)
  const open: { readonly kind: ElementKind; readonly number: number; name: string | undefined }[] = []
  let kind = top
  let elements = 0
  let kinds = 0
  read({
    open: (name, attributes) => {
      const before = kind.children.size
      const parent = open.at(-1)?.number ?? 0
      kind = kind.child(name)
      kinds += (kind.parent?.children.size ?? 0) - before
      if (open.length >= deepest || kinds > mostCells) throw hugeSheet(file)
      kind.open(parent, attributes)
      elements += 1
      open.push({ kind, number: elements, name: attributes.name })
    },
    text: (piece) => {
      if (piece.trim() === '') return
      const name = open.at(-1)?.name
      if (name === undefined) kind.hasText = true
      else if (kind.names.size <= mostCells) kind.names.add(name)
    },
    close: () => {
      open.pop()
      kind = open.at(-1)?.kind ?? top
    },
  })
  return top
}

/** Every kind of elements in one, in the order in which they came. */
export function* kindsIn(kind: ElementKind): Generator<ElementKind> {
  for (const child of kind.children.values()) {
    yield child
    yield* kindsIn(child)
  }
}
