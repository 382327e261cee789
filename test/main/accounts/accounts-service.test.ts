import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountsCalls } from '#shared/accounts/accounts-calls.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { AccountKeys } from '../../../src/main/accounts/account-keys.ts'
import type { AccountOverrides } from '../../../src/main/accounts/account-identity.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { accountsHandlers } from '../../../src/main/accounts/accounts-calls.ts'
import { type AccountsState, AccountRules } from '../../../src/main/accounts/account-list.ts'
import type { SandboxEndpoint } from '../../../src/main/accounts/sandbox-endpoint.ts'
import { AccountsService } from '../../../src/main/accounts/accounts-service.ts'
import { KeyCommand } from '../../../src/main/accounts/key-command.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { Connection } from '../../../src/main/http/connection.ts'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { SettingsAccountBook, SettingsStore } from '../../../src/main/settings/settings-store.ts'
import type { KeptChildren } from '../keychain/kept-children.ts'
import {
  childrenWithoutKeyring as nowhere,
  startPrivateKeyring,
  type PrivateKeyring,
} from '../keychain/private-keyring.ts'
import { folderOfTest } from '../../folders.ts'

const key = 'Key-canary-7Qx/+=&%'.padEnd(40, 'z')
const otherKey = 'O'.repeat(40)
const refusedKey = 'R'.repeat(40)
const sandboxKey = 's'.repeat(40)
const dealer = {
  name: 'Dealer',
  baseUrl: 'https://api.example.test/',
  userId: 42,
  readAuth: 'basic' as const,
}

let keyring: PrivateKeyring
let dataDir: string
let service: Server
let serviceUrl: string
const seenKeys: (string | null)[] = []
const opened: Keychain[] = []

beforeAll(async () => {
  keyring = await startPrivateKeyring()
  service = createServer((request, response) => {
    const given = new URL(request.url ?? '/', 'http://localhost').searchParams.get('api_key')
    seenKeys.push(given)
    response.writeHead(given === refusedKey ? 403 : 200).end('[]')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await keyring.stop()
})
beforeEach(() => {
  dataDir = folderOfTest()
  seenKeys.length = 0
})
afterEach(() => opened.splice(0).forEach((keychain) => keychain.close()))

interface Run {
  readonly accounts: AccountsService
  readonly knownKeys: string[]
  readonly states: AccountsState[]
  /** How often the keychain's child and the sandbox were started. */
  readonly started: { children: number; sandbox: number }
}

/** One start of the app on the data folder, with everything real but the sandbox. */
function run(
  overrides: AccountOverrides = {},
  children: KeptChildren = keyring.children,
  lastSandbox?: () => SandboxEndpoint | null,
  policy: Managed['policy'] = {},
): Run {
  const knownKeys: string[] = []
  const states: AccountsState[] = []
  const started = { children: 0, sandbox: 0 }
  const onKey = (one: string): void => void knownKeys.push(one)
  const spawn = () => {
    started.children++
    return children.spawn()
  }
  const keychain = new Keychain({ service: `Forecourt test ${dataDir}`, spawn })
  opened.push(keychain)
  const accounts = new AccountsService({
    book: new SettingsAccountBook(new SettingsStore(dataDir, systemClock)),
    keys: new AccountKeys({ keychain, onKey }),
    sandbox: () => {
      started.sandbox++
      return Promise.resolve({ baseUrl: serviceUrl, userId: 9, key: sandboxKey })
    },
    ...(lastSandbox && { lastSandbox }),
    overrides,
    rules: new AccountRules({ policy, source: 'p', trouble: null }),
    states: statesOf,
    words,
    clock: systemClock,
    onKey,
    onChange: (state) => states.push(state),
  })
  return { accounts, knownKeys, states, started }
}

async function statesOf({ baseUrl, key: used }: Connection, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) throw new Fault('cancelled')
  const { status } = await fetch(`${baseUrl}/states?api_key=${encodeURIComponent(used)}`)
  if (status === 403) throw new Fault('auth')
}

const words = (error: unknown): Failure => ({
  code: error instanceof Fault ? error.code : 'network',
  words: 'w',
  next: 'n',
  retry: false,
  details: {},
})

const added = async (accounts: AccountsService, ask: Partial<typeof dealer> = {}): Promise<string> => {
  const before = new Set((await accounts.list()).accounts.map(({ id }) => id))
  const { accounts: after } = await accounts.save({ ...dealer, ...ask })
  const one = after.find(({ id }) => !before.has(id))
  if (!one) throw new Error('no account was added')
  return one.id
}

async function dataFolderText(): Promise<string> {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  )
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join(
    '\n',
  )
}

