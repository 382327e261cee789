import { expect, test } from 'vitest'
import { pastedParams } from '../../../src/main/search/pasted-query.ts'

test.each([
  [
    'https://example.com/uk/search/?brand.id[0]=9&size=20#photos',
    [
      ['brand.id[0]', '9'],
      ['size', '20'],
    ],
  ],
  ['https://example.com/search/#?brand.id%5B0%5D=9', [['brand.id[0]', '9']]],
  [
    '?a=1&b=',
    [
      ['a', '1'],
      ['b', ''],
    ],
  ],
  [
    ' a=1&a=2 ',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['https://example.com/search/', []],
  ['', []],
  ['=1', []],
])('%j', (pasted, params) => {
  expect(pastedParams(pasted)).toEqual(params)
})
