import type { JournalPart, JournalState, JournalStatus } from '#shared/batch/journal-state.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** The journal's state in plain words, a line each. */
export function journalWords(status: JournalStatus): string[] {
  const { batches, rows, inDoubt, unreadable, setAside, path } = status
  return [
    states[status.state]({ path }),
    m.journal_content({ batches, rows, inDoubt }),
    ...(unreadable === null ? [m.journal_unreadable_unknown()] : []),
    ...(unreadable ? [m.journal_unreadable({ count: unreadable })] : []),
    ...status.lostParts.map((part) => lostWords[part]()),
    ...(status.lost > 0 ? [m.cli_journal_behind({ count: status.lost })] : []),
    ...(setAside === null ? [] : [m.journal_set_aside({ file: setAside })]),
  ]
}

export const lostWords: Readonly<Record<JournalPart, () => string>> = {
  batches: m.journal_lost_batches,
  attempts: m.journal_lost_attempts,
  kept: m.journal_lost_kept,
  holds: m.journal_lost_holds,
  looks: m.journal_lost_looks,
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
