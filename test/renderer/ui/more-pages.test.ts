import { expect, test } from 'vitest'
import { hasMorePages } from '../../../src/renderer/ui/more-pages.ts'

const read = (length: number, count: number | null, complete = false): boolean =>
  hasMorePages({ ids: Array.from({ length }, (_, id) => id), count, complete })

test('there is a next page only while the service counts more than was read', () => {
  expect([read(30, 30), read(100, 100), read(100, 214), read(100, null)]).toEqual([false, false, true, true])
})

test('a list that outgrew its count goes on while its pages are full, and ends when one brought nothing', () => {
  expect([read(100, 60), read(163, 160), read(100, 214, true)]).toEqual([true, false, false])
})
