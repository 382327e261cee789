import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bootMutants } from './e2e/boot/boot-mutants.ts'

/** The cells of each row of the tables in docs/engineering/security.md, without their heads. */
const rows = readFileSync('docs/engineering/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:-|Point |Who |Host )/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )

it("has a row for each of Electron's twenty points, and for each way in", () => {
  const points = rows.flatMap(([point = '']) => /^(\d+)\. /.exec(point)?.[1] ?? [])
  expect(points.map(Number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(rows).toHaveLength(36)
})

it.each(rows)('%s: the tests that hold it are there', (_who, _what, tests = '') => {
  const files = [...tests.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const wrongApps = [...tests.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name)
  expect(wrongApps.filter((name) => !(name in bootMutants))).toEqual([])
})