describe('the sandbox account', () => {
  test('is there and active at first, and starts when a connection is needed', async () => {
    const { accounts, started, states, knownKeys } = run()
    const [sandbox] = (await accounts.list()).accounts
    expect(sandbox).toMatchObject({
      id: 'sandbox',
      kind: 'sandbox',
      name: 'Sandbox',
      baseUrl: '',
      keyState: 'stored',
    })
    expect(started.sandbox).toBe(0)
    expect(await accounts.connection()).toEqual({
      accountId: 'sandbox',
      baseUrl: serviceUrl,
      userId: 9,
      key: sandboxKey,
      readAuth: 'query',
    })
    await expect.poll(() => states.at(-1)?.accounts[0]).toMatchObject({ baseUrl: serviceUrl, userId: 9 })
    expect(knownKeys).toContain(sandboxKey)
    expect(started.children).toBe(0)
  })

  test('is known from its last run to a command that makes no call', async () => {
    const last = { baseUrl: 'http://127.0.0.1:1', userId: 9, key: sandboxKey }
    const { accounts, started, knownKeys } = run({}, keyring.children, () => last)
    expect(await accounts.owner()).toEqual({ accountId: 'sandbox', userId: 9 })
    expect(await accounts.checkedFor()).toEqual({
      accountId: 'sandbox',
      userId: 9,
      baseUrl: 'http://127.0.0.1:1',
    })
    expect(accounts.currentUserId()).toBe(9)
    expect(new Set(knownKeys)).toEqual(new Set([sandboxKey]))
    expect(started.sandbox).toBe(0)
    expect((await accounts.connection()).baseUrl).toBe(serviceUrl)
    expect((await accounts.checkedFor()).baseUrl).toBe(serviceUrl)
    expect(started.sandbox).toBe(1)
  })

  test('can not be changed, removed or given a key', async () => {
    const { accounts } = run()
    const fixed = { code: 'account-fixed' }
    await expect(accounts.remove('sandbox')).rejects.toMatchObject(fixed)
    await expect(accounts.save({ ...dealer, id: 'sandbox' })).rejects.toMatchObject(fixed)
    await expect(accounts.setKey('sandbox', key)).rejects.toMatchObject(fixed)
    await expect(accounts.forgetKey('sandbox')).rejects.toMatchObject(fixed)
  })
})

describe('accounts', () => {
  test('are added, changed, made active and kept for the next start', async () => {
    const { accounts } = run()
    const id = await added(accounts)
    await accounts.save({ ...dealer, id, name: 'Dealer North', baseUrl: `${serviceUrl}/` })
    await accounts.activate(id)
    const { accounts: listed, activeId } = await run().accounts.list()
    expect(activeId).toBe(id)
    expect(listed[1]).toEqual({
      ...dealer,
      id,
      kind: 'service',
      name: 'Dealer North',
      baseUrl: serviceUrl,
      keyState: 'missing',
      isAllowed: true,
    })
  })

  test('refuse an unknown id and a bad address', async () => {
    const { accounts } = run()
    await expect(accounts.activate('nobody')).rejects.toMatchObject({ code: 'account-unknown' })
    await expect(accounts.save({ ...dealer, id: 'nobody' })).rejects.toMatchObject({
      code: 'account-unknown',
    })
    await expect(accounts.test('nobody')).rejects.toMatchObject({ code: 'account-unknown' })
    await expect(accounts.save({ ...dealer, baseUrl: 'http://api.example.test' })).rejects.toMatchObject({
      code: 'account-address',
      details: { reason: 'https' },
    })
    expect((await accounts.list()).accounts).toHaveLength(1)
  })

  test('take their key along when they are removed, and the sandbox is active again', async () => {
    const { accounts } = run()
    const id = await added(accounts)
    await accounts.activate(id)
    await accounts.setKey(id, key)
    expect((await accounts.remove(id)).activeId).toBe('sandbox')
    const keychain = new Keychain({
      service: `Forecourt test ${dataDir}`,
      spawn: () => keyring.children.spawn(),
    })
    opened.push(keychain)
    expect(await keychain.get(id)).toEqual({ found: 'missing' })
  })
})

