import { expect, test } from 'vitest'
import type { ShownList } from '#shared/inventory/shown-list.ts'
import {
  addressKey,
  plainList,
  readStockParams,
  type StockAddress,
  stockParams,
} from '../../../src/renderer/inventory/stock-address.ts'
import { formatRoute, parseRoute } from '../../../src/renderer/ui/router.svelte.ts'

const plain: StockAddress = { list: plainList, text: '', viewId: '', openId: null }
const list: ShownList = {
  sort: [{ column: 'price', descending: false }],
  filters: [
    { field: 'make', values: ['Škoda & Co', 'ЗАЗ'], not: true },
    { field: 'usd', from: 1, to: null },
  ],
  states: ['live', 'sold'],
  edited: false,
  group: 'make',
  marked: 'conflict',
  watched: true,
}

test.each<StockAddress>([
  plain,
  { ...plain, list },
  { list, text: '#/x?y=1 київ', viewId: 'a-b', openId: 30_000_003 },
  { ...plain, list: { ...plainList, sort: [] } },
])('%j is read again from its address', (address) => {
  const hash = formatRoute({ page: 'inventory', params: stockParams(address) })
  expect(readStockParams(parseRoute(hash).params)).toEqual({ address })
})

test.each([
  ['{"filters":[{"field":"doors","from":3}],"states":["live","reserved"]}', { states: ['live'] }],
  ['{"sort":[{"column":"price","descending":true},{"column":"doors","descending":true}]}', {}],
  ['{"filters', {}],
  ['7', {}],
  ['[1]', {}],
])(
  'of an address that is not known in full, %s, what is known is shown, and that parts were left out is said',
  (text, known) => {
    const { address, incomplete } = readStockParams({ list: text })
    expect(incomplete).toBe(true)
    expect(address.list.filters).toEqual([])
    expect(address.list).toMatchObject(known)
    expect(address.list.sort).toHaveLength(1)
  },
)

test('addresses that show the same have the same key, and others have another one', () => {
  const turned = { ...list, sort: [{ descending: false, column: 'price' as const }] }
  const key = addressKey({ ...plain, list })
  expect(addressKey({ ...plain, list: turned })).toBe(key)
  expect(addressKey(readStockParams(stockParams({ ...plain, list: turned })).address)).toBe(key)
  expect(addressKey({ ...plain, text: ' ' })).toBe(addressKey(plain))
  const others: Partial<StockAddress>[] = [
    { list: { ...list, group: 'model' } },
    { list: { ...list, states: ['sold', 'live'] } },
    { list, text: 'x5' },
    { list, viewId: 'a' },
    { list, openId: 1 },
  ]
  for (const other of others) expect(addressKey({ ...plain, ...other })).not.toBe(key)
})
