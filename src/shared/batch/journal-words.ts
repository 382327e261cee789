import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '../time/time-words.ts'
import type { JournalPart, JournalState, JournalStatus } from './journal-state.ts'

/** The journal's state and what is left of it, in plain words, a line each. */
export function journalWords({ state, setAside, unreadable, lostParts, ...status }: JournalStatus): string[] {
  const { restoredFrom } = status
  return [
    states[state](status),
    ...(restoredFrom === null ? [] : [m.journal_restored({ time: localTime(restoredFrom) })]),
    m.journal_content(status),
    ...(unreadable === null ? [m.journal_unreadable_unknown()] : []),
    ...(unreadable ? [m.journal_unreadable({ count: unreadable })] : []),
    ...(status.lost > 0 && isReplaced[state] ? [m.journal_lost_sends({ count: status.lost })] : []),
    ...lostParts.map((part) => lostWords[part]()),
    ...(setAside === null ? [] : [m.journal_set_aside({ file: setAside })]),
  ]
}

/** States of a damaged journal, and of the one that takes its place. */
const isReplaced: Readonly<Partial<Record<JournalState, true>>> = {
  damaged: true,
  missing: true,
  salvaged: true,
  new: true,
}

const lostWords: Readonly<Record<JournalPart, () => string>> = {
  batches: m.journal_lost_batches,
  attempts: m.journal_lost_attempts,
  holds: m.journal_lost_holds,
  looks: m.journal_lost_looks,
  links: m.journal_lost_links,
  statuses: m.journal_lost_statuses,
}

const states: Readonly<Record<JournalState, (said: { path: string }) => string>> = {
  sound: m.journal_state_sound,
  checking: m.journal_state_checking,
  behind: m.journal_state_behind,
  copied: m.journal_state_copied,
  damaged: m.journal_state_damaged,
  missing: m.journal_state_missing,
  salvaged: m.journal_state_salvaged,
  new: m.journal_state_new,
}
