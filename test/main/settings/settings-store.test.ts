import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Clock } from '../../../src/main/system/clock.ts'
import { emptySettingsFile } from '../../../src/main/settings/settings-file.ts'
import { SettingsStore, type SetAside } from '../../../src/main/settings/settings-store.ts'
import { writeFileAtomically } from '../../../src/main/storage/atomic-file.ts'
import { folderOfTest } from '../../folders.ts'

const clock: Clock = { now: () => Date.UTC(2026, 10, 21, 9, 30), sleep: () => Promise.resolve() }

let root: string
let dataDir: string
let path: string

beforeEach(() => {
  root = folderOfTest()
  dataDir = join(root, 'data')
  path = join(dataDir, 'settings.json')
})

const rights = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)
const written = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
const place = async (text: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, text)
}
const dealer = {
  id: 'a1',
  name: 'Dealer',
  kind: 'service',
  baseUrl: 'https://x.test',
  userId: 7,
  readAuth: 'query',
}

test('begins with the defaults, in a file that a later start would miss', async () => {
  const store = new SettingsStore(dataDir, clock)
  expect(store.read()).toEqual(emptySettingsFile)
  expect(await readdir(dataDir)).toEqual(['settings.json'])
  expect(store.setAside).toBeNull()
})

test('is for its owner only, also where the file was open to all before', async () => {
  const store = new SettingsStore(dataDir, clock)
  store.change((file) => ({ ...file, activeAccountId: 'a1' }))
  expect([await rights(dataDir), await rights(path)]).toEqual(['700', '600'])
  await chmod(path, 0o644)
  store.change((file) => ({ ...file, activeAccountId: 'a2' }))
  expect(await rights(path)).toBe('600')
})

test('leaves only the finished file behind', async () => {
  const store = new SettingsStore(dataDir, clock)
  store.change((file) => ({ ...file, activeAccountId: 'a1' }))
  expect(await readdir(dataDir)).toEqual(['settings.json'])
  expect(new SettingsStore(dataDir, clock).read().activeAccountId).toBe('a1')
})

test('keeps what another process wrote meanwhile', () => {
  const app = new SettingsStore(dataDir, clock)
  const cli = new SettingsStore(dataDir, clock)
  app.change((file) => ({ ...file, preferences: { ...file.preferences, theme: 'dark' } }))
  cli.change((file) => ({ ...file, activeAccountId: 'a1' }))
  expect(app.read()).toMatchObject({ preferences: { theme: 'dark' }, activeAccountId: 'a1' })
})

test('says what another process wrote since it was last asked', () => {
  const app = new SettingsStore(dataDir, clock)
  const cli = new SettingsStore(dataDir, clock)
  app.change((file) => ({ ...file, activeAccountId: 'a1' }))
  expect(app.read().activeAccountId).toBe('a1')
  cli.change((file) => ({ ...file, activeAccountId: 'a2' }))
  expect(app.read().activeAccountId).toBe('a2')
})

test('keeps fields that it does not know, at every depth', async () => {
  await place(
    JSON.stringify({
      future: { a: 1 },
      preferences: {
        language: 'uk',
        theme: 'dark',
        quota: { perHour: 30, perMonth: null },
        welcomed: true,
        zoom: 2,
      },
      accounts: [{ ...dealer, colour: 'red' }],
      activeAccountId: 'a1',
      window: null,
    }),
  )
  new SettingsStore(dataDir, clock).change((file) => ({ ...file, activeAccountId: 'sandbox' }))
  expect(await written()).toMatchObject({
    future: { a: 1 },
    preferences: { zoom: 2, language: 'uk' },
    accounts: [{ colour: 'red' }],
    activeAccountId: 'sandbox',
  })
})

test('reads a file without a preference', async () => {
  await place(JSON.stringify({ preferences: { language: 'uk' } }))
  const store = new SettingsStore(dataDir, clock)
  expect(store.read().preferences).toEqual({ ...emptySettingsFile.preferences, language: 'uk' })
  expect(store.setAside).toBeNull()
})

test.each(['{"accounts": [', '', 'null', '[]', '\u0000\u0001'])(
  'sets a damaged file aside: %j',
  async (text) => {
    await place(text)
    const store = new SettingsStore(dataDir, clock)
    const aside = store.setAside
    // How long buyers' data was to be kept is not known: none is deleted for that.
    const { preferences } = emptySettingsFile
    expect(store.read()).toEqual({
      ...emptySettingsFile,
      preferences: { ...preferences, buyerDataDays: null },
    })
    expect(aside).toEqual({ path: `${path}.damaged-2026-11-21T09-30-00.000Z`, parts: ['settings'] })
    expect(await readFile(aside?.path ?? '', 'utf8')).toBe(text)
    expect(await rights(aside?.path ?? '')).toBe('600')
  },
)

