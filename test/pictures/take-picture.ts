import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { smallPng } from './small-png.ts'

interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Writes a picture of the window, or of a part of it, as a PNG of few colours, once no toast lies over it. */
export async function takePicture(window: Page, path: string, part?: Part): Promise<void> {
  await expect(window.locator('.toast')).toHaveCount(0)
  const shot = await window.screenshot({ animations: 'disabled', ...(part && { clip: part }) })
  const { width, height, base64 } = await window.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const points = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
    let text = ''
    for (let at = 0; at < points.length; at += 32_768)
      text += String.fromCharCode(...points.subarray(at, at + 32_768))
    return { width: image.width, height: image.height, base64: btoa(text) }
  }, shot.toString('base64'))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, smallPng({ width, height, rgba: Buffer.from(base64, 'base64') }))
}
