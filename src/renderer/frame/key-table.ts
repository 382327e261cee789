import { m } from '#shared/i18n/generated/messages.js'
import { allKeysOf, helpSign, type KeyCommand, keyCommands } from '#shared/settings/command-keys.ts'
import type { Action } from '../ui/actions.svelte.ts'
import { isApple } from '../ui/shown-keys.ts'

export interface KeyLine {
  /** Keys that do the same, such as `Ctrl+Y`. */
  readonly keys: readonly string[]
  readonly label: string
}
export interface KeyGroup {
  readonly title: string
  readonly lines: readonly KeyLine[]
}

/** Words for a command on a page that gives it no name of its own. */
const commandWords: Readonly<Record<KeyCommand, () => string>> = {
  refresh: m.app_sync,
  import: m.word_import_a_file,
  export: m.keys_export,
  print: m.keys_print,
  settings: m.word_settings,
  'undo-edit': m.staged_undo,
  'redo-edit': m.staged_redo,
  find: m.keys_find,
  palette: m.app_palette,
  help: m.keys_title,
  guide: m.guide_title,
  back: m.keys_back,
  forward: m.keys_forward,
}

/**
 * Keys by where they work: the commands as the page that is open names them, then those of lists and cells.
 * @param every true to list the commands of other pages too, whose keys do nothing on this one
 */
export const keyGroups = (actions: readonly Action[], every = false): KeyGroup[] => [
  {
    title: m.word_everywhere(),
    lines: keyCommands
      .filter((command) => every || !isOfPages(command) || actions.some(({ id }) => id === command))
      .map((command) => commandLine(command, actions)),
  },
  ...pageKeys(),
]

const isOfPages = (command: KeyCommand): boolean => command === 'export' || command === 'print'

const commandLine = (command: KeyCommand, actions: readonly Action[]): KeyLine => ({
  keys: [...allKeysOf(command, isApple()), ...(command === 'help' ? [helpSign] : [])],
  label: actions.findLast(({ id }) => id === command)?.label ?? commandWords[command](),
})

const line = (label: string, ...keys: string[]): KeyLine => ({ label, keys })

const pageKeys = (): KeyGroup[] => [
  {
    title: m.keys_list(),
    lines: [
      line(m.keys_to_list(), '↓'),
      line(m.keys_move(), '↑', '↓', '←', '→'),
      line(m.keys_ends(), 'Ctrl+Home', 'Ctrl+End'),
      line(m.keys_range(), 'Shift+↑', 'Shift+→'),
      line(m.keys_row(), 'Space'),
      line(m.keys_all(), 'Ctrl+A'),
      line(m.word_copy(), 'Ctrl+C'),
      line(m.keys_paste(), 'Ctrl+V'),
      line(m.keys_open(), 'Enter'),
      line(m.word_close_the_details(), 'Esc'),
      line(m.keys_column(), 'Alt+↓'),
      line(m.keys_fold(), 'Alt+Shift+←'),
      line(m.keys_unfold(), 'Alt+Shift+→'),
    ],
  },
  {
    title: m.keys_cell(),
    lines: [
      line(m.keys_edit(), 'F2'),
      line(m.keys_take_down(), 'Enter'),
      line(m.keys_take_right(), 'Tab'),
      line(m.keys_break(), 'Alt+Enter'),
      line(m.keys_leave(), 'Esc'),
      line(m.keys_drop(), 'Delete'),
      line(m.keys_fill(), 'Ctrl+D'),
    ],
  },
  { title: m.import_title(), lines: [line(m.keys_next_step(), 'Ctrl+Enter')] },
  { title: m.staged_review(), lines: [line(m.batch_view_send(), 'Ctrl+Enter')] },
  {
    title: m.keys_today(),
    lines: [line(m.keys_later(), 'L'), line(m.keys_done(), 'D'), line(m.keys_take_back(), 'Ctrl+Z')],
  },
]
