import type { BrakeCode } from '#shared/stock/stock-actions.ts'
import type { StockBrake } from '#shared/stock/stock-check.ts'
import { AlikeKeys, answersOf, type IsApart, isOtherVehicle } from './alike-keys.ts'
import type { Car, Decisions, MissingCar, Verdict } from './decisions.ts'
import { Doubts } from './doubts.ts'
import { FirstLinks } from './first-links.ts'
import { keyedVehicle, knownStock, type KnownStock } from './known-stock.ts'
import type { LinkFact, StockFacts } from './stock-facts.ts'
import { type FileState, type LinkState, type LiveState, tableLine } from './stock-table.ts'

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
  return { action, reason, other: null, autoId: null, otherLine: null, candidates: [], ...about }
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

/**
 * Other cars that a car without an advert may be. For one that a person wants created again, only its own adverts are
 * asked about.
 */
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
 * Keys whose link ends by the file without a request: a person deleted the advert or ended the link, and now their car
 * left. There is nothing to ask about any more.
 */
const endingKeys = ({ missing, left, held }: KnownStock, facts: StockFacts, doubts: Doubts): string[] =>
  [...missing.filter(({ gone }) => gone), ...left]
    .filter((link) => !held.has(link.key) && !doubts.about(link))
    .filter((link) => missingFile(link, { ...facts, missing: 'delete' }) === 'lacks')
    .map(({ key }) => key)

/**
 * Counts of a file and of the live links of its source. Adverts that are gone count on neither side: nothing is
 * withdrawn with them.
 */
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

/** A program that writes the same stock once more does so much later; a file that was cut and lies there is no second one. */
const secondFileAfter = 12 * 60 * 60 * 1000

/**
 * The file's part of the state of a number that it lacks. One file alone may have been cut. What can't be undone waits
 * for a second one in a row, with other content or much later.
 */
function missingFile({ lacked }: LinkFact, { missing, file }: StockFacts): FileState {
  if (missing !== 'delete') return missing === 'keep' ? 'lacks-keep' : 'lacks-out'
  const isSecond =
    !!lacked &&
    (lacked.sha256 !== file.sha256 || Date.parse(file.asOf) - Date.parse(lacked.at) >= secondFileAfter)
  return isSecond ? 'lacks' : 'lacks-first'
}

function missingLink(link: LinkFact, { held }: KnownStock, facts: StockFacts): LinkState {
  const row = held.get(link.key)
  if (row) return row.why
  if (link.gone) return 'gone'
  if (facts.missing === 'not-in-stock' && link.out && isSurelyOut(link, facts)) return `out-by-${link.out}`
  return link.byLikeness ? 'by-likeness' : 'live'
}

function missingLive({ key, priced }: LinkFact, { fields }: StockFacts): LiveState {
  if (fields.get(key)?.in_stock?.pinned) return 'stock-pinned'
  return priced ? 'there' : 'price-unknown'
}

/** If an advert is out by the file, though the file gave no 0 last, an answer about it was lost: it is put out again. */
const isSurelyOut = ({ key, out }: LinkFact, { fields }: StockFacts): boolean =>
  out === 'person' || fields.get(key)?.in_stock?.given === 0

/**
 * Keys of which a new one may be another number or spelling: missing ones, held ones that the file lacks, and those
 * whose row names another vehicle than their advert. The last happens if all numbers moved on by one.
 * @param isAsked a person is asked whether a car left and another of its trim came
 */
function otherKeys(cars: readonly Car[], known: KnownStock, isAsked: boolean, isApart: IsApart): AlikeKeys {
  const others = new AlikeKeys(isApart)
  for (const link of known.links.values()) if (!known.present.has(link.key)) addAbsent(others, link, isAsked)
  for (const held of known.held.values()) {
    if (known.present.has(held.key)) continue
    others.addSpelling(held)
    if (held.vehicle) others.addVehicle(held)
  }
  for (const keyed of known.elsewhere) others.addSpelling(keyed)
  for (const car of cars) if (car.key) addPresent(others, car, known)
  return others
}

/**
 * A car that a person deleted must not come back under another number, unless all that comes is known to be another
 * car.
 */
