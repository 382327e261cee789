import type { KnownStock } from './known-stock.ts'
import type { LinkFact, StockFacts } from './stock-facts.ts'
import type { FileState, LinkState, LiveState } from './stock-table.ts'

/** A program that writes the same stock once more does so much later; a file that was cut and lies there is no second one. */
const secondFileAfter = 12 * 60 * 60 * 1000

/**
 * The file's part of the state of a number that it lacks. One file alone may have been cut: what can't be undone waits for a second one in a row,
 * with other content or written much later.
 */
export function missingFile({ lacked }: LinkFact, { missing, file }: StockFacts): FileState {
  if (missing !== 'delete') return missing === 'keep' ? 'lacks-keep' : 'lacks-out'
  const isSecond =
    !!lacked &&
    (lacked.sha256 !== file.sha256 || Date.parse(file.asOf) - Date.parse(lacked.at) >= secondFileAfter)
  return isSecond ? 'lacks' : 'lacks-first'
}

export function missingLink(link: LinkFact, { held }: KnownStock, facts: StockFacts): LinkState {
  const row = held.get(link.key)
  if (row) return row.why
  if (link.gone) return 'gone'
  if (facts.missing === 'not-in-stock' && link.out && isSurelyOut(link, facts)) return `out-by-${link.out}`
  return link.byLikeness ? 'by-likeness' : 'live'
}

export function missingLive({ key, priced }: LinkFact, { fields }: StockFacts): LiveState {
  if (fields.get(key)?.in_stock?.pinned) return 'stock-pinned'
  return priced ? 'there' : 'price-unknown'
}

/** An advert that is out by the file, though the file gave no 0 last, is one of which an answer was lost: it is put out again. */
const isSurelyOut = ({ key, out }: LinkFact, { fields }: StockFacts): boolean =>
  out === 'person' || fields.get(key)?.in_stock?.given === 0
