import type { LiveAdvert } from '../sending/advert-port.ts'
import { hiddenFields, visibleFields } from '../../writes/field-lists.ts'
import { isSameValue, shownValues } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

/** What a live advert says about an edit in doubt. */
export type EditVerdict = 'done' | 'again' | 'conflict'

/**
 * `done` if the live values prove the edit; `again` if they are still the old ones, or if no visible value was to change:
 * sending an edit twice does no harm. `conflict` if another change was made meanwhile.
 */
export function judgeEdit(payload: Values, before: Values, live: LiveAdvert): EditVerdict {
  const shown = shownValues(live)
  const written = visibleFields.filter((field) => payload[field] !== undefined && shown[field] !== undefined)
  const shows = (values: Values) => written.every((field) => isSameValue(field, shown[field], values[field]))
  if (shows(payload)) {
    const moved = written.some(
      (field) => before[field] !== undefined && !isSameValue(field, before[field], payload[field]),
    )
    const hides = hiddenFields.some((field) => payload[field] !== undefined)
    return moved || !hides ? 'done' : 'again'
  }
  const known = written.filter((field) => before[field] !== undefined)
  return known.every((field) => isSameValue(field, shown[field], before[field])) ? 'again' : 'conflict'
}