test('loses only the preference, the account and the address that can’t be read', async () => {
  const quota = { perHour: 30, perMonth: 1_000 }
  const preferences = { language: 'xx', theme: 'dark', quota, buyerDataDays: 365, zoom: 2 }
  const feed = { id: 'f1', accountId: 'a1', name: 'Salon', address: 'https://x.test/a.csv', hasQuery: false }
  const text = JSON.stringify({
    preferences,
    accounts: [{ ...dealer, userId: 'seven' }, dealer, null],
    activeAccountId: 'a1',
    feeds: [{ ...feed, address: 'x.test/a.csv' }, feed],
  })
  await place(text)
  const store = new SettingsStore(dataDir, clock)
  expect(store.setAside?.parts.toSorted()).toEqual([
    'accounts.0',
    'accounts.2',
    'feeds.0',
    'preferences.language',
  ])
  expect(store.read()).toEqual({
    ...emptySettingsFile,
    preferences: { ...emptySettingsFile.preferences, ...preferences, language: 'system' },
    accounts: [dealer],
    activeAccountId: 'a1',
    feeds: [feed],
  })
  expect(await readFile(store.setAside?.path ?? '', 'utf8')).toBe(text)
})

/** A store that has read a dealer's file, and what it tells of damage. */
async function runningStore() {
  const preferences = { theme: 'dark', quota: { perHour: 30, perMonth: 1_000 }, buyerDataDays: 365 }
  const whole = { preferences, accounts: [dealer], activeAccountId: 'a1' }
  await place(JSON.stringify(whole))
  const store = new SettingsStore(dataDir, clock)
  const told: SetAside[] = []
  store.onSetAside((aside) => told.push(aside))
  return { store, told, whole, before: store.read() }
}

test.each(['', '{"accounts": [', '{"accounts": 1, "preferences": 2, "activeAccountId": 3}'])(
  'damage while the app runs costs nothing of what was read before, and is told: %j',
  async (text) => {
    const { store, told, before } = await runningStore()
    await place(text)
    expect(store.read()).toEqual(before)
    expect(told).toEqual([{ path: `${path}.damaged-2026-11-21T09-30-00.000Z`, parts: told[0]?.parts }])
    expect(await readFile(told[0]?.path ?? '', 'utf8')).toBe(text)
    expect(new SettingsStore(dataDir, clock).read()).toEqual(before)
    store.change((file) => ({ ...file, window: null }))
    expect(told).toHaveLength(1)
  },
)

test('of an account and a preference that can’t be read now, what was read before holds', async () => {
  const { store, told, whole, before } = await runningStore()
  const changed = {
    ...whole,
    preferences: { ...whole.preferences, theme: 'Dark', buyerDataDays: 30 },
    accounts: [
      { ...dealer, userId: 'seven' },
      { ...dealer, id: 'a2' },
    ],
  }
  await place(JSON.stringify(changed))
  expect(store.read()).toEqual({
    ...before,
    preferences: { ...before.preferences, buyerDataDays: 30 },
    accounts: [dealer, { ...dealer, id: 'a2' }],
  })
  expect(told[0]?.parts.toSorted()).toEqual(['accounts.0', 'preferences.theme'])
})

test('a file that is gone while the app runs is written again as it was', async () => {
  const { store, told, before } = await runningStore()
  await rm(path)
  expect(store.read()).toEqual(before)
  store.change((file) => file)
  expect(new SettingsStore(dataDir, clock).read()).toEqual(before)
  expect(told).toEqual([])
})

test('an editor that has emptied the file and writes it again is no damage', async () => {
  const { store, told, whole } = await runningStore()
  await writeFile(path, '')
  // What the editor does in the pause.
  vi.spyOn(Atomics, 'wait').mockImplementationOnce(() => {
    writeFileSync(path, JSON.stringify({ ...whole, activeAccountId: 'sandbox' }))
    return 'timed-out'
  })
  expect(store.read().activeAccountId).toBe('sandbox')
  expect(told).toEqual([])
})

test('deletes no buyer’s data for a time that can’t be read', async () => {
  await place(JSON.stringify({ preferences: { buyerDataDays: '365' } }))
  expect(new SettingsStore(dataDir, clock).read().preferences.buyerDataDays).toBeNull()
  await place(JSON.stringify({ preferences: [1] }))
  expect(new SettingsStore(dataDir, clock).read().preferences.buyerDataDays).toBeNull()
})

test('goes on with the sandbox if the account that was active can’t be read', async () => {
  await place(JSON.stringify({ accounts: [{ ...dealer, userId: 'seven' }], activeAccountId: 'a1' }))
  expect(new SettingsStore(dataDir, clock).read().activeAccountId).toBe('sandbox')
})

test('reads a file that an editor of Windows saved', async () => {
  await place(`\uFEFF${JSON.stringify({ accounts: [dealer], activeAccountId: 'a1' })}`)
  const store = new SettingsStore(dataDir, clock)
  expect([store.read().accounts, store.setAside]).toEqual([[dealer], null])
})

