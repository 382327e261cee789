import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Updates, UpdatesOff } from '#shared/updates/updates-calls.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { unreadable } from '../../../src/main/policy/parse-policy.ts'
import { updateFeed } from '../../../src/main/updates/update-feed.ts'
import { updatePlace, updatesOff } from '../../../src/main/updates/update-place.ts'
import { UpdatesService } from '../../../src/main/updates/updates-service.ts'
import { newKeys, packageName, startSignedFeed, type SignedFeed } from './signed-feed.ts'
import { updaterOf } from './updater-of.ts'
import { folderOfTest } from '../../folders.ts'

const before = process.env.APPIMAGE
let feed: SignedFeed
let folder: string
let sending: boolean
let told: Updates[]
let restarts: (() => void)[]
beforeEach(async () => {
  feed = await startSignedFeed()
  folder = folderOfTest()
  process.env.APPIMAGE = join(folder, 'Forecourt.AppImage')
  writeFileSync(process.env.APPIMAGE, 'the version before')
  sending = false
  told = []
  restarts = []
})
afterEach(async () => {
  await feed.server.close()
  if (before === undefined) delete process.env.APPIMAGE
  else process.env.APPIMAGE = before
})

const serviceOf = (off: UpdatesOff | null = null, updater = updaterOf(feed.feed, folder)): UpdatesService => {
  return new UpdatesService({
    host: 'get.example',
    off,
    updater: () => Promise.resolve(updater),
    isSending: () => sending,
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal')),
    onChange: (updates) => told.push(updates),
    restart: (install) => restarts.push(install),
  })
}
const kinds = (): string[] => [...new Set(told.map(({ step }) => step.kind))]

it('goes from click to click, and does nothing by itself', async () => {
  feed.release()
  const service = serviceOf()
  await service.download()
  await service.restart()
  expect(feed.asked()).toEqual([])
  await service.check()
  expect(kinds()).toEqual(['checking', 'found'])
  expect(feed.asked()).not.toContain(packageName)
  await service.download()
  expect(kinds()).toEqual(['checking', 'found', 'downloading', 'ready'])
  // A long way is told by hundredths, not by each piece that comes.
  expect(told.filter(({ step }) => step.kind === 'downloading').length).toBeLessThan(102)
  expect(restarts).toEqual([])
  await service.restart()
  expect(restarts).toHaveLength(1)
  await service.restart()
  expect(restarts).toHaveLength(1)
})

it('a sending that begins while the download is compared keeps it from restarting', async () => {
  feed.release()
  const updater = updaterOf(feed.feed, folder)
  const service = serviceOf(null, updater)
  await service.check()
  await service.download()
  const verify = updater.verify.bind(updater)
  updater.verify = async () => {
    await verify()
    sending = true
  }
  await service.restart()
  expect(restarts).toEqual([])
  expect(service.state).toMatchObject({
    step: { kind: 'ready' },
    failure: { details: { reason: 'sending' } },
  })
})

it('a download that was changed is not installed, and is looked for anew', async () => {
  feed.release()
  const service = serviceOf()
  await service.check()
  await service.download()
  writeFileSync(join(folder, '.forecourt-update/forecourt-updater/pending', packageName), 'another')
  await service.restart()
  expect(restarts).toEqual([])
  expect(service.state).toMatchObject({ step: { kind: 'idle' }, failure: { details: { reason: 'damaged' } } })
  await service.check()
  await service.download()
  expect(service.state).toMatchObject({ step: { kind: 'ready' }, failure: null })
})

const managed = { policy: {}, source: null, trouble: null }
const mounted = mkdtempSync(join(tmpdir(), 'forecourt-mounted-'))
const appImage = { APPIMAGE: '/home/olena/Forecourt.AppImage', APPDIR: mounted }

it.each([
  ['an AppImage', 'linux', appImage, `${mounted}/forecourt`, null],
  ['a deb', 'linux', {}, '/opt/Forecourt/forecourt', 'package'],
  ['a deb that another AppImage started', 'linux', appImage, '/opt/Forecourt/forecourt', 'package'],
  [
    'an AppImage without its path',
    'linux',
    { ...appImage, APPIMAGE: 'x' },
    `${mounted}/forecourt`,
    'package',
  ],
  ['an MSI, or a bare folder', 'win32', {}, String.raw`C:\Program Files\Forecourt\Forecourt.exe`, 'package'],
  ['a dmg', 'darwin', {}, '/Applications/Forecourt.app/Contents/MacOS/Forecourt', 'mac'],
] as const)('%s replaces itself or says why not', (_what, platform, env, execPath, off) => {
  expect(updatesOff(managed, { platform, env, execPath })).toBe(off)
  expect(updatesOff({ ...managed, policy: { updatesOff: true } }, { platform, env, execPath })).toBe('policy')
})

it('is off while nobody can say what an administrator decided', () => {
  const running = { platform: 'linux', env: appImage, execPath: `${mounted}/forecourt` } as const
  expect(updatesOff(unreadable('/etc/forecourt/policy.json', 'JSON'), running)).toBe('policy')
})

it('keeps a download on the disk of the AppImage, so that it takes its place in one step', () => {
  expect(updatePlace({ platform: 'linux', env: appImage, execPath: `${mounted}/forecourt` })).toEqual({
    kind: 'appimage',
    folder: '/home/olena/.forecourt-update',
  })
})

it('an installed app has the feed that it was built with, and no variable names another', () => {
  const given = JSON.stringify({ address: 'https://get.example/', keys: [newKeys().text] })
  expect(updateFeed(false, { FORECOURT_UPDATES: given })).toMatchObject({
    address: 'https://get.example/',
    hosts: [],
  })
  expect(updateFeed(true, { FORECOURT_UPDATES: given })).toBeNull()
  expect(updateFeed(false, {})).toBeNull()
})
