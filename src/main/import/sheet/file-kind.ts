import { Fault } from '#shared/bridge/failure.ts'
import { type WrappedText, wrappedTextOf } from './wrapped-text.ts'
import { longestText, readBytes, type SourceFile, wholeBytes } from '../csv/source-file.ts'

/**
 * A workbook of Excel or another archive, a table saved as HTML or XML under a workbook's name, or JSON. Also XML of
 * another form, of which a repeated element is a row, and texts that hold a table in another text.
 */
export type SheetKind = 'xlsx' | 'gz' | 'xml' | 'html' | 'elements' | 'json' | WrappedText

const headBytes = 4_096
const zip = 'PK\x03\x04'
const gzip = '\x1f\x8b\x08'

/** A cloud drive keeps a table as a file that only holds its address. */
const isLink = (head: string): boolean =>
  !head.includes('[') && /^\{[^]*"(?:doc_id|url)"[^]*\}/.test(head) && /docs\.google\.com|"doc_id"/.test(head)

/** True for a text with one byte a letter, or in UTF-8. */
export function isNarrow(source: SourceFile): boolean {
  const start = Buffer.alloc(4)
  readBytes(source, start, 0)
  return !start.includes(0) && start[0] !== 0xff && start[0] !== 0xfe
}

/** The beginning of a file, as letters of one byte. */
export function headOf(source: SourceFile): string {
  const bytes = Buffer.alloc(headBytes)
  const text = bytes.toString('latin1', 0, readBytes(source, bytes, 0))
  // UTF-16 leaves a NUL in every other place of the marks that are looked for.
  return text.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
}

/**
 * Kind of spreadsheet by the content of a file, whatever it is called; null for a text.
 * @throws Fault `file-binary` with the reason if the content is that of a file that isn't read here
 */
export function sheetKindOf(source: SourceFile): SheetKind | null {
  const kind = kindByHead(source)
  const other = kind === null ? otherByStart(source) : null
  if (other) throw otherFile(source.name, other)
  return kind
}

function kindByHead(source: SourceFile): SheetKind | null {
  const head = headOf(source)
  if (head.startsWith(zip)) return 'xlsx'
  if (head.startsWith(gzip)) return 'gz'
  const wrapped = isNarrow(source) ? wrappedTextOf(head) : null
  if (wrapped) return wrapped
  if (json.test(head) && !isLink(head.trimStart())) return 'json'
  const start = head.trimStart().toLowerCase()
  const root = rootOf(start)
  if (/^<\?xml[^>]*>/.test(start)) return root === null ? kindWithin(start) : kindOfRoot(root)
  if (root === 'workbook') return 'xml'
  if (/^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|meta|style|body|table)[\s>]/.test(start))
    return 'html'
  if (root !== null && pageParts.test(root) && /<table[\s>]/.test(start)) return 'html'
  // Without the declaration of XML, what begins so may be a text.
  return root !== null && wholeTag.test(withoutProlog(start)) ? kindOfRoot(root) : null
}

/** Elements that a page without a root may have above its table. */
const pageParts = /^(?:h[1-6]|p|div|center|title|meta|link|script|font|b)$/

