import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { ColumnMap } from '#shared/import/column-map.ts'
import type { Inspection } from '#shared/import/draft.ts'
import { columnsHint } from '../../../src/renderer/import/columns-hint.ts'
import { ImportState } from '../../../src/renderer/import/import-state.svelte.ts'

const inspection = {
  draftId: 'd',
  header: ['Код', 'Ціна', 'Валюта'],
  mapping: ['auto_id', 'price', 'currency_id'],
  sample: [],
  matches: ['name', 'name', 'name'],
  pricesWithCurrency: [],
  fileName: 'a.csv',
  headerCurrencies: [],
  actions: [],
  naming: [],
  rivals: [],
  operation: 'edit',
} as unknown as Inspection

interface Asked {
  name: string
  request: unknown
}

async function opened(of: Partial<Inspection> = {}, remembered: ColumnMap | null = null) {
  const asked: Asked[] = []
  const client = ((name: string, request: unknown) => {
    asked.push({ name, request })
    const look = { inspection: { ...inspection, ...of }, remembered }
    const value = name === 'draft:begin' ? { draftId: 'd' } : name === 'draft:inspect' ? look : null
    return Promise.resolve({ ok: true, value })
  }) as unknown as Client<Calls>
  const state = new ImportState(client, () => () => undefined, ['auto_id', 'price', 'currency_id'])
  state.useAccount('one')
  await state.take('a.csv', new Blob(['x']))
  return { state, asked }
}

test('a value for all rows takes the field from its column, and a column takes it back', async () => {
  const { state, asked } = await opened()
  state.columns.setConstant('currency_id', 'USD')
  expect(state.columns.mapping).toEqual(['auto_id', 'price', null])
  await state.startCheck()
  expect(asked.at(-1)).toMatchObject({ name: 'draft:check', request: { constants: { currency_id: 'USD' } } })
  state.columns.assign(2, 'currency_id')
  expect(state.columns.constants).toEqual({})
  expect(state.check.started()).toBe(false)
})

test('two columns of texts are joined, and two of prices are not', async () => {
  const { state } = await opened({
    header: ['Опис', 'Комплектація', 'Ціна'],
    mapping: ['auto_note', null, 'price'],
  })
  state.columns.assign(1, 'auto_note')
  expect(state.columns.mapping).toEqual(['auto_note', 'auto_note', 'price'])
  expect(state.columns.joinOf('auto_note')?.columns).toEqual([0, 1])
  state.columns.assign(1, 'price')
  expect(state.columns.mapping).toEqual(['auto_note', 'price', null])
  expect(state.columns.joinOf('auto_note')).toBeNull()
})

const joined = {
  header: ['Код', 'Сума', 'Валюта'],
  mapping: ['auto_id', null, 'currency_id'] as const,
  pricesWithCurrency: [2],
}

test('joined columns are remembered for the next file, also in another order, and saved as a file', async () => {
  const { state } = await opened({ ...joined, mapping: [...joined.mapping] })
  state.columns.join('price', [2, 1], '')
  const header = ['Валюта', 'Код', 'Сума']
  const next = await opened({ header, mapping: ['currency_id', 'auto_id', null] }, state.columns.columnMap())
  expect(next.state.columns.mapping).toEqual(['price', 'auto_id', 'price'])
  expect(next.state.columns.joinOf('price')).toEqual({ columns: [0, 2], separator: '' })
  const file = JSON.stringify(state.columns.columnMap())
  const other = await opened({ header, mapping: ['currency_id', 'auto_id', null] })
  expect(await other.state.columns.takeColumnMap(file)).toBe(true)
  expect(other.state.columns.mapping).toEqual(['price', 'auto_id', 'price'])
  expect(other.state.columns.joinOf('price')).toEqual({ columns: [0, 2], separator: '' })
})

test('a column that leaves a join of two ends it', async () => {
  const { state } = await opened({ ...joined, mapping: [...joined.mapping] })
  state.columns.join('price', [1, 2], ' ')
  state.columns.assign(2, 'currency_id')
  expect([state.columns.mapping, state.columns.joins]).toEqual([['auto_id', 'price', 'currency_id'], {}])
  state.columns.assign(2, 'price')
  expect(state.columns.mapping).toEqual(['auto_id', null, 'price'])
})

test('saved columns come back as they were, and what the file lacks is named', async () => {
  const { state } = await opened()
  state.columns.assign(1, null)
  state.columns.setConstant('currency_id', 'USD')
  const text = JSON.stringify(state.columns.columnMap())
  const other = (await opened()).state
  expect(await other.columns.takeColumnMap(text)).toBe(true)
  expect(other.columns.mapping).toEqual(['auto_id', null, null])
  expect(other.columns.constants).toEqual({ currency_id: 'USD' })
  expect(await other.columns.takeColumnMap('{"columns":{"Сума":"price"}}')).toBe(true)
  expect(other.columns.missingHeaders).toEqual(['Сума'])
  for (const bad of ['', '[]', '{"columns":{"Код":"x"}}'])
    expect(await other.columns.takeColumnMap(bad)).toBe(false)
})

test('what the rows need and no column has is said before they are checked', async () => {
  const { state } = await opened({ header: ['Код', 'Ціна'], mapping: ['auto_id', 'price'] })
  expect([state.columns.missing, columnsHint(state.columns)]).toEqual([
    ['currency_id'],
    'Still missing: Currency. Choose their columns, or set a value for all rows.',
  ])
  expect(state.reachable('check')).toBe(false)
  state.columns.setConstant('currency_id', 'USD')
  expect([columnsHint(state.columns), state.reachable('check')]).toEqual(['', true])
  state.columns.choose('create')
  expect(state.columns.missing).toEqual(['marka_id', 'model_id', 'base_id', 'equip_id'])
  state.columns.assign(0, 'make_model')
  expect(state.columns.missing).toEqual(['base_id', 'equip_id'])
})

test('ids that only look like ids delete nothing before the action is chosen', async () => {
  const { state } = await opened({ header: ['Код'], mapping: ['auto_id'], matches: ['content'] })
  expect([state.columns.matchOf(0), state.columns.derivedOperation]).toEqual(['content', null])
  expect(state.reachable('check')).toBe(false)
  state.columns.choose('delete')
  expect(state.reachable('check')).toBe(true)
})
