import { readBytes, type SourceFile } from '../csv/source-file.ts'

const recordLength = 128
const sectorSizes = [512, 4_096]
/** More sectors of names than any file of Office has; a chain that is damaged may be a ring. */
const mostSectors = 64
/** Number of sectors of the file's map that are listed in the header itself: enough for the names, which come first. */
const listedInHeader = 109

/** The names of the streams in a compound file ([MS-CFB] 2.2 and 2.6), the container of Office's older files. */
export function compoundStreams(source: SourceFile): string[] {
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
