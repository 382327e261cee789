import { beforeEach, describe, expect, test } from 'vitest'
import type { Contents } from '#shared/batch/contents.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { batchDeed, batchOrigin, batchTitle } from '../../../src/renderer/batch/batch-title.ts'
import { activityKinds, type ActivityKind } from '../../../src/renderer/batch/activity-kinds.ts'
import { nextStep } from '../../../src/renderer/batch/next-step.ts'
import { batchWith } from './batch-with.ts'

beforeEach(() => applyLocale('en'))

const nothing: Contents = {
  ...{ creates: 0, edits: 0, deletes: 0, prices: 0, percent: null, texts: 0 },
  ...{ inStock: 0, outOfStock: 0, advert: null },
}
const deedOf = (contents: Partial<Contents>): string =>
  batchDeed(batchWith({ contents: { ...nothing, ...contents } }))

const down2 = { least: -2.02, most: -1.9 }

test.each<[string, Partial<Contents>]>([
  ['40 prices −2 %', { edits: 40, prices: 40, percent: down2 }],
  ['40 prices', { edits: 40, prices: 40, percent: { least: -5, most: 3 } }],
  ['40 prices', { edits: 40, prices: 40 }],
  ['1 price +1.5 %', { edits: 1, prices: 1, percent: { least: 1.5, most: 1.5 } }],
  ['Price of BMW X5 −2 %', { edits: 1, prices: 1, percent: down2, advert: 'BMW X5' }],
  ['61 prices, 9 texts', { edits: 65, prices: 61, texts: 9 }],
  ['1 price, 2 edits', { edits: 2, prices: 1 }],
  ['Edit of BMW X5', { edits: 1, prices: 1, texts: 1, advert: 'BMW X5' }],
  ['6 cars not in stock', { edits: 6, outOfStock: 6 }],
  ['12 new adverts', { creates: 12 }],
  ['2 new adverts, 9 prices, 1 deletion', { creates: 2, edits: 9, prices: 9, deletes: 1 }],
  ['Deletion of BMW X5', { deletes: 1, advert: 'BMW X5' }],
  ['stock.csv', {}],
])('%s', (words, contents) => expect(deedOf(contents)).toBe(words))

test('it is said in Ukrainian, too', () => {
  applyLocale('uk')
  expect(deedOf({ edits: 42, prices: 42, percent: down2 }).replaceAll(/\s/g, ' ')).toBe('42 ціни −2 %')
})

test('a file is a page by its name, what was done in the app by what it does', () => {
  const contents = { ...nothing, creates: 2 }
  const inApp = batchWith({ contents, file: null })
  expect([batchTitle(inApp), batchOrigin(inApp)]).toEqual(['2 new adverts', 'In the app'])
  const old = batchWith({ contents: null, file: null })
  expect([batchTitle(old), batchOrigin(old), batchDeed(old)]).toEqual(['stock.csv', 'stock.csv', 'stock.csv'])
  const undo = batchWith({ contents, file: null, undoOf: 'other' })
  expect([batchTitle(undo), batchOrigin(undo)]).toEqual(['Undo: 2 new adverts', 'Undo'])
})

describe('the next step', () => {
  const stepOf = (...[more]: Parameters<typeof batchWith>) => nextStep(batchWith(more))

  test('is the most pressing question, and leads to its rows', () => {
    const counts = { inDoubt: 2, conflict: 3, failed: 4, done: 9 }
    expect(stepOf({ state: 'finished', counts })).toEqual({ label: 'Check 2 rows', rows: 'in-doubt' })
    expect(stepOf({ state: 'finished', counts: { conflict: 1 } })).toEqual({
      label: 'Decide 1 row',
      rows: 'conflict',
    })
    expect(stepOf({ state: 'finished', counts: { failed: 4 } })?.rows).toBe('failed')
  })

  test('is to go on with what waits for a person, and nothing where nothing waits', () => {
    expect(stepOf({ state: 'paused', pauseReason: 'person', counts: { planned: 1 } })?.label).toBe('Continue')
    expect(stepOf({ state: 'ready', counts: { planned: 1 } })?.label).toBe('Continue')
    expect(stepOf({ state: 'preview', counts: { planned: 1 } })?.label).toBe('Review')
    expect(stepOf({ state: 'running', counts: { planned: 1 } })).toBeNull()
    expect(stepOf({ state: 'finished', counts: { done: 3 } })).toBeNull()
  })
})

test.each<[ActivityKind, Parameters<typeof batchWith>[0], boolean]>([
  ['needs-you', { state: 'finished', counts: { inDoubt: 1 } }, true],
  ['needs-you', { state: 'finished', counts: { done: 1 } }, false],
  ['open', { state: 'waiting' }, true],
  ['open', { state: 'finished' }, false],
  ['files', { file: null, contents: { ...nothing, edits: 1 } }, false],
  ['edits', { contents: { ...nothing, edits: 1, creates: 1 } }, true],
  ['new', { contents: { ...nothing, edits: 1, creates: 1 } }, true],
  ['deleted', { contents: { ...nothing, edits: 1, creates: 1 } }, false],
  ['deleted', { contents: null, operation: 'delete' }, true],
  ['undone', { undoOf: 'other' }, true],
])('%s', (kind, more, is) => expect(activityKinds[kind].is(batchWith(more))).toBe(is))
