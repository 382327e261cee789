/**
 * What an entity of HTML stands for, by what is between `&` and `;`: `#65`, `#x41`, `amp`. Null for another one.
 */
export function entityCode(entity: string): number | null {
  const name = entity.toLowerCase()
  const named = names.get(name)
  if (named !== undefined) return named
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/.exec(name) ?? []
  if (hex !== undefined) return Number.parseInt(hex, 16)
  return decimal === undefined ? null : Number(decimal)
}

/** HTML's names of what is printable in ASCII and no letter or digit; in small letters, as a reader may change them. */
const names = new Map(
  Object.entries({
    ...{ '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos' },
    ...{ '(': 'lpar', ')': 'rpar', '*': 'ast midast', '+': 'plus', ',': 'comma', '.': 'period', '/': 'sol' },
    ...{ ':': 'colon', ';': 'semi', '<': 'lt', '=': 'equals', '>': 'gt', '?': 'quest', '@': 'commat' },
    ...{ '[': 'lsqb lbrack', '\\': 'bsol', ']': 'rsqb rbrack', '^': 'hat', _: 'lowbar underbar' },
    ...{ '`': 'grave diacriticalgrave', '{': 'lcub lbrace', '|': 'verbar vert verticalline' },
    ...{ '}': 'rcub rbrace', '-': 'hyphen dash', ' ': 'nbsp' },
  }).flatMap(([character, all]) => all.split(' ').map((name) => [name, character.charCodeAt(0)])),
)
