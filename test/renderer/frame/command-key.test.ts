import { expect, onTestFinished, test, vi } from 'vitest'
import { commandKeys, keysOf } from '#shared/settings/command-keys.ts'
import { asksForHelp, commandOf } from '../../../src/renderer/frame/command-key.ts'
import { isApple } from '../../../src/renderer/ui/shown-keys.ts'

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const control = { ...none, ctrlKey: !isApple(), metaKey: isApple() }

test('each shortcut that the menu shows is one that the page acts on', () => {
  for (const [command, shown] of Object.entries(commandKeys)) {
    const key = shown.split('+').at(-1) ?? ''
    const pressed = {
      ...(shown.startsWith('Ctrl+') ? control : none),
      shiftKey: shown.startsWith('Shift+'),
      altKey: shown.startsWith('Alt+'),
      key: shown.startsWith('Alt+') ? `Arrow${key}` : key.toLowerCase().replace(/^f/, 'F'),
    }
    expect(commandOf(pressed), shown).toBe(command)
  }
})

test.each([
  ['а', 'KeyF', 'find'],
  ['ш', 'KeyI', 'import'],
  ['у', 'KeyE', 'export'],
  ['л', 'KeyK', 'palette'],
  ['я', 'KeyZ', 'undo-edit'],
  ['б', 'Comma', 'settings'],
])('a layout with other letters has %s (%s) for the same command', (key, code, command) => {
  expect(commandOf({ ...control, key, code })).toBe(command)
})

test('macOS goes back and forward by its brackets, in every layout, and leaves Alt with an arrow to texts', () => {
  vi.stubGlobal('navigator', { platform: 'MacIntel' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const command = { ...none, metaKey: true }
  expect(commandOf({ ...command, key: '[', code: 'BracketLeft' })).toBe('back')
  expect(commandOf({ ...command, key: 'ї', code: 'BracketRight' })).toBe('forward')
  expect(commandOf({ ...none, altKey: true, key: 'ArrowLeft' })).toBeUndefined()
  expect(keysOf('back', true)).toBe('Ctrl+[')
})

test.each([
  ['a letter alone', { ...none, key: 'f' }],
  ['AltGr', { ...control, altKey: true, key: 'f' }],
  ['Shift too', { ...control, shiftKey: true, key: 'F' }],
  ['the other control key', { ...control, ctrlKey: true, metaKey: true, key: 'f' }],
  ['Ctrl+F5', { ...control, key: 'F5' }],
  ['another character on the comma', { ...control, key: ';', code: 'Comma' }],
])('%s is no shortcut', (_what, pressed) => {
  expect(commandOf(pressed)).toBeUndefined()
})

test('a question mark asks for help in every layout, and with a control key it is something else', () => {
  expect(asksForHelp({ ...none, key: '?', code: 'Slash', shiftKey: true })).toBe(true)
  expect(asksForHelp({ ...none, key: '?', code: 'Digit7', shiftKey: true })).toBe(true)
  expect(asksForHelp({ ...none, key: '?', altKey: true })).toBe(false)
  expect(asksForHelp({ ...control, key: '?' })).toBe(false)
  expect(asksForHelp({ ...none, key: '/' })).toBe(false)
})
