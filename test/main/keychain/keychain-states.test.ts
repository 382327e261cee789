import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { AccountKeys } from '../../../src/main/accounts/account-keys.ts'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { forkChild } from '../../../src/main/system/fork-child.ts'
import { startPrivateKeyring, type PrivateKeyring } from './private-keyring.ts'
import { scriptPath } from '../../scripts.ts'
import { runHere } from '../cli/run-here.ts'

const entry = scriptPath('keychain-child')
const key = 'a'.repeat(40)
let folder: string
let keyring: PrivateKeyring
let bus: { readonly env: NodeJS.ProcessEnv; readonly stop: () => void }

/** A session's bus on which nothing is a keychain, and which starts none. */
async function startBareBus() {
  const config = join(folder, 'bus.conf')
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${folder}</listen><auth>EXTERNAL</auth><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  )
  const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(daemon.stdout, 'data')) as [Buffer]
  return { env: { DBUS_SESSION_BUS_ADDRESS: address.toString().trim() }, stop: () => void daemon.kill() }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-states-'))
  keyring = await startPrivateKeyring()
  bus = await startBareBus()
})
afterAll(async () => {
  bus.stop()
  await keyring.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { DISPLAY: _x, DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _dir, ...bare } = process.env

/** What the window says of an account whose key is asked for in a session as `env` says. */
async function saidOf(env: NodeJS.ProcessEnv, timeoutMs = 10_000): Promise<string> {
  const keychain = new Keychain({ spawn: () => forkChild(entry, { ...bare, ...env }), timeoutMs })
  onTestFinished(() => keychain.close())
  return saidBy(keychain)
}

async function saidBy(keychain: Keychain): Promise<string> {
  const keys = new AccountKeys({ keychain, onKey: () => undefined })
  const asked: unknown = await keys.key('salon').catch((error: unknown) => error)
  return asked instanceof Fault ? failureWords(asked).words : String(asked)
}

/** `key …` of the command line for that account, in a language. */
async function run(language: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const account = { id: 'salon', name: 'Salon', kind: 'service', readAuth: 'query' }
  const accounts = [{ ...account, baseUrl: 'https://x.example', userId: 5 }]
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ accounts, activeAccountId: 'salon' }))
  const command = { ...env, FORECOURT_DATA_DIR: folder, LC_ALL: language }
  const { code, err } = await runHere(command, key, 'key', ...words)
  return { code, err }
}

test('each state of the keychain has its own words, also when a key is only read', async () => {
  expect(await saidOf({})).toContain('no session bus')
  expect(await saidOf({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).toContain('no session bus')
  expect(await saidOf(bus.env)).toContain('nothing answers as its Secret Service')
  expect(await saidOf(keyring.env)).toBe('The account has no API key.')

  const keychain = new Keychain({ spawn: () => forkChild(entry, keyring.env) })
  onTestFinished(() => keychain.close())
  await keychain.set('salon', key)
  expect(await saidOf(keyring.env)).toBe(key)

  // What other programs make of it: the end of a line, a byte order mark, nothing, another text. Of UTF-16 keytar reads what is
  // before the first zero: a letter, or nothing, after what it makes of the mark.
  for (const text of [`${key}\r\n`, `\uFEFF${key}`, ` ${key}\t`]) {
    await keychain.set('salon', text)
    expect(await saidBy(keychain)).toBe(key)
  }
  for (const [text, words] of [
    ['\n', 'item for this account is empty, or not text'],
    ['\uFFFD\uFFFD', 'item for this account is empty, or not text'],
    ['a', 'is no API key'],
    ['\uFFFD\uFFFDa', 'is no API key'],
  ] as const) {
    await keychain.set('salon', text)
    expect(await saidBy(keychain)).toContain(words)
  }
  expect(await run('en_US.UTF-8', ['status'], keyring.env)).toEqual({
    code: 2,
    err: expect.stringContaining('is no API key') as string,
  })
  expect(await run('en_US.UTF-8', ['forget'], keyring.env)).toEqual({ code: 0, err: '' })
  expect(await run('en_US.UTF-8', ['status'], keyring.env)).toEqual({ code: 0, err: '' })
  await keychain.set('salon', key)
  await keychain.set('url:x.example', 'no login')
  expect(
    await run('en_US.UTF-8', ['status', '--for-url', 'https://x.example/stock.csv'], keyring.env),
  ).toEqual({
    code: 2,
    err: expect.stringContaining('The keychain’s item is no login') as string,
  })

  keyring.freeze()
  expect(await saidOf(keyring.env, 1_000)).toContain('doesn’t answer: it may be locked')
  keyring.thaw()
  await keyring.lock()
  expect(await saidOf(keyring.env)).toBe('The system’s keychain is locked.')
}, 180_000)

test('a key that the environment gives is told of without a keychain, also for an account that only it names', async () => {
  const only = { FORECOURT_BASE_URL: 'https://other.example', FORECOURT_USER_ID: '7' }
  for (const env of [{}, only])
    expect(await run('en_US.UTF-8', ['status'], { ...env, FORECOURT_API_KEY: key })).toEqual({
      code: 0,
      err: '',
    })
}, 60_000)

test('the command line tells why, and what to do about it, in both languages', async () => {
  expect(await run('en_US.UTF-8', ['status'])).toEqual({
    code: 2,
    err: 'The keychain can’t be reached from here: there is no session bus, as under cron or over ssh. Run the command by a timer of your systemd session (systemctl --user), or give the key in FORECOURT_API_KEY.\n',
  })
  expect((await run('uk_UA.UTF-8', ['set'])).err).toContain('немає сеансової шини, як-от у cron')
  const login = await run('en_US.UTF-8', ['status', '--for-url', 'https://x.example/stock.csv'])
  expect(login).toEqual({ code: 2, err: expect.stringContaining('there is no session bus') as string })
}, 180_000)
