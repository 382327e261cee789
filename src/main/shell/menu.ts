import type { MenuItemConstructorOptions } from 'electron'
import { m } from '#shared/i18n/generated/messages.js'
import { type Command, keyCommands, keysOf } from '#shared/settings/command-keys.ts'

export interface MenuPlace {
  readonly platform: NodeJS.Platform
  /** Developer tools are for developers: an installed app has none in its menu. */
  readonly packaged: boolean
  /** True if this build has an address of new versions. */
  readonly updates: boolean
}

/**
 * The native menu. What Forecourt itself does is sent to the page as a command; the rest are the system's roles.
 * Built again when the language changes: `Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(send)))`.
 */
export function menuTemplate(
  send: (command: Command) => void,
  { platform, packaged, updates }: MenuPlace,
): MenuItemConstructorOptions[] {
  const apple = platform === 'darwin'
  const item: Item = (label, command) => ({
    id: command,
    label,
    ...keyOf(command, apple),
    click: () => send(command),
  })
  return [
    ...(apple ? [{ label: m.app_name(), submenu: appItems(item) }] : []),
    { label: m.word_file(), submenu: fileItems(item, apple) },
    { label: m.menu_edit(), submenu: editItems(item) },
    { label: m.menu_view(), submenu: viewItems(item, packaged) },
    {
      label: m.menu_window(),
      submenu: [
        { role: 'minimize', label: m.menu_minimize() },
        { role: 'close', label: m.word_close() },
      ],
    },
    { label: m.word_help(), submenu: helpItems(item, apple, updates) },
  ]
}

type Item = (label: string, command: Command) => MenuItemConstructorOptions
const line: MenuItemConstructorOptions = { type: 'separator' }

function keyOf(
  command: Command,
  apple: boolean,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const keyed = keyCommands.find((one) => one === command)
  if (!keyed) return {}
  // The page acts on the key before the menu could: by way of main it would come after what is typed next.
  return { accelerator: keysOf(keyed, apple).replace('Ctrl', 'CmdOrCtrl'), registerAccelerator: false }
}

/** The first menu of macOS, which bears the app's name. */
const appItems = (item: Item): MenuItemConstructorOptions[] => [
  item(m.menu_about(), 'about'),
  line,
  item(`${m.word_settings()}…`, 'settings'),
  line,
  { role: 'hide', label: m.menu_hide() },
  { role: 'hideOthers', label: m.menu_hide_others() },
  { role: 'unhide', label: m.menu_show_all() },
  line,
  { role: 'quit', label: m.menu_quit() },
]

/** Settings and the end of the app have their place in the first menu on macOS. */
const fileItems = (item: Item, apple: boolean): MenuItemConstructorOptions[] => [
  item(m.menu_import(), 'import'),
  item(m.menu_export(), 'export'),
  item(m.menu_print(), 'print'),
  ...(apple
    ? []
    : [
        line,
        item(`${m.word_settings()}…`, 'settings'),
        line,
        { role: 'quit' as const, label: m.menu_quit() },
      ]),
]

const editItems = (item: Item): MenuItemConstructorOptions[] => [
  item(m.word_undo(), 'undo-edit'),
  item(m.menu_redo(), 'redo-edit'),
  line,
  { role: 'cut', label: m.menu_cut() },
  { role: 'copy', label: m.word_copy() },
  { role: 'paste', label: m.menu_paste() },
  { role: 'selectAll', label: m.menu_select_all() },
  line,
  item(m.word_find(), 'find'),
]

const viewItems = (item: Item, packaged: boolean): MenuItemConstructorOptions[] => [
  item(m.word_back(), 'back'),
  item(m.menu_forward(), 'forward'),
  line,
  item(m.word_refresh(), 'refresh'),
  item(m.menu_palette(), 'palette'),
  line,
  { role: 'resetZoom', label: m.menu_zoom_reset() },
  { role: 'zoomIn', label: m.menu_zoom_in() },
  // The usual keys of the others: + without Shift, and those of the numeric keypad.
  { role: 'zoomIn', label: m.menu_zoom_in(), accelerator: 'CommandOrControl+=', visible: false },
  { role: 'zoomIn', label: m.menu_zoom_in(), accelerator: 'CommandOrControl+numadd', visible: false },
  { role: 'zoomOut', label: m.menu_zoom_out(), accelerator: 'CommandOrControl+numsub', visible: false },
  { role: 'resetZoom', label: m.menu_zoom_reset(), accelerator: 'CommandOrControl+num0', visible: false },
  { role: 'zoomOut', label: m.menu_zoom_out() },
  { role: 'togglefullscreen', label: m.menu_full_screen() },
  ...(packaged ? [] : [line, { role: 'toggleDevTools' as const, label: m.menu_developer_tools() }]),
]

/** Facts of the app stand in the first menu on macOS. */
const helpItems = (item: Item, apple: boolean, updates: boolean): MenuItemConstructorOptions[] => [
  item(`${m.guide_title()}…`, 'guide'),
  item(m.menu_keys(), 'help'),
  line,
  item(m.menu_support_file(), 'support-file'),
  item(m.menu_show_log(), 'show-log'),
  ...(updates ? [line, item(m.menu_check_updates(), 'check-updates')] : []),
  ...(apple ? [] : [line, item(m.menu_about(), 'about')]),
]
