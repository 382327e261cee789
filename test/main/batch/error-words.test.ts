import { afterEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { errorWords } from '../../../src/main/batch/reading/error-words.ts'

afterEach(() => applyLocale('en'))

const codes = [
  'network',
  'auth',
  'server',
  'rejected',
  'not-found',
  'guard-owner',
  'advert-gone',
  'changed-since',
  'newer-batch',
]

test.each(['en', 'uk'] as const)('every error of a row ends with a next step (%s)', (locale) => {
  applyLocale(locale)
  for (const state of ['failed', 'in-doubt', 'conflict'] as const)
    for (const code of codes) {
      const bare = errorWords(code, null, 'planned') ?? ''
      const words = errorWords(code, null, state) ?? ''
      expect(words.startsWith(`${bare} `)).toBe(true)
      expect(words.length).toBeGreaterThan(bare.length + 10)
    }
})

test('the next step fits what happened to the row', () => {
  expect(errorWords('server', null, 'failed')).toContain('Retry')
  expect(errorWords('rejected', 'BAD: no', 'failed')).toMatch(/\(BAD: no\) Fix the row/)
  expect(errorWords('server', null, 'in-doubt')).toContain('Look for it')
  expect(errorWords('changed-since', null, 'conflict')).toContain('overwrite')
  expect(errorWords('undo-exact', null, 'planned')).toBe('Everything is restored as it was.')
})

test('what changed is told as the file names it, with numbers of the language', () => {
  const file = { header: ['Ціна, $', 'Опис'], mapping: ['price', 'auto_note'] }
  const detail = 'price: 17750.5 → 7777, in_stock: 1 → 0, auto_note: was, price: 5000 → now'
  const said = (locale: 'en' | 'uk'): string => {
    applyLocale(locale)
    return errorWords('changed-since', detail, 'conflict', file) ?? ''
  }
  expect(said('en')).toContain('(Ціна, $: 17,750.5 → 7,777, In stock: Yes → No, Опис: was, ')
  expect(said('uk').replaceAll(/\s/g, ' ')).toContain('(Ціна, $: 17 750,5 → 7 777, ')
  expect(errorWords('price-jump-unseen', '10000 → 31000', 'conflict')).toContain(
    '(10\u00a0000 → 31\u00a0000)',
  )
})
