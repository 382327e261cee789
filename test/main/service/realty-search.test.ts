import { expect, test } from 'vitest'
import { realtySearchPairs, realtySearchSchema } from '../../../src/main/service/realty-search.ts'

test('options and ranges come through the schema as they were asked', () => {
  const search = {
    category: 1,
    district_id: [15187, 15189],
    characteristics: [
      { characteristic: 242, option: 239 },
      { characteristic: 209, from: 1, to: 3 },
      { characteristic: 234, to: 60_000 },
    ],
  }
  expect(realtySearchPairs(realtySearchSchema.parse(search))).toEqual([
    ['category', 1],
    ['district_id', 15187],
    ['district_id', 15189],
    ['characteristic[242]', 239],
    ['characteristic[209][from]', 1],
    ['characteristic[209][to]', 3],
    ['characteristic[234][to]', 60_000],
  ])
})

test.each([
  ['a filter that would send nothing', { characteristics: [{ characteristic: 242 }] }],
  ['an option and a range at once', { characteristics: [{ characteristic: 242, option: 239, from: 1 }] }],
  ['a misspelt range', { characteristics: [{ characteristic: 209, form: 1 }] }],
  ['a misspelt filter', { categorie: 1 }],
])('%s is refused', (_what, search) => {
  expect(realtySearchSchema.safeParse(search).success).toBe(false)
})
