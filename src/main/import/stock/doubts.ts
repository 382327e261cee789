import { AlikeKeys, type IsApart } from './alike-keys.ts'
import { type Car, type Verdict, verdict } from './decisions.ts'
import { keyedVehicle, type KnownStock } from './known-stock.ts'
import type { KeyedVehicle, LinkFact } from './stock-facts.ts'
import { isModelKnown } from './vehicle-marks.ts'

/** What keeps a key that the file lacks from being surely missing: a row of the file may be its car. */
export class Doubts {
  /** New keys that may be another number or spelling of missing ones. */
  readonly #alike: AlikeKeys
  /** Other cars that are asked about or wait, be it in the file of another source. */
  readonly #open: AlikeKeys
  readonly #takenBy = new Map<string, string>()
  readonly #isUnclear: boolean

  /** @param isUnclear a row may be any car */
  constructor(
    cars: readonly Car[],
    verdicts: ReadonlyMap<number, Verdict>,
    known: KnownStock,
    isApart: IsApart,
    isUnclear: boolean,
  ) {
    this.#alike = new AlikeKeys(isApart)
    this.#open = new AlikeKeys(isApart)
    this.#isUnclear = isUnclear
    // One of another source of which nothing is known is no sign that a car of this one moved there.
    for (const keyed of known.elsewhere)
      if (keyed.vehicle && isModelKnown(keyed.vehicle)) addTo(this.#open, keyed)
    for (const car of cars) {
      const found = verdicts.get(car.line)
      if (car.key && found) this.#add(car, found, known)
    }
  }

  /** Why nothing is done about a key that the file lacks; null if it is surely missing. */
  about(link: LinkFact): Verdict | null {
    if (this.#isUnclear) return verdict('missing', 'unclear-rows')
    const spelt = this.#alike.ofSpelling(link)
    if (spelt !== null) return verdict('asked', 'spelt-alike', { other: spelt })
    const alike = this.#alike.ofVehicle(link)
    if (alike !== null) return verdict('asked', 'renumbered', { other: alike })
    const open = this.#open.ofSpelling(link) ?? this.#open.ofVehicle(link)
    if (open === null) return null
    // A row of another source that has no number.
    return open === ''
      ? verdict('missing', 'unclear-rows')
      : verdict('missing', 'vehicle-open', { other: open })
  }

  /** The new key that takes a link over, or will with the next file. */
  takerOf({ key }: LinkFact): string | undefined {
    return this.#takenBy.get(key)
  }

  #add(car: Car, found: Verdict, known: KnownStock): void {
    const keyed = keyedVehicle(car, known)
    const { reason, other } = found
    const isTaking = reason === 'take-over' || reason === 'first-file'
    if (isTaking && other !== null) this.#takenBy.set(other, keyed.key)
    if (!isOpen(found, known.links.get(keyed.key))) return
    addTo(reason === 'renumbered' || reason === 'spelt-alike' ? this.#alike : this.#open, keyed)
  }
}

function addTo(keys: AlikeKeys, keyed: KeyedVehicle): void {
  keys.addVehicle(keyed)
  keys.addSpelling(keyed)
}

/** A take-over that waits is no question; a row that was left out is one only if its car has no advert. */
const isOpen = ({ action, reason }: Verdict, link: LinkFact | undefined): boolean =>
  action === 'asked' ||
  (action === 'waiting' && reason !== 'first-file') ||
  reason === 'other-vehicle' ||
  (reason === 'left-out' && link?.state !== 'live')
