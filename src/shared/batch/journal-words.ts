import { m } from '#shared/i18n/generated/messages.js'
import { localTime } from '../time/time-words.ts'
import type { JournalState, JournalStatus } from './journal-state.ts'
import { unknownSendsWords } from './unknown-sends-words.ts'

/** The journal's state and what is in it, in plain words, a line each. */
export function journalWords({ state, setAside, unknownSends, lost, ...status }: JournalStatus): string[] {
  const { restoredFrom } = status
  return [
    states[state](status),
    ...(restoredFrom === null ? [] : [m.journal_restored({ time: localTime(restoredFrom) })]),
    m.journal_content(status),
    ...(unknownSends === null ? lostWords(state, lost) : [unknownSendsWords(unknownSends)]),
    ...(setAside === null ? [] : [m.journal_set_aside({ file: setAside })]),
  ]
}

/** Words about what a backup lacks; a journal that went back itself has others. */
const lostWords = (state: JournalState, lost: number | null): string[] =>
  lost === null || lost === 0 || state === 'behind' ? [] : [`${m.app_journal_behind_title({ count: lost })}.`]

const states: Readonly<Record<JournalState, (said: { path: string }) => string>> = {
  sound: m.journal_state_sound,
  checking: m.journal_state_checking,
  behind: m.journal_state_behind,
  copied: m.journal_state_copied,
  damaged: m.journal_state_damaged,
  missing: m.journal_state_missing,
  restored: m.journal_state_restored,
  new: m.journal_state_new,
}