function addAbsent(others: AlikeKeys, link: LinkFact, isAsked: boolean): void {
  const { state, endedBy, gone, ofSource, isElsewhere, silentSource } = link
  if (state === 'ended' && endedBy === 'file') return
  others.addSpelling(link)
  const isOver = state === 'ended' || gone
  const isAbsent = ofSource || (!isElsewhere && silentSource === null)
  if (isAbsent && (isAsked || !isOver)) others.addVehicle(link)
}

function addPresent(others: AlikeKeys, car: Car, known: KnownStock): void {
  const keyed = keyedVehicle(car, known)
  others.addSpellingOfModel(keyed)
  const link = known.links.get(keyed.key)
  if (link?.state === 'live' && isOtherVehicle(car.vehicle, link.vehicle)) others.addVehicle(link)
}

/** So many missing cars are never too many, and so many percent of all are. */
const fewMissing = 2
const mostPercent = 20

/**
 * Why nothing of the file is taken; null if it looks whole. A brake is lifted by the number that it gave and no other:
 * a lifting option stays in a timetable's line, and must not lift the next.
 */
function brakeOf(counts: ReturnType<typeof countsOf>, facts: StockFacts): StockBrake | null {
  const { rows, links, missing, creates } = counts
  const { maxMissing, maxNew, seesOwn } = facts
  const expected = expectedRows(rows, links, facts)
  if (expected !== null) return brake('fewer-rows', rows, expected)
  const most = maxMissing ?? Math.max(fewMissing, Math.floor((links * mostPercent) / 100))
  if (missing > most) return brake('many-missing', missing, links)
  // They can't be compared with own adverts: those made by hand, or by another program, would get a second one.
  return seesOwn || creates <= (maxNew ?? 0) ? null : brake('new-unseen', creates, links)
}

/** The rows that a file should have which looks cut, as well as that is known; null if it looks whole. */
function expectedRows(rows: number, links: number, facts: StockFacts): number | null {
  const { file, expectedRows: confirmed, largestOfWeek } = facts
  const usual = largestOfWeek || links
  if (confirmed !== null) return rows === confirmed ? null : confirmed
  if (rows === 0) return usual
  if (file.statedRows !== null) return file.statedRows
  if (file.isCut) return Math.max(usual, rows + 1)
  return rows * 2 < largestOfWeek ? usual : null
}

const brake = (code: BrakeCode, count: number, of: number): StockBrake => ({
  code,
  count,
  of,
  percent: of === 0 ? 0 : Math.round((count / of) * 100),
})

/** A row that says nothing of its own, and the line of another one with its key. */
interface RowState {
  readonly file: FileState
  readonly otherLine: number | null
}

/**
 * The rows that say nothing of their own, by line: without a key, with an error, or with the key of another row. Equal
 * rows are one, reported at the others; of different ones the right one is unknown.
 */
function rowStates(cars: readonly Car[]): Map<number, RowState> {
  const byKey = Map.groupBy(cars, ({ key }) => key?.key ?? null)
  return new Map(
    [...byKey.values()].flatMap((found) => {
      const rows = found.toSorted((one, other) => one.line - other.line)
      const agree = rows.every(({ content }) => content === rows[0]?.content)
      const taken = takenOf(rows)
      return rows.flatMap((car) => {
        const state = stateOf(car, agree ? taken : rows.find(({ line }) => line !== car.line), agree)
        return state ? [[car.line, state] as const] : []
      })
    }),
  )
}

/** The row that stands for all of its key: of those with numbers of cars one that says the same as their sum. */
function takenOf(rows: readonly Car[]): Car | undefined {
  const amounts = rows.flatMap(({ amount }) => amount ?? [])
  const isThere = amounts.reduce((sum, amount) => sum + amount, 0) >= 1
  return rows.find(({ amount }) => amount !== null && amount >= 1 === isThere) ?? rows[0]
}

/** @param other the row that is taken in its place; if the rows of its key differ, the first of the others */
function stateOf({ trouble, line, isValid }: Car, other: Car | undefined, agree: boolean): RowState | null {
  if (trouble) return { file: trouble.reason, otherLine: null }
  if (!agree) return { file: 'doubled-key', otherLine: other?.line ?? null }
  if (other && other.line !== line) return { file: 'equal-row', otherLine: other.line }
  return isValid ? null : { file: 'invalid', otherLine: null }
}
