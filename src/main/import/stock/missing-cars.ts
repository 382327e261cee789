import { type MissingCar, type Verdict, verdict } from './decisions.ts'
import type { Doubts } from './doubts.ts'
import type { KnownStock } from './known-stock.ts'
import { isSecondFile } from './second-file.ts'
import type { LinkFact, StockFacts } from './stock-facts.ts'

/** What is done about each live link of the source that the file lacks. */
export const missingCars = (known: KnownStock, facts: StockFacts, doubts: Doubts): readonly MissingCar[] =>
  known.missing.map((link) => {
    const { key, autoId } = link
    const kept = heldVerdict(link, known) ?? doubtVerdict(link, doubts) ?? keptVerdict(link, facts)
    const does = kept || facts.missing === 'keep' ? 'nothing' : facts.missing
    return { key, autoId, does, verdict: { ...(kept ?? verdict('missing')), autoId } }
  })

/**
 * Keys of the source that the file lacks; none while a row may be any car. One that is asked about is among them: should it be
 * another car's, this was the first file without it.
 */
export const lackingKeys = ({ missing, left }: KnownStock, isUnclear: boolean): string[] =>
  isUnclear ? [] : [...missing, ...left].map(({ key }) => key)

/**
 * Keys whose link ends by the file without a request: a person deleted the advert or ended the link, and now their car left, so
 * there is nothing to ask about any more.
 */
export const endingKeys = (
  { missing, left, held }: KnownStock,
  facts: StockFacts,
  doubts: Doubts,
): string[] =>
  [...missing.filter(({ gone }) => gone), ...left]
    .filter((link) => !held.has(link.key) && doubts.about(link) === null && isSecondFile(link, facts))
    .map(({ key }) => key)

function heldVerdict({ key }: LinkFact, { held }: KnownStock): Verdict | null {
  const row = held.get(key)
  return row ? verdict('waiting', row.why) : null
}

function doubtVerdict(link: LinkFact, doubts: Doubts): Verdict | null {
  const taker = doubts.takerOf(link)
  return taker === undefined ? doubts.about(link) : verdict('missing', 'taken-over', { other: taker })
}

/** Why an advert of a missing car stays as it is although nothing speaks for the car's being there. */
function keptVerdict(link: LinkFact, facts: StockFacts): Verdict | null {
  if (link.gone) return verdict('missing', 'gone')
  if (facts.missing === 'keep') return null
  if (facts.missing === 'not-in-stock' && isSurelyOut(link, facts)) return verdict('missing', 'already-out')
  if (isStockPinned(link, facts)) return verdict('missing', 'stock-pinned')
  if (link.byLikeness) return verdict('asked', 'by-likeness')
  if (facts.missing === 'not-in-stock') return link.priced ? null : verdict('missing', 'price-unknown')
  return isSecondFile(link, facts) ? null : verdict('missing', 'first-file')
}

/** An advert that is out by the file, though the file gave no 0 last, is one of which an answer was lost: it is put out again. */
const isSurelyOut = ({ key, out }: LinkFact, { fields }: StockFacts): boolean =>
  out === 'person' || (out === 'file' && fields.get(key)?.in_stock?.given === 0)

const isStockPinned = ({ key }: LinkFact, { fields }: StockFacts): boolean =>
  fields.get(key)?.in_stock?.pinned === true
