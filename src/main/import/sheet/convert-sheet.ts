import { Fault } from '#shared/bridge/failure.ts'
import type { SheetFacts } from '#shared/import/file-facts.ts'
import { type SourceFile, withSourceAsync } from '../csv/source-file.ts'
import { openElements } from './element-sheet.ts'
import { htmlTableRows, writeHtmlTable } from './html-sheet.ts'
import { RowWriter } from './row-writer.ts'
import { type SheetKind, sheetKindOf } from './sheet-kind.ts'
import { otherArchive, otherFile } from './other-files.ts'
import { PackageParts } from './package-parts.ts'
import { readNumberFormats, readStrings, readWorkbook, workbookPart } from './workbook.ts'
import { writeXlsxSheet } from './xlsx-sheet.ts'
import { writeXmlSheet, xmlSheetNames } from './xml-sheet.ts'
import { brokenSheet, readZipDirectory } from './zip-directory.ts'
import { readEntry } from './zip-entry.ts'

export interface ConvertRequest {
  readonly path: string
  readonly fileName: string
  /** Where the rows are written as records, in the line that is their number in the sheet. */
  readonly output: string
  /** The sheet to read; the first that is not hidden if this isn't given. */
  readonly sheet?: string | undefined
}

/** What a spreadsheet offers to read. */
interface Sheets {
  readonly names: readonly string[]
  /** The one that is read if none is chosen. */
  readonly first: number
  readonly write: (at: number, writer: RowWriter) => Promise<{ hidden: number }>
}

const readers: Readonly<Record<SheetKind, (source: SourceFile) => Promise<Sheets>>> = {
  xlsx: openXlsx,
  xml: async (source) => ({
    names: await xmlSheetNames(source),
    first: 0,
    write: (at, writer) => writeXmlSheet(source, at, writer),
  }),
  elements: (source) => Promise.resolve(openElements(source)),
  html: async (source) => {
    const rows = await htmlTableRows(source)
    return {
      names: rows.map((_count, at) => String(at + 1)),
      first: rows.indexOf(Math.max(...rows)),
      write: (at, writer) => writeHtmlTable(source, at, writer),
    }
  },
}

async function openXlsx(source: SourceFile): Promise<Sheets> {
  const parts = new PackageParts(source, readZipDirectory(source))
  const main = await workbookPart(parts)
  if (!isWorkbook(main, parts)) {
    const other = otherArchive(parts.names, await mimetypeOf(source, parts))
    throw other ? otherFile(source.name, other) : brokenSheet(source.name)
  }
  const { sheets, strings, styles, from1904 } = await readWorkbook(source, parts, main)
  return {
    names: sheets.map(({ name }) => name),
    first: Math.max(
      0,
      sheets.findIndex(({ hidden }) => !hidden),
    ),
    write: async (at, writer) => {
      const words = {
        strings: await readStrings(source, strings),
        formats: await readNumberFormats(source, styles),
        from1904,
      }
      const sheet = sheets[at]
      return sheet ? writeXlsxSheet(source, sheet.entry, words, writer) : { hidden: 0 }
    },
  }
}

/** Documents are packed in the same way, and binary workbooks too. */
const isWorkbook = (main: string, parts: PackageParts): boolean =>
  parts.find(main) !== null && !main.endsWith('.bin') && !/^(?:word|ppt)\//.test(main)

/** Longer than the name of any type. */
const longestType = 256

async function mimetypeOf(source: SourceFile, parts: PackageParts): Promise<string> {
  const entry = parts.find('mimetype')
  let text = ''
  if (entry && entry.size <= longestType) for await (const piece of readEntry(source, entry)) text += piece
  return text
}

/**
 * Writes one sheet of a spreadsheet as records.
 * @throws Fault `sheet-unknown` with the names that there are, `sheet-too-large`, `sheet-broken`, `file-empty`, `file-binary`
 * for an archive of another kind, `xml-broken` and `xml-no-rows` for XML that is no workbook
 */
export function convertSheet({ path, fileName, output, sheet }: ConvertRequest): Promise<SheetFacts> {
  return withSourceAsync(path, fileName, async (source) => {
    const kind = sheetKindOf(source)
    const { names, first, write } = await readers[kind ?? 'xlsx'](source)
    if (names.length === 0) throw new Fault('file-empty', { file: fileName })
    const at = sheet === undefined ? first : names.indexOf(sheet)
    if (at < 0) throw unknownSheet(fileName, sheet ?? '', names, kind)
    const writer = new RowWriter(output, fileName)
    try {
      const { hidden } = await write(at, writer)
      const facts = { name: names[at] ?? '', names: [...names], merged: writer.merged, hidden }
      return kind === 'elements' ? { ...facts, elements: true } : facts
    } finally {
      writer.close()
    }
  })
}

const unknownSheet = (file: string, value: string, names: readonly string[], kind: SheetKind | null): Fault =>
  new Fault('sheet-unknown', {
    file,
    value,
    choices: names.join(', '),
    ...(kind === 'elements' ? { reason: 'element' } : {}),
  })
