/** Cyrillic letters that look like a Latin one: typed in a filter's name, the service silently ignores the filter. */
const cyrillic = 'авекмнорстухіїјѕАВЕКМНОРСТУХІЈЅ'
const latin = 'abekmhopctyxiijsABEKMHOPCTYXIJS'
const pairs = new Map(Array.from(cyrillic, (letter, index) => [letter, latin.charAt(index)]))

/** The name with every look-alike made Latin; equal to the name if there is none. */
export const withoutLookAlikes = (name: string): string =>
  name.replace(/[а-яіїјѕА-ЯІЇЈЅ]/g, (letter) => pairs.get(letter) ?? letter)

/** Names that hold a Cyrillic letter, each with what was probably meant. */
export const lookAlikes = (names: readonly string[]): { readonly name: string; readonly meant: string }[] =>
  names.map((name) => ({ name, meant: withoutLookAlikes(name) })).filter(({ name, meant }) => name !== meant)
