import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import { inventoryHandlers } from '../../../src/main/inventory/inventory-calls.ts'
import {
  AdvertSourcesTable,
  sourcesSchema,
} from '../../../src/main/inventory/sources/advert-sources-table.ts'
import { StockSources } from '../../../src/main/inventory/sources/stock-sources.ts'
import { handClock } from '../system/hand-clock.ts'
import { type App, openApp } from '../staged/assembled.ts'

const all: AdvertQuery = { text: '', states: [], sort: [] }
const watched: AdvertQuery = { ...all, watched: true }
const never = new AbortController().signal

const shownIn = async ({ forecourt }: App, query = all): Promise<number[]> => [
  ...(await forecourt.inventory.lists.ids(query)),
]

/** Each source as `source adverts`, with how many adverts it hides. */
const sourcesOf = async ({ forecourt }: App): Promise<string[]> =>
  (await forecourt.inventory.lists.sources()).map(
    ({ source, adverts, hidden, shown, name }) =>
      `${name ?? source} ${adverts}${shown ? '' : ' off'}${hidden > 0 ? `, hides ${hidden}` : ''}`,
  )

/** Ids of another seller, and that seller. */
async function foreignTo({ forecourt }: App): Promise<{ ids: number[]; userId: number }> {
  const own = new Set(await forecourt.inventory.lists.ids(all))
  const { inventory } = await forecourt.context.current()
  const { ids } = await inventory.searchAdverts({}, 0)
  const foreign = ids.filter((id) => !own.has(id))
  for (const id of foreign) {
    const { userId } = await inventory.advertInfo(id)
    if (userId) return { ids: foreign, userId }
  }
  throw new Error('the sandbox has no other seller')
}

const handlersOf = ({ forecourt }: App) => inventoryHandlers(forecourt.inventory, forecourt.inventorySync)

test('each source is counted, can be switched off and on, and stays off over a restart', async () => {
  const app = await openApp()
  const own = await shownIn(app)
  const [one = 0] = own
  const { ids: foreign } = await foreignTo(app)
  await handlersOf(app)['inventory:add']({ ids: [one, foreign[0] ?? 0] }, never)
  expect(await sourcesOf(app)).toEqual([`account ${own.length}`, 'added 1', 'watched 1'])
  await handlersOf(app)['inventory:show-source']({ source: 'account', shown: false }, never)
  const next = await app.reopen()
  expect(await sourcesOf(next)).toEqual([
    `account ${own.length} off, hides ${own.length - 1}`,
    'added 1',
    'watched 1',
  ])
  expect(await shownIn(next)).toEqual([one])
  const { states } = await next.forecourt.inventory.lists.counts([])
  expect(Object.values(states).reduce((sum, each) => sum + each, 0)).toBe(1)
  expect((await next.forecourt.inventory.lists.values('make')).map(({ count }) => count)).toEqual([1])
  await handlersOf(next)['inventory:show-source']({ source: 'account', shown: true }, never)
  expect((await shownIn(next)).length).toBe(own.length)
})

test('an advert of another seller is watched if it was added by its id, not if the market showed it', async () => {
  const app = await openApp()
  const { ids: foreign } = await foreignTo(app)
  const [added = 0, seen = 0] = foreign
  await (await app.forecourt.search()).desk.read([seen])
  expect(await shownIn(app, watched)).toEqual([])
  await handlersOf(app)['inventory:add']({ ids: [added] }, never)
  expect(await shownIn(app, watched)).toEqual([added])
  expect(await app.forecourt.inventory.lists.counts([])).toMatchObject({ watched: 1 })
  await handlersOf(app)['inventory:watch']({ ids: [added], watched: false }, never)
  expect(await shownIn(app, watched)).toEqual([])
  expect(await app.forecourt.inventory.detail(added)).not.toBeNull()
  await handlersOf(app)['inventory:watch']({ ids: [added], watched: true }, never)
  expect(await shownIn(app, watched)).toEqual([added])
})

