import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { compoundStreams } from './compound-streams.ts'
import { headOf, isLink } from './sheet-kind.ts'

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

/** A file that is recognised by its name. The code is that of every file that is neither a text nor a workbook. */
export const otherFile = (file: string, reason: OtherFile): Fault =>
  new Fault('file-binary', { file, reason })

/** The record with which a workbook without a container begins (BIFF 2 to 5), its length behind it. */
const isOldWorkbook = (start: Buffer): boolean =>
  start[0] === 9 &&
  [0, 2, 4, 8].includes(start[1] ?? -1) &&
  [4, 6, 8, 16].includes(start[2] ?? -1) &&
  start[3] === 0

const beginnings: readonly (readonly [string, OtherFile])[] = [
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
  if (letters.startsWith('\xd0\xcf\x11\xe0')) return compoundFile(compoundStreams(source))
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

/** Office's older container: workbooks, documents, and new workbooks with a password. */
function compoundFile(streams: readonly string[]): OtherFile | null {
  if (streams.includes('EncryptedPackage')) return 'password'
  if (streams.includes('Workbook') || streams.includes('Book')) return 'xls'
  return streams.includes('WordDocument') ? 'document' : null
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
