import { expect, test } from 'vitest'
import { hasMorePages, pageSizeOf } from '../../../src/renderer/ui/found-list.svelte.ts'

const read = (length: number, count: number | null, complete = false): boolean =>
  hasMorePages({ ids: Array.from({ length }, (_, id) => id), count, complete })

test('there is a next page only while the service counts more than was read', () => {
  expect([read(30, 30), read(100, 100), read(100, 214), read(100, null)]).toEqual([false, false, true, true])
})

test('a page is full by what the search asks for', () => {
  const pages = { ids: Array.from({ length: 40 }, (_, id) => id), count: 30, complete: false }
  expect([hasMorePages(pages, 20), hasMorePages(pages, 30), hasMorePages(pages)]).toEqual([
    true,
    false,
    false,
  ])
  expect([undefined, '', '0', '-5', 'many', '2.5', '500', '20'].map(pageSizeOf)).toEqual([
    ...Array.from({ length: 7 }, () => 100),
    20,
  ])
})

test('a list that outgrew its count goes on while its pages are full, and ends when one brought nothing', () => {
  expect([read(100, 60), read(163, 160), read(100, 214, true)]).toEqual([true, false, false])
})
