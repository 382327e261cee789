import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { newVehicles, openCounter, type Printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

beforeEach(() => counter.control.setModes({ profile: 'live', newElsewhere: true }))

const list = '/auto/new/autos'
const sync = async () => {
  const { code, out, err } = await counter.run('sync', '--json')
  return {
    code,
    err,
    ...(JSON.parse(out) as { source: string; adverts: number; unread: { count: number } | null }),
  }
}
const created = async (): Promise<number> => {
  const path = counter.file('new.csv', newVehicles([20_500]))
  const { out } = await counter.run('import', path, '--commit', '--json')
  return (JSON.parse(out) as Printed).rows[0]?.autoId ?? 0
}

it.each([
  ['own-list', {}, 'by the service’s list'],
  ['new-search', { [list]: 404 }, 'by its search for new vehicles'],
  ['user-search', { [list]: 403, '/auto/new/search': 404 }, 'by its search by seller'],
  ['journal', { [list]: 404, '/auto/new/search': 403, '/auto/search': 404 }, 'Forecourt created or read'],
] as const)('sync says how it found the stock: %s', async (source, off, words) => {
  await counter.control.setModes({ off })
  const found = await sync()
  expect(found).toMatchObject({ code: 0, source })
  expect(found.err).toContain(words)
})

it('finds what was created by the journal, if the cache is lost and the service gives no list', async () => {
  const id = await created()
  for (const file of ['cache.db', 'cache.db-wal', 'cache.db-shm'])
    rmSync(join(counter.dataDir, file), { force: true })
  await counter.control.setModes({ off: { [list]: 404, '/auto/new/search': 404, '/auto/search': 404 } })
  expect(await sync()).toMatchObject({ code: 0, source: 'journal', adverts: 1 })
  const path = counter.path('stock.csv')
  await counter.run('export', path)
  expect(readFileSync(path, 'utf8')).toContain(String(id))
})

it('reads new vehicles where they are, a call for each once that is known', async () => {
  const { own } = await counter.control.counts()
  expect(await sync()).toMatchObject({ code: 0, adverts: own, unread: null, gone: 0 })
  await counter.control.clearRequests()
  await sync()
  const calls = Object.values(await counter.control.requests()).reduce((sum, n) => sum + n, 0)
  expect(calls).toBe(own + 1)
})
