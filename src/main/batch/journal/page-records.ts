import type { PageImage } from './page-image.ts'

export type Cell = number | string | Uint8Array<ArrayBuffer> | null

/** A record as a page has it. */
export interface PageRecord {
  /** The row's number in a table; null for an entry of an index. */
  readonly rowid: number | null
  readonly cells: readonly Cell[]
}

/** Kinds of pages that hold records. Source: https://sqlite.org/fileformat2.html, "B-tree Pages". */
const kinds: Readonly<Record<number, { isTable: boolean; header: number; child: number }>> = {
  0x0d: { isTable: true, header: 8, child: 0 },
  0x0a: { isTable: false, header: 8, child: 0 },
  0x02: { isTable: false, header: 12, child: 4 },
}

/** All records that can be read of the pages, in the order of the file. What can't be read is left out. */
export function* allRecords(image: PageImage): Generator<PageRecord> {
  const free = freePages(image)
  for (let number = 1; number <= image.count; number += 1)
    if (!free.has(number)) yield* recordsOf(image, number)
}

function* recordsOf(image: PageImage, number: number): Generator<PageRecord> {
  const page = image.page(number)
  const start = number === 1 ? 100 : 0
  const kind = page && kinds[page[start] ?? 0]
  if (!page || !kind) return
  const cells = Math.min(page.readUInt16BE(start + 3), Math.floor(page.length / 4))
  for (let index = 0; index < cells; index += 1) {
    const pointer = start + kind.header + 2 * index
    if (pointer + 2 > page.length) return
    const record = recordAt(image, page, page.readUInt16BE(pointer) + kind.child, kind.isTable)
    if (record) yield record
  }
}

/** @returns null if what is there is no record */
function recordAt(image: PageImage, page: Buffer, at: number, isTable: boolean): PageRecord | null {
  try {
    const [size, afterSize] = varint(page, at)
    const [rowid, from] = isTable ? varint(page, afterSize) : [null, afterSize]
    if (size > largest) return null
    return { rowid, cells: cellsOf(payloadOf(image, page, from, size, isTable)) }
  } catch {
    return null
  }
}

/** No row of a journal is as long. */
const largest = 64 * 1_048_576

class NoRecord extends Error {}

function payloadOf(image: PageImage, page: Buffer, from: number, size: number, isTable: boolean): Buffer {
  const { usable } = image
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const spread = least + ((size - least) % (usable - 4))
  const local = size <= most ? size : spread <= most ? spread : least
  if (from + local > page.length) throw new NoRecord()
  const parts = [page.subarray(from, from + local)]
  if (local < size) parts.push(...overflow(image, page.readUInt32BE(from + local), size - local))
  return Buffer.concat(parts)
}

function* overflow(image: PageImage, first: number, size: number): Generator<Buffer> {
  let next = first
  for (let left = size; left > 0; left -= image.usable - 4) {
    const page = next > 1 ? image.page(next) : null
    if (!page) throw new NoRecord()
    yield page.subarray(4, 4 + Math.min(left, image.usable - 4))
    next = page.readUInt32BE(0)
  }
}

/** Source: https://sqlite.org/fileformat2.html, "Record Format". */
function cellsOf(payload: Buffer): Cell[] {
  const [headerSize, first] = varint(payload, 0)
  const cells: Cell[] = []
  let at = headerSize
  for (let head = first; head < headerSize;) {
    const [type, next] = varint(payload, head)
    const length = lengthOf(type)
    if (at + length > payload.length) throw new NoRecord()
    cells.push(valueOf(type, payload.subarray(at, at + length)))
    at += length
    head = next
  }
  if (at !== payload.length) throw new NoRecord()
  return cells
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

const lengthOf = (type: number): number =>
  type >= 12 ? Math.floor((type - 12) / 2) : (integerBytes[type] ?? 0)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function valueOf(type: number, bytes: Buffer): Cell {
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  if (type < 6) return bytes.readIntBE(0, bytes.length)
  if (type < 12) throw new NoRecord()
  return type % 2 === 0 ? Uint8Array.from(bytes) : utf8.decode(bytes)
}

/** @returns the value and the place after it */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) throw new NoRecord()
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + index + 1]
  }
  throw new NoRecord()
}

/**
 * Pages that hold nothing any more, though their old content may still be there; none if the list can't be read.
 * Source: https://sqlite.org/fileformat2.html, "The Freelist".
 */
function freePages(image: PageImage): ReadonlySet<number> {
  const free = new Set<number>()
  const first = image.page(1)
  if (first?.toString('latin1', 0, 15) !== 'SQLite format 3') return free
  for (let trunk = first.readUInt32BE(32); trunk > 1 && trunk <= image.count && !free.has(trunk);) {
    const page = image.page(trunk)
    if (!page) return free
    const leaves = page.readUInt32BE(4)
    // A damaged page of the list must not make pages free that are in use.
    if (leaves > image.usable / 4 - 2) return free
    free.add(trunk)
    for (let index = 0; index < leaves; index += 1) free.add(page.readUInt32BE(8 + 4 * index))
    trunk = page.readUInt32BE(0)
  }
  return free
}
