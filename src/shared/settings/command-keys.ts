/** What the native menu, or its shortcut, asks the page to do. */
export const commands = [
  'refresh',
  'import',
  'export',
  'print',
  'settings',
  'undo-edit',
  'find',
  'palette',
  'help',
  'guide',
  'back',
  'forward',
] as const
export type Command = (typeof commands)[number]

/**
 * The shortcuts of what the native menu offers, Ctrl being ⌘ on macOS. The menu only shows them: the page acts on the key
 * itself, so that what is typed next goes where the command leads and not where the focus was.
 */
export const commandKeys: Readonly<Record<Command, string>> = {
  refresh: 'F5',
  import: 'Ctrl+I',
  export: 'Ctrl+E',
  print: 'Ctrl+P',
  settings: 'Ctrl+,',
  'undo-edit': 'Ctrl+Z',
  find: 'Ctrl+F',
  palette: 'Ctrl+K',
  help: 'F1',
  guide: 'Shift+F1',
  back: 'Alt+Left',
  forward: 'Alt+Right',
}

/** What macOS has instead, where Alt with an arrow goes by words in a text. */
const appleKeys: Readonly<Partial<Record<Command, string>>> = { back: 'Ctrl+[', forward: 'Ctrl+]' }

/** The shortcut of a command on this system. */
export const keysOf = (command: Command, apple: boolean): string =>
  (apple ? appleKeys[command] : undefined) ?? commandKeys[command]

/** Further keys of commands, which the menu doesn't show; redoing is left to the text fields by the menu. */
export const furtherKeys = {
  'redo-edit': ['Ctrl+Y', 'Ctrl+Shift+Z'],
  help: ['?'],
} as const satisfies Partial<Record<Command | 'redo-edit', readonly string[]>>
