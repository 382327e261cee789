import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { running, temporaryFolder } from '../running.ts'
import { create, edit, info, ownAdverts, search, withdraw } from '../vehicles/adverts.ts'

it('keeps key, user, stock and what was written over a restart', async () => {
  const databasePath = join(await temporaryFolder(), 'sandbox.db')
  const first = await running({ databasePath, adverts: 400 })
  const [edited = 0, deleted = 0] = (await ownAdverts(first)).active
  const created = await create(first, { price: '777', auto_note: 'Зима' })
  await edit(first, { auto_id: String(edited), price: '4321' })
  await withdraw(first, deleted)
  await first.control.putOrder({ status: 2 })
  const remember = async (sandbox: typeof first) => ({
    key: sandbox.sandbox.key,
    userId: sandbox.sandbox.userId,
    // The pictures are at the address of this start.
    created: { ...(await info(sandbox, created)), photoData: null },
    edited: (await info(sandbox, edited)).USD,
    deleted: (await sandbox.control.advert(deleted))?.deleted,
    found: await search(sandbox, 'countpage=100'),
    orders: await sandbox.get('/ria/basket/orders/'),
    ledger: await sandbox.control.ledger(),
  })
  const before = await remember(first)
  await first.sandbox.close()
  const second = await running({ databasePath })
  expect(await remember(second)).toEqual(before)
  expect(before).toMatchObject({ edited: 4321, deleted: true })
})

it('forgets what was written on a reset, but not who it is', async () => {
  const sandbox = await running({ adverts: 400 })
  const found = await search(sandbox)
  const created = await create(sandbox)
  await sandbox.control.addFault({ kind: 'status', status: 500 })
  await sandbox.control.reset()
  expect((await sandbox.fetch('GET', '/auto/info', `auto_id=${created}`)).status).toBe(404)
  expect(await search(sandbox)).toEqual(found)
  expect(await sandbox.control.ledger()).toEqual([])
  expect(await sandbox.control.counts()).toMatchObject({ total: 400, written: 0 })
})

it('takes key, user and size from who starts it, and does not write a given key down', async () => {
  const databasePath = join(await temporaryFolder(), 'sandbox.db')
  const given = { key: 'k'.repeat(40), userId: 77, adverts: 100, controlToken: 'steer' }
  const first = await running({ databasePath, ...given })
  expect(first.sandbox).toMatchObject({ key: given.key, userId: 77, controlToken: 'steer' })
  expect(await first.control.counts()).toMatchObject({ total: 100, own: 15 })
  await first.sandbox.close()
  expect((await readFile(databasePath)).includes(given.key)).toBe(false)
  const larger = await running({ databasePath, adverts: 200 })
  expect(larger.sandbox.userId).toBe(77)
  expect(await larger.control.counts()).toMatchObject({ total: 200, own: 30 })
})

it('gives the account as many of the adverts as is asked, also after a restart', async () => {
  const databasePath = join(await temporaryFolder(), 'sandbox.db')
  const first = await running({ databasePath, adverts: 200, ownShare: 100 })
  expect(await first.control.counts()).toMatchObject({ total: 200, own: 200 })
  await first.sandbox.close()
  const second = await running({ databasePath })
  expect(await second.control.counts()).toMatchObject({ total: 200, own: 200 })
  const third = await running({ adverts: 200, ownShare: 0 })
  expect(await third.control.counts()).toMatchObject({ total: 200, own: 0 })
})

it('lets nobody else read its file', async () => {
  const databasePath = join(await temporaryFolder(), 'sandbox.db')
  await running({ databasePath, adverts: 10 })
  const modes = await Promise.all(['', '-wal', '-shm'].map((end) => stat(`${databasePath}${end}`)))
  expect(modes.map(({ mode }) => mode & 0o077)).toEqual([0, 0, 0])
})

it('refuses a port that is taken', async () => {
  const { sandbox } = await running()
  await expect(running({ port: Number(new URL(sandbox.baseUrl).port) })).rejects.toThrow('EADDRINUSE')
})
