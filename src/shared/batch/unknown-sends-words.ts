import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '../time/time-words.ts'
import type { UnknownSends } from './unknown-sends.ts'

/** Words for a create that may be one of the sends of which nothing is known, and what to do. */
export const unknownSendsWords = ({ at, sends }: UnknownSends): string =>
  sends === null
    ? m.batch_sends_unknown({ time: localTime(at) })
    : m.batch_sends_unknown_counted({ count: sends, time: localTime(at) })
