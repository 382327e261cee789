import { afterEach, expect, test } from 'vitest'
import type { AdvertRow, ShownViews } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { viewColumns } from '../../../src/renderer/demand/view-columns.ts'

afterEach(() => applyLocale('en'))

const views: ShownViews = {
  ...{ readAt: '2026-11-26T08:00:00.000Z', views: 1_234, phones: 0, rate: 7, trend: -100 },
  ...{ spark: [3, 0], none: false, fell: false },
}
const row = (viewed?: ShownViews): AdvertRow => ({ ...unknownCells, ...(viewed && { viewed }) })
const cells = (viewed?: ShownViews): string[] =>
  viewColumns(() => Date.parse(views.readAt)).map(({ text }) => text(row(viewed)))

test('views are written in the form of the language, a share with its decimal also if that is 0', () => {
  expect(cells(views)).toEqual(['1,234', '−100 %', '0', '7.0'])
  applyLocale('uk')
  expect(cells({ ...views, rate: 10.9, trend: 12 })).toEqual(['1\u00a0234', '+12 %', '0', '10,9'])
})

test('what is not known is empty, and never 0', () => {
  expect(cells()).toEqual(['', '', '', ''])
  expect(cells({ ...views, views: null, phones: null, rate: null, trend: null })).toEqual(['', '', '', ''])
})
