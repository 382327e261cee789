import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { Redactor } from '../../../src/main/log/redact.ts'
import { testKey } from '../http/local-service.ts'

const knowing = (key = testKey) => {
  const redactor = new Redactor()
  redactor.addKey(key)
  return (text: string) => redactor.redact(text)
}

describe('a key that is known vanishes in every form', () => {
  const printable = fc.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 40, maxLength: 40 })
  const keys = printable.map((codes) => String.fromCharCode(...codes))
  const code = (character: string) => character.charCodeAt(0)
  const inHex = (character: string) => code(character).toString(16).padStart(2, '0')
  const marks = /[^\w]/g
  const named: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }
  const html = (key: string) => key.replace(/[&<>"]/g, (mark) => `&${named[mark] ?? ''};`)
  const phpJson = (value: unknown) => JSON.stringify(value).replaceAll('/', '\\/')
  const forms: Record<string, (key: string) => string> = {
    raw: (key) => key,
    'in a URL': encodeURIComponent,
    'in a URL, in small letters': (key) =>
      encodeURIComponent(key).replace(/%../g, (each) => each.toLowerCase()),
    'in a URL, every character': (key) => key.replace(/[^]/g, (each) => `%${inHex(each)}`),
    'in a URL as browsers write it': (key) => new URL(`http://x/?${key.replaceAll('#', '%23')}`).search,
    'in a URL in a URL in a URL': (key) => encodeURIComponent(encodeURIComponent(encodeURIComponent(key))),
    'in a form': (key) => new URLSearchParams({ key }).toString(),
    'in a form that was decoded': (key) => key.replaceAll('+', ' '),
    base64: btoa,
    'base64 behind one character': (key) => btoa(`:${key}`),
    'base64 between': (key) => btoa(`us:${key}@host`),
    base64url: (key) => Buffer.from(`user:${key}`).toString('base64url'),
    'base64 in a URL': (key) => encodeURIComponent(btoa(`user:${key}`)),
    'base64 in JSON of PHP': (key) => phpJson(btoa(key)),
    'base64 in lines': (key) => btoa(`user:${key}`).replace(/.{10}/g, '$&\r\n'),
    'in Basic': (key) => btoa(`${key}:`),
    'in JSON': (key) => JSON.stringify({ key }),
    'in JSON of PHP': (key) => phpJson({ key }),
    'in JSON in JSON': (key) => JSON.stringify(JSON.stringify({ key })),
    'in JSON of PHP in itself': (key) => phpJson(phpJson(phpJson({ key }))),
    'in JSON as code points': (key) => key.replace(marks, (mark) => `\\u00${inHex(mark)}`),
    'in JSON as code points, in JSON': (key) =>
      JSON.stringify(key.replace(marks, (mark) => `\\u00${inHex(mark).toUpperCase()}`)),
    'in a script': (key) => key.replace(marks, (mark) => `\\x${inHex(mark)}`),
    'in HTML': html,
    'in HTML by number': (key) => key.replace(marks, (mark) => `&#0${code(mark)};`),
    'in HTML by hex number': (key) => key.replace(marks, (mark) => `&#x${inHex(mark)};`),
    'in HTML in HTML': (key) => html(html(key)),
    'in HTML in HTML, by hex number': (key) =>
      [1, 2].reduce((text) => text.replace(/[&<>"]/g, (mark) => `&#x${inHex(mark)};`), key),
    'in a URL in HTML': (key) => html(new URL(`http://x/?${key.replaceAll('#', '%23')}`).search),
    'in HTML in a URL': (key) => encodeURIComponent(html(key)),
    'in HTML in JSON': (key) => phpJson(html(key)),
    'in JSON in a URL': (key) => encodeURIComponent(phpJson(key)),
    'in JSON in HTML': (key) => html(phpJson(key)),
    'in capitals': (key) => key.toUpperCase(),
    'in small letters, in a URL': (key) => encodeURIComponent(key.toLowerCase()),
    'in capitals, in JSON in base64': (key) => btoa(JSON.stringify({ key: key.toUpperCase() })),
    'in base64 in base64': (key) => btoa(`Basic ${btoa(`${key}:`)}`),
    'in a URL in JSON in a URL in HTML': (key) =>
      html(encodeURIComponent(JSON.stringify({ url: `https://x/?key=${encodeURIComponent(key)}` }))),
    'every character by its name or number in HTML, in a URL': (key) =>
      encodeURIComponent(key.replace(/[^]/g, (each) => `&#x${inHex(each)};`)),
    'every character as a code point in JSON, in JSON, in JSON': (key) =>
      JSON.stringify(JSON.stringify(key.replace(/[^]/g, (each) => `\\u00${inHex(each)}`))),
    'escaped for a shell': (key) => key.replace(marks, (mark) => `\\${mark}`),
    'in capitals, as bytes in hex': (key) => Buffer.from(key.toUpperCase()).toString('hex').toUpperCase(),
    'as bytes in hex': (key) => Buffer.from(key).toString('hex'),
    'as a Buffer is printed': (key) =>
      Buffer.from(key)
        .toString('hex')
        .replace(/..(?!$)/g, '$& '),
    'as a Buffer in JSON': (key) => JSON.stringify({ data: Buffer.from(key) }, null, 2),
  }
  // To learn a key takes milliseconds: a hundred of them are learned once for all forms.
  /** What the marks around a key may be taken for, or the key's end for theirs. */
  const ends = ['\\', '\\\\', '"', "'", '%', '&', '/']
  const ending = fc
    .sample(keys, ends.length)
    .map((key, index) => key.slice(2) + (ends[index] ?? '').padStart(2, 'k'))
  /** What a key has by chance that is an escape to others. */
  const escapes = ['&#6;', '&amp;', '%41', '%%41', '%%%4141', '\\x41', '\\u0041']
  const likeEscapes = fc
    .sample(keys, escapes.length)
    .map((key, index) => key.slice(6) + (escapes[index] ?? '') + 'ab')
  const known = [...fc.sample(keys, 100), ...ending, ...likeEscapes].map((key) => ({
    key,
    redact: knowing(key),
  }))
  test.each(Object.keys(forms))('%s', (name) => {
    for (const { key, redact } of known) {
      const form = forms[name]?.(key) ?? ''
      const text = redact(`before ${form} after`)
      expect(text, key).toContain('[key]')
      expect(text).not.toContain(key)
      expect(text).not.toContain(form)
    }
  })

  const encoders: Record<string, (text: string) => string> = {
    url: encodeURIComponent,
    wholeUrl: (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
    json: (text) => JSON.stringify(text),
    php: phpJson,
    points: (text) => text.replace(marks, (mark) => `\\u00${inHex(mark)}`),
    script: (text) => text.replace(marks, (mark) => `\\x${inHex(mark)}`),
    html,
    numbers: (text) => text.replace(marks, (mark) => `&#${code(mark)};`),
    capitals: (text) => text.toUpperCase(),
  }
  const names = fc.constantFrom(...Object.keys(encoders))

  test('however many escapings lie on each other', () => {
    // A key in which marks and the beginnings of escapes abound.
    const marks = ['\\', '"', '%', '&', ';', '#', '+', 'u', 'x', '0', '4', 'a']
    const marked = fc.array(fc.constantFrom(...marks), { minLength: 40, maxLength: 40 })
    // Its letters and digits tell a key in an unusual form: a key of the service has nothing else.
    const isTold = (key: string): boolean => key.replaceAll(/\W/g, '').length >= 16
    const cases = fc.oneof(
      fc.tuple(keys.filter(isTold), fc.array(names, { minLength: 1, maxLength: 7 })),
      fc.tuple(
        marked.map((all) => all.join('')).filter(isTold),
        fc.array(names, { minLength: 1, maxLength: 2 }),
      ),
    )
    fc.assert(
      fc.property(cases, fc.nat(2), ([key, names], offset) => {
        const encoded = names.reduce((text, name) => encoders[name]?.(text) ?? '', key)
        const redact = knowing(key)
        expect(redact(`< ${encoded} >`)).toContain('[key]')
        // In base64 it stands at each of the three offsets.
        expect(redact(btoa(`${'-'.repeat(offset)} ${encoded}`))).toContain('[key]')
      }),
    )
  })

  test.each([
    '\\'.repeat(40),
    `a${'\\'.repeat(39)}`,
    `${'\\'.repeat(39)}a`,
    '%41'.repeat(13) + 'z',
    '&amp;'.repeat(8),
    'A'.repeat(40),
  ])('a key of %s', (key) => {
    const redact = knowing(key)
    for (const form of [key, JSON.stringify(key), encodeURIComponent(key), html(key)])
      expect(redact(`<${form}>`)).toMatch(/^<"?\[key\]"?>$/)
    expect(redact('a b \\ \\\\ %41 &amp; A')).toBe('a b \\ \\\\ %41 &amp; A')
  })

  test('whatever stands right before it or behind it', () => {
    const around = fc.constantFrom(
      '%',
      '%4',
      '&',
      '&#',
      '\\',
      '\\u00',
      ';',
      '41',
      '#65;',
      'amp;',
      'k',
      '=',
      '0',
    )
    fc.assert(
      fc.property(keys, around, around, (key, before, behind) => {
        const text = knowing(key)(before + key + behind)
        expect(text).toContain('[key]')
        expect(text).not.toContain(key)
        for (const encode of [encodeURIComponent, html, phpJson])
          expect(knowing(key)(`=${encode(key)}${behind}`)).toContain('[key]')
      }),
    )
  })

  test('a line of JSON stays one', () => {
    for (const { key, redact } of known)
      for (const value of [key, `${key}\n`, html(key), JSON.stringify({ key }), `"${key}"`, btoa(key)]) {
        const line = redact(JSON.stringify({ value }))
        expect(JSON.stringify(JSON.parse(line)), line).toContain('[key]')
      }
  })

  test('no other key is taken for it', () => {
    for (const [index, { redact }] of known.entries())
      for (const form of Object.values(forms))
        expect(redact(form(known.at(index - 1)?.key ?? ''))).not.toContain('[key]')
  })

  test('after another one was learned', () => {
    const redactor = new Redactor()
    redactor.addKey(testKey)
    redactor.addKey('z'.repeat(40))
    expect(redactor.redact(`${testKey} ${'z'.repeat(40)}`)).toBe('[key] [key]')
  })
})

describe('a text is read once, whatever it is made of', () => {
  const parts = [
    ...[
      '\\',
      '"',
      '%',
      '%25',
      '%5c',
      '%255c',
      '25',
      '&',
      '&amp;',
      'amp;',
      '&#38;',
      '#38;',
      '&bsol;',
      ';',
      '\\u005c',
      '\\u0026',
    ],
    ...[
      '\\"',
      '\\\\',
      'a',
      'A1',
      '0',
      '0x30 ',
      '4b:',
      '48, ',
      ' ',
      '+',
      '\\n',
      '\\u00',
      '%u00',
      'api_key=',
      'a@b.c.',
      '067 ',
    ],
  ]
  const hard = [
    ...['a', '\\', '0', '%', '&', ';', '+', '"'].map((each) => each.repeat(40)),
    ...['a\\', '"\\', '\\"', '%5c&amp;', '\\u005', '&#38;', '%25', 'a0'].map((each) =>
      each.repeat(40).slice(0, 40),
    ),
    `${'\\'.repeat(20)}"${'\\'.repeat(19)}`,
  ]

  test('a long text of each, with a key of the same', () => {
    for (const [index, part] of parts.entries()) {
      const text = part.repeat(Math.ceil(30_000 / part.length))
      expect(knowing(hard[index % hard.length])(`${text}! ${testKey}`).length).toBeGreaterThan(0)
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
