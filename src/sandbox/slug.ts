const letters: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщюяыэё', (letter, place) => [
    letter,
    'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch iu ia y e e'.split(' ')[place] ??
      '',
  ]),
)

/** A name as the site writes it in addresses: Latin, lower case, hyphens. */
export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[ь'’]/g, '')
    .replace(/[а-яґєіїё]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
