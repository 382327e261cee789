/** Requests of the native menu's shortcuts to the page. */
export const keyCommands = [
  'refresh',
  'import',
  'export',
  'print',
  'settings',
  'undo-edit',
  'redo-edit',
  'find',
  'palette',
  'help',
  'guide',
  'back',
  'forward',
] as const
export type KeyCommand = (typeof keyCommands)[number]

/** Requests of the native menu to the page, by a shortcut or without one. */
export const commands = [...keyCommands, 'about', 'support-file', 'show-log', 'check-updates'] as const
export type Command = (typeof commands)[number]

/**
 * The shortcuts of what the native menu offers, Ctrl being ⌘ on macOS. The menu only shows them. The page acts on the
 * key itself: the next typing goes where the command leads and not where the focus was.
 */
export const commandKeys: Readonly<Record<KeyCommand, string>> = {
  refresh: 'F5',
  import: 'Ctrl+I',
  export: 'Ctrl+E',
  print: 'Ctrl+P',
  settings: 'Ctrl+,',
  'undo-edit': 'Ctrl+Z',
  'redo-edit': 'Ctrl+Y',
  find: 'Ctrl+F',
  palette: 'Ctrl+K',
  help: 'F1',
  guide: 'Shift+F1',
  back: 'Alt+Left',
  forward: 'Alt+Right',
}

/** Keys of macOS instead, where Alt with an arrow goes by words in a text and Y is no redo. */
const appleKeys: Readonly<Partial<Record<KeyCommand, string>>> = {
  'redo-edit': 'Ctrl+Shift+Z',
  back: 'Ctrl+[',
  forward: 'Ctrl+]',
}

/** The shortcut of a command on this system. */
export const keysOf = (command: KeyCommand, apple: boolean): string =>
  (apple ? appleKeys[command] : undefined) ?? commandKeys[command]

/** All keys of a command: the one that the menu shows, and further ones. */
export const allKeysOf = (command: KeyCommand, apple: boolean): readonly string[] =>
  command === 'redo-edit' ? ['Ctrl+Y', 'Ctrl+Shift+Z'] : [keysOf(command, apple)]

/** The character that asks for help, with Shift or without: layouts differ in that. */
export const helpSign = '?'
