/**
 * Characters that a terminal obeys or that change how the text around them is read: controls (C0 but for line feed and tab, DEL, C1),
 * line and paragraph separators, what turns or joins letters unseen (bidirectional marks and embeddings, zero-width
 * characters, invisible operators, shorthand, tags, fillers, variation selectors of the supplement), and halves of surrogate pairs.
 */
const deceptive =
  // eslint-disable-next-line no-control-regex -- it is about them
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu

/** The text with a sign for each of them: `⟪U+202E⟫`. */
export const visible = (text: string): string => text.replace(deceptive, signOf)

function signOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟪U+${code}⟫`
}

/** The same of JSON: its own escapes, so that it stays the same JSON. */
export const visibleJson = (text: string): string => text.replace(deceptive, escapesOf)

function escapesOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
