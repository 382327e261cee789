import { expect, test } from 'vitest'
import type { AdvertLink, LinkedField } from '#shared/stock/stock-calls.ts'
import { batchRowColumns } from '../../../src/renderer/batch/batch-columns.ts'
import { fieldLines, linkFacts } from '../../../src/renderer/stock/link-words.ts'

const link: AdvertLink = {
  ...{ key: '7', autoId: 39_099_619, source: 'Salon A', origin: 'column', at: '2026-11-24T10:00:00.000Z' },
  ...{ out: null, fields: [] },
}

const price: LinkedField = {
  ...{ field: 'price', given: 24_900, currency: 1, live: 25_000, byHand: true, pinned: true },
}

test('a link says its source, how it came about and who took the car out of stock', () => {
  expect(linkFacts(link).slice(0, 2)).toEqual([
    'From the files of “Salon A”.',
    'Linked by the column of ids in a file.',
  ])
  expect(linkFacts({ ...link, source: null, origin: 'hand', out: 'person' })).toEqual([
    'No file had this number yet.',
    'Linked by hand.',
    expect.stringMatching(/^Since .*2026\.$/),
    'A person took it out of stock; no file brings it back.',
  ])
})

test('a field says what the file gave, what a person made of it and whether it is pinned', () => {
  expect(fieldLines(price)).toEqual([
    'The file says: 24,900 USD',
    'Changed by hand: 25,000 USD',
    'Pinned: the file changes it no more',
  ])
  const text = { ...price, field: 'auto_note', given: 'a'.repeat(200), currency: null, pinned: false }
  expect(fieldLines({ ...text, live: '' })).toEqual([
    `The file says: ${'a'.repeat(120)}…`,
    'Changed by hand: nothing is shown now',
  ])
  expect(fieldLines({ ...text, given: null, byHand: false, pinned: true })).toEqual([
    'The file has not said anything yet',
    'Pinned: the file changes it no more',
  ])
})

test('rows of a batch have the column of numbers if it is of a stock file', () => {
  const ids = (hasKeys: boolean) =>
    batchRowColumns({ hasLines: true, hasKeys, hasOutcomes: false }).map(({ id }) => id)
  expect(ids(false)).not.toContain('key')
  expect(ids(true).slice(0, 2)).toEqual(['line', 'key'])
})
