import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createRedactor } from '../../../src/main/core/redact.ts'
import { testKey } from './local-service.ts'

const knowing = (key = testKey) => {
  const redactor = createRedactor()
  redactor.know(key)
  return (text: string) => redactor.redact(text)
}

describe('a key that is known vanishes in every form', () => {
  const printable = fc.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 40, maxLength: 40 })
  const keys = printable.map((codes) => String.fromCharCode(...codes))
  const forms: Record<string, (key: string) => string> = {
    raw: (key) => key,
    'in a URL': encodeURIComponent,
    'in a form': (key) => new URLSearchParams({ key }).toString(),
    base64: btoa,
    'in Basic': (key) => btoa(`${key}:`),
    'in JSON': (key) => JSON.stringify({ key }),
    'in JSON in JSON': (key) => JSON.stringify(JSON.stringify({ key })),
  }
  test.each(Object.keys(forms))('%s', (name) => {
    fc.assert(
      fc.property(keys, (key) => {
        const form = forms[name]?.(key) ?? ''
        const text = knowing(key)(`before ${form} after`)
        expect(text).toContain('[key]')
        expect(text).not.toContain(key)
        expect(text).not.toContain(form)
        expect(text).toMatch(/^before .*after$/)
      }),
      { numRuns: 200 },
    )
  })

  test('after another one was learned', () => {
    const redactor = createRedactor()
    redactor.know(testKey)
    redactor.know('z'.repeat(40))
    expect(redactor.redact(`${testKey} ${'z'.repeat(40)}`)).toBe('[key] [key]')
  })
})

describe('what looks like a secret vanishes without being known', () => {
  const redact = (text: string) => createRedactor().redact(text)

  test.each([
    ['GET /auto/info?api_key=abc%2Fdef&auto_id=5', 'GET /auto/info?api_key=[key]&auto_id=5'],
    ['{"api_key":"abc","x":1}', '{"api_key":"[key]","x":1}'],
    ['Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Authorization: [authorization]'],
    ['{"authorization":"Bearer abcdef"}', '{"authorization":"[authorization]"}'],
    ['write to olena.k+1@dealer.com.ua now', 'write to [e-mail] now'],
    ['mail=olena%40dealer.ua', 'mail=[e-mail]'],
    ['call +380 67 123-45-67, please', 'call [phone], please'],
    ['call +380(67)1234567.', 'call [phone].'],
    ['"phone":"380671234567"', '"phone":"[phone]"'],
    ['(067) 123 45 67', '[phone]'],
    ['0671234567', '[phone]'],
    ['to +48 601 234 567', 'to [phone]'],
  ])('%s', (text, expected) => expect(redact(text)).toBe(expected))

  test.each([
    'auto_id 38123456 of user 1234567 costs 1 234 567 UAH',
    '2026-11-21 12:30:45 and 2026-11-21T12:30:45.123Z',
    'epoch 1795262400000, 1795262400',
    'sha256 0671234567abcdef0671234567abcdef',
    'version 1.2.3, line 12, 127.0.0.1:54321',
  ])('%s stays', (text) => expect(redact(text)).toBe(text))
})
