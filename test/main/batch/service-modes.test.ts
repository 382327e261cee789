import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modes, type Mode } from '../../crash/world.ts'
import { newSearchSchema } from '../../../src/main/service/new-vehicle-record.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'
import { spread } from '../../whole.ts'

let shop: Dealership

const open = async (mode: Mode): Promise<Dealership> =>
  openDealership({
    profile: mode === 'contract' ? 'contract' : 'live',
    newElsewhere: mode === 'new-elsewhere',
  })
afterEach(() => shop.close())

const writes = '/auto/new/autos'
const { signal } = new AbortController()
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const createdBy = async (): Promise<number> => {
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  return rowsOf(batch.id)[0]?.autoId ?? 0
}

describe.each(spread(modes, 2))('%s', (mode) => {
  beforeEach(async () => {
    shop = await open(mode)
  })

  test('what was created is read, edited, undone and deleted', async () => {
    const id = await createdBy()
    const live = await shop.port.readAdvert(id, signal)
    expect(live).toMatchObject({
      autoId: id,
      userId: shop.userId,
      usd: 20_000,
      currency: 1,
      description: 'Авто',
    })
    const before = { currency_id: 1, price: 20_000 }
    const edit = await shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 }, before)])
    expect(rowsOf(edit.id)[0]?.state).toBe('done')
    expect((await shop.control.advert(id))?.price).toBe(20_500)
    const { undo, control } = shop.batches
    await undo.send(await undo.preview(edit.id))
    await control.idle()
    expect((await shop.control.advert(id))?.price).toBe(20_000)
    const removal = await shop.run([planned(2, 'delete', { auto_id: id })])
    expect(rowsOf(removal.id)[0]?.state).toBe('done')
    expect((await shop.control.advert(id))?.deleted).toBe(true)
  })

  test('an edit of an advert that was changed on the site is a conflict', async () => {
    const id = await createdBy()
    const onTheSite = { auto_id: id, currency_id: 1, price: 23_000 } as const
    await shop.port.write({ operation: 'edit', payload: onTheSite }, signal)
    const before = { currency_id: 1, price: 20_000 }
    const edit = await shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 }, before)])
    expect(rowsOf(edit.id)[0]).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
  })

  test.each(['list', 'search'])('a create whose answer was lost is found by the %s', async (way) => {
    if (way === 'search') await shop.control.setModes({ off: { [writes]: 404 } })
    await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', path: writes, count: 1 })
    const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
    expect(rowsOf(batch.id)[0]?.state).toBe('in-doubt')
    await shop.batches.settling.settle(batch.id)
    const [made] = await shop.control.ledger()
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'done', autoId: made?.autoId })
  })

  test('a create that never arrived is not found', async () => {
    await createdBy()
    await shop.control.addFault({ kind: 'drop-before', method: 'POST', path: writes, count: 1 })
    const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
    await shop.batches.settling.settle(batch.id)
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
  })

  test.each(['edit', 'delete'] as const)('an %s in doubt is settled by what is shown', async (operation) => {
    const id = await createdBy()
    const payload = operation === 'edit' ? { auto_id: id, currency_id: 1, price: 7_777 } : { auto_id: id }
    const method = operation === 'edit' ? 'PUT' : 'DELETE'
    await shop.port.readAdvert(id, signal)
    await shop.control.addFault({ kind: 'drop-before', method, path: writes, count: 1 })
    const lost = await shop.run([planned(2, operation, payload, { currency_id: 1, price: 20_000 })])
    await shop.batches.settling.settle(lost.id)
    expect(rowsOf(lost.id)[0]?.state).toBe('planned')
    await shop.control.addFault({ kind: 'drop-after-commit', method, path: writes, count: 1 })
    await shop.batches.control.send(lost.id)
    await shop.batches.control.idle()
    expect(rowsOf(lost.id)[0]?.state).toBe('in-doubt')
    await shop.batches.settling.settle(lost.id)
    // A 404 of an advert that was created a moment ago may be late: only the edit is settled at once.
    expect(rowsOf(lost.id)[0]?.state).toBe(operation === 'edit' ? 'done' : 'in-doubt')
  })
})

