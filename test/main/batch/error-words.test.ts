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
  for (const state of ['failed', 'unknown', 'conflict'] as const)
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
  expect(errorWords('server', null, 'unknown')).toContain('Look for it')
  expect(errorWords('changed-since', null, 'conflict')).toContain('overwrite')
  expect(errorWords('undo-exact', null, 'planned')).toBe('Everything is restored as it was.')
})
