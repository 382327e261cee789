import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Forecourt } from '../../src/main/assemble.ts'
import { handlersOf } from '../../src/main/assemble/calls.ts'
import { planDraft } from '../../src/main/joins/plan-draft.ts'
import { assembledIn } from './assembled.ts'
import { fourIds } from '../sandbox/vehicles/four-ids.ts'
import { eventually } from '../eventually.ts'
import { folderOfTest } from '../folders.ts'

interface Published {
  readonly name: string
  readonly payload: unknown
}

/** The whole of main on a new data folder, with its embedded sandbox. */
function assembled(): { forecourt: Forecourt; published: Published[] } {
  const dataDir = folderOfTest()
  const published: Published[] = []
  const forecourt = assembledIn(dataDir, { publish: (name, payload) => published.push({ name, payload }) })
  onTestFinished(() => forecourt.close())
  return { forecourt, published }
}

test('what was written is in the stock at once, and the window is told', async () => {
  const { forecourt, published } = assembled()
  const { accountId, userId } = await forecourt.context.accounts.connection()
  const write = { operation: 'create', payload: newAdvert } as const
  forecourt.context.hub.emit('advert-written', { owner: { accountId, userId }, write, autoId: 77 })
  expect(await forecourt.inventory.rows([77])).toMatchObject([{ id: 77, uah: 5, pending: true }])
  expect(published).toContainEqual({ name: 'inventory:changed', payload: { adverts: 1 } })
})

test('a window that closes waits for no lock of another program', async () => {
  const { forecourt } = assembled()
  const { accountId } = await forecourt.context.accounts.owner()
  using other = new DatabaseSync(forecourt.context.staged.location() ?? '')
  other.exec('BEGIN IMMEDIATE')
  const closed = forecourt.close()
  // Each would wait five seconds, and all of them longer than the test may take.
  for (const id of ['one', 'two', 'three', 'four'])
    expect(() => forecourt.views.saved.remove(accountId, id)).toThrow('locked')
  await closed
}, 15_000)

test('what is saved of a sandbox that was turned off since is its user’s', async () => {
  const dataDir = folderOfTest()
  const before = assembledIn(dataDir)
  const { userId } = await before.context.accounts.connection()
  await before.close()
  const managed = { policy: { sandboxOff: true }, source: 'p', trouble: null }
  const after = assembledIn(dataDir, { managed })
  const owner = await after.context.accounts.owner()
  const refused = after.context.accounts.connection().catch((error: unknown) => error)
  expect([owner, await refused]).toMatchObject([{ accountId: 'sandbox', userId }, { code: 'managed' }])
  await after.close()
})

test('the rows of a draft and of a batch have the names of their vehicles', async () => {
  const { forecourt } = assembled()
  const { equip_id, ...ids } = fourIds(7)
  const calls = handlersOf(forecourt, {
    online: () => true,
    handed: () => [],
    recovered: () => ({ inDoubt: 0, lost: 0 }),
    showLog: () => undefined,
  })
  const signal = new AbortController().signal
  await forecourt.lookups.search('BMW X5 284', { most: 60 })
  const { draftId } = await calls['draft:begin']({ fileName: 'new.csv' }, signal)
  const text = `Make,Model,Modification,Equipment,currency,price\n${Object.values(ids).join(',')},comfort,USD,25000\n`
  await calls['draft:append']({ draftId, bytes: new TextEncoder().encode(text) }, signal)
  const { inspection } = await calls['draft:inspect']({ draftId, shape: {} }, signal)
  const { mapping, shape } = inspection
  const check = await calls['draft:check']({ draftId, shape, mapping, operation: 'create' }, signal)
  expect(check.problems).toEqual([])
  const names = {
    marka_id: 'BMW',
    model_id: 'X5',
    equip_id: 'Comfort',
    base_id: expect.stringContaining('284') as string,
  }
  const all = { filter: 'all', offset: 0, limit: 9 } as const
  const { rows } = await calls['draft:rows']({ draftId, ...all }, signal)
  expect(rows).toMatchObject([{ payload: { ...ids, equip_id }, names }])
  const batch = await calls['batch:plan']({ draftId, confirmed: [] }, signal)
  const page = { batchId: batch.id, state: null, offset: 0, limit: 9 }
  expect((await calls['batch:rows'](page, signal)).rows).toMatchObject([{ names }])
})