test('what a saved search by a seller finds joins the own adverts, is refreshed with them, and leaves with it', async () => {
  const app = await openApp()
  const own = await shownIn(app)
  const { userId } = await foreignTo(app)
  const { saved } = await app.forecourt.search()
  const [search] = await saved.save('The other yard', [['user_id', `${userId}`]])
  const id = search?.id ?? ''
  const found = (await saved.check(id, false))[0]?.found ?? []
  expect(found.length).toBeGreaterThan(0)
  await saved.markStock(id, true)
  const cost = { adverts: own.length + found.length, isRest: false }
  expect(await app.forecourt.inventorySync.cost()).toEqual(cost)
  await app.forecourt.inventorySync.sync()
  expect(await app.forecourt.inventorySync.cost()).toEqual(cost)
  expect(new Set(await shownIn(app))).toEqual(new Set([...own, ...found]))
  expect(await sourcesOf(app)).toEqual([`account ${own.length}`, `The other yard ${found.length}`])
  await handlersOf(app)['inventory:show-source']({ source: `search:${id}`, shown: false }, never)
  expect(new Set(await shownIn(app))).toEqual(new Set(own))
  await handlersOf(app)['inventory:show-source']({ source: `search:${id}`, shown: true }, never)
  await saved.remove(id)
  expect(new Set(await shownIn(app))).toEqual(new Set(own))
  const [cars] = await saved.save('Cars', [['marka_id[0]', '9']])
  await expect(saved.markStock(cars?.id ?? '', true)).rejects.toThrow()
})

test('what this app created is a source of its own; an advert is hidden once all of its sources are', () => {
  const { table } = noted()
  const sources = new StockSources({
    table,
    clock: handClock(),
    made: () => [10, 11],
    mark: () => '',
    searches: () => [],
    cached: (_owner, whose) => (whose === 'own' ? [10, 11, 12] : []),
  })
  const owner = { accountId: 'a', userId: 7 }
  table.note('a', 'account', [11, 12], '2026-11-01T10:00:00.000Z')
  sources.show(owner, 'made', false)
  const [account, made] = sources.all(owner)
  expect(account).toMatchObject({ source: 'account', adverts: 2, hidden: 0, shown: true })
  expect(made).toMatchObject({ source: 'made', adverts: 2, hidden: 1, shown: false })
  expect([10, 11, 12].map((id) => sources.own(owner).hides?.(id))).toEqual([true, false, false])
})

function noted() {
  const db = new DatabaseSync(':memory:')
  db.exec(sourcesSchema)
  return { table: new AdvertSourcesTable(db) }
}

test('a refresh that was stopped is gone on with, over a restart; its cost is what is left', async () => {
  const app = await openApp()
  const own = await shownIn(app)
  const { inventorySync } = app.forecourt
  expect(await inventorySync.cost()).toEqual({ adverts: own.length, isRest: false })
  const refused = { kind: 'status', status: 401, body: '{}', path: '/auto/info', skip: 2 } as const
  await app.control.addFault(refused)
  expect((await inventorySync.sync()).failure).not.toBeNull()
  const next = await app.reopen()
  const cost = await next.forecourt.inventorySync.cost()
  expect(cost.isRest).toBe(true)
  expect(cost.adverts).toBeLessThan(own.length)
  await next.control.clearFaults()
  await next.control.clearRequests()
  expect((await next.forecourt.inventorySync.sync()).failure).toBeNull()
  expect((await next.control.requests())['GET /auto/info']).toBe(cost.adverts)
  expect(await next.forecourt.inventorySync.cost()).toEqual({ adverts: own.length, isRest: false })
})

test('the advert with an edit that is not sent is read before the others', async () => {
  const app = await openApp()
  const { inventory, inventorySync, staged } = app.forecourt
  const byReading: AdvertQuery = { ...all, sort: [{ column: 'readAt', descending: false }] }
  const soon: AdvertQuery = { ...all, filters: [{ field: 'expiresIn', from: null, to: 7 }] }
  const expiring = new Set(await inventory.lists.ids(soon))
  const last = (await shownIn(app, byReading)).filter((id) => !expiring.has(id)).at(-1) ?? 0
  await staged.stage([{ advert: last, field: 'version', text: 'edited', currency: null }])
  // Eight are read at once: the ninth begins when one of them has come.
  await app.control.addFault({ kind: 'delay', ms: 300, method: 'GET', path: '/auto/info' })
  await inventorySync.sync()
  const order = await shownIn(app, byReading)
  expect(order).toHaveLength(9)
  expect(order.at(-1)).not.toBe(last)
})
