import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CFB } from 'xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { assembledIn } from '../assembled.ts'
import { openCounter } from '../cli/counter.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(10))
let forecourt: Forecourt
beforeAll(async () => {
  await counter.run('orders')
  const { baseUrl, userId, key } = counter.sandbox
  forecourt = assembledIn(counter.dataDir, { overrides: { baseUrl, userId, key } })
})
afterAll(() => forecourt.close())

const look = async () => (await forecourt.support()).look()
const textOf = async (name: string): Promise<string> =>
  (await look()).files.find((file) => file.name === name)?.text ?? ''

interface Archives {
  read(
    bytes: Buffer,
    how: { type: 'buffer' },
  ): {
    readonly FullPaths: readonly string[]
    readonly FileIndex: readonly { readonly content: Uint8Array }[]
  }
}

/** Read by another program's reader of archives, whose package has no types for it. */
function unpacked(archive: Uint8Array): Record<string, string> {
  const { FullPaths, FileIndex } = (CFB as Archives).read(Buffer.from(archive), { type: 'buffer' })
  const files = FullPaths.map((path, at): [string, string] => [
    path.split('/').at(-1) ?? '',
    Buffer.from(FileIndex[at]?.content ?? []).toString(),
  ])
  return Object.fromEntries(files)
}

test('the support file has versions, settings, sizes of databases and the log, and nothing of buyers, keys or names', async () => {
  const { key, userId, baseUrl } = counter.sandbox
  const { orders } = await forecourt.orders.refresh()
  const buyers = orders.flatMap(({ recipient }) =>
    [recipient.name, recipient.phone].filter((text) => text !== ''),
  )
  expect(buyers.length).toBeGreaterThan(1)
  const {
    context: { accounts },
  } = forecourt
  await accounts.save({ name: 'Автоцентр Дніпро', baseUrl, userId, readAuth: 'query' })
  forecourt.context.log.warn('a request failed', {
    address: `${baseUrl}/auto?api_key=${key}`,
    buyer: '+380 67 123 45 67, olena@example.com',
    file: join(homedir(), 'Прайс.csv'),
  })
  const { files } = await look()
  const names = files.map(({ name }) => name)
  expect(names).toEqual(['about.json', 'settings.json', 'accounts.json', 'databases.json', 'forecourt.log'])
  const all = files.map(({ text }) => text).join('\n')
  for (const secret of [key, 'Автоцентр Дніпро', String(userId), '123 45 67', 'olena@', homedir(), ...buyers])
    expect(all).not.toContain(secret)
  expect(all).toContain('~/Прайс.csv')
  expect(JSON.parse(await textOf('accounts.json'))).toContainEqual({
    kind: 'service',
    key: expect.any(String) as string,
    host: new URL(baseUrl).host,
  })
  expect(JSON.parse(await textOf('databases.json'))).toMatchObject({
    files: expect.arrayContaining([
      { name: 'journal.db', bytes: expect.any(Number) as number, checked: true },
    ]) as [],
  })
})

test('the command line prints the same texts, and saves them without a request', async () => {
  await counter.control.clearRequests()
  const shown = await counter.run('support')
  expect(shown.code).toBe(0)
  expect(shown.out).toContain('== databases.json ==')
  expect(shown.out).toContain('"SQLite ')
  expect(shown.out).not.toContain(counter.sandbox.key)
  const path = counter.path('help.zip')
  const saved = await counter.run('support', path)
  expect([saved.code, saved.out]).toEqual([0, ''])
  expect(saved.err).toContain('forecourt.log')
  expect(Object.keys(unpacked(readFileSync(path)))).toContain('accounts.json')
  // Where it can't be saved is said before anything is gathered.
  expect((await counter.run('support', join(counter.path('no-such-folder'), 'help.zip'))).code).toBe(2)
  expect(await counter.control.requests()).toEqual({})
})
