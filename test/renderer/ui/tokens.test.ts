import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')
const styles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  // What is printed has the colours and sizes of paper.
  .filter((file) => /\.(svelte|css)$/.test(file) && !/tokens\.css|PrintSheet/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Each declaration of these properties, with its file. */
const declared = (property: RegExp): string[] =>
  styles.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => property.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

const length = /\d(px|rem)\b/
const colour = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/

test.each([
  ['radii', /^\s*border(-\w+)*-radius:/, length],
  ['gaps', /^\s*(row-|column-)?gap:/, length],
  ['paddings', /^\s*padding(-\w+)*:/, length],
  ['sizes of text', /^\s*font-size:/, length],
  ['colours', /^\s*(background|color|border(-\w+)*|fill|stroke|box-shadow):/, colour],
])('%s come from the tokens', (_, property, literal) => {
  const found = declared(property)
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((line) => literal.test(line))).toEqual([])
})

test('pages change at three widths, and Today at two of its own', () => {
  const widths = declared(/@media.*width/).map((line) => /\d+px/.exec(line)?.[0])
  expect(widths.length).toBeGreaterThan(5)
  const known = ['640px', '800px', '1100px', '1400px', '1800px']
  expect(widths.filter((width) => !known.includes(width ?? ''))).toEqual([])
})

test('below one height what stands above the rows folds', () => {
  const heights = declared(/@media.*height/).map((line) => /\d+px/.exec(line)?.[0])
  expect([...new Set(heights)]).toEqual(['620px'])
})

test('what changes takes the time of a token', () => {
  const changes = declared(/^\s*transition:/)
  expect(changes.length).toBeGreaterThan(0)
  expect(changes.filter((line) => /\d+m?s\b/.test(line))).toEqual([])
})

test('a height that two components share is a token', () => {
  const files = new Map<string, Set<string>>()
  const heights = declared(/^\s*((min-|max-)?height|line-height):/)
  expect(heights.length).toBeGreaterThan(20)
  for (const line of heights)
    for (const [size] of line.matchAll(/\d+px/g)) {
      const [file = ''] = line.split(':')
      // Lines and frames.
      if (Number.parseInt(size) > 2) files.set(size, (files.get(size) ?? new Set()).add(file))
    }
  expect([...files].filter(([, { size }]) => size > 1)).toEqual([])
})
