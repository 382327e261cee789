import { copyFileSync, createWriteStream, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Fault } from '#shared/bridge/failure.ts'
import type { SheetFacts, StatedRecords, Wrapped } from '#shared/import/file-facts.ts'
import { findHeader, knownNames } from '../columns/find-header.ts'
import { namesGone } from '../columns/sold-words.ts'
import { closeSource, longestText, openSource, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { openElements } from './element-sheet.ts'
import { htmlTableRows, writeHtmlTable } from './html-sheet.ts'
import { openJson } from './json-document.ts'
import { PackageParts } from './package-parts.ts'
import { mostCells } from '../csv/read-table.ts'
import { RowWriter } from './row-writer.ts'
import { otherArchive, otherFile, type SheetKind, sheetKindOf } from './file-kind.ts'
import { readCellStyles, readStrings, readWorkbook, workbookPart } from './workbook.ts'
import { type WrappedText, writeBareText } from './wrapped-text.ts'
import { type OddRows, writeXlsxSheet } from './xlsx-sheet.ts'
import { writeXmlSheet, xmlSheetNames } from './xml-sheet.ts'
import { readEntry } from './document-text.ts'
import { brokenSheet, hugeSheet } from './sheet-faults.ts'
import { chunkSize, inflated, mostUnpacked, readZipDirectory } from './zip-entries.ts'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'

export interface ConvertRequest {
  readonly path: string
  readonly fileName: string
  /**
   * Place of the rows, written as records, each in the line of its number in the sheet; or the text that was in another
   * file.
   */
  readonly output: string
  /** The sheet to read; the first with a table that is not hidden if this isn't given. */
  readonly sheet?: string | undefined
}

/** Facts about the table that was written. */
export interface ConvertedFile {
  /** Null if it is a text. */
  readonly sheet: SheetFacts | null
  readonly wrapped?: Wrapped
}

/** Sheets that a spreadsheet offers. */
interface Sheets {
  readonly names: readonly string[]
  /** Those that may be read if none is chosen. */
  readonly offered: readonly number[]
  readonly write: (at: number, writer: RowWriter) => Promise<OddRows> | OddRows
  /** The number of records that the document states. */
  readonly stated?: StatedRecords
}

type RowsKind = Exclude<SheetKind, 'gz' | WrappedText>

type Opened = Sheets | PackedTable

const readers: Readonly<Record<RowsKind, (source: SourceFile) => Promise<Opened> | Opened>> = {
  xlsx: openXlsx,
  xml: (source) => {
    const names = xmlSheetNames(source)
    return {
      names,
      offered: [...names.keys()],
      write: (at, writer) => writeXmlSheet(source, at, writer),
    }
  },
  elements: (source) => ({ ...openElements(source), offered: [0] }),
  json: (source) => {
    const { stated, read } = openJson(source)
    return { ...openElements(source, read), offered: [0], ...(stated && { stated }) }
  },
  html: (source) => {
    const rows = htmlTableRows(source)
    if (rows.length === 0) throw otherFile(source.name, 'page')
    return {
      names: rows.map((_count, at) => String(at + 1)),
      offered: [rows.indexOf(rows.reduce((most, count) => Math.max(most, count), 0))],
      write: (at, writer) => writeHtmlTable(source, at, writer),
    }
  },
}

async function openXlsx(source: SourceFile): Promise<Opened> {
  const parts = new PackageParts(source, await readZipDirectory(source))
  const main = await workbookPart(parts)
  if (!isWorkbook(main, parts)) {
    const other = otherArchive(parts.names, await mimetypeOf(source, parts))
    const packed = other === 'archive' ? tableInZip(source, parts) : null
    if (packed) return packed
    throw other ? otherFile(source.name, other) : brokenSheet(source.name)
  }
  const { sheets, strings, styles, from1904 } = await readWorkbook(source, parts, main)
  const visible = [...sheets.keys()].filter((at) => sheets[at]?.hidden === false)
  return {
    names: sheets.map(({ name }) => name),
    offered: visible.length > 0 ? visible : [0],
    write: async (at, writer) => {
      const words = {
        strings: await readStrings(source, strings),
        ...(await readCellStyles(source, styles)),
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

/** Deeper archives hold no table of a dealership. */
const mostWithin = 2

/**
 * Writes one sheet of a spreadsheet as records, or the text that is in another file.
 * @throws Fault `sheet-unknown` with the names that there are; `sheet-too-large`, `sheet-broken`, `file-empty`;
 * `file-binary` for another kind of archive; `xml-broken`, and `xml-no-rows` for a document without a list
 */
export const convertSheet = (request: ConvertRequest): Promise<ConvertedFile> =>
  convertWithin(request, request.path, 0)

/** @param within the number of archives that the file at the path was in */
async function convertWithin(request: ConvertRequest, path: string, within: number): Promise<ConvertedFile> {
  const source = openSource(path, request.fileName)
  return convertSource(source, request, path, within).finally(() => closeSource(source))
}

async function convertSource(
  source: SourceFile,
  request: ConvertRequest,
  path: string,
  within: number,
): Promise<ConvertedFile> {
  const { fileName, output } = request
  const kind = sheetKindOf(source)
  if (kind === null) {
    copyFileSync(path, output)
    return { sheet: null }
  }
  if (kind === 'lines' || kind === 'apostrophes') {
    writeBareText(source, kind, output)
    return { sheet: null, wrapped: { [kind]: true } }
  }
  const opened = kind === 'gz' ? tableInGzip(source) : await readers[kind](source)
  if (!('bytes' in opened)) return { sheet: await writeSheet(request, kind, opened) }
  if (within >= mostWithin) throw otherFile(fileName, 'archive')
  const unpacked = `${output}.${within}`
  try {
    await pipeline(opened.bytes(), createWriteStream(unpacked, { mode: 0o600 }))
    const { wrapped, ...found } = await convertWithin(request, unpacked, within + 1)
    const entry = [opened.name, ...(wrapped?.entry === undefined ? [] : [wrapped.entry])].join(' / ')
    return { ...found, wrapped: { ...wrapped, entry } }
  } finally {
    rmSync(unpacked, { force: true })
  }
}

async function writeSheet(
  { fileName, output, sheet }: ConvertRequest,
  kind: SheetKind,
  sheets: Sheets,
): Promise<SheetFacts> {
  const { names, offered, stated } = sheets
  const isOfElements = kind === 'elements' || kind === 'json'
  if (names.length === 0) throw new Fault('file-empty', { file: fileName })
  if (names.length > mostCells) throw hugeSheet(fileName)
  const chosen = sheet === undefined ? null : names.indexOf(sheet)
  if (chosen === -1) throw unknownSheet(fileName, sheet ?? '', names, isOfElements)
  const writer = new RowWriter(output, fileName)
  try {
    // A sheet of sold cars is taken if it is chosen, or if no other has a table.
    const isGone = (at: number): number => Number(namesGone(names[at] ?? ''))
    const likely = offered.toSorted((one, other) => isGone(one) - isGone(other))
    const { at, hidden, struck = 0 } = await writeTable(chosen === null ? likely : [chosen], sheets, writer)
    const odd = { hidden, ...(struck > 0 && { struck }) }
    const facts = { name: names[at] ?? '', names: [...names], merged: writer.merged, ...odd }
    return isOfElements ? { ...facts, elements: true, ...(stated && { stated }) } : facts
  } finally {
    writer.close()
  }
}

/** Writes the first sheet that holds a table: a cover before it has none. Without any, it is the first. */
async function writeTable(
  offered: readonly number[],
  { write }: Sheets,
  writer: RowWriter,
): Promise<OddRows & { readonly at: number }> {
  for (const at of offered) {
    writer.restart()
    const odd = await write(at, writer)
    if (offered.length === 1 || isTable(writer.head)) return { at, ...odd }
  }
  const [at = 0] = offered
  writer.restart()
  return { at, ...(await write(at, writer)) }
}

const tableRows = 3
const tableWidth = 4

/** True if the rows have known names above them, or are wider than any cover. */
function isTable(rows: readonly (readonly string[])[]): boolean {
  if (knownNames(findHeader(rows).cells) > 1) return true
  return (
    rows.filter((cells) => cells.filter((cell) => cell.trim() !== '').length >= tableWidth).length >=
    tableRows
  )
}

const unknownSheet = (file: string, value: string, names: readonly string[], isOfElements: boolean): Fault =>
  new Fault('sheet-unknown', {
    file,
    value,
    choices: names.join(', '),
    ...(isOfElements ? { reason: 'element' } : {}),
  })

/** A table in an archive. */
interface PackedTable {
  readonly name: string
  /** Its bytes in pieces. @throws Fault `sheet-too-large`, `sheet-broken` */
  readonly bytes: () => AsyncIterable<Buffer>
}

const tables = /\.(?:csv|tsv|xlsx|xlsm|xltx|xltm|xls|xlsb|ods|fods|numbers|xml|json|jsonl|gz|dbf)$/i
const pages = /\.(?:txt|html?)$/i
/** Entries that systems and programs add to an archive. */
const isOwn = (name: string): boolean =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\.[^/\\]*$|~\$|Thumbs\.db$|desktop\.ini$)/i.test(name)

/**
 * The table in an archive; null if there is none.
 * @throws Fault `file-binary` with the reason `archive-tables` and the names if there are several
 */
function tableInZip(source: SourceFile, parts: PackageParts): PackedTable | null {
  const files = parts.entries.filter(({ name }) => !isOwn(name))
  const named = files.filter(({ name }) => tables.test(name))
  const found = named.length > 0 ? named : files.filter(({ name }) => pages.test(name))
  if (found.length > 1) {
    const choices = found.map(({ name }) => name).join(', ')
    throw new Fault('file-binary', { file: source.name, reason: 'archive-tables', choices })
  }
  const [entry] = found.length === 0 && files.length === 1 ? files : found
  return entry ?? null
}

/** The table in a gzip file, which programs name differently or not at all. */
const tableInGzip = (source: SourceFile): PackedTable => ({
  name: basename(source.name).replace(/\.gz(?:ip)?$/i, ''),
  bytes: () => gunzipped(source),
})

async function* gunzipped(source: SourceFile): AsyncGenerator<Buffer> {
  const { name, bytes: packed } = source
  if (packed > longestText) throw hugeSheet(name)
  let size = 0
  for await (const bytes of inflated(createGunzip({ chunkSize }), wholeBytes(source), name)) {
    size += bytes.length
    if (size > mostUnpacked(packed)) throw hugeSheet(name)
    yield bytes
  }
}