describe('an address and a user', () => {
  const twice = { code: 'account-twice', details: { account: 'Dealer' } }
  const again = { ...dealer, name: 'Dealer again' }

  test('are one account: a second entry is refused, also one that is edited to them', async () => {
    const { accounts } = run()
    const id = await added(accounts)
    await expect(accounts.save({ ...again, baseUrl: dealer.baseUrl.slice(0, -1) })).rejects.toMatchObject(
      twice,
    )
    const other = await added(accounts, { userId: 43 })
    await expect(accounts.save({ ...again, id: other })).rejects.toMatchObject(twice)
    await accounts.save({ ...again, id })
    const names = (await accounts.list()).accounts.map(({ name }) => name)
    expect(names.slice(1)).toEqual(['Dealer again', 'Dealer'])
  })

  test('have the same id when they are added again', async () => {
    const book = new SettingsAccountBook(new SettingsStore(dataDir, systemClock))
    const baseUrl = 'https://api.example.test'
    book.write((stored) => ({ ...stored, accounts: [{ ...dealer, baseUrl, id: 'saved', kind: 'service' }] }))
    const { accounts } = run()
    expect((await accounts.list()).accounts[1]?.id).toBe('saved')
    await accounts.remove('saved')
    const overrides = { baseUrl: dealer.baseUrl, userId: dealer.userId, key }
    expect(await run(overrides).accounts.owner()).toMatchObject({ accountId: 'saved' })
    const other = await added(accounts, { userId: 43 })
    const removed = { code: 'account-twice', details: { reason: 'removed' } }
    await expect(accounts.save({ ...dealer, id: other })).rejects.toMatchObject(removed)
    expect(await added(accounts)).toBe('saved')
    expect(book.read().removed).toEqual([])
  })

  test('are not those of an account that was moved: what is kept stays with it', async () => {
    const { accounts } = run()
    const id = await added(accounts)
    await accounts.save({ ...dealer, id, baseUrl: 'https://moved.example' })
    expect(await added(accounts)).not.toBe(id)
    const overrides = { baseUrl: 'https://moved.example', userId: dealer.userId, key }
    expect(await run(overrides).accounts.owner()).toMatchObject({ accountId: id })
  })
})

describe('on a managed computer', () => {
  const managed = (policy: Managed['policy'], last?: SandboxEndpoint) =>
    run({}, keyring.children, last && (() => last), policy)
  const refused = { code: 'managed' }

  test('an account with another address is not made active, and neither changed nor moved to one that is allowed', async () => {
    const id = await added(run().accounts)
    const { accounts } = managed({ serviceAddresses: ['https://two.example', 'https://three.example'] })
    await expect(accounts.activate(id)).rejects.toMatchObject(refused)
    await expect(accounts.save({ ...dealer, id, baseUrl: 'https://two.example' })).rejects.toMatchObject(
      refused,
    )
    await expect(accounts.save(dealer)).rejects.toMatchObject(refused)
    const fresh = await added(accounts, { baseUrl: 'https://two.example/' })
    await accounts.save({ ...dealer, id: fresh, baseUrl: 'https://three.example' })
    expect((await accounts.list()).accounts.map(({ baseUrl, isAllowed }) => [baseUrl, isAllowed])).toEqual([
      ['', true],
      ['https://api.example.test', false],
      ['https://three.example', true],
    ])
  })

  test('the sandbox is told by its id, whatever an account says of itself', async () => {
    const id = await added(run().accounts)
    const store = new SettingsStore(dataDir, systemClock)
    store.change((file) => ({
      ...file,
      accounts: file.accounts.map((account) => ({ ...account, kind: 'sandbox' })),
    }))
    const { accounts } = managed({ serviceAddresses: ['https://two.example'] })
    await expect(accounts.activate(id)).rejects.toMatchObject(refused)
    await expect(managed({ sandboxOff: true }).accounts.activate('sandbox')).rejects.toMatchObject(refused)
    expect((await managed({ sandboxOff: true }).accounts.activate(id)).activeId).toBe(id)
  })
})

