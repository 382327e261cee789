import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stockReasons } from '#shared/stock/stock-actions.ts'
import { page, pagePath } from '../../../../scripts/stock-table.mjs'
import {
  fileStates,
  type FileState,
  linkStates,
  type LinkState,
  liveStates,
  type LiveState,
  stockTable,
  tableLine,
} from '../../../../src/main/import/stock/stock-table.ts'

const cells = (Object.keys(fileStates) as FileState[]).flatMap((file) =>
  (Object.keys(linkStates) as LinkState[]).flatMap((link) =>
    // What the file lacks has a link, and what is created or asked about anew has none of its own.
    (Object.keys(liveStates) as LiveState[]).flatMap((live) => ({ file, link, live })),
  ),
)
const known = cells
  .filter(({ file, link }) => file.startsWith('lacks') || link !== 'by-likeness')
  .map((cell) => ({ ...cell, line: tableLine(cell.file, cell.link, cell.live) }))
const that = (action: string, hasReason: boolean) =>
  known.filter(({ line }) => line[3] === action && (line[4] !== undefined) === hasReason)

test('every cell is decided, and every line decides some', () => {
  const deciding = new Set(known.map(({ line }) => line))
  expect(stockTable.filter((line) => !deciding.has(line))).toEqual([])
  expect(stockReasons.filter((reason) => !stockTable.some((line) => line[4] === reason))).toEqual([])
})

test('only a number without an advert is created, if nothing else may be its car', () => {
  const created = that('create', false)
  expect(new Set(created.map(({ link }) => link))).toEqual(new Set(['none']))
  expect(new Set(created.map(({ file }) => file))).not.toContain('no-price')
  for (const live of ['spelt-alike', 'lost-zeros', 'renumbered', 'likely', 'possible', 'unseen'])
    expect(created.map((cell) => cell.live)).not.toContain(live)
})

test('only what the file lacks is withdrawn, and nothing of a doubt, a question or a person', () => {
  const withdrawn = that('missing', false).filter(({ file }) => file !== 'lacks-keep')
  expect(new Set(withdrawn.map(({ file }) => file))).toEqual(new Set(['lacks-out', 'lacks']))
  for (const link of ['in-doubt', 'conflict', 'sending', 'gone', 'by-likeness'])
    expect(withdrawn.map((cell) => cell.link)).not.toContain(link)
  for (const live of ['any-row', 'open', 'spelt-alike', 'lost-zeros', 'renumbered', 'stock-pinned'])
    expect(withdrawn.map((cell) => cell.live)).not.toContain(live)
})

test('an edit reaches no advert of another vehicle, and none that a row is on its way to', () => {
  const edited = [...that('edit', true), ...that('edit', false)]
  expect(edited.map(({ live }) => live)).not.toContain('other-vehicle')
  expect(new Set(edited.map(({ link }) => link))).toEqual(new Set(['out-by-file', 'out-by-person', 'live']))
})

test('the page is the one that the script prints', () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(page())
})
