import { type Car, type Verdict, verdict } from './decisions.ts'
import type { LinkFact } from './stock-facts.ts'
import { isOtherVehicle } from './vehicle-marks.ts'

/** Whether the advert of a key is gone or was taken from it: then the key may be created anew. */
export const isOver = ({ state, gone }: LinkFact): boolean => state === 'ended' || gone

/**
 * What is done about a car whose key has an advert.
 * @param isRenewed a person wants the key created anew
 */
export function linkedVerdict(car: Car, link: LinkFact, isRenewed: boolean): Verdict {
  const { autoId, vehicle } = link
  if (isOtherVehicle(car.vehicle, vehicle))
    return verdict(isRenewed ? 'delete' : 'error', 'other-vehicle', { autoId })
  return { ...editVerdict(car, link), autoId }
}

/** What a person took away comes back only with an answer; what the file ended comes back by itself. */
export function overQuestion({ state, endedBy, autoId }: LinkFact): Verdict | null {
  if (state === 'live') return verdict('asked', 'gone', { autoId })
  return endedBy === 'file' ? null : verdict('asked', 'ended-by-person', { autoId })
}

/** Only what the file put out of stock comes back by itself; a car that a person put out stays out, its other fields don't. */
function editVerdict({ changes, kept, inStock }: Car, { out }: LinkFact): Verdict {
  if (out === 'file' && inStock !== 0) return verdict('edit', 'back-in-stock')
  const reason = out === 'person' && inStock !== 0 ? 'out-by-person' : kept
  if (changes) return verdict('edit', reason)
  return reason ? verdict('kept', reason) : verdict('unchanged')
}
