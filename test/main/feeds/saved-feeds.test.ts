import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { Feeds } from '../../../src/main/feeds/feeds.ts'
import { ProxyLogins } from '../../../src/main/http/proxy-logins.ts'
import { SavedLogins } from '../../../src/main/keychain/saved-logins.ts'
import { type SavedFeed, SavedFeeds } from '../../../src/main/feeds/saved-feeds.ts'
import { startFeedServer, type FeedServer } from './feed-server.ts'
import { folderOfTest } from '../../folders.ts'

let folder: string
let server: FeedServer
let feeds: Feeds
let kept: readonly SavedFeed[]
/** What the keychain holds, by name. */
let secrets: Map<string, string>
let redacted: string[]
let locked: boolean
let saved: SavedFeeds
beforeEach(async () => {
  folder = folderOfTest()
  server = await startFeedServer()
  kept = []
  secrets = new Map()
  redacted = []
  locked = false
  const keychain = {
    get: (name: string) => {
      const key = secrets.get(name)
      return Promise.resolve(
        key === undefined ? { found: 'missing' as const } : { found: 'key' as const, key },
      )
    },
    set: (name: string, key: string) => {
      secrets.set(name, key)
      return Promise.resolve()
    },
    forget: (name: string) => {
      if (locked) return Promise.reject(new Fault('keychain-locked'))
      secrets.delete(name)
      return Promise.resolve()
    },
  }
  const redactor = { addKey: (key: string) => redacted.push(key) }
  const logins = new SavedLogins(keychain, redactor)
  feeds = new Feeds(logins, () => Promise.resolve('DIRECT'), new ProxyLogins(logins, () => undefined))
  saved = new SavedFeeds({
    keychain,
    redactor,
    dataDir: folder,
    read: () => kept,
    write: (next) => (kept = next),
    feeds: () => Promise.resolve(feeds),
  })
})
afterEach(async () => {
  await feeds.close()
  await server.close()
})

const login = { user: 'dealer', password: 'p4ssw0rd-of-feed' }
const add = (name: string, path: string, accountId = 'one', withLogin = false): Promise<void> =>
  saved.save(accountId, { id: null, name, address: server.url(path), ...(withLogin && { login }) })
const idOf = (name: string): string => kept.find((feed) => feed.name === name)?.id ?? ''
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing thrown',
    (error: unknown) => (error instanceof Fault ? [error.code, error.details.reason] : error),
  )

test('what follows the “?” and the login are in the keychain alone, and are blacked out', async () => {
  await add('A', '/stock.csv?key=s3cr3t-1', 'one', true)
  expect(kept).toMatchObject([{ name: 'A', address: server.url('/stock.csv'), hasQuery: true }])
  expect([...secrets.values()].toSorted()).toEqual(['dealer:p4ssw0rd-of-feed', 'key=s3cr3t-1'])
  expect(redacted).toEqual(expect.arrayContaining(['key=s3cr3t-1', 'p4ssw0rd-of-feed']))
  expect(saved.list('one')).toMatchObject([
    { name: 'A', address: `127.0.0.1:${server.port}/stock.csv`, last: null },
  ])
  expect(saved.list('other')).toEqual([])
})

test('with an address goes its query, its state, and the login that no other address needs', async () => {
  await add('A', '/a.csv?key=s3cr3t-1', 'one', true)
  await add('B', '/b.csv', 'two')
  await codeOf(saved.fetch('one', idOf('A')))
  await saved.remove('one', idOf('A'))
  expect([...secrets.values()]).toEqual(['dealer:p4ssw0rd-of-feed'])
  await saved.removeAll('two')
  expect([...secrets.values()]).toEqual([])
  expect(kept).toEqual([])
  const fetched = join(folder, 'fetched')
  expect(existsSync(fetched) ? readdirSync(fetched) : []).toEqual([])
})

test('an address that moves to another host leaves no login behind that no other address needs', async () => {
  const other = await startFeedServer()
  await add('A', '/a.csv', 'one', true)
  await add('B', '/b.csv')
  await saved.save('one', { id: idOf('A'), name: 'A', address: other.url('/a.csv') })
  expect([...secrets.values()]).toEqual(['dealer:p4ssw0rd-of-feed'])
  await saved.save('one', { id: idOf('B'), name: 'B', address: server.url('/c.csv') })
  expect([...secrets.values()]).toEqual(['dealer:p4ssw0rd-of-feed'])
  await saved.save('one', { id: idOf('B'), name: 'B', address: other.url('/b.csv') })
  expect([...secrets.values()]).toEqual([])
  await other.close()
})

test('a locked keychain stops the removal: what it keeps would stay in it unseen', async () => {
  await add('A', '/a.csv?key=s3cr3t-1')
  locked = true
  expect(await codeOf(saved.removeAll('one'))).toEqual(['keychain-locked', undefined])
  expect(kept).toHaveLength(1)
})

test('addresses that others could read are refused, and so is what is not there', async () => {
  const save = (address: string) => codeOf(saved.save('one', { id: null, name: 'A', address }))
  expect(await save('http://dealer.example/a.csv')).toEqual(['fetch', 'https'])
  expect(await save('https://user:password@dealer.example/a.csv')).toEqual(['fetch', 'credentials'])
  expect(await save('stock.csv')).toEqual(['fetch', 'form'])
  expect(await codeOf(saved.fetch('one', 'x'))).toEqual(['usage', 'feed'])
  await add('A', '/a.csv')
  expect(await codeOf(saved.remove('two', idOf('A')))).toEqual(['usage', 'feed'])
  for (let at = 1; at < 50; at++) await add(`A${at}`, `/${at}.csv`)
  expect(await codeOf(add('one too many', '/x.csv'))).toEqual(['usage', 'feeds'])
})
