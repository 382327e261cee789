/**
 * Texts in a CSV that a spreadsheet must not run as a formula (`=`, `+`, `-`, `@`, tab, carriage return at the start).
 * Such a text is written with an apostrophe before it, and an import takes that apostrophe away again. Numbers and
 * telephone numbers (`-5`, `+380 44 …`) are no formulas and stay as they are.
 */
const formula = /^[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/
const numeric = /^[+-][\d\s\u00a0.,()-]*\d[\d\s\u00a0.,()-]*$/

/** A cell as it may stand in a spreadsheet. `unguardText(guardText(text)) === text` for every text. */
export const guardText = (text: string): string =>
  guarded.test(text) || (formula.test(text) && !numeric.test(text)) ? `'${text}` : text

/** A cell of somebody's file, given back in a file: it imports as the file's own cell did. */
export const guardCell = (cell: string): string => (guarded.test(cell) ? cell : guardText(cell))

/** What an imported cell means: the apostrophe before a formula is the spreadsheet's, not the text's. */
export const unguardText = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)
