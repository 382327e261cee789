import { afterEach, expect, test, vi } from 'vitest'
import { getLocale } from '#shared/i18n/generated/runtime.js'
import { applyLocale, numberWords, resolveLocale } from '#shared/i18n/locale.ts'

afterEach(() => {
  applyLocale('en')
  Reflect.deleteProperty(globalThis, 'window')
})

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

test('is applied without reloading the window', async () => {
  const reloads: string[] = []
  const location = { href: 'app://forecourt/', reload: () => reloads.push('reload') }
  Reflect.set(globalThis, 'window', { location })
  // Loaded again under a window, as in the renderer: the runtime looks for one when it is loaded.
  vi.resetModules()
  const inWindow = await import('#shared/i18n/locale.ts')
  const runtime = await import('#shared/i18n/generated/runtime.js')
  inWindow.applyLocale('uk')
  expect([runtime.getLocale(), reloads]).toEqual(['uk', []])
  // What it would do unasked.
  void runtime.setLocale('en')
  expect(reloads).toEqual(['reload'])
})

test('is known without a look at the address of the document, which every message would take', async () => {
  let looks = 0
  const location = {
    get href() {
      looks += 1
      return 'app://forecourt/'
    },
  }
  Reflect.set(globalThis, 'window', { location })
  vi.resetModules()
  const inWindow = await import('#shared/i18n/locale.ts')
  const runtime = await import('#shared/i18n/generated/runtime.js')
  inWindow.applyLocale('uk')
  looks = 0
  expect([runtime.getLocale(), looks]).toEqual(['uk', 0])
})

test('lasts until the next one', () => {
  applyLocale('uk')
  expect(getLocale()).toBe('uk')
  applyLocale('en')
  expect(getLocale()).toBe('en')
})
