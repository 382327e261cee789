import { expect, test } from 'vitest'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { loadConstants, loadMapping, saveMapping } from '../../../src/renderer/import/saved-mappings.ts'

const fields: ColumnName[] = ['auto_id', 'price', 'version']

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('the same headers in another order and letter case get the fields they had', () => {
  const texts = storage()
  saveMapping(texts, ['Код', 'Ціна', 'Примітка'], ['auto_id', 'price', null])
  expect(loadMapping(texts, ['ціна', 'ПРИМІТКА', ' код '], fields)).toEqual(['price', null, 'auto_id'])
})

test('other headers, and headers never seen, have no saved mapping', () => {
  const texts = storage()
  saveMapping(texts, ['a', 'b'], ['auto_id', null])
  expect(loadMapping(texts, ['a'], fields)).toBeNull()
  expect(loadMapping(texts, ['a', 'b', 'c'], fields)).toBeNull()
})

test('a header named __proto__ is a header like any other', () => {
  const texts = storage()
  saveMapping(texts, ['__proto__', 'constructor'], ['price', 'auto_id'])
  expect(loadMapping(texts, ['__proto__', 'constructor'], fields)).toEqual(['price', 'auto_id'])
  expect(loadMapping(texts, ['toString'], fields)).toBeNull()
})

test('a field that no longer exists makes the saved mapping void, and a damaged one is none', () => {
  const texts = storage()
  saveMapping(texts, ['a', 'b'], ['auto_note', 'price'])
  expect(loadMapping(texts, ['a', 'b'], fields)).toBeNull()
  for (const key of texts.kept.keys()) texts.kept.set(key, '{broken')
  expect(loadMapping(texts, ['a', 'b'], fields)).toBeNull()
})

test('the fifty kinds of file used last are kept', () => {
  const texts = storage()
  for (let kind = 0; kind <= 50; kind++) saveMapping(texts, [`h${kind}`], ['price'])
  expect(loadMapping(texts, ['h0'], fields)).toBeNull()
  expect(loadMapping(texts, ['h1'], fields)).toEqual(['price'])
  expect(loadMapping(texts, ['h50'], fields)).toEqual(['price'])
})

test('a note that was once matched to the text of the advert is not, unless the dealer chose it since', () => {
  const texts = storage()
  const known: ColumnName[] = [...fields, 'auto_note']
  const columns = [
    ['код', 'auto_id'],
    ['примітка', 'auto_note'],
  ]
  texts.setItem('forecourt:mappings', JSON.stringify([['код\u001fпримітка', columns]]))
  expect(loadMapping(texts, ['Код', 'Примітка'], known)).toEqual(['auto_id', null])
  saveMapping(texts, ['Код', 'Примітка'], ['auto_id', 'auto_note'])
  expect(loadMapping(texts, ['Код', 'Примітка'], known)).toEqual(['auto_id', 'auto_note'])
})

test('a mapping and the values of all rows belong to an account; those saved before accounts are any account’s', () => {
  const texts = storage()
  saveMapping(texts, ['a'], ['price'])
  saveMapping(texts, ['a'], ['auto_id'], 'one', { currency_id: 'USD' })
  expect(loadMapping(texts, ['a'], fields, 'one')).toEqual(['auto_id'])
  expect(loadConstants(texts, ['a'], 'one')).toEqual({ currency_id: 'USD' })
  expect(loadMapping(texts, ['a'], fields, 'two')).toEqual(['price'])
  expect(loadConstants(texts, ['a'], 'two')).toEqual({})
})
