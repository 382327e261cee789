import { AlikeKeys, type IsApart } from './alike-keys.ts'
import type { Car } from './decisions.ts'
import { keyedVehicle, type KnownStock } from './known-stock.ts'
import type { LinkFact } from './stock-facts.ts'
import { isOtherVehicle } from './vehicle-marks.ts'

/**
 * The keys that a new one may be another number or another spelling of: missing ones, held ones that the file lacks, and those
 * whose row is about another vehicle than their advert is, as if all numbers had moved on by one.
 * @param isAsked a person is asked whether a car left and another of its trim came
 */
export function otherKeys(
  cars: readonly Car[],
  known: KnownStock,
  isAsked: boolean,
  isApart: IsApart,
): AlikeKeys {
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
