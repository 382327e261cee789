import { beforeEach, expect, it } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { activityStatus, advertsOf, undoneIds } from '../../../src/renderer/batch/activity-status.ts'
import { activitySources, cameFrom, sourceOf } from '../../../src/renderer/batch/activity-sources.ts'
import { batchWith } from './batch-with.ts'

beforeEach(() => applyLocale('en'))

it('tells how many rows are in trouble, and that all was taken back only if nothing else is to be told', () => {
  const label = (counts: Parameters<typeof batchWith>[0], undone = false): string =>
    activityStatus(batchWith(counts), undone).label
  expect(label({ counts: { done: 3 } })).toBe('Finished')
  expect(label({ counts: { done: 3, failed: 2, inDoubt: 1 } })).toBe('2 failed, 1 not confirmed')
  expect(label({ state: 'running', counts: { failed: 2, planned: 3 } })).toBe('Sending')
  expect(label({ counts: { done: 3 } }, true)).toBe('Undo done')
  expect(label({ counts: { done: 3, failed: 2 } }, true)).toBe('2 failed')
})

it('takes for undone what an ended undo took back whole', () => {
  const sent = batchWith({ id: 'sent', counts: { done: 3 } })
  const undo = (counts: { done: number }, state: 'finished' | 'preview' = 'finished') =>
    batchWith({ id: 'undo', undoOf: 'sent', state, counts })
  expect([...undoneIds([sent, undo({ done: 3 })])]).toEqual(['sent'])
  expect([...undoneIds([sent, undo({ done: 2 })])]).toEqual([])
  expect([...undoneIds([sent, undo({ done: 3 }, 'preview')])]).toEqual([])
  expect([...undoneIds([undo({ done: 3 })])]).toEqual([])
})

it('counts the adverts of a batch by what it does, or by the rows that could be sent', () => {
  const contents = {
    ...{ creates: 1, edits: 4, deletes: 2, prices: 4, percent: null, texts: 0 },
    ...{ inStock: 0, outOfStock: 0, advert: null },
  }
  expect(advertsOf(batchWith({ total: 9, counts: { invalid: 2 }, contents }))).toBe(7)
  expect(advertsOf(batchWith({ total: 9, counts: { invalid: 2 } }))).toBe(7)
  expect(advertsOf(batchWith({ total: 9, contents }))).toBe(7)
})

it('tells a file that is called like a place of the app from that place, and shows all if the place is gone', () => {
  const contents = null
  const file = batchWith({ id: '1', fileName: 'app', contents })
  const undo = batchWith({ id: '2', undoOf: '1' })
  expect([sourceOf(file), sourceOf(undo)]).toEqual(['file:app', 'undo'])
  const batches = [file, undo, batchWith({ id: '3', fileName: 'app' })]
  expect([...activitySources(batches)].map(([key, { count }]) => [key, count])).toEqual([
    ['file:app', 2],
    ['undo', 1],
  ])
  expect(cameFrom(batches, 'undo')).toEqual([undo])
  expect(cameFrom(batches, 'file:gone')).toEqual(batches)
})
