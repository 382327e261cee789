import { expect, test } from 'vitest'
import { encodePath, queryString } from '../../../src/main/http/service-address.ts'
import { baseName, indexed, param } from '../../../src/main/service/params.ts'

test.each([
  [[], ''],
  [
    [
      ['a', 1],
      ['b', 'x y&z=ї'],
    ],
    '?a=1&b=x%20y%26z%3D%D1%97',
  ],
  [[['marka_id[0]', 79]], '?marka_id[0]=79'],
  [[['exchange_filter[marka_id]', 0]], '?exchange_filter[marka_id]=0'],
  [[['characteristic[209][from]', 1.5]], '?characteristic[209][from]=1.5'],
  [[['brand.id[0]', 1]], '?brand.id[0]=1'],
  [
    [
      ['a', '[1]'],
      ['b&c', '+'],
    ],
    '?a=%5B1%5D&b%26c=%2B',
  ],
  [[['lone', '\uD800x']], '?lone=%EF%BF%BDx'],
] as [[string, string | number][], string][])('%j → %s', (params, expected) => {
  expect(queryString(params)).toBe(expected)
})

test.each([
  ['/auto/info', '/auto/info'],
  ['/a b/їж', '/a%20b/%D1%97%D0%B6'],
  ['/a%20b', '/a%20b'],
  ['/x?y#z', '/x%3Fy%23z'],
  ['/\uD800', '/%EF%BF%BD'],
])('the path %j → %s', (path, expected) => expect(encodePath(path)).toBe(expected))

test('parameters with an index, absent', () => {
  expect(indexed('type', [1, 6])).toEqual([['type[0]', 1], ['type[1]', 6]]) // oxfmt-ignore
  expect([...param('page', undefined), ...indexed('type')]).toEqual([])
  expect(param('page', 0)).toEqual([['page', 0]])
  expect(baseName('characteristic[209][from]')).toBe('characteristic')
})
