/**
 * Texts that a spreadsheet must not run as a formula. They begin with a sign that starts one, in its ASCII, full-width
 * or small form, also after quotes, blanks and invisible characters, which spreadsheets strip. Texts with a tab or a
 * line end there split a cell in some of them. Source: OWASP, "CSV Injection". Such a text is written with an
 * apostrophe before it, and an import takes that apostrophe away again. Numbers and telephone numbers (`-5`, `+380 44
 * …`) are no formulas and stay as they are.
 */
const formula = /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}'"`„‚＇＂]*[\t\r\n=+\-@＝＋－＠﹦﹢﹣﹫]/u
const numeric = /^ *[+-][\d \u00a0.,()-]*\d[\d \u00a0.,()-]*$/

const isGuarded = (cell: string): boolean => cell.startsWith("'") && formula.test(cell.slice(1))

/** A text as it may stand in a spreadsheet. `unguardText(guardText(text)) === text` for every text. */
export const guardText = (text: string): string =>
  formula.test(text) && !numeric.test(text) ? `'${text}` : text

/** A cell of somebody's file, given back in a file: it imports as the file's own cell did. */
export const guardCell = (cell: string): string => (isGuarded(cell) ? cell : guardText(cell))

/** Meaning of an imported cell: the apostrophe before a formula is the spreadsheet's, not the text's. */
export const unguardText = (cell: string): string => (isGuarded(cell) ? cell.slice(1) : cell)
