import { basicAuthorization } from './connection.ts'

export interface Redactor {
  /** From now on this key is blacked out in every form in which it travels. */
  know(key: string): void
  /** The text without keys, Authorization, e-mails and phones. To be used on the final string: a part of a key isn't found. */
  redact(text: string): string
}

const rules: readonly (readonly [RegExp, string])[] = [
  [
    /((?:proxy-)?authorization["']?\s*[:=,]\s*["']?)(?:(?:basic|bearer|digest)\s+)?[^\s"',;]+/gi,
    '$1[authorization]',
  ],
  [/\b((?:basic|bearer)\s+)[\w+/=.~-]{16,}/gi, '$1[authorization]'],
  [/(api_key(?:=|%3D|["']?\s*[:,]\s*["']?))[^&\s"'<>#,}]+/gi, '$1[key]'],
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/(?<![\w.])(?:\+|%2B)\d(?:[\s().-]{0,2}\d){8,13}(?![\w])/gi, '[phone]'],
  [/(?<![\w.+-])(?:38)?\(?0\d{2}\)?[\s.-]?\d{3}[\s.-]?\d{2}[\s.-]?\d{2}(?![\w])/g, '[phone]'],
]

/** Every way in which a key is written: raw, in a URL (once and twice encoded), in JSON, in base64, in Basic. */
function forms(key: string): string[] {
  const encoded = encodeURIComponent(key)
  const base64 = Buffer.from(key).toString('base64')
  const basic = basicAuthorization(key).slice('Basic '.length)
  return [
    key,
    encoded,
    encoded.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURIComponent(encoded),
    new URLSearchParams({ k: key }).toString().slice(2),
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(JSON.stringify(key)).slice(3, -3),
    basic,
    basic.replace(/=+$/, ''),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(key).toString('base64url'),
    encodeURIComponent(base64),
    encodeURIComponent(basic),
  ]
}

/** A redactor that at first knows no key. */
export function createRedactor(): Redactor {
  let secrets: readonly string[] = []
  return {
    know(key) {
      if (key !== '') secrets = [...new Set([...secrets, ...forms(key)])].sort((a, b) => b.length - a.length)
    },
    redact(text) {
      const keyless = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
      return rules.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), keyless)
    },
  }
}
