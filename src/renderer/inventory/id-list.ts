/** Advert ids in any text, each once, in order: whole numbers of six to fifteen digits, as ids have. */
export function readIds(text: string): number[] {
  const found = text.match(/(?<![\d.,])\d{6,15}(?![\d.,]*\d)/g) ?? []
  return [...new Set(found.map(Number))].filter((id) => id > 0)
}
