import { m } from '../i18n/generated/messages.js'
import type { ClockApart } from '../settings/app-calls.ts'
import { localTime } from '../time/time-words.ts'

/** Words about a clock that can't be right, and what is kept for that. */
export const clockApartWords = ({ now, known }: ClockApart): string =>
  m.clock_apart({ now: localTime(now), known: localTime(known) })
