import { expect, test } from 'vitest'
import { lookAlikes, withoutLookAlikes } from '../../../src/main/service/look-alikes.ts'

test('Cyrillic letters become the Latin ones that they look like', () => {
  expect(withoutLookAlikes('рrісе_оt')).toBe('price_ot')
  expect(withoutLookAlikes('marka_id[0]')).toBe('marka_id[0]')
})

test('only names that hold one are called out', () => {
  expect(lookAlikes(['marka_id[0]', 'сustom'])).toEqual([{ name: 'сustom', meant: 'custom' }])
})