test('a link into a folder that is not there names where it leads', async () => {
  const missing = join(root, 'gone', 'kept.json')
  await mkdir(dataDir, { recursive: true })
  await symlink(missing, path)
  expect(() => new SettingsStore(dataDir, clock)).toThrow(
    expect.objectContaining({ code: 'storage', details: { path: missing, reason: 'not-saved' } }),
  )
})

test('a file that is a link stays one, and what it leads to is written', async () => {
  await place('{}')
  const kept = join(root, 'kept.json')
  await rename(path, kept)
  await symlink(kept, path)
  new SettingsStore(dataDir, clock).change((file) => ({ ...file, activeAccountId: 'sandbox' }))
  expect((await lstat(path)).isSymbolicLink()).toBe(true)
  expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ activeAccountId: 'sandbox' })
  expect(await readdir(root)).toEqual(['data', 'kept.json'])
})

test('a link to what is not there yet leads to it, and is no second file', async () => {
  await mkdir(dataDir, { recursive: true })
  await symlink('../kept.json', path)
  new SettingsStore(dataDir, clock).change((file) => ({ ...file, activeAccountId: 'a1' }))
  expect((await lstat(path)).isSymbolicLink()).toBe(true)
  expect(JSON.parse(await readFile(join(root, 'kept.json'), 'utf8'))).toMatchObject({ activeAccountId: 'a1' })
})

const atomicFile = fileURLToPath(new URL('../../../src/main/storage/atomic-file.ts', import.meta.url))

test.runIf(process.platform === 'linux')(
  'a folder that takes no file is told by the name of the settings',
  () => {
    const place = '/proc/settings.json'
    expect(() => writeFileAtomically(place, '')).toThrow(expect.objectContaining({ path: place }))
  },
)

test.skipIf(process.getuid?.() !== 0)('what is held for a moment is replaced after it', async () => {
  // In such a folder nobody replaces a file of somebody else: to another user it is held until it is theirs.
  const folder = await mkdtemp('/tmp/forecourt-held-')
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o1777)
  const held = join(folder, 'settings.json')
  await writeFile(held, 'before')
  // At its first pause the file becomes theirs, so that no slow machine is late.
  const writing = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { chownSync } = await import('node:fs')
       const { writeFileAtomically } = await import(${JSON.stringify(atomicFile)})
       Atomics.wait = () => {
         process.seteuid(0)
         chownSync(${JSON.stringify(held)}, 12345, 12345)
         process.seteuid(12345)
       }
       process.seteuid(12345)
       writeFileAtomically(${JSON.stringify(held)}, 'after')`,
    ],
    { stdio: 'inherit' },
  )
  expect(await once(writing, 'exit')).toEqual([0, null])
  expect(await readFile(held, 'utf8')).toBe('after')
})

test('says what it could not write, and the old file stays', async () => {
  const store = new SettingsStore(dataDir, clock)
  store.change((file) => ({ ...file, activeAccountId: 'a1' }))
  const before = await readFile(path, 'utf8')
  // A folder that is away can't be written to, whoever asks: root too.
  await rename(dataDir, `${dataDir}-away`)
  expect(() => store.change((file) => ({ ...file, activeAccountId: 'a2' }))).toThrow(
    expect.objectContaining({ code: 'storage' }),
  )
  await rename(`${dataDir}-away`, dataDir)
  expect(await readFile(path, 'utf8')).toBe(before)
})

test('says that the folder is none', async () => {
  await writeFile(dataDir, 'a file')
  expect(() => new SettingsStore(dataDir, clock)).toThrow(expect.objectContaining({ code: 'storage' }))
})

test('is whole at every moment, whenever the writer is killed', async () => {
  const source = join(import.meta.dirname, '../../../src/main')
  const script = join(root, 'writer.ts')
  await writeFile(
    script,
    `import { SettingsStore } from ${JSON.stringify(join(source, 'settings/settings-store.ts'))}
    import { systemClock } from ${JSON.stringify(join(source, 'system/clock.ts'))}
    const store = new SettingsStore(${JSON.stringify(dataDir)}, systemClock)
    for (let n = 0; ; n++) {
      store.change((file) => ({ ...file, activeAccountId: String(n).repeat(20_000) }))
      if (n === 3) console.log('writing')
    }`,
  )
  for (let round = 0; round < 2; round++) {
    const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(writer.stdout, 'data')
    for (let read = 0; read < 60; read++) expect(() => JSON.parse(readSync()) as unknown).not.toThrow()
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    const store = new SettingsStore(dataDir, clock)
    expect(store.setAside).toBeNull()
    expect(store.read().activeAccountId).toMatch(/^(\d+?)\1{19999}$/)
  }
})

const readSync = (): string => readFileSync(path, 'utf8')
