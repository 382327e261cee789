import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { Redactor } from '../../../src/main/log/redact.ts'
import { testKey } from '../http/local-service.ts'

const knowing = (key = testKey) => {
  const redactor = new Redactor()
  redactor.addKey(key)
  return (text: string) => redactor.redact(text)
}

describe('a key that is known vanishes', () => {
  const printable = fc.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 40, maxLength: 40 })
  const keys = printable.map((codes) => String.fromCharCode(...codes))
  const phpJson = (value: unknown) => JSON.stringify(value).replaceAll('/', '\\/')
  const forms: Record<string, (key: string) => string> = {
    raw: (key) => key,
    'in a URL': encodeURIComponent,
    'in a URL, in small letters': (key) =>
      encodeURIComponent(key).replace(/%../g, (each) => each.toLowerCase()),
    'in JSON': (key) => JSON.stringify({ key }),
    'in JSON of PHP': (key) => phpJson({ key }),
    'in capitals': (key) => key.toUpperCase(),
    'in capitals, in a URL': (key) => encodeURIComponent(key.toUpperCase()),
    base64: btoa,
    'base64 behind one character': (key) => btoa(`:${key}`),
    'base64 between': (key) => btoa(`us:${key}@host`),
    base64url: (key) => Buffer.from(`user:${key}`).toString('base64url'),
    'base64 in a URL': (key) => encodeURIComponent(btoa(`user:${key}`)),
    'base64 in JSON of PHP': (key) => phpJson(btoa(key)),
    'in Basic': (key) => btoa(`${key}:`),
  }
  const known = fc.sample(keys, 100).map((key) => ({ key, redact: knowing(key) }))

  test.each(Object.keys(forms))('%s', (name) => {
    for (const [index, { key, redact }] of known.entries()) {
      const form = forms[name]?.(key) ?? ''
      const text = redact(`before ${form} after`)
      expect(text, key).toContain('[key]')
      expect(text).not.toContain(form)
      // No other key is taken for it.
      expect(redact(forms[name]?.(known.at(index - 1)?.key ?? '') ?? '')).not.toContain('[key]')
    }
  })

  test('whatever stands right before it or behind it', () => {
    const around = fc.constantFrom('%', '%4', '&', '&#', '\\', '\\u00', ';', '41', 'amp;', 'k', '=', '0')
    fc.assert(
      fc.property(keys, around, around, (key, before, behind) => {
        const text = knowing(key)(before + key + behind)
        expect(text).toContain('[key]')
        expect(text).not.toContain(key)
      }),
    )
  })

  const marks = /\W/g
  const code = (mark: string) => mark.charCodeAt(0)
  const html = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#x${code(mark).toString(16)};`)
  const escapings: Record<string, (text: string) => string> = {
    'in a form': (key) => new URLSearchParams({ key }).toString(),
    'in a URL in a URL': (key) => encodeURIComponent(encodeURIComponent(key)),
    'in JSON in JSON': (key) => JSON.stringify(JSON.stringify({ key })),
    'in HTML in HTML': (key) => html(html(key)),
    'as code points': (key) => key.replace(marks, (mark) => `\\u00${code(mark).toString(16)}`),
    'in HTML in a URL in base64': (key) => btoa(`user:${encodeURIComponent(html(key))}:`),
  }

  test.each(Object.keys(escapings))('with its letters and digits, which no escaping changes: %s', (name) => {
    const letters = 'q7Kf0123456789abcdefghijklmnopqrst'
    const redact = knowing(`>>>???${letters}+/=&%~`)
    const text = redact(`before ${escapings[name]?.(`>>>???${letters}+/=&%~`) ?? ''} after`)
    expect(text).toContain('[key]')
    expect(text).not.toContain(letters)
    expect(Buffer.from(text.split(' ')[1] ?? '', 'base64').toString('latin1')).not.toContain(letters)
  })

  test('a line of JSON stays one', () => {
    for (const { key, redact } of known)
      for (const value of [key, `${key}\n`, btoa(key)]) {
        const line = redact(JSON.stringify({ value }))
        expect(JSON.stringify(JSON.parse(line)), line).toContain('[key]')
      }
  })

  test('after another one was learned', () => {
    const redactor = new Redactor()
    redactor.addKey(testKey)
    redactor.addKey('z'.repeat(40))
    expect(redactor.redact(`${testKey} ${'z'.repeat(40)}`)).toBe('[key] [key]')
  })

  test('a long text of what a pattern may begin with is read in one go', () => {
    for (const part of ['\\', '%25', '&#38;', '0x30 ', 'api_key=', 'a@b.c.', '067 ', '4b:']) {
      const text = part.repeat(Math.ceil(30_000 / part.length))
      expect(knowing()(`${text}! ${testKey}`)).toContain('[key]')
    }
  })
})

