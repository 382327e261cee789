import { statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeDataFolder } from '../../../src/main/shell/data-folder.ts'
import { defaultDataDir } from '../../../src/main/system/data-dir.ts'
import { folderOfTest } from '../../folders.ts'

function place(): string {
  const folder = folderOfTest()
  return folder
}

/** Electron's folder of the app's data, and what it was changed to. */
function appOf(own: string) {
  const set: string[][] = []
  const app = {
    getPath: () => own,
    setPath: (...args: string[]) => void set.push(args),
    commandLine: { hasSwitch: (name: string) => name === 'user-data-dir' },
  }
  return { app, set }
}

const placesIn = (folder: string): string[][] => [
  ['userData', folder],
  ['sessionData', join(folder, 'chromium')],
]

test('the folder that an administrator decided is taken before the one of the environment', () => {
  const decided = place()
  const { app, set } = appOf('/own')
  expect(takeDataFolder(app, { FORECOURT_DATA_DIR: place() }, 'linux', decided)).toBe(decided)
  expect(set).toEqual(placesIn(decided))
})

test('the folder that the environment names is made for its owner only and is the app’s own', () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const folder = join(place(), 'a', 'b')
  const { app, set } = appOf('/own')
  expect(takeDataFolder(app, { FORECOURT_DATA_DIR: folder })).toBe(folder)
  expect(set).toEqual(placesIn(folder))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('without one it is the one that Electron was told, and one that can’t be made changes nothing yet', () => {
  const own = place()
  const file = join(own, 'file')
  const { app, set } = appOf(own)
  writeFileSync(file, '')
  expect(takeDataFolder(app, {}, 'linux')).toBe(own)
  expect(takeDataFolder(app, { FORECOURT_DATA_DIR: join(file, 'x') })).toBe(join(file, 'x'))
  expect(set).toEqual(placesIn(own))
})

test('on Windows it is the command line’s, which does not roam', () => {
  const local = place()
  const { app, set } = appOf('/roaming')
  const folder = join(local, 'Forecourt')
  expect(takeDataFolder(app, { LOCALAPPDATA: local, APPDATA: place() }, 'win32')).toBe(folder)
  expect(set).toEqual(placesIn(folder))
})

test.each([
  [{ XDG_CONFIG_HOME: '/config' }, '/config/Forecourt'],
  [{ XDG_CONFIG_HOME: '', HOME: '/home/me' }, '/home/me/.config/Forecourt'],
  [{ XDG_CONFIG_HOME: 'config', HOME: '/home/me' }, '/home/me/.config/Forecourt'],
  [{ HOME: '' }, join(userInfo().homedir, '.config/Forecourt')],
  [{ HOME: 'home' }, join(userInfo().homedir, '.config/Forecourt')],
])('with %j the folder of the window and of the command line is %s', (env, folder) => {
  expect(defaultDataDir(env, 'linux')).toBe(folder)
})
