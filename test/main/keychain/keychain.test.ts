import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChildPort } from '../../../src/main/system/child-port.ts'
import { forkChild } from '../../../src/main/system/fork-child.ts'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { startPrivateKeyring, type PrivateKeyring } from './private-keyring.ts'
import { eventually } from '../../eventually.ts'
import { scriptPath } from '../../scripts.ts'

const core = join(import.meta.dirname, '../../../src/main/keychain')
const entry = scriptPath('keychain-child')
const keyA = 'a'.repeat(40)
const keyB = 'B'.repeat(40)

let keyring: PrivateKeyring
let directory: string
/** Names of a process's threads: `gdbus` is the one that speaks to the keyring. */
const threadsOf = (pid = 0): string[] =>
  readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim())

const open: Keychain[] = []

interface Watched {
  readonly keychain: Keychain
  readonly children: ChildPort[]
  /** Most requests that were ever with the child at the same time. */
  crowd(): number
}

function keychainOn(env: NodeJS.ProcessEnv, timeoutMs = 10_000, childEntry = entry): Watched {
  const children: ChildPort[] = []
  let waiting = 0
  let crowd = 0
  const keychain = new Keychain({
    service: 'Forecourt test',
    timeoutMs,
    spawn: () => {
      const child = forkChild(childEntry, env)
      child.onMessage(() => waiting--)
      children.push(child)
      const post = (message: unknown): void => {
        crowd = Math.max(crowd, ++waiting)
        child.post(message)
      }
      return { ...child, post }
    },
  })
  open.push(keychain)
  return { keychain, children, crowd: () => crowd }
}

beforeAll(async () => {
  keyring = await startPrivateKeyring()
  directory = await mkdtemp(join(tmpdir(), 'forecourt-keychain-'))
})
afterEach(() => open.splice(0).forEach((keychain) => keychain.close()))
afterAll(async () => {
  await keyring.stop()
  await rm(directory, { recursive: true, force: true })
})

describe('an open keyring', () => {
  test('gives back the key that was stored, until it is forgotten', async () => {
    const { keychain, children } = keychainOn(keyring.env)
    await keychain.set('round-trip', keyA)
    expect(await keychain.get('round-trip')).toEqual({ found: 'key', key: keyA })
    await keychain.set('round-trip', keyB)
    expect(await keychain.get('round-trip')).toEqual({ found: 'key', key: keyB })
    await keychain.forget('round-trip')
    expect(await keychain.get('round-trip')).toEqual({ found: 'missing' })
    expect(children).toHaveLength(1)
  })

  test('says that there is no key, and forgets what was never there', async () => {
    const { keychain } = keychainOn(keyring.env)
    expect(await keychain.get('nobody')).toEqual({ found: 'missing' })
    await expect(keychain.forget('nobody')).resolves.toBeUndefined()
  })

  test('keeps the key for the next start', async () => {
    await keychainOn(keyring.env).keychain.set('kept', keyA)
    expect(await keychainOn(keyring.env).keychain.get('kept')).toEqual({ found: 'key', key: keyA })
  })

  test('takes requests one at a time in the order they came', async () => {
    const watched = keychainOn(keyring.env)
    const { keychain } = watched
    const answers = await Promise.all([
      keychain.set('queue', keyA),
      keychain.get('queue'),
      keychain.set('queue', keyB),
      keychain.get('queue'),
      keychain.forget('queue'),
      keychain.get('queue'),
    ])
    expect(answers).toEqual([
      undefined,
      { found: 'key', key: keyA },
      undefined,
      { found: 'key', key: keyB },
      undefined,
      { found: 'missing' },
    ])
    expect(watched.crowd()).toBe(1)
  })

  test('answers through the port of a utility process just as well', async () => {
    const wrapped = join(directory, 'utility.mjs')
    await writeFile(
      wrapped,
      `process.parentPort = {
        on: (name, listener) => process.on(name, (data) => listener({ data })),
        postMessage: (message) => process.send(message),
      }
      await import(${JSON.stringify(pathToFileURL(entry).href)})`,
    )
    const { keychain } = keychainOn(keyring.env, 10_000, wrapped)
    await keychain.set('utility', keyA)
    expect(await keychain.get('utility')).toEqual({ found: 'key', key: keyA })
  })
})