describe('what looks like a secret vanishes without being known', () => {
  const redact = (text: string) => new Redactor().redact(text)

  test.each([
    ['GET /auto/info?api_key=abc%2Fdef&auto_id=5', 'GET /auto/info?api_key=[key]&auto_id=5'],
    ['{"api_key":"abc","x":1}', '{"api_key":"[key]","x":1}'],
    ['Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Authorization: [authorization]'],
    ['{"api_key": null, "b": true}', '{"api_key": null, "b": true}'],
    ['{"api_key": 12345, "b": 1}', '{"api_key": "[key]", "b": 1}'],
    [String.raw`"{\"api_key\":\"abc\",\"x\":5}"`, String.raw`"{\"api_key\":\"[key]\",\"x\":5}"`],
    ['{"authorization": null}', '{"authorization": null}'],
    ['{"authorization":"Bearer abcdef"}', '{"authorization":"[authorization]"}'],
    ['write to olena.k+1@dealer.com.ua now', 'write to [e-mail] now'],
    ['mail=olena%40dealer.ua', 'mail=[e-mail]'],
    ['call +380 67 123-45-67, please', 'call [phone], please'],
    ['call +380(67)1234567.', 'call [phone].'],
    ['"phone":"380671234567"', '"phone":"[phone]"'],
    ['(067) 123 45 67', '[phone]'],
    ['0671234567', '[phone]'],
    ['to +48 601 234 567', 'to [phone]'],
    ['067 12 34 567', '[phone]'],
    ['067-12-34-567', '[phone]'],
    ['067–123–45–67', '[phone]'],
    ['80671234567', '[phone]'],
    ['8 (067) 123 45 67', '[phone]'],
    ['0800 500 123', '[phone]'],
    ['+380 (67) 123 - 45 - 67', '[phone]'],
    ['(067)\u00a0123\u00a045\u00a067', '[phone]'],
    ['?phone=%28067%29%20123%2045%2067&x=1', '?phone=[phone]&x=1'],
    ['?phone=+38%20067%20123%2045%2067', '?phone=[phone]'],
    ['%200671234567', '%20[phone]'],
    [String.raw`{"note":"call\n0671234567"}`, String.raw`{"note":"call\n[phone]"}`],
    ['іван.ко@пошта.укр!', '[e-mail]!'],
    [String.raw`{"a":"\u0456\u0432@\u043f.\u0443\u043a"}`, '{"a":"[e-mail]"}'],
    [String.raw`{"note":"to\nolena@dealer.ua"}`, String.raw`{"note":"to\n[e-mail]"}`],
    ['%D1%96%D0%B2%40dealer.ua', '[e-mail]'],
  ])('%s', (text, expected) => expect(redact(text)).toBe(expected))

  test.each([
    'auto_id 38123456 of user 1234567 costs 1 234 567 UAH',
    '2026-11-21 12:30:45 and 2026-11-21T12:30:45.123Z',
    'epoch 1795262400000, 1795262400',
    'sha256 0671234567abcdef0671234567abcdef',
    'at 50.450100, 30.523400 or 0.0671234567',
    'rows 005 2026-11-21, 12 000 of 067 123',
    'version 1.2.3, line 12, 127.0.0.1:54321',
  ])('%s stays', (text) => expect(redact(text)).toBe(text))
})
