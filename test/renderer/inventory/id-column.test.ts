import { expect, test } from 'vitest'
import { idColumns } from '../../../src/renderer/inventory/id-list.ts'

const likely = (text: string): readonly string[] | null => {
  const found = idColumns(text)
  return found?.likely === null || found?.likely === undefined
    ? null
    : (found.columns[found.likely]?.cells ?? null)
}

test.each([
  ['Excel', 'auto_id\tprice\tphone\n39099974\t12500\t380501112233\n39099930\t9900\t380509998877'],
  ['a CSV with semicolons', 'Phone;ID;Price\n380501112233;39099974;1\n380509998877;39099930;2'],
  ['a CSV with quotes', '"Price","Auto ID"\r\n"1250000","39099974"\r\n"990000","39099930"\r\n'],
  ['a table without a header', '39099974\tBMW X5\n39099930\tAudi A4'],
])('the ids of %s are in their column, and no other number is one', (_what, text) => {
  expect(likely(text)).toEqual(['39099974', '39099930'])
})

test('two columns that may hold ids are both offered, and none is taken by itself', () => {
  const found = idColumns('a;b\n39099974;380501112233\n39099930;380509998877')
  expect(found?.columns.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(found?.likely).toBeNull()
})

test.each([
  '39099974\n39099930',
  '39099974, 39099930',
  '39099974, 39099930\n39099899',
  'see auto_bmw_39099899.html\nand, well, this',
  '',
])('%j is no table', (text) => {
  expect(likely(text)).toBeNull()
})
