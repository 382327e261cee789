import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { compoundStreams } from './compound-streams.ts'
import { headOf } from './sheet-kind.ts'

/** Files that are no table here although they may hold one, or lead to one. */
export type OtherFile =
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'numbers'
  | 'password'
  | 'link'
  | 'pdf'
  | 'document'
  | 'archive'

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
  ['\x1f\x8b', 'archive'],
]

/** @throws Fault `file-binary` with the reason if a file that isn't read here is known by its content */
export function refuseOtherFiles(source: SourceFile): void {
  const start = Buffer.alloc(8)
  readBytes(source, start, 0)
  const found = otherByStart(source, start)
  if (found) throw otherFile(source.name, found)
}

function otherByStart(source: SourceFile, start: Buffer): OtherFile | null {
  const letters = start.toString('latin1')
  if (letters.startsWith('\xd0\xcf\x11\xe0')) return compoundFile(compoundStreams(source))
  if (isOldWorkbook(start)) return 'xls'
  const known = beginnings.find(([beginning]) => letters.startsWith(beginning))
  return known?.[1] ?? otherByText(headOf(source).trimStart())
}

function otherByText(head: string): OtherFile | null {
  // A cloud drive keeps a table as a file that only holds its address.
  if (/^\{[^]*"(?:doc_id|url)"[^]*\}/.test(head) && /docs\.google\.com|"doc_id"/.test(head)) return 'link'
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
 * What an archive without a workbook is. Null for one that was a workbook, and is damaged.
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
