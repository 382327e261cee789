import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = 'resources/icons'
const read = (name: string): Buffer => readFileSync(`${folder}/${name}`)

/** Width and height of a PNG: the first chunk, after eight bytes of signature and eight of its head. */
const sizeOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]

it('every picture of the icon has the size that its name says', () => {
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
  expect(pictures).toHaveLength(9)
  for (const name of pictures) expect(`${sizeOf(read(name)).join('x')}.png`).toBe(name)
})

it('the icon of Windows holds whole pictures up to 256 pixels', () => {
  const ico = read('icon.ico')
  const count = ico.readUInt16LE(4)
  const sizes = Array.from({ length: count }, (_, at) => {
    const offset = ico.readUInt32LE(6 + 16 * at + 12)
    return sizeOf(ico.subarray(offset))[0]
  })
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
})

it('the icon of macOS holds whole pictures up to 1024 pixels', () => {
  const icns = read('icon.icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const sizes: (number | undefined)[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    sizes.push(sizeOf(icns.subarray(at + 8))[0])
  expect(sizes).toEqual([16, 32, 64, 128, 256, 512, 1024])
})