test('an advert that was edited since is not taken for one that was created', async () => {
  shop = await open('new-elsewhere')
  const own = await shop.inventory.ownAdverts()
  const older = own?.active.find((id) => id < 10_000_000) ?? 0
  const { makeId = 0, modelId = 0, baseId = 0, equipId = 0 } = (await shop.control.advert(older)) ?? {}
  const twin = { marka_id: makeId, model_id: modelId, base_id: baseId, equip_id: equipId }
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', path: writes, count: 1 })
  const lost = await shop.run([planned(2, 'create', car({ ...twin, price: 20_500 }))])
  await shop.run([planned(2, 'edit', { auto_id: older, currency_id: 1, price: 20_500 })])
  await shop.batches.settling.settle(lost.id)
  expect(rowsOf(lost.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
})

describe('where no address shows what was created', () => {
  const hidden = { '/auto/new/auto/{id}': 404, '/auto/new/search': 404 } as const
  beforeEach(async () => {
    shop = await openDealership({ profile: 'live', newElsewhere: true })
    await shop.control.setModes({ off: hidden })
  })

  /** Later than a read may be late. */
  const later = () => {
    const ahead = { now: () => Date.now() + 3_600_000, sleep: () => Promise.resolve() }
    return shop.restart({ clock: ahead })
  }
  const editOf = (id: number, before: object, line = 2) =>
    planned(line, 'edit', { auto_id: id, currency_id: 1, price: 20_500 }, before as Record<string, number>)

  test('the batch asks once, then compares with what was written last', async () => {
    const first = await createdBy()
    const second = await createdBy()
    await later()
    const seen = { currency_id: 1, price: 20_000 }
    const batch = await shop.run([editOf(first, seen), editOf(second, { currency_id: 1, price: 1 }, 3)])
    expect(batch).toMatchObject({ state: 'paused', pauseReason: 'not-shown', counts: { planned: 2 } })
    expect(await shop.control.ledger()).toHaveLength(2)
    await shop.batches.control.send(batch.id, true)
    await shop.batches.control.idle()
    const states = rowsOf(batch.id).map(({ state, errorCode }) => [state, errorCode])
    expect(states).toEqual([
      ['done', null],
      ['conflict', 'changed-since'],
    ])
    expect(shop.batches.reader.attempts(batch.id, 2).map(({ errorCode }) => errorCode)).toContain('not-shown')
    expect((await shop.control.advert(first))?.price).toBe(20_500)
  })

  test('a delete in doubt stays in doubt', async () => {
    const id = await createdBy()
    await later()
    await shop.control.addFault({ kind: 'drop-after-commit', method: 'DELETE', path: writes, count: 1 })
    const batch = await shop.run([planned(2, 'delete', { auto_id: id })])
    await shop.batches.control.send(batch.id, true)
    await shop.batches.control.idle()
    expect(rowsOf(batch.id)[0]?.state).toBe('in-doubt')
    await shop.batches.settling.settle(batch.id)
    expect(rowsOf(batch.id)[0]?.state).toBe('in-doubt')
  })

  test('a service that shows them again is believed', async () => {
    const id = await createdBy()
    await shop.control.setModes({ off: {} })
    expect((await shop.port.readAdvert(id, signal)).autoId).toBe(id)
    await shop.run([planned(2, 'delete', { auto_id: id })])
    await expect(shop.port.readAdvert(id, signal)).rejects.toMatchObject({ code: 'not-found', ownForm: true })
  })
})

describe('an own advert that this app did not create', () => {
  const bySomebody = async (): Promise<number> =>
    (await shop.port.write({ operation: 'create', payload: car() }, signal)).lastInsertId
  const lists = { [writes]: 404, '/auto/new/search': 404, '/auto/search': 404 } as const
  beforeEach(async () => {
    shop = await openDealership({ profile: 'live', newElsewhere: true })
  })

  test('is not called gone if it is listed and no address shows it, nor any like it', async () => {
    const id = await bySomebody()
    await shop.control.setModes({ off: { '/auto/new/auto/{id}': 404 } })
    const read = shop.port.readAdvert(id, signal)
    await expect(read).rejects.toMatchObject({ code: 'not-found', reason: 'not-shown', ownForm: false })
    const batch = await shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 })])
    expect(batch).toMatchObject({ state: 'paused', pauseReason: 'not-shown', counts: { planned: 1 } })
  })

  test('is gone if an address says so that has shown such adverts', async () => {
    const first = await bySomebody()
    const second = await bySomebody()
    expect((await shop.inventory.ownAdverts())?.active).toContain(second)
    await shop.port.readAdvert(first, signal)
    await shop.port.write({ operation: 'delete', payload: { auto_id: second } }, signal)
    await expect(shop.port.readAdvert(second, signal)).rejects.toMatchObject({ ownForm: true })
  })

  test('of somebody else is refused if the service’s own list lacks it', async () => {
    const own = await shop.inventory.ownAdverts()
    const mine = new Set([...(own?.active ?? []), ...(own?.archive ?? [])])
    const found = await shop.client.read('/auto/new/search', [['limit', 50]], newSearchSchema, {})
    const id = found.ids.find((each) => !mine.has(each)) ?? 0
    const batch = await shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 })])
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'failed', errorCode: 'guard-owner', attempts: 0 })
  })

  test('is asked about once if its record names no owner and there is no list, and is then sent', async () => {
    const id = await bySomebody()
    await shop.control.setModes({ off: lists })
    const edit = planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 })
    const batch = await shop.run([edit, planned(3, 'delete', { auto_id: id })])
    expect(batch).toMatchObject({ state: 'paused', pauseReason: 'not-shown', counts: { planned: 2 } })
    expect(await shop.control.ledger()).toHaveLength(1)
    await shop.batches.control.send(batch.id, true)
    await shop.batches.control.idle()
    expect(rowsOf(batch.id).map(({ state }) => state)).toEqual(['done', 'done'])
    const looks = shop.batches.reader.attempts(batch.id, 2).map(({ errorCode }) => errorCode)
    expect(looks).toContain('owner-not-shown')
  })

  test('is not asked about if the cache knows its owner, and not touched if that is another', async () => {
    const id = await bySomebody()
    await shop.control.setModes({ off: lists })
    const cachedOf = (userId: number) =>
      shop.cache.set(id, { userId, markaId: null, modelId: null, addDate: null, values: {} })
    const edit = () => shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 20_500 })])
    cachedOf(1)
    expect(rowsOf((await edit()).id)[0]).toMatchObject({ state: 'failed', errorCode: 'guard-owner' })
    cachedOf(shop.userId)
    expect(rowsOf((await edit()).id)[0]?.state).toBe('done')
  })

  test('settles an edit in doubt by its values if its record names no owner', async () => {
    const id = await bySomebody()
    await shop.control.setModes({ off: lists })
    await shop.control.addFault({ kind: 'drop-after-commit', method: 'PUT', path: writes, count: 1 })
    const edit = { auto_id: id, currency_id: 1, price: 20_500 }
    const batch = await shop.run([planned(2, 'edit', edit, { currency_id: 1, price: 20_000 })])
    await shop.batches.control.send(batch.id, true)
    await shop.batches.control.idle()
    expect(rowsOf(batch.id)[0]?.state).toBe('in-doubt')
    await shop.batches.settling.settle(batch.id)
    expect(rowsOf(batch.id)[0]?.state).toBe('done')
  })
})