describe('the key', () => {
  test('is stored, found again at the next start, and in no file of the data folder', async () => {
    const first = run()
    const id = await added(first.accounts)
    await first.accounts.activate(id)
    expect(await first.accounts.setKey(id, `  ${key}\n`)).toBe('stored')
    const { accounts, knownKeys } = run()
    expect(await accounts.connection()).toEqual({
      accountId: id,
      baseUrl: 'https://api.example.test',
      userId: 42,
      key,
      readAuth: 'basic',
    })
    expect(knownKeys).toContain(key)
    const text = await dataFolderText()
    expect(text).toContain('api.example.test')
    for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64')])
      expect(text).not.toContain(form)
  })

  test('has to have the contract’s form', async () => {
    const { accounts, started } = run()
    const id = await added(accounts)
    const before = started.children
    for (const bad of [
      '',
      'short',
      'x'.repeat(41),
      `${'x'.repeat(39)}ї`,
      `${'x'.repeat(20)} ${'x'.repeat(19)}`,
    ])
      await expect(accounts.setKey(id, bad)).rejects.toMatchObject({ code: 'key-form', details: {} })
    expect(started.children).toBe(before)
  })

  test('lives for the session where there is no keychain, and the state says so', async () => {
    const { accounts } = run({}, nowhere)
    const id = await added(accounts)
    await accounts.activate(id)
    expect(await accounts.keyState(id)).toBe('keychain-unavailable')
    await expect(accounts.connection()).rejects.toMatchObject({ code: 'keychain-unavailable' })
    expect(await accounts.setKey(id, key)).toBe('session-only')
    expect(await accounts.connection()).toMatchObject({ key })
    expect((await accounts.list()).accounts[1]?.keyState).toBe('session-only')
    expect(await run({}, nowhere).accounts.keyState(id)).toBe('keychain-unavailable')
    expect(await accounts.forgetKey(id)).toBe('keychain-unavailable')
    await expect(accounts.connection()).rejects.toMatchObject({ code: 'keychain-unavailable' })
    expect(await dataFolderText()).not.toContain(key)
    expect((await accounts.remove(id)).accounts).toHaveLength(1)
  })

  test('never comes back over the bridge', async () => {
    const { accounts } = run()
    const handlers = accountsHandlers(accounts)
    const { signal } = new AbortController()
    const accountId = await added(accounts, { baseUrl: serviceUrl })
    const answers: unknown[] = [
      await handlers['accounts:try-key']({ accountId, key }, signal),
      await handlers['accounts:list'](null, signal),
      await handlers['accounts:activate']({ accountId }, signal),
      await handlers['accounts:save']({ ...dealer, id: accountId }, signal),
      await handlers['accounts:test']({ accountId: 'sandbox' }, signal),
      await handlers['accounts:forget-key']({ accountId }, signal),
      await handlers['accounts:remove']({ accountId }, signal),
    ]
    expect(JSON.stringify(answers)).not.toContain(key)
    expect(answers[0]).toMatchObject({ kept: true, result: { ok: true } })
    expect(accountsCalls['accounts:list'].answer.parse(answers[1])).toEqual(answers[1])
  })
})

test('the test of a connection uses the key that another process has stored since', async () => {
  const app = run().accounts
  const id = await added(app, { baseUrl: serviceUrl })
  await app.setKey(id, key)
  await run().accounts.setKey(id, otherKey)
  await app.test(id)
  expect(seenKeys).toEqual([otherKey])
})

