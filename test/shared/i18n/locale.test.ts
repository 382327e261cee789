import { afterEach, expect, test } from 'vitest'
import { m } from '#shared/i18n/generated/messages.js'
import { applyLocale, getLocale, numberWords, resolveLocale } from '#shared/i18n/locale.ts'

afterEach(() => applyLocale('en'))

test.each([
  ['uk', 'uk'],
  ['uk-UA', 'uk'],
  ['uk_UA.UTF-8', 'uk'],
  ['ru-UA', 'en'],
  ['ukx', 'en'],
  ['en-UK', 'en'],
  ['C', 'en'],
  ['', 'en'],
])('a system in %j is spoken to in %s', (systemLocale, locale) => {
  expect(resolveLocale('system', systemLocale)).toBe(locale)
})

test('a language that was chosen wins over the system', () => {
  expect(resolveLocale('en', 'uk-UA')).toBe('en')
  expect(resolveLocale('uk', 'en-GB')).toBe('uk')
})

test('numbers are written in the language that is spoken now', () => {
  expect(numberWords(12_345.678)).toBe('12,345.678')
  applyLocale('uk')
  expect(numberWords(12_345.678)).toBe('12\u00a0345,678')
  applyLocale('en')
  expect(numberWords(-1_000)).toBe('-1,000')
})

test('lasts until the next one', () => {
  applyLocale('uk')
  expect(getLocale()).toBe('uk')
  applyLocale('en')
  expect(getLocale()).toBe('en')
})

test('a count is written and declined as its language does it', () => {
  expect([0, 1, 1204].map((count) => m.inventory_count({ count }))).toEqual([
    '0 adverts',
    '1 advert',
    '1,204 adverts',
  ])
  applyLocale('uk')
  expect([1, 2, 5, 21].map((count) => m.inventory_count({ count }))).toEqual([
    '1 оголошення',
    '2 оголошення',
    '5 оголошень',
    '21 оголошення',
  ])
  expect(m.inventory_count({ count: 1204 })).toMatch(/^1\u00a0204 /)
})
