const letters: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщюяыэё', (letter, place) => [
    letter,
    'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch iu ia y e e'.split(' ')[place] ??
      '',
  ]),
)

const known = new Map<string, string>()

/** A name as the site writes it in addresses: Latin, lower case, hyphens. The names are few, so they are kept. */
export function slug(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const made = name
    .toLowerCase()
    .replace(/[ь'’]/g, '')
    .replace(/[а-яґєіїё]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  known.set(name, made)
  return made
}
