import type { Gunzip, InflateRaw } from 'node:zlib'
import { asBroken } from './sheet-faults.ts'

const mostBytes = 536_870_912
/** XML of equal rows packs to a fiftieth; what packs to less is no table. */
const mostRatio = 250
const ratioFrom = 4_194_304

/** Bytes that a table of so many packed ones has at most, once it is unpacked. */
export const mostUnpacked = (packed: number): number =>
  Math.min(mostBytes, Math.max(ratioFrom, packed * mostRatio))

/** In bytes: zlib's own pieces are so small that most of the time would go into asking for them. */
export const chunkSize = 262_144

/** Unpacks bytes. The loop closes the inflater: one left to the garbage collector would keep its memory for long. @throws Fault `sheet-broken` */
export async function* inflated(
  inflater: Gunzip | InflateRaw,
  packed: Buffer,
  file: string,
): AsyncGenerator<Buffer> {
  inflater.end(packed)
  try {
    for await (const bytes of inflater as AsyncIterable<Buffer>) yield bytes
  } catch (error) {
    throw asBroken(error, file)
  }
}
