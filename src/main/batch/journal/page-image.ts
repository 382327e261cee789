import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** The pages of a database file with the committed pages of its WAL over them, read without SQLite. */
export interface PageImage {
  readonly pageSize: number
  /** Bytes of a page that hold content. */
  readonly usable: number
  /** Pages, counted from 1; more than the header says if the header is damaged. */
  readonly count: number
  /** @returns the page, or null if it is beyond the file's end */
  page(number: number): Buffer | null
  close(): void
}

/** What a journal has if its header can't say so. */
const ownPageSize = 4_096
const sizeAt = 16
const reservedAt = 20

/** Source: https://sqlite.org/fileformat2.html, "The Database Header". */
export function openPages(path: string): PageImage {
  const fd = openSync(path, 'r')
  const { size } = fstatSync(fd)
  const header = Buffer.alloc(100)
  readSync(fd, header, 0, header.length, 0)
  const named = header.toString('latin1', 0, 15) === 'SQLite format 3'
  const pageSize = named ? pageSizeOf(header.readUInt16BE(sizeAt)) : ownPageSize
  const wal = committedFrames(`${path}-wal`, pageSize)
  return {
    pageSize,
    usable: pageSize - (named ? (header[reservedAt] ?? 0) : 0),
    count: Math.max(Math.ceil(size / pageSize), ...wal.keys()),
    page(number) {
      const newer = wal.get(number)
      if (newer) return newer
      const page = Buffer.alloc(pageSize)
      return readSync(fd, page, 0, pageSize, (number - 1) * pageSize) > 0 ? page : null
    },
    close: () => closeSync(fd),
  }
}

/** 1 stands for 65,536. A size that no database has is damaged. */
function pageSizeOf(stored: number): number {
  if (stored === 1) return 65_536
  return stored >= 512 && (stored & (stored - 1)) === 0 ? stored : ownPageSize
}

const headerBytes = 32
const frameHeaderBytes = 24
/** Checksums of the WAL are of big-endian words; one less in the magic number means little-endian ones. */
const bigEndianMagic = 0x377f0683

/**
 * The newest page of each number that was committed to the WAL, up to the first frame whose checksum is wrong.
 * Source: https://sqlite.org/fileformat2.html, "The Write-Ahead Log".
 */
function committedFrames(path: string, pageSize: number): ReadonlyMap<number, Buffer> {
  const wal = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const committed = new Map<number, Buffer>()
  const open = new Map<number, Buffer>()
  if (wal.length < headerBytes || (wal.readUInt32BE(0) & ~1) >>> 0 !== bigEndianMagic - 1) return committed
  const isBig = wal.readUInt32BE(0) === bigEndianMagic
  const salts = wal.subarray(16, 24)
  let sum: Sum = checksum(wal.subarray(0, 24), [0, 0], isBig)
  if (!sameSum(wal, 24, sum) || wal.readUInt32BE(8) !== pageSize) return committed
  const frameBytes = frameHeaderBytes + pageSize
  for (let at = headerBytes; at + frameBytes <= wal.length; at += frameBytes) {
    const page = wal.subarray(at + frameHeaderBytes, at + frameBytes)
    sum = checksum(page, checksum(wal.subarray(at, at + 8), sum, isBig), isBig)
    if (!wal.subarray(at + 8, at + 16).equals(salts) || !sameSum(wal, at + 16, sum)) break
    open.set(wal.readUInt32BE(at), page)
    if (wal.readUInt32BE(at + 4) === 0) continue
    for (const [number, newest] of open) committed.set(number, newest)
    open.clear()
  }
  return committed
}

type Sum = readonly [number, number]

const sameSum = (wal: Buffer, at: number, [first, second]: Sum): boolean =>
  wal.readUInt32BE(at) === first && wal.readUInt32BE(at + 4) === second

function checksum(bytes: Buffer, [one, two]: Sum, isBig: boolean): Sum {
  let first = one
  let second = two
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + second) >>> 0
    second = (second + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + first) >>> 0
  }
  return [first, second]
}
