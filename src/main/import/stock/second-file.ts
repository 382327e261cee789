import type { LinkFact, StockFacts } from './stock-facts.ts'

/** A program that writes the same stock once more does so much later; a file that was cut and lies there is no second one. */
const secondFileAfter = 12 * 60 * 60 * 1000

/**
 * Whether this is the second file in a row without the key of a link: one with other content, or written much later. One file alone may
 * have been cut; what can't be undone waits for another.
 */
export const isSecondFile = ({ lacked }: LinkFact, { file }: Pick<StockFacts, 'file'>): boolean =>
  !!lacked &&
  (lacked.sha256 !== file.sha256 || Date.parse(file.asOf) - Date.parse(lacked.at) >= secondFileAfter)
