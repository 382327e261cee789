import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { commands, type Command, keyCommands } from '#shared/settings/command-keys.ts'
import { menuTemplate } from '../../../src/main/shell/menu.ts'

type Click = (...args: unknown[]) => void

const allItems = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? allItems(item.submenu) : [])])

test('each command has one item, which sends it and shows the shortcut of its own that it may have', () => {
  const sent: Command[] = []
  const items = allItems(
    menuTemplate((command) => sent.push(command), { platform: 'linux', packaged: true, updates: true }),
  ).filter((item) => item.click)
  for (const item of items) (item.click as Click)()
  expect([...sent].sort()).toEqual([...commands].sort())
  const keyed = items.filter(({ accelerator }) => accelerator !== undefined)
  expect(new Set(keyed.map(({ accelerator }) => accelerator)).size).toBe(keyCommands.length)
  // The page acts on the keys; the menu would act on them a second time, and late.
  expect(keyed.map((item) => item.registerAccelerator)).toEqual(keyCommands.map(() => false))
  expect(Object.fromEntries(items.map((item) => [item.id, item.accelerator]))).toMatchObject({
    refresh: 'F5',
    import: 'CmdOrCtrl+I',
    export: 'CmdOrCtrl+E',
    print: 'CmdOrCtrl+P',
    'undo-edit': 'CmdOrCtrl+Z',
    settings: 'CmdOrCtrl+,',
  })
})

test('the page is enlarged by = and the numeric keypad, too', () => {
  const menu = menuTemplate(() => undefined, { platform: 'win32', packaged: true, updates: false })
  const zooms = allItems(menu).filter(({ role }) => role && /zoom/i.test(role))
  expect(zooms.map(({ role, accelerator, visible = true }) => [role, accelerator, visible])).toEqual([
    ['resetZoom', undefined, true],
    ['zoomIn', undefined, true],
    ['zoomIn', 'CommandOrControl+=', false],
    ['zoomIn', 'CommandOrControl+numadd', false],
    ['zoomOut', 'CommandOrControl+numsub', false],
    ['resetZoom', 'CommandOrControl+num0', false],
    ['zoomOut', undefined, true],
  ])
})

test.each([
  ['linux', true, ['settings', 'quit'], []],
  ['darwin', true, [], []],
  ['win32', false, ['settings', 'quit'], ['toggleDevTools']],
] as const)(
  'on %s (installed: %s) each item is where it is looked for',
  (platform, packaged, inFile, tools) => {
    const menu = menuTemplate(() => undefined, { platform, packaged, updates: false })
    const apple = platform === 'darwin'
    const named = (at: number): (string | undefined)[] =>
      allItems([menu[at] ?? {}]).map(({ id, role }) => id ?? role)
    expect(menu[0]?.label).toBe(apple ? 'Forecourt' : 'File')
    expect(named(apple ? 1 : 0).filter((name) => name === 'settings' || name === 'quit')).toEqual(inFile)
    if (apple) expect(named(0)).toEqual(expect.arrayContaining(['about', 'settings', 'hide', 'quit']))
    expect(allItems(menu).flatMap(({ role }) => (role === 'toggleDevTools' ? [role] : []))).toEqual(tools)
    // The system's own words are in its language and not in the app's.
    expect(allItems(menu).filter(({ role, label }) => role && !label)).toEqual([])
  },
)

test('new versions are looked for only by a build that has their address', () => {
  const ids = (updates: boolean): unknown[] =>
    allItems(menuTemplate(() => undefined, { platform: 'linux', packaged: true, updates })).map(
      ({ id }) => id,
    )
  expect(ids(true)).toContain('check-updates')
  expect(ids(false)).not.toContain('check-updates')
})
