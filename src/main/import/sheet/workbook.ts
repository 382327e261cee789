import type { SourceFile } from '../csv/source-file.ts'
import { builtInCode, type NumberFormat, numberFormatOf, unescapeText } from './number-format.ts'
import { readEntry } from './document-text.ts'
import { type Attributes, readPart, relationId } from './markup.ts'
import type { PackageParts, Relations } from './package-parts.ts'
import { brokenSheet } from './sheet-faults.ts'
import type { ZipEntry } from './zip-entries.ts'

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

/** Place where the workbook is in nearly all archives. */
const usualPlace = 'xl/workbook.xml'
const kinds = 'spreadsheetml'

/** The name of the part that lists the sheets. */
export async function workbookPart(parts: PackageParts): Promise<string> {
  const relation = ofType(await parts.relationsOf(''), 'officeDocument')
  return relation ?? (await parts.ofContentType('.main+xml')) ?? usualPlace
}

/**
 * Parts of a workbook.
 * @throws Fault `sheet-broken` if it has no sheet of cells, or names a part that is missing
 */
export async function readWorkbook(source: SourceFile, parts: PackageParts, main: string): Promise<Workbook> {
  const relations = await parts.relationsOf(main)
  const sheets: SheetPlace[] = []
  let from1904 = false
  const open = (name: string, attributes: Attributes): void => {
    if (name === 'workbookPr') from1904 = isTrue(attributes.date1904)
    if (name !== 'sheet') return
    const relation = relations.get(attributes[relationId] ?? '')
    if (!relation) throw brokenSheet(source.name)
    // A chart or a macro has its own sheet, without cells.
    if (relation.type !== 'worksheet') return
    sheets.push({
      name: unescapeText(attributes.name ?? ''),
      hidden: (attributes.state ?? 'visible') !== 'visible',
      entry: parts.need(relation.target),
    })
  }
  await readPart(readEntry(source, parts.need(main)), { open }, source.name)
  if (sheets.length === 0) throw brokenSheet(source.name)
  const partOf = async (type: string): Promise<ZipEntry | null> => {
    const name = ofType(relations, type) ?? (await parts.ofContentType(`${kinds}.${type}+xml`))
    return name === null ? null : parts.need(name)
  }
  return { sheets, from1904, strings: await partOf('sharedStrings'), styles: await partOf('styles') }
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

const ofType = (relations: Relations, type: string): string | null =>
  [...relations.values()].find((relation) => relation.type === type)?.target ?? null

/** The texts that cells refer to by their place, without the readings of Asian letters. */
export async function readStrings(source: SourceFile, entry: ZipEntry | null): Promise<readonly string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let text = ''
  let inText = false
  let inReading = false
  const reader = {
    open: (name: string) => {
      if (name === 'si') text = ''
      else if (name === 't') inText = !inReading
      else if (name === 'rPh') inReading = true
    },
    text: (piece: string) => {
      if (inText) text += piece
    },
    close: (name: string) => {
      if (name === 'si') strings.push(unescapeText(text))
      else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
  }
  await readPart(readEntry(source, entry), reader, source.name)
  return strings
}

/** Looks of cells, by the numbers of their styles. */
export interface CellStyles {
  /** Each writes a number. */
  readonly formats: readonly NumberFormat[]
  /** Styles that cross a text out. */
  readonly struck: ReadonlySet<number>
}

export async function readCellStyles(source: SourceFile, entry: ZipEntry | null): Promise<CellStyles> {
  if (!entry) return { formats: [], struck: new Set() }
  const codes = new Map<number, string>()
  const ids: number[] = []
  const fonts: { struck: boolean }[] = []
  const fontOf: number[] = []
  // Both names are also those of parts of conditional formats and of named styles.
  let list = ''
  const reader = {
    open: (name: string, attributes: Attributes) => {
      const { numFmtId = '0', formatCode = '', fontId = '0', val = '1' } = attributes
      if (name === 'numFmts' || name === 'cellXfs' || name === 'fonts') list = name
      else if (name === 'numFmt' && list === 'numFmts') codes.set(Number(numFmtId), unescapeText(formatCode))
      else if (name === 'font' && list === 'fonts') fonts.push({ struck: false })
      else if (name === 'strike' && list === 'fonts') fonts.splice(-1, 1, { struck: isTrue(val) })
      else if (name === 'xf' && list === 'cellXfs') {
        ids.push(Number(numFmtId))
        fontOf.push(Number(fontId))
      }
    },
    close: (name: string) => {
      if (name === list) list = ''
    },
  }
  await readPart(readEntry(source, entry), reader, source.name)
  const formats = new Map(
    [...new Set(ids)].map((id) => [id, numberFormatOf(codes.get(id) ?? builtInCode(id))]),
  )
  return {
    formats: ids.map((id) => formats.get(id) ?? numberFormatOf('')),
    struck: new Set(fontOf.flatMap((font, style) => (fonts[font]?.struck ? [style] : []))),
  }
}
