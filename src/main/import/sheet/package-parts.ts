import { posix } from 'node:path'
import type { SourceFile } from '../csv/source-file.ts'
import { readEntry } from './document-text.ts'
import { type MarkupHandler, readPart } from './markup.ts'
import { brokenSheet } from './sheet-faults.ts'
import type { ZipEntry } from './zip-entries.ts'

/** Reference of a part to another one. */
export interface Relation {
  /** The last word of the type's address: `worksheet`, `styles`. */
  readonly type: string
  readonly target: string
}

export type Relations = ReadonlyMap<string, Relation>

/** The name of a part as it is compared: names differ neither by case nor by the slash of a system (ECMA-376 part 2, 6.2.2). */
const partName = (name: string): string => posix.join('/', name.replaceAll('\\', '/')).slice(1).toLowerCase()

/** The parts of an Open Packaging archive: found by their relations and content types, whatever they are called. */
export class PackageParts {
  readonly #source: SourceFile
  readonly #entries = new Map<string, ZipEntry>()
  #types: ReadonlyMap<string, string> | undefined

  /** @throws Fault `sheet-broken` if a part is there twice */
  constructor(source: SourceFile, entries: readonly ZipEntry[]) {
    this.#source = source
    for (const entry of entries) {
      const name = partName(entry.name)
      if (this.#entries.has(name)) throw brokenSheet(source.name)
      if (!/[/\\]$/.test(entry.name)) this.#entries.set(name, entry)
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  get entries(): readonly ZipEntry[] {
    return [...this.#entries.values()]
  }

  find(name: string): ZipEntry | null {
    return this.#entries.get(partName(name)) ?? null
  }

  /** @throws Fault `sheet-broken` if the part is missing */
  need(name: string): ZipEntry {
    const entry = this.find(name)
    if (!entry) throw brokenSheet(this.#source.name)
    return entry
  }

  /** The first part whose content type ends like this. */
  async ofContentType(end: string): Promise<string | null> {
    this.#types ??= await this.#readTypes()
    for (const [name, type] of this.#types) if (type.endsWith(end)) return name
    return null
  }

  /** References of a part, by the ids that it uses; `''` is the package itself. Nothing if it has no list. */
  async relationsOf(part: string): Promise<Relations> {
    const { dir, base } = posix.parse(partName(part))
    const relations = new Map<string, Relation>()
    const entry = this.find(`${dir}/_rels/${base}.rels`)
    if (!entry) return relations
    await this.#read(entry, (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      relations.set(Id, { type, target: targetOf(Target, dir) })
    })
    return relations
  }

  async #readTypes(): Promise<ReadonlyMap<string, string>> {
    const types = new Map<string, string>()
    const entry = this.find('[Content_Types].xml')
    if (!entry) return types
    await this.#read(entry, (name, { PartName = '', ContentType = '' }) => {
      if (name === 'Override') types.set(partName(PartName), ContentType)
    })
    return types
  }

  #read(entry: ZipEntry, open: MarkupHandler['open']): Promise<void> {
    return readPart(readEntry(this.#source, entry), { open }, this.#source.name)
  }
}

/** A target is relative to the folder of the part that names it, unless it begins with a slash. */
function targetOf(target: string, folder: string): string {
  const path = unescaped(target).replaceAll('\\', '/')
  return partName(path.startsWith('/') ? path : posix.join('/', folder, path))
}

function unescaped(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}
