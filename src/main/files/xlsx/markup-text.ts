const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 can't hold, or would change, and halves of pairs. */
const unspeakable = /[\p{Cc}\ufffe\uffff\p{Cs}]/gu
const spoken: readonly string[] = ['\t', '\n']

/** As `_x000D_`, which is how spreadsheets write such a character (ECMA-376, ST_Xstring). */
const coded = (character: string): string =>
  spoken.includes(character)
    ? character
    : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text between tags or in an attribute. */
export const markupText = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)

/** A text of a cell. What looks like a coded character and is none gets its underscore coded. */
export const cellText = (text: string): string =>
  markupText(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replace(unspeakable, coded))