/** Records of JSON: a list of them, or what holds one. */
const json = /^\s*(?:\{\s*["}]|\[\s*[[{\]])/

const kindOfRoot = (root: string): SheetKind | null => {
  const known = kindsByRoot.get(root)
  return known === undefined ? 'elements' : known
}

/** Kinds by the name of the root. A document of OpenOffice is refused by its name. */
const kindsByRoot: ReadonlyMap<string, SheetKind | null> = new Map([
  ['workbook', 'xml'],
  ['html', 'html'],
  ['table', 'html'],
  ['office:document', null],
])

const prolog = /^(?:<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^>[]*(?:\[[^]*?\]\s*)?>|\s+)*/
const withoutProlog = (start: string): string => start.replace(prolog, '')
const tagName = /^<([^\s<>/!?="']+)[\s/>]/
const wholeTag = /^<[^\s<>/!?="']+(?:\s[^<>]*)?\/?>/

/**
 * Name of the root in small letters, without a prefix unless it is known with it. Null if it isn't at the beginning of
 * the file, or if that is no XML.
 */
function rootOf(start: string): string | null {
  const [, name] = tagName.exec(withoutProlog(start)) ?? []
  if (name === undefined) return null
  return kindsByRoot.has(name) ? name : name.slice(name.indexOf(':') + 1)
}

/** By what is within the beginning of a document whose root is further behind. */
function kindWithin(start: string): SheetKind | null {
  if (/<(?:\w+:)?workbook[\s>]/.test(start)) return 'xml'
  return /<(?:html|table)[\s>]/.test(start) ? 'html' : 'elements'
}

/** Files that are no table here although they may hold one, or lead to one. */
export type OtherFile =
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'numbers'
  | 'password'
  | 'link'
  | 'page'
  | 'pdf'
  | 'document'
  | 'archive'
  | 'dbf'
  | 'database'
  | 'picture'

/** First bytes of files that are no text: what each is, or null if that takes a look at more of it. */
export const beginnings: readonly (readonly [string, OtherFile | null])[] = [
  ['PK\x03\x04', null],
  ['\xd0\xcf\x11\xe0', null],
  ['\x1f\x8b', null],
  ['\x7fELF', null],
  ['MZ\x90', null],
  ['%PDF-', 'pdf'],
  ['{\\rtf', 'document'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['\x1f\x9d', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['MSCF', 'archive'],
  ['SQLite format 3', 'database'],
  ['\x00\x01\x00\x00Standard ', 'database'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
]

/** A file that is recognised by its name. The code is that of every file that is neither a text nor a workbook. */
export const otherFile = (file: string, reason: OtherFile): Fault =>
  new Fault('file-binary', { file, reason })

/** The record with which a workbook without a container begins (BIFF 2 to 5), its length behind it. */
const isOldWorkbook = (start: Buffer): boolean =>
  start[0] === 9 &&
  [0, 2, 4, 8].includes(start[1] ?? -1) &&
  [4, 6, 8, 16].includes(start[2] ?? -1) &&
  start[3] === 0

/** Header of dBase, FoxPro and similar files: a date, and a length that is made of fields of 32 bytes. */
const isDbf = (start: Buffer): boolean =>
  [0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xf5, 0xfb].includes(start[0] ?? 0) &&
  (start[2] ?? 0) >= 1 &&
  (start[2] ?? 0) <= 12 &&
  (start[3] ?? 0) >= 1 &&
  (start[3] ?? 0) <= 31 &&
  start.readUInt16LE(8) > 32 &&
  start.readUInt16LE(10) > 0

/** The mark of tar is behind the facts of its first file. */
const tarMark = 257

/** Kind of a file that isn't read here, if it is known by its content. */
function otherByStart(source: SourceFile): OtherFile | null {
  const start = Buffer.alloc(512)
  readBytes(source, start, 0)
  const letters = start.toString('latin1')
  if (letters.startsWith('\xd0\xcf\x11\xe0')) return compoundFile(source)
  if (isOldWorkbook(start)) return 'xls'
  if (isDbf(start)) return 'dbf'
  if (letters.startsWith('ustar', tarMark)) return 'archive'
  const known = beginnings.find(([beginning]) => letters.startsWith(beginning))
  return known?.[1] ?? otherByText(headOf(source).trimStart())
}

function otherByText(head: string): OtherFile | null {
  if (isLink(head) || /^\[InternetShortcut\]/i.test(head)) return 'link'
  return /<office:document[\s>]/.test(head) ? 'ods' : null
}

/** Streams that a compound file ([MS-CFB]) may have in its directory, with what the file is then. */
const streams: readonly (readonly [name: string, file: OtherFile])[] = [
  ['EncryptedPackage', 'password'],
  ['WordDocument', 'document'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
]

/** Office's older container: workbooks, documents, and new workbooks with a password. */
function compoundFile(source: SourceFile): OtherFile | null {
  // Records of the directory begin with the name of a stream, and with its end.
  const names = streams.map(([name, file]) => [Buffer.from(`${name}\0`, 'utf16le'), file] as const)
  const bytes = source.bytes > longestText ? Buffer.alloc(0) : wholeBytes(source)
  return names.find(([name]) => isRecord(bytes, name))?.[1] ?? null
}

/** Bytes of a record in the directory of a compound file, which begins where a multiple of them does. */
const recordLength = 128

function isRecord(bytes: Buffer, name: Buffer): boolean {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
    if (at % recordLength === 0) return true
  return false
}

/**
 * Kind of an archive without a workbook. Null for one that was a workbook, and is damaged.
 * @param names of its files, in small letters
 * @param mimetype the content of the file of that name, if it has one
 */
export function otherArchive(names: readonly string[], mimetype: string): OtherFile | null {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
  if (mimetype.includes('opendocument.spreadsheet')) return 'ods'
  if (mimetype.includes('opendocument.') || has(/^(?:word|ppt)\//)) return 'document'
  if (has(/workbook\.bin$/)) return 'xlsb'
  if (has(/calculationengine.*\.iwa$|\/tables\/.*\.iwa$|^index\.zip$/)) return 'numbers'
  if (has(/\.iwa$/)) return 'document'
  return has(/^xl\/|^\[content_types\]\.xml$/) ? null : 'archive'
}