describe('a key that is typed', () => {
  const refused = { kept: false, result: { ok: false, failure: { code: 'auth' } } }

  test('is not kept if the service refuses it', async () => {
    const { accounts, knownKeys } = run()
    const id = await added(accounts, { baseUrl: serviceUrl })
    expect(await accounts.tryKey(id, refusedKey)).toMatchObject(refused)
    expect(await accounts.keyState(id)).toBe('missing')
    expect(knownKeys).toContain(refusedKey)
  })

  test('is not kept if the test is stopped', async () => {
    const { accounts } = run()
    const id = await added(accounts, { baseUrl: serviceUrl })
    expect(await accounts.tryKey(id, key, AbortSignal.abort())).toMatchObject({ kept: false })
    expect(await accounts.keyState(id)).toBe('missing')
  })

  test('is kept if the service can’t be asked about it', async () => {
    const { accounts } = run()
    const id = await added(accounts, { baseUrl: 'http://127.0.0.1:1' })
    expect(await accounts.tryKey(id, key)).toMatchObject({ kept: true, result: { ok: false } })
    expect(await accounts.keyState(id)).toBe('stored')
  })
})

describe('the command line in place of the account', () => {
  test('with address and key needs no keychain, no sandbox and no other file', async () => {
    const { accounts, started, knownKeys } = run({ baseUrl: `${serviceUrl}/`, userId: 5, key: `${key}\n` })
    const connection = await accounts.connection()
    expect(connection).toMatchObject({ baseUrl: serviceUrl, userId: 5, key, readAuth: 'query' })
    expect(connection.accountId).toMatch(/^env-[0-9a-f]{12}$/)
    expect(knownKeys).toContain(key)
    expect(started).toEqual({ children: 0, sandbox: 0 })
    expect(await readdir(dataDir)).toEqual(['settings.json'])
  })

  test('is the saved account with this address and user, and keeps nothing of its own key', async () => {
    const { accounts } = run()
    const id = await added(accounts, { baseUrl: serviceUrl })
    await accounts.setKey(id, key)
    const before = await dataFolderText()
    const app = run({ baseUrl: `${serviceUrl}/`, userId: 42, key: otherKey })
    expect(await app.accounts.connection()).toMatchObject({
      accountId: id,
      baseUrl: serviceUrl,
      userId: 42,
      key: otherKey,
      readAuth: 'basic',
    })
    expect(await app.accounts.connectionOf(id)).toMatchObject({ key: otherKey })
    expect(await app.accounts.owner()).toEqual({ accountId: id, userId: 42 })
    expect(await run({ baseUrl: serviceUrl, userId: 42 }).accounts.owner()).toEqual({
      accountId: id,
      userId: 42,
    })
    expect(app.started).toEqual({ children: 0, sandbox: 0 })
    expect(await dataFolderText()).toBe(before)
    expect(await run().accounts.connectionOf(id)).toMatchObject({ key })
  })

  test('is no saved account of another user, path or host, and never the sandbox', async () => {
    const { accounts } = run()
    await accounts.connection()
    const id = await added(accounts, { baseUrl: serviceUrl })
    const idOf = async (overrides: AccountOverrides): Promise<string> => {
      const app = run({ key: otherKey, ...overrides })
      if (overrides.userId === 9) await app.accounts.connectionOf('sandbox')
      return (await app.accounts.connection()).accountId
    }
    expect(await idOf({ baseUrl: serviceUrl, userId: 43 })).not.toBe(id)
    expect(await idOf({ baseUrl: `${serviceUrl}/v2`, userId: 42 })).not.toBe(id)
    expect(await idOf({ baseUrl: serviceUrl })).not.toBe(id)
    expect(await idOf({ baseUrl: serviceUrl, userId: 9 })).toMatch(/^env-/)
  })

  test('never sends a stored key to another address', async () => {
    const { accounts } = run()
    const id = await added(accounts)
    await accounts.setKey(id, key)
    await accounts.activate(id)
    await expect(run({ baseUrl: serviceUrl }).accounts.connection()).rejects.toMatchObject({
      code: 'account-unknown',
    })
    const own = await run({ baseUrl: dealer.baseUrl }).accounts.connection()
    expect(own).toMatchObject({ accountId: id, key })
  })
})

