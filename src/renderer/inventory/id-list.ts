/** Advert ids in any text, each once, in order: whole numbers of six to fifteen digits, as ids have. */
export function readIds(text: string): number[] {
  // A comma parts two ids; a point belongs to a number that is none.
  const found = text.match(/(?<!\d)(?<!\d\.)\d{6,15}(?!\d)(?!\.\d)/g) ?? []
  return [...new Set(found.map(Number))].filter((id) => id > 0)
}