describe('a keychain that does not answer', () => {
  test('ends the child at the time limit, counts as locked, and takes a new child for the next', async () => {
    await keychainOn(keyring.env).keychain.set('slow', keyA)
    const { keychain, children } = keychainOn(keyring.env, 300)
    keyring.freeze()
    try {
      expect(await keychain.get('slow')).toEqual({ found: 'keychain-locked', reason: 'no answer in time' })
      await expect(keychain.set('slow', keyB)).rejects.toMatchObject({ code: 'keychain-locked' })
      await expect(keychain.forget('slow')).rejects.toMatchObject({ code: 'keychain-locked' })
    } finally {
      keyring.thaw()
    }
    expect(await keychainOn(keyring.env).keychain.get('slow')).toMatchObject({ found: 'key' })
    expect(children).toHaveLength(3)
  })

  test('answers unavailable when the child dies in the middle, and starts another for the next request', async () => {
    const { keychain, children } = keychainOn(keyring.env)
    await keychain.set('killed', keyA)
    keyring.freeze()
    const first = keychain.get('killed')
    const second = keychain.get('killed')
    children[0]?.kill()
    try {
      expect(await first).toMatchObject({ found: 'keychain-unavailable' })
    } finally {
      keyring.thaw()
    }
    expect(await second).toEqual({ found: 'key', key: keyA })
    expect(children).toHaveLength(2)
  })

  test('does not hang on in a process of its own when the app is gone', async () => {
    keyring.freeze()
    try {
      const options = {
        env: keyring.env,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ['ignore', 'ignore', 'ignore', 'ipc'],
      }
      const child = fork(entry, [], options)
      const ended = once(child, 'exit')
      child.send({ id: 1, verb: 'get', service: 'Forecourt test', account: 'hangs' })
      // From then on the request is in the keyring, in a thread that nothing but the end of the process stops.
      await eventually(() => expect(threadsOf(child.pid)).toContain('gdbus'))
      child.disconnect()
      expect(await ended).toEqual([null, 'SIGKILL'])
    } finally {
      keyring.thaw()
    }
  })

  test('answers what waits when it is closed', async () => {
    const { keychain, children } = keychainOn(keyring.env)
    const ended = vi.fn()
    const waiting = [keychain.get('x'), keychain.get('y')]
    await eventually(() => expect(children).toHaveLength(1))
    children[0]?.onExit(ended)
    keychain.close()
    for (const answer of waiting) expect(await answer).toMatchObject({ found: 'keychain-unavailable' })
    await eventually(() => expect(ended).toHaveBeenCalled())
  })
})

describe('no keychain', () => {
  const nowhere = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

  test('is unavailable, not "no key"', async () => {
    const { keychain } = keychainOn(nowhere)
    expect(await keychain.get('a')).toMatchObject({ found: 'keychain-unavailable' })
    await expect(keychain.set('a', keyA)).rejects.toMatchObject({ code: 'keychain-unavailable' })
    await expect(keychain.forget('a')).rejects.toMatchObject({ code: 'keychain-unavailable' })
  })

  test('is unavailable when the child can not even start', async () => {
    const { keychain } = keychainOn(keyring.env, 10_000, join(directory, 'not-there.js'))
    expect(await keychain.get('a')).toMatchObject({ found: 'keychain-unavailable' })
    const broken = new Keychain({
      spawn: () => {
        throw new Error('no processes left')
      },
    })
    expect(await broken.get('a')).toEqual({ found: 'keychain-unavailable', reason: 'no processes left' })
  })

  test('never keeps the command line from ending', async () => {
    const script = join(directory, 'unclosed.ts')
    await writeFile(
      script,
      `import { Keychain } from ${JSON.stringify(join(core, 'keychain.ts'))}
      import { forkChild } from ${JSON.stringify(join(core, '../system/fork-child.ts'))}
      const keychain = new Keychain({ spawn: () => forkChild(${JSON.stringify(entry)}) })
      console.log((await keychain.get('a')).found)`,
    )
    const run = spawn(process.execPath, [script], { env: nowhere, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    run.stdout.on('data', (text: Buffer) => (said += text.toString()))
    const [code] = (await once(run, 'close')) as [number | null]
    expect([said.trim(), code]).toEqual(['keychain-unavailable', 0])
  })
})

// Last: nothing unlocks this keyring again.
describe('a locked keyring', () => {
  test('is told from a missing key and from no keychain, for reading, storing and forgetting', async () => {
    const { keychain } = keychainOn(keyring.env)
    await keychain.set('locked', keyA)
    await keyring.lock()
    expect(await keychain.get('locked')).toMatchObject({ found: 'keychain-locked' })
    expect(await keychain.get('never-stored')).toEqual({ found: 'missing' })
    await expect(keychain.set('locked', keyB)).rejects.toMatchObject({ code: 'keychain-locked' })
    await expect(keychain.set('new', keyB)).rejects.toMatchObject({ code: 'keychain-locked' })
    await expect(keychain.forget('locked')).rejects.toMatchObject({ code: 'keychain-locked' })
  })

  test('never puts a key into the words of the refusal', async () => {
    const { keychain } = keychainOn(keyring.env)
    const error: unknown = await keychain.set('locked', keyB).catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error) + String(error)).not.toContain(keyB)
  })
})
