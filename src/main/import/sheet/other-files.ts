import { Fault } from '#shared/bridge/failure.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
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

const recordLength = 128
const sectorSizes = [512, 4_096]
/** More sectors of names than any file of Office has; a chain that is damaged may be a ring. */
const mostSectors = 64
/** Number of sectors of the file's map that are listed in the header itself: enough for the names, which come first. */
const listedInHeader = 109

/** The names of the streams in a compound file ([MS-CFB] 2.2 and 2.6), the container of Office's older files. */
function compoundStreams(source: SourceFile): string[] {
  const header = Buffer.alloc(512)
  readBytes(source, header, 0)
  const sectorSize = 2 ** header.readUInt16LE(30)
  if (!sectorSizes.includes(sectorSize)) return []
  const sectorAt = (sector: number): Buffer => {
    const bytes = Buffer.alloc(sectorSize)
    return bytes.subarray(0, readBytes(source, bytes, (sector + 1) * sectorSize))
  }
  const next = (sector: number): number => {
    const place = Math.floor((sector * 4) / sectorSize)
    if (place >= listedInHeader) return -1
    const map = sectorAt(header.readUInt32LE(76 + place * 4))
    const at = (sector * 4) % sectorSize
    return at + 4 <= map.length ? map.readUInt32LE(at) : -1
  }
  const names: string[] = []
  let sector = header.readUInt32LE(48)
  for (let count = 0; count < mostSectors; count++) {
    const bytes = sector < 0 ? Buffer.alloc(0) : sectorAt(sector)
    if (bytes.length < sectorSize) break
    for (let at = 0; at < bytes.length; at += recordLength) names.push(nameIn(bytes.subarray(at)))
    sector = next(sector)
  }
  return names.filter((name) => name !== '')
}

/** A record of the directory: its name in UTF-16, with the length in bytes behind it. */
const nameIn = (record: Buffer): string =>
  record.toString('utf16le', 0, Math.min(Math.max(0, record.readUInt16LE(64) - 2), 62))
