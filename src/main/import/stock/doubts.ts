import { AlikeKeys, type IsApart, isModelKnown } from './alike-keys.ts'
import type { StockReason } from '#shared/stock/stock-actions.ts'
import type { Car, Verdict } from './decisions.ts'
import { keyedVehicle, type KnownStock } from './known-stock.ts'
import type { KeyedVehicle, LinkFact } from './stock-facts.ts'
import type { LiveState } from './stock-table.ts'

/** Rows that keep a key from being surely missing: a row of the file may be its car. */
export class Doubts {
  /** New keys that may be another number or spelling of missing ones. */
  readonly #alike: AlikeKeys
  /** Other cars that are asked about or wait, be it in the file of another source. */
  readonly #open: AlikeKeys
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

  /** Finds what a key that the file lacks may be; null if it is surely missing. */
  about(link: LinkFact): { readonly live: LiveState; readonly other: string | null } | null {
    if (this.#isUnclear) return { live: 'any-row', other: null }
    const alike = this.#alike.of(link)
    if (alike) return alike
    const open = this.#open.of(link)
    if (!open) return null
    // A row of another source that has no number.
    return open.other === '' ? { live: 'any-row', other: null } : { live: 'open', other: open.other }
  }

  #add(car: Car, found: Verdict, known: KnownStock): void {
    if (!isOpen(found)) return
    const isAlike = found.reason !== null && alikeReasons.has(found.reason)
    addTo(isAlike ? this.#alike : this.#open, keyedVehicle(car, known))
  }
}

const alikeReasons: ReadonlySet<StockReason> = new Set(['renumbered', 'spelt-alike', 'lost-zeros'])

function addTo(keys: AlikeKeys, keyed: KeyedVehicle): void {
  keys.addVehicle(keyed)
  keys.addSpelling(keyed)
}

const isOpen = ({ action, reason }: Verdict): boolean =>
  action === 'asked' || action === 'waiting' || reason === 'other-vehicle'
