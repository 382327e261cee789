import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const root = resolve(import.meta.dirname, '../../out/renderer')

/** The scripts that the window reads before it shows anything, as its page names them. */
function firstScripts(): string[] {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => join(root, path))
}

test('the first script stays below 155 kB gzipped, and holds no page', () => {
  const scripts = firstScripts()
  expect(scripts).not.toEqual([])
  const sizes = scripts.map((path) => gzipSync(readFileSync(path)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(155_000)
  expect(scripts.filter((path) => path.includes('Page'))).toEqual([])
})
