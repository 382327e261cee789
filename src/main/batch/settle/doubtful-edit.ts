import type { LiveAdvert } from '../sending/advert-port.ts'
import { liveValues, sameValue, visibleFields } from '../sending/live-values.ts'
import type { Values } from '../../writes/values.ts'

/** What a live advert says about an edit in doubt. */
export type EditVerdict = 'done' | 'again' | 'conflict'

const hiddenFields = ['in_stock', 'test_drive']

/**
 * `done` if the live values prove the edit; `again` if they are still the old ones, or if no visible value was to change:
 * sending an edit twice does no harm. `conflict` if another change was made meanwhile.
 */
export function judgeEdit(payload: Values, before: Values, live: LiveAdvert): EditVerdict {
  const shown = liveValues(live)
  const written = visibleFields.filter((field) => payload[field] !== undefined && shown[field] !== undefined)
  const shows = (values: Values) => written.every((field) => sameValue(field, shown[field], values[field]))
  if (shows(payload)) {
    const moved = written.some(
      (field) => before[field] !== undefined && !sameValue(field, before[field], payload[field]),
    )
    const hides = hiddenFields.some((field) => payload[field] !== undefined)
    return moved || !hides ? 'done' : 'again'
  }
  const known = written.filter((field) => before[field] !== undefined)
  return known.every((field) => sameValue(field, shown[field], before[field])) ? 'again' : 'conflict'
}
