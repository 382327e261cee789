import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidePicture } from '../../../src/renderer/guide/guide-pictures.ts'
import { chapterNames } from '../../../src/renderer/guide/guide-titles.ts'
import { pictureSize } from '../../../src/renderer/guide/picture-size.ts'

const folder = join(import.meta.dirname, '../../../docs/pictures/guide')
const files = readdirSync(folder)

test('each chapter but that of the keys has a picture with words in every language and theme', () => {
  const looks = (['en', 'uk'] as const).flatMap((locale) =>
    [false, true].map((isDark) => ({ locale, isDark })),
  )
  const pictures = chapterNames.map((chapter) => {
    const shown = looks.map(({ locale, isDark }) => guidePicture(chapter, locale, isDark))
    const sources = new Set(shown.flatMap((picture) => (picture?.alt ? [picture.src] : [])))
    return [chapter, sources.size]
  })
  expect(pictures).toEqual(chapterNames.map((chapter) => [chapter, chapter === 'keys' ? 0 : looks.length]))
})

test('all pictures have one size, and are less than a megabyte together', () => {
  const bytes = files.map((file) => readFileSync(join(folder, file)))
  // Width and height stand in the first part of a PNG.
  const sizes = bytes.map((png) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`)
  expect(new Set(sizes)).toEqual(new Set([`${pictureSize.width}x${pictureSize.height}`]))
  expect(bytes.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(1_000_000)
})
