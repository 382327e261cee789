import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeDataFolder } from '../../../src/main/shell/data-folder.ts'

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Electron's folder of the app's data, and what it was changed to. */
function appOf() {
  const set: string[][] = []
  const app = { getPath: () => '/own', setPath: (...args: string[]) => void set.push(args) }
  return { app, set }
}

test('the folder that the environment names is made for its owner only and is the app’s own', () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const [folder, { app, set }] = [join(place(), 'a', 'b'), appOf()]
  expect(takeDataFolder(app, { FORECOURT_DATA_DIR: folder })).toBe(folder)
  expect(set).toEqual([['userData', folder]])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('without one it is Electron’s, and one that can’t be made changes nothing yet', () => {
  const [file, { app, set }] = [join(place(), 'file'), appOf()]
  writeFileSync(file, '')
  expect(takeDataFolder(app, {})).toBe('/own')
  expect(takeDataFolder(app, { FORECOURT_DATA_DIR: join(file, 'x') })).toBe(join(file, 'x'))
  expect(set).toEqual([])
})
