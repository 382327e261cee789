import { afterEach, describe, expect, test } from 'vitest'
import { type AdvertFilter, advertFilterSchema } from '#shared/inventory/advert-filter.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { draftOf, emptyDraft, readFilter } from '../../../src/renderer/inventory/filter-draft.ts'
import { filterWords, offeredFields } from '../../../src/renderer/inventory/filter-words.ts'

afterEach(() => applyLocale('en'))

const make = (values: string[], not?: true): AdvertFilter => ({ field: 'make', values, ...(not && { not }) })
const unknownMileage: AdvertFilter = { field: 'mileage', from: null, to: null, empty: true }
const known: AdvertFilter = { field: 'usd', from: null, to: null, empty: false }
const over = { field: 'median', is: 'over', by: 5 } as const

describe('a chip', () => {
  test.each<[AdvertFilter, string, string]>([
    [make(['BMW']), 'Make is BMW', 'Марка — BMW'],
    [make(['BMW', 'Audi']), 'Make is BMW or Audi', 'Марка — BMW чи Audi'],
    [make(['BMW', 'Audi'], true), 'Make is not BMW or Audi', 'Марка — не BMW чи Audi'],
    [make(['BMW', 'Audi', 'Kia']), 'Make is BMW, Audi or Kia', 'Марка — BMW, Audi чи Kia'],
    [make(['BMW', 'Audi', 'Kia', 'Fiat']), 'Make is BMW, Audi or 2 more', 'Марка — BMW, Audi чи ще 2'],
    [make(['']), 'Make is empty', 'Марка: не вказано'],
    [make([''], true), 'Make is not empty', 'Марка: вказано'],
    [make(['BMW', '']), 'Make is BMW or empty', 'Марка — BMW чи не вказано'],
    [unknownMileage, 'Mileage, thousand km is empty', 'Пробіг, тис. км: не вказано'],
    [over, 'Dearer than the median by 5 % or more', 'Дорожче за медіану на 5 % і більше'],
    [
      { ...over, is: 'under' },
      'Cheaper than the median by 5 % or more',
      'Дешевше за медіану на 5 % і більше',
    ],
    [known, 'Price, $ is not empty', 'Ціна, $: вказано'],
  ])('of %j is a sentence', (filter, english, ukrainian) => {
    expect(filterWords(filter)).toBe(english)
    applyLocale('uk')
    expect(filterWords(filter)).toBe(ukrainian)
  })

  test('spells all names out if it is asked to', () => {
    expect(filterWords(make(['BMW', 'Audi', 'Kia', 'Fiat']), 20)).toBe('Make is BMW, Audi, Kia or Fiat')
  })
})

describe('the form of a filter', () => {
  test.each<AdvertFilter>([
    make(['BMW', '']),
    make(['BMW', 'Audi'], true),
    make(['']),
    make([''], true),
    unknownMileage,
    known,
    { field: 'expiresIn', from: null, to: null, empty: true },
    { field: 'position', from: null, to: null, empty: false },
    { field: 'year', from: 2019, to: null },
    over,
    { ...over, is: 'under' },
  ])('shows %j, and reads it again unchanged', (filter) => {
    expect(readFilter(filter.field, draftOf(filter))).toEqual({ kind: 'filter', filter })
    expect(advertFilterSchema.parse(filter)).toEqual(filter)
  })

  test.each(['0', '-5', '2,5', '1001', 'five'])('takes no %s percent of the median', (from) => {
    expect(readFilter('median', { ...emptyDraft, from })).toEqual({
      kind: 'wrong',
      words: 'Type a whole number from 1 to 1,000',
    })
  })

  test('of names that are not to be needs some', () => {
    expect(readFilter('make', { ...emptyDraft, asked: 'not' })).toEqual({ kind: 'none' })
  })
})

test('filters by views are offered only if any are known, but one that is in use stays', () => {
  const ofViews = ['views', 'phones', 'noViews', 'viewsFell'] as const
  const all = offeredFields(true)
  expect(all).toEqual(expect.arrayContaining([...ofViews]))
  const others = all.filter((field) => !ofViews.some((each) => each === field))
  expect(offeredFields(false)).toEqual(others)
  expect(offeredFields(false, 'noViews')).toEqual([...others, 'noViews'])
  expect(offeredFields(false, 'usd')).toEqual(others)
})
