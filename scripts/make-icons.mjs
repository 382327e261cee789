/**
 * Draws resources/icons/icon.svg in every size that a system wants, with Chromium: PNG for Linux, .ico for Windows, .icns
 * for macOS. Run it after a change of the drawing, and commit what it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../test/host/browser.ts'

const folder = join(import.meta.dirname, '../resources/icons')
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
/** The types of an .icns that hold PNG, by size in pixels: https://en.wikipedia.org/wiki/Apple_Icon_Image_format */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]

const pictures = await draw(readFileSync(join(folder, 'icon.svg'), 'utf8'))
for (const [size, png] of pictures) writeFileSync(join(folder, `${size}x${size}.png`), png)
writeFileSync(join(folder, 'icon.ico'), ico(icoSizes.map((size) => [size, pictures.get(size)])))
writeFileSync(join(folder, 'icon.icns'), icns(icnsTypes.map(([type, size]) => [type, pictures.get(size)])))

async function draw(svg) {
  const browser = await chromium.launch(chromiumOptions)
  const page = await browser.newPage()
  const drawn = new Map()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`)
    drawn.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return drawn
}

/** A directory of 16 bytes a picture, then the pictures as PNG; a side of 256 is written as 0. */
function ico(entries) {
  const head = Buffer.alloc(6 + 16 * entries.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(entries.length, 4)
  let offset = head.length
  entries.forEach(([size, png], at) => {
    const place = 6 + 16 * at
    head.writeUInt8(size % 256, place)
    head.writeUInt8(size % 256, place + 1)
    head.writeUInt16LE(1, place + 4)
    head.writeUInt16LE(32, place + 6)
    head.writeUInt32LE(png.length, place + 8)
    head.writeUInt32LE(offset, place + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...entries.map(([, png]) => png)])
}

function icns(entries) {
  const chunks = entries.map(([type, png]) => chunk(type, png))
  return chunk('icns', Buffer.concat(chunks))
}

/** Four letters and the length, these eight bytes included. */
function chunk(type, body) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(body.length + 8, 4)
  return Buffer.concat([head, body])
}