describe('the key command', () => {
  const command = (overrides: AccountOverrides, children?: KeptChildren) =>
    new KeyCommand(run(overrides, children).accounts, overrides)

  test('makes the account of a new address, stores its key, tells of it and forgets it', async () => {
    const overrides = { baseUrl: serviceUrl, userId: 5 }
    const { account, state } = await command(overrides).set(`${key}\n`)
    expect([account.name, account.userId, state]).toEqual([new URL(serviceUrl).host, 5, 'stored'])
    expect(await command({}).status()).toMatchObject({ account: { id: account.id }, state: 'stored' })
    expect(await run().accounts.connection()).toMatchObject({ accountId: account.id, key })
    expect(await command(overrides).set(otherKey)).toMatchObject({ account: { id: account.id } })
    expect(await command({}).forget()).toMatchObject({ state: 'missing' })
    expect(await command({}).status()).toMatchObject({ state: 'missing' })
  })

  test('tells of the key that the environment gives, and of an address that has none', async () => {
    const host = new URL(serviceUrl).host
    const only = { baseUrl: serviceUrl, userId: 5 }
    const given = { state: 'session-only', refusal: null }
    expect(await command({ ...only, key }, nowhere).status()).toMatchObject({
      account: { name: host },
      ...given,
    })
    expect(await command({ baseUrl: serviceUrl, key }, nowhere).status()).toMatchObject(given)
    expect(await command(only, nowhere).status()).toMatchObject({ account: { name: host }, state: 'missing' })
    await expect(command({ ...only, key: 'short' }, nowhere).status()).rejects.toMatchObject({
      code: 'key-form',
    })
    await command(only).set(otherKey)
    for (const overrides of [{ key }, { ...only, key }])
      expect(await command(overrides).status()).toMatchObject({
        account: { name: host, userId: 5 },
        ...given,
      })
    expect(await command(only).status()).toMatchObject({ state: 'stored' })
    expect(await command({ key, userId: 77 }).status()).toMatchObject({ account: { userId: 77 }, ...given })
  })

  test('gives the key of another user to no account, and takes none from it', async () => {
    const { accounts } = run()
    const id = await added(accounts, { baseUrl: serviceUrl })
    await accounts.activate(id)
    await accounts.setKey(id, key)
    for (const work of [command({ userId: 77 }).set(otherKey), command({ userId: 77 }).forget()])
      await expect(work).rejects.toMatchObject({
        code: 'usage',
        details: { reason: expect.stringContaining('--base-url') as string },
      })
    expect(await run().accounts.connection()).toMatchObject({ userId: dealer.userId, key })
    const { account } = await command({ userId: 77, baseUrl: serviceUrl }).set(otherKey)
    expect(await run().accounts.connection()).toMatchObject({
      accountId: account.id,
      userId: 77,
      key: otherKey,
    })
    expect(await command({ userId: dealer.userId }).status()).toMatchObject({
      account: { id },
      state: 'stored',
    })
  })

  test('does not pretend to have stored a key where there is no keychain', async () => {
    const refused = command({ baseUrl: serviceUrl, userId: 5 }, nowhere).set(key)
    await expect(refused).rejects.toMatchObject({ code: 'keychain-unavailable' })
  })
})

// Last: nothing unlocks this keyring again.
test('a locked keyring keeps the account from being removed and a new key for the session', async () => {
  const { accounts } = run()
  const id = await added(accounts)
  await accounts.setKey(id, key)
  await keyring.lock()
  const later = run().accounts
  expect(await later.keyState(id)).toBe('keychain-locked')
  await expect(later.remove(id)).rejects.toMatchObject({ code: 'keychain-locked' })
  await expect(later.forgetKey(id)).rejects.toMatchObject({ code: 'keychain-locked' })
  expect(await later.setKey(id, otherKey)).toBe('session-only')
})
