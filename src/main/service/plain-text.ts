/** The named entities met in texts of the service; every other one is left as it is. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  bull: '•',
  middot: '·',
  times: '×',
  shy: '\u00ad',
}

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,6}));/g

const isCharacter = (code: number): boolean =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

/** Turns HTML entities into the characters they stand for, once: `&amp;quot;` becomes `&quot;`. */
export const decodeEntities = (text: string): string =>
  text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })

/** A `<` that begins no tag ("price < 5 000") is text. */
const lineTag = /<(?:br\s*\/?|\/(?:p|div|li|ul|ol|h[1-6]|tr))\s*>/gi
const tag = /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi

/**
 * The text of an advert as a person reads it: tags dropped (replaced by a line break if they made one), entities decoded.
 * What comes out may hold `<` again and is text, never markup. Source: docs/service/practice.md, "text".
 */
export function plainText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html
  return decodeEntities(html.replace(lineTag, '\n').replace(tag, ''))
}
