import { expect, test } from 'vitest'
import { hardenApp } from '../../../src/main/shell/hardening.ts'

/** An app that was started with these switches, as Electron has them. */
function startedWith(names: readonly string[], isPackaged = true) {
  const switches = new Set(names)
  const app = {
    isPackaged,
    // Electron takes the switch back with it.
    enableSandbox: () => void switches.delete('no-sandbox'),
    commandLine: {
      hasSwitch: (name: string) => switches.has(name),
      removeSwitch: (name: string) => void switches.delete(name),
    },
  }
  return { app, switches }
}

const person = { platform: 'linux', env: {}, getuid: (): number => 1_000 } as const

test.each([
  [
    'an AppImage where it can have none',
    { ...person, env: { APPIMAGE: '/home/anna/Forecourt.AppImage' } },
    false,
  ],
  ['root', { ...person, getuid: (): number => 0 }, false],
  ['anybody else', person, true],
  ['Windows', { platform: 'win32', env: { APPIMAGE: 'x' } }, true],
] as const)('no sandbox is what %s may ask for', (_who, started, hasSandbox) => {
  const { app, switches } = startedWith(['no-sandbox'])
  expect(hardenApp(app, started)).toEqual({ disobeyed: [], hasSandbox })
  expect(switches.has('no-sandbox')).toBe(!hasSandbox)
})
