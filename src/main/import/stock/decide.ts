import { type AlikeKeys, answersOf } from './alike-keys.ts'
import { brakeOf } from './brakes.ts'
import type { Car, Decisions, MissingCar, Verdict } from './decisions.ts'
import { Doubts } from './doubts.ts'
import { FirstLinks } from './first-links.ts'
import { keyedVehicle, knownStock, type KnownStock } from './known-stock.ts'
import { missingFile, missingLink, missingLive } from './missing-states.ts'
import { otherKeys } from './other-keys.ts'
import { rowStates, type RowState } from './row-states.ts'
import type { LinkFact, StockFacts } from './stock-facts.ts'
import { type FileState, type LinkState, type LiveState, tableLine } from './stock-table.ts'
import { isOtherVehicle } from './vehicle-marks.ts'

/** All that the states of a car follow from. */
interface Context {
  readonly facts: StockFacts
  readonly known: KnownStock
  readonly firstLinks: FirstLinks
  readonly others: AlikeKeys
}

type About = Partial<Omit<Verdict, 'action' | 'reason'>>

/**
 * Decides about each car of a stock file and about each that it lacks, by `stockTable`. Nothing is read and nothing changed; the
 * order of the cars doesn't matter. Time and memory grow with the cars and links, never with their product.
 */
export function decide(cars: readonly Car[], facts: StockFacts): Decisions {
  const known = knownStock(cars, facts)
  const isApart = answersOf(facts)
  const rows = rowStates(cars)
  const created = cars.filter((car) => !rows.has(car.line) && isFree(linkOf(car, known)))
  const firstLinks = new FirstLinks(facts.unlinked, created, isApart, facts.held)
  const others = otherKeys(cars, known, facts.sameTrim === 'ask', isApart)
  const context = { facts, known, firstLinks, others }
  const verdicts = new Map(cars.map((car) => [car.line, verdictOf(car, rows.get(car.line), context)]))
  const isUnclear = cars.some((car) => isUnclearRow(car, rows.get(car.line), known))
  const doubts = new Doubts(cars, verdicts, known, isApart, isUnclear)
  const missing = known.missing.map((link) => missingCar(link, known, facts, doubts))
  return {
    verdicts,
    missing,
    brake: brakeOf(countsOf(cars, verdicts, missing, facts), facts),
    present: [...known.present],
    lacking: isUnclear ? [] : [...known.missing, ...known.left].map(({ key }) => key),
    isUnclear,
    silent: [...new Set(known.missing.flatMap(({ silentSource }) => silentSource ?? []))],
    ending: endingKeys(known, facts, doubts),
  }
}

function decided(file: FileState, link: LinkState, live: LiveState, about: About = {}): Verdict {
  const [, , , action, reason = null] = tableLine(file, link, live)
  return { action, reason, autoId: null, other: null, otherLine: null, candidates: [], ...about }
}

function verdictOf(car: Car, row: RowState | undefined, context: Context): Verdict {
  if (row) return decided(row.file, 'none', 'there', { otherLine: row.otherLine })
  const { known } = context
  const link = linkOf(car, known)
  const fact = known.links.get(car.key?.key ?? '')
  const autoId = fact?.state === 'live' || link === 'gone' || link === 'ended' ? (fact?.autoId ?? null) : null
  if (!isFree(link)) {
    const isOther = fact && isOtherVehicle(car.vehicle, fact.vehicle)
    return decided(linkedFile(car), link, isOther ? 'other-vehicle' : 'there', { autoId })
  }
  const { live, ...about } = freeLive(car, context)
  return decided(freeFile(car), link, live, { autoId, ...about })
}

function linkOf({ key, inStock }: Car, { held, links, renewed }: KnownStock): LinkState {
  const name = key?.key ?? ''
  const row = held.get(name)
  if (row) return row.why
  const link = links.get(name)
  if (!link || link.endedBy === 'file') return 'none'
  const over = link.state === 'ended' ? 'ended' : link.gone ? 'gone' : null
  if (over) return renewed.has(name) ? 'none' : over
  return link.out !== null && inStock !== 0 ? `out-by-${link.out}` : 'live'
}

const isFree = (link: LinkState): boolean => link === 'none' || link === 'gone' || link === 'ended'

const linkedFile = ({ changes, kept }: Car): FileState => (changes ? 'changes' : (kept ?? 'has'))

function freeFile({ soldOut, price, isComplete }: Car): FileState {
  if (soldOut) return 'sold-out'
  if (price === null) return 'no-price'
  return isComplete ? 'has' : 'incomplete'
}

/** Other cars that a car without an advert may be. Of one that a person wants created anew only its own adverts are asked about. */
function freeLive(car: Car, context: Context): About & { readonly live: LiveState } {
  const { known, firstLinks, others, facts } = context
  const keyed = keyedVehicle(car, known)
  const isRenewed = known.renewed.has(keyed.key)
  const alike = isRenewed ? null : others.of(keyed, facts.sameTrim !== 'new')
  if (alike) return alike
  const candidates = firstLinks.candidates(car)
  if (candidates.some(({ grade }) => grade !== 'possible')) return { live: 'likely', candidates }
  if (candidates.length > 0) return { live: 'possible', candidates }
  const mayBeMade = facts.mayBeMade === 'all' || facts.mayBeMade.has(keyed.key)
  return { live: mayBeMade && !isRenewed ? 'unseen' : 'there' }
}

/** A row that may be any missing car: it has no key, or an error and no advert, or other rows may be inside it. */
const isUnclearRow = ({ key, holdsRows }: Car, row: RowState | undefined, { links }: KnownStock): boolean =>
  !key || holdsRows || (!!row && row.file !== 'equal-row' && links.get(key.key)?.state !== 'live')

function missingCar(link: LinkFact, known: KnownStock, facts: StockFacts, doubts: Doubts): MissingCar {
  const { key, autoId } = link
  const { live, other } = doubts.about(link) ?? { live: missingLive(link, facts), other: null }
  const verdict = decided(missingFile(link, facts), missingLink(link, known, facts), live, { autoId, other })
  const isMissing = verdict.action === 'missing' && verdict.reason === null
  return { key, autoId, does: isMissing && facts.missing !== 'keep' ? facts.missing : 'nothing', verdict }
}

/**
 * Keys whose link ends by the file without a request: a person deleted the advert or ended the link, and now their car left, so
 * there is nothing to ask about any more.
 */
const endingKeys = ({ missing, left, held }: KnownStock, facts: StockFacts, doubts: Doubts): string[] =>
  [...missing.filter(({ gone }) => gone), ...left]
    .filter((link) => !held.has(link.key) && !doubts.about(link))
    .filter((link) => missingFile(link, { ...facts, missing: 'delete' }) === 'lacks')
    .map(({ key }) => key)

/** Adverts that are gone count on neither side: nothing is withdrawn with them. */
function countsOf(
  cars: readonly Car[],
  verdicts: Decisions['verdicts'],
  missing: readonly MissingCar[],
  { links }: StockFacts,
) {
  const isThere = new Set(
    links.filter(({ state, ofSource, gone }) => state === 'live' && ofSource && !gone).map(({ key }) => key),
  )
  return {
    rows: cars.length,
    links: isThere.size,
    missing: missing.filter(({ key }) => isThere.has(key)).length,
    creates: [...verdicts.values()].filter(({ action }) => action === 'create').length,
  }
}
