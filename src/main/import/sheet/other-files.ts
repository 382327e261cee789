import { Fault } from '#shared/bridge/failure.ts'
import { longestText, readBytes, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { beginnings, type OtherFile } from './file-beginnings.ts'
import { headOf, isLink } from './sheet-kind.ts'

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

/** @throws Fault `file-binary` with the reason if a file that isn't read here is known by its content */
export function refuseOtherFiles(source: SourceFile): void {
  const start = Buffer.alloc(512)
  readBytes(source, start, 0)
  const found = otherByStart(source, start)
  if (found) throw otherFile(source.name, found)
}

function otherByStart(source: SourceFile, start: Buffer): OtherFile | null {
  const letters = start.toString('latin1')
  if (letters.startsWith('\xd0\xcf\x11\xe0')) return compoundFile(source)
  if (isOldWorkbook(start)) return 'xls'
  if (isDbf(start)) return 'dbf'
  if (letters.startsWith('ustar', tarMark)) return 'archive'
  const known = beginnings.find(([beginning]) => letters.startsWith(beginning))
  return known?.[1] ?? otherByText(headOf(source).trimStart())
}

function otherByText(head: string): OtherFile | null {
  if (isLink(head)) return 'link'
  if (/^\[InternetShortcut\]/i.test(head)) return 'link'
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
