import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultDataDir } from '../../../src/main/system/data-dir.ts'
import { newVehicles, openCounter } from '../cli/counter.ts'

function windows() {
  const home = mkdtempSync(join(tmpdir(), 'forecourt-appdata-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') }
  const [roaming, local] = [join(env.APPDATA, 'Forecourt'), join(env.LOCALAPPDATA, 'Forecourt')]
  return { home, roaming, local, folder: (other = {}) => defaultDataDir({ ...env, ...other }, 'win32') }
}

test('on Windows the data that roamed is moved to this computer once, and its journal is no copy', async () => {
  const { roaming, local, folder } = windows()
  const counter = await openCounter(20)
  onTestFinished(() => counter.close())
  const run = (dataDir: string, ...argv: string[]) =>
    counter.runWith({ FORECOURT_DATA_DIR: dataDir }, ...argv)
  const journalStatus = async (dataDir: string): Promise<unknown> =>
    (JSON.parse((await run(dataDir, 'journal', 'status', '--json')).out) as { state: string }).state
  mkdirSync(roaming, { recursive: true })
  const sent = await run(roaming, 'import', counter.file('new.csv', newVehicles([20_000])), '--commit')
  expect(sent.code).toBe(0)
  expect(await journalStatus(roaming)).toBe('sound')
  // What is left of a start that came to nothing, such as compiled code.
  mkdirSync(join(local, 'compiled'), { recursive: true })
  const names = readdirSync(roaming)

  expect(folder()).toBe(local)
  expect(existsSync(roaming)).toBe(false)
  expect(readdirSync(local)).toEqual(names)
  expect(await journalStatus(local)).toBe('sound')
  cpSync(local, roaming, { recursive: true })
  expect(await journalStatus(roaming)).toBe('copied')
  rmSync(roaming, { recursive: true })

  mkdirSync(roaming)
  writeFileSync(join(roaming, 'settings.json'), '{"of":"an older program"}')
  expect(folder()).toBe(local)
  expect(readFileSync(join(roaming, 'settings.json'), 'utf8')).toContain('older')
})

test('a new start on Windows begins there, and data that can’t be moved is used where it is', () => {
  const fresh = windows()
  expect(fresh.folder()).toBe(fresh.local)
  const stuck = windows()
  mkdirSync(stuck.roaming, { recursive: true })
  writeFileSync(join(stuck.roaming, 'settings.json'), '{}')
  writeFileSync(join(stuck.home, 'Local'), 'no folder')
  expect(stuck.folder()).toBe(stuck.roaming)
})

test('a move that fails after what was there is put aside leaves everything where it was', () => {
  const { roaming, folder } = windows()
  // No folder can be moved into itself.
  const inside = { LOCALAPPDATA: join(roaming, 'Local') }
  mkdirSync(join(inside.LOCALAPPDATA, 'Forecourt', 'compiled'), { recursive: true })
  writeFileSync(join(roaming, 'settings.json'), '{}')
  expect(folder(inside)).toBe(roaming)
  expect(readdirSync(inside.LOCALAPPDATA)).toEqual(['Forecourt'])
  expect(readdirSync(roaming)).toEqual(['Local', 'settings.json'])
})
