import { crc32, deflateSync } from 'node:zlib'

/** Four bytes for each point: red, green, blue, opacity. */
export interface Points {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

const mostColours = 256

/** A PNG of the 256 colours that the picture has most of: a third of the size, and no eye tells it in a picture of a window. */
export function smallPng({ width, height, rgba }: Points): Uint8Array {
  const { palette, indexOf } = paletteOf(rgba)
  const lines = Buffer.alloc((width + 1) * height)
  for (let point = 0; point < width * height; point += 1)
    lines[point + Math.floor(point / width) + 1] = indexOf(keyAt(rgba, point * 4))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each point, which are places in the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Colour = readonly [red: number, green: number, blue: number]

const keyAt = (rgba: Uint8Array, at: number): number =>
  ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
const colourOf = (key: number): Colour => [key >> 16, (key >> 8) & 255, key & 255]

function paletteOf(rgba: Uint8Array): { palette: readonly Colour[]; indexOf: (key: number) => number } {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const key = keyAt(rgba, at)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const common = [...counts].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
  const chosen: Colour[] = []
  // Colours that are nearly alike share a place, so that rare ones have one too.
  for (const apart of [24, 12, 0])
    for (const key of common) {
      if (chosen.length === mostColours) break
      const colour = colourOf(key)
      if (!chosen.some((other) => distance(colour, other) <= apart * apart)) chosen.push(colour)
    }
  const places = new Map<number, number>()
  const indexOf = (key: number): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    const place = nearest(colourOf(key), chosen)
    places.set(key, place)
    return place
  }
  return { palette: chosen, indexOf }
}

const distance = (one: Colour, other: Colour): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2

function nearest(colour: Colour, among: readonly Colour[]): number {
  let best = 0
  let least = Infinity
  for (const [at, other] of among.entries()) {
    const apart = distance(colour, other)
    if (apart < least) [best, least] = [at, apart]
  }
  return best
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