describe('the own list', () => {
  const way = async (off: Record<string, 403 | 404>) => {
    await shop.control.setModes({ off })
    await shop.control.clearRequests()
    const own = await shop.inventory.ownAdverts()
    return { source: own?.source ?? null, ids: own?.active.length ?? 0 }
  }

  test.each([404, 403] as const)(
    'by the first way that the service has, by a %i for the others',
    async (status) => {
      shop = await open('new-elsewhere')
      const list = await way({})
      expect(list.source).toBe('own-list')
      const bySearch = await way({ [writes]: status })
      expect(bySearch).toMatchObject({ source: 'new-search' })
      expect(bySearch.ids).toBeGreaterThan(0)
      const bySeller = await way({ [writes]: status, '/auto/new/search': status })
      expect(bySeller.source).toBe('user-search')
      expect(bySeller.ids).toBeGreaterThan(0)
      await way({ [writes]: status, '/auto/new/search': status })
      expect(await shop.control.requests()).not.toHaveProperty(`GET ${writes}`)
      expect(
        await way({ [writes]: status, '/auto/new/search': status, '/auto/search': status }),
      ).toMatchObject({
        source: null,
      })
    },
  )

  test('a search that ignores the seller is no list of own adverts', async () => {
    shop = await open('live')
    await shop.control.setModes({ off: { [writes]: 404, '/auto/new/search': 404 } })
    const body = JSON.stringify({ result: { search_result: { ids: ['1', '2'], count: 2 } } })
    await shop.control.addFault({ kind: 'status', status: 200, body, method: 'GET', path: '/auto/search' })
    expect(await shop.inventory.ownAdverts()).toBeNull()
    expect((await shop.control.requests())['GET /auto/search']).toBe(1)
  })
})
