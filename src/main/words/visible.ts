/**
 * Characters that a terminal obeys, or that change unseen how the text around them is read. They are controls (C0, DEL,
 * C1), line and paragraph separators, direction marks and embeddings, joiners and spaces of no width. Further fillers,
 * invisible operators, tags, variation selectors of the supplement, and halves of surrogate pairs.
 */
const deceptive =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- it is about them
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu

const signOf = (character: string): string =>
  `⟪U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟫`

/** One line of text with a sign, as `⟪U+202E⟫`, for each of these characters. */
export const visibleLine = (text: string): string => text.replace(deceptive, signOf)

/** The same of several lines: their ends and tabs stay. */
export const visibleText = (text: string): string =>
  text.replace(deceptive, (character) =>
    character === '\n' || character === '\t' ? character : signOf(character),
  )

/** JSON with an escape for each of them, which stays the same JSON; the line ends of its indentation stay. */
export const visibleJson = (text: string): string =>
  text.replace(deceptive, (character) => (character === '\n' ? character : escapesOf(character)))

function escapesOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
