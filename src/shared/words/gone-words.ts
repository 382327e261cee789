import { m } from '../i18n/generated/messages.js'

const words = {
  'settings.json': m.gone_settings,
  'edits.db': m.gone_edits,
  'staged.db': m.gone_staged,
  'forms.db': m.gone_forms,
  'edits.db-wal': m.gone_edits_log,
  'staged.db-wal': m.gone_staged_log,
  'forms.db-wal': m.gone_forms_log,
  'journal.db-wal': m.gone_journal_log,
} as const
export type GoneName = keyof typeof words

/** Files that hold what only the dealer knows. */
export const goneNames = Object.keys(words) as GoneName[]

/** Words about a file that was deleted since the last start, and what went with it. */
export const goneWords = (name: GoneName): string => words[name]()
