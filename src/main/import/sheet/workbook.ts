import { posix } from 'node:path'
import type { SourceFile } from '../csv/source-file.ts'
import { isDateFormat, unescapeText } from './cell-text.ts'
import { readMarkup } from './markup.ts'
import { brokenSheet, type ZipEntry } from './zip-directory.ts'
import { readEntry } from './zip-entry.ts'

export type Entries = ReadonlyMap<string, ZipEntry>

export interface SheetPlace {
  readonly name: string
  readonly hidden: boolean
  readonly entry: ZipEntry
}

export interface Workbook {
  readonly sheets: readonly SheetPlace[]
  readonly from1904: boolean
  readonly strings: ZipEntry | null
  readonly styles: ZipEntry | null
}

interface Relation {
  readonly type: string
  readonly target: string
}

const workbookPath = 'xl/workbook.xml'

/** What a workbook consists of. @throws Fault `sheet-broken` if it has no sheet of cells */
export async function readWorkbook(source: SourceFile, entries: Entries): Promise<Workbook> {
  const main = entries.get(workbookPath)
  if (!main) throw brokenSheet(source.name)
  const relations = await readRelations(source, entries)
  const entryOf = (relation: Relation | undefined): ZipEntry | null =>
    relation ? (entries.get(relation.target) ?? null) : null
  const ofType = (type: string) => [...relations.values()].find((relation) => relation.type === type)
  const sheets: SheetPlace[] = []
  let from1904 = false
  await readMarkup(readEntry(source, main), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const relation = relations.get(attributes.id ?? '')
      const entry = relation?.type === 'worksheet' ? entryOf(relation) : null
      if (!entry) return
      sheets.push({
        name: attributes.name ?? '',
        hidden: (attributes.state ?? 'visible') !== 'visible',
        entry,
      })
    },
    text: () => undefined,
    close: () => undefined,
  })
  if (sheets.length === 0) throw brokenSheet(source.name)
  return { sheets, from1904, strings: entryOf(ofType('sharedStrings')), styles: entryOf(ofType('styles')) }
}

async function readRelations(source: SourceFile, entries: Entries): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const entry = entries.get('xl/_rels/workbook.xml.rels')
  if (!entry) throw brokenSheet(source.name)
  await readMarkup(readEntry(source, entry), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
    text: () => undefined,
    close: () => undefined,
  })
  return relations
}

/** The texts that cells refer to by their place, without the readings of Asian letters. */
export async function readStrings(source: SourceFile, entry: ZipEntry | null): Promise<readonly string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let text = ''
  let inText = false
  let inReading = false
  await readMarkup(readEntry(source, entry), {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 't') inText = !inReading
      else if (name === 'rPh') inReading = true
    },
    text: (piece) => {
      if (inText) text += piece
    },
    close: (name) => {
      if (name === 'si') strings.push(unescapeText(text))
      else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
  })
  return strings
}

/** For each style of a cell whether it shows a date. */
export async function readDateStyles(
  source: SourceFile,
  entry: ZipEntry | null,
): Promise<readonly boolean[]> {
  const codes = new Map<number, string>()
  const dates: boolean[] = []
  if (!entry) return dates
  let inCells = false
  await readMarkup(readEntry(source, entry), {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0)
        dates.push(isDateFormat(id, codes.get(id)))
      }
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return dates
}