test('what the rows of a file decide of a name counts in this file alone', async () => {
  const { forecourt } = assembled()
  const calls = handlersOf(forecourt, {
    online: () => true,
    handed: () => [],
    recovered: () => ({ inDoubt: 0, lost: 0 }),
    showLog: () => undefined,
  })
  const signal = new AbortController().signal
  const asked = async () => {
    const { draftId } = await calls['draft:begin']({ fileName: 'new.csv' }, signal)
    const text = 'Make,Model,Modification,Equipment,currency,price\nBMW,X5,Дизель,Base,USD,1\n'
    await calls['draft:append']({ draftId, bytes: new TextEncoder().encode(text) }, signal)
    const { mapping, shape } = (await calls['draft:inspect']({ draftId, shape: {} }, signal)).inspection
    await calls['draft:check']({ draftId, shape, mapping, operation: 'create' }, signal)
    await calls['draft:look-up']({ draftId, most: 50 }, signal)
    return { draftId, values: (await calls['draft:names']({ draftId }, signal)).values }
  }
  const { draftId, values } = await asked()
  const [diesel] = values
  if (!diesel) throw new Error('nothing is asked')
  const { field, within, value, candidates } = diesel
  const choice = { field, within, value, id: candidates[1]?.id ?? 0, decided: true }
  await calls['draft:choose-names']({ draftId, choices: [choice] }, signal)
  // The equipment of what was decided can be asked for.
  const looked = await calls['draft:look-up']({ draftId, most: 50 }, signal)
  expect(looked).toMatchObject({ calls: 1, check: { invalid: 0 } })
  const { rows } = await calls['draft:rows']({ draftId, filter: 'all', offset: 0, limit: 9 }, signal)
  expect(rows.map(({ payload }) => payload.base_id)).toEqual([choice.id])
  expect((await asked()).values).toMatchObject([{ code: 'name-ambiguous', value: 'Дизель' }])
})

const newAdvert = { ...fourIds(), currency_id: 3, price: 5 } as const

test('the window is shown the stock and orders of the active account only, and its own as soon as it changes', async () => {
  const { forecourt, published } = assembled()
  await Promise.all([forecourt.inventorySync.sync(), forecourt.orders.refresh()])
  const draft = { name: 'Dealer', baseUrl: 'https://api.example.test', userId: 4, readAuth: 'query' } as const
  const { accounts } = await forecourt.context.accounts.save(draft)
  const told = (name: string) => published.filter((each) => each.name === name).map(({ payload }) => payload)
  expect(told('inventory:sync').at(-1)).toMatchObject({ syncedAt: expect.any(String) as string })
  const { accountId, userId } = await forecourt.context.accounts.owner()
  const reading = forecourt.inventorySync.sync()
  await forecourt.context.accounts.activate(accounts[1]?.id ?? '')
  // It has no key: what is saved of it is shown even so.
  await eventually(() => expect(told('orders:changed').at(-1)).toMatchObject({ orders: [], readAt: null }))
  await reading
  expect(told('inventory:sync').at(-1)).toMatchObject({ syncedAt: null, running: null, adverts: 0 })
  expect(told('inventory:changed').at(-1)).toEqual({ adverts: 0 })
  published.length = 0
  const write = { operation: 'create', payload: newAdvert } as const
  forecourt.context.hub.emit('advert-written', { owner: { accountId, userId }, write, autoId: 77 })
  forecourt.inventorySync.quotaWaitChanged(accountId)
  forecourt.context.hub.emit('quota-wait-changed', { account: accountId, kind: 'orders', until: 5 })
  expect(published).toEqual([])
  await forecourt.context.accounts.activate(accountId)
  await eventually(() =>
    expect(told('inventory:sync').at(-1)).toMatchObject({ syncedAt: expect.any(String) as string }),
  )
})

test('rows that were checked for one account are not planned for another one of the same user', async () => {
  const { forecourt } = assembled()
  const { planning, drafts } = forecourt
  const draftId = drafts.begin('new.csv')
  await drafts.append(
    draftId,
    new TextEncoder().encode('marka_id,model_id,base_id,equip_id,currency_id\n9,96,1,2,1\n'),
  )
  await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, await planning.account())
  const account = async () => ({ ...(await planning.account()), accountId: 'other' })
  const refused = await planDraft({ ...planning, account }, draftId, []).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'draft-unknown', details: { reason: 'account-changed' } })
  expect(forecourt.context.words(refused).words).toMatch(/account was changed/)
  expect((await planDraft(planning, draftId, [])).accountId).toBe('sandbox')
})

test('another active account is told once, by whatever it became active', async () => {
  const { forecourt } = assembled()
  const active: string[] = []
  forecourt.context.hub.on('account-changed', ({ accountId }) => active.push(accountId))
  const draft = { name: 'Dealer', baseUrl: 'https://api.example.test', userId: 4, readAuth: 'query' } as const
  const { accounts } = await forecourt.context.accounts.save(draft)
  const id = accounts[1]?.id ?? ''
  expect(active).toEqual([])
  await forecourt.context.accounts.activate(id)
  await forecourt.context.accounts.save({ ...draft, id, name: 'Dealer North' })
  expect(active).toEqual([id])
  await forecourt.context.accounts.remove(id)
  expect(active).toEqual([id, 'sandbox'])
})
