import type { KeyboardEvent, Menu as ElectronMenu, MenuItemConstructorOptions } from 'electron'
import { hostWindows } from './windows.ts'
import type { Shortcut } from './wire.ts'

/** A menu item with what a click and a shortcut need. */
interface HostMenuItem extends Omit<MenuItemConstructorOptions, 'submenu'> {
  readonly commandId: number
  readonly submenu?: HostMenu
  enabled: boolean
  visible: boolean
  checked: boolean
}

type Clickable = (item: HostMenuItem, window: unknown, event: KeyboardEvent) => void

const itemTypes: ReadonlySet<string> = new Set([
  'normal',
  'separator',
  'submenu',
  'checkbox',
  'radio',
  'header',
  'palette',
])

/** Roles that Electron knows, as it compares them. */
const roles: ReadonlySet<string> = new Set([
  'about',
  'services',
  'hide',
  'hideothers',
  'unhide',
  'quit',
  'front',
  'zoom',
  'close',
  'minimize',
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteandmatchstyle',
  'delete',
  'selectall',
  'reload',
  'forcereload',
  'toggledevtools',
  'togglefullscreen',
  'resetzoom',
  'zoomin',
  'zoomout',
  'togglespellchecker',
  'showsubstitutions',
  'togglesmartquotes',
  'togglesmartdashes',
  'toggletextreplacement',
  'startspeaking',
  'stopspeaking',
  'recentdocuments',
  'clearrecentdocuments',
  'window',
  'help',
  'appmenu',
  'filemenu',
  'editmenu',
  'viewmenu',
  'windowmenu',
  'sharemenu',
])

let lastCommand = 0
let applicationMenu: HostMenu | null = null

/** The native menu: a browser has no place to show it, so its shortcuts work and it can be read by tests. */
class HostMenu {
  readonly items: HostMenuItem[]

  private constructor(items: HostMenuItem[]) {
    this.items = items
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): HostMenu {
    if (
      !template.every(
        ({ label, role, type }) => label !== undefined || role !== undefined || type === 'separator',
      )
    )
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
    for (const { role, type = 'normal' } of template) {
      if (!itemTypes.has(type)) throw new Error(`Unknown menu item type: ${type}`)
      // Electron draws an item without a word that does nothing.
      if (role !== undefined && !roles.has(role.toLowerCase())) throw new Error(`Unknown role: ${role}`)
    }
    return new HostMenu(template.map(toItem))
  }

  static setApplicationMenu(menu: HostMenu | null): void {
    applicationMenu = menu
    for (const { webContents } of hostWindows) webContents.showShortcuts()
  }

  static getApplicationMenu(): HostMenu | null {
    return applicationMenu
  }

  getMenuItemById(id: string): HostMenuItem | null {
    return allItems(this).find((item) => item.id === id) ?? null
  }
}

type Statics = Pick<typeof ElectronMenu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>
export const Menu = HostMenu as unknown as Statics

function toItem({ submenu, ...options }: MenuItemConstructorOptions): HostMenuItem {
  const nested = Array.isArray(submenu) ? HostMenu.buildFromTemplate(submenu) : undefined
  return {
    enabled: true,
    visible: true,
    checked: false,
    ...options,
    commandId: ++lastCommand,
    ...(nested && { submenu: nested }),
  }
}

const allItems = (menu: HostMenu): HostMenuItem[] =>
  menu.items.flatMap((item) => [item, ...(item.submenu ? allItems(item.submenu) : [])])

/** The shortcuts that a page has to watch for: of items that can be clicked now and don't only show theirs. */
export function shortcuts(): Shortcut[] {
  const items = applicationMenu ? allItems(applicationMenu) : []
  return items
    .filter((item) => item.accelerator && item.registerAccelerator !== false && item.click)
    .filter((item) => item.enabled && item.visible)
    .map((item) => toShortcut(item.commandId, item.accelerator ?? ''))
}

export const clickShortcut = (commandId: number, sender: Sender): void =>
  click(applicationMenu && allItems(applicationMenu).find((one) => one.commandId === commandId), sender, true)

/** As a person chooses an item in the menu that is drawn. */
export const clickItem = (id: string, sender: Sender): void =>
  click(applicationMenu?.getMenuItemById(id), sender, false)

interface Sender {
  readonly id: number
}

function click(item: HostMenuItem | null | undefined, sender: Sender, triggeredByAccelerator: boolean): void {
  const window = [...hostWindows].find(({ webContents }) => webContents.id === sender.id)
  const act = item?.click as Clickable | undefined
  if (item) act?.(item, window, { triggeredByAccelerator })
}

const codes: Readonly<Record<string, string>> = {
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  '-': 'Minus',
  '=': 'Equal',
}

/** Reads an accelerator: `CmdOrCtrl+Shift+I`, `F5`, `Ctrl+,`. */
function toShortcut(id: number, accelerator: string): Shortcut {
  const parts = accelerator.split('+')
  const key = parts.pop() ?? ''
  const has = (...names: string[]): boolean => parts.some((part) => names.includes(part.toLowerCase()))
  const mac = process.platform === 'darwin'
  return {
    id,
    ctrl: has('ctrl', 'control') || (!mac && has('cmdorctrl', 'commandorcontrol')),
    meta: has('cmd', 'command', 'super', 'meta') || (mac && has('cmdorctrl', 'commandorcontrol')),
    alt: has('alt', 'option', 'altgr'),
    shift: has('shift'),
    key: key.toLowerCase(),
    code: codes[key] ?? (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key),
  }
}
