import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { running, temporaryFolder, type Running } from '../running.ts'
import { create, edit, ownAdverts, search, withdraw } from './adverts.ts'

const elsewhere = (more: object = {}) => running({ newElsewhere: true, ...more })

const statusOf = async (sandbox: Running, path: string, query = '') =>
  (await sandbox.fetch('GET', path, query)).status

const found = async (sandbox: Running, query = '') =>
  (await sandbox.get('/auto/new/search', query)) as { count: number; ids: number[] }

describe('new vehicles elsewhere', () => {
  it('have ids of 7 digits, used ones of 8, created ones too', async () => {
    const sandbox = await elsewhere()
    const own = await ownAdverts(sandbox)
    const facts = await Promise.all([...own.active, ...own.archive].map((id) => sandbox.control.advert(id)))
    for (const advert of facts) expect(String(advert?.id)).toHaveLength(advert?.mileage === 0 ? 7 : 8)
    expect(new Set(facts.map((advert) => String(advert?.id).length))).toEqual(new Set([7, 8]))
    const first = await create(sandbox)
    expect(first).toBe(5_000_000)
    await withdraw(sandbox, first)
    expect(await create(sandbox)).toBe(first + 1)
  })

  it('are read at their own address; /auto/info answers 404 and the search of used ones lacks them', async () => {
    const sandbox = await elsewhere()
    const id = await create(sandbox, { price: '50000', auto_note: 'Ґанок' })
    expect(await statusOf(sandbox, '/auto/info', `auto_id=${id}`)).toBe(404)
    expect(await sandbox.get(`/auto/new/auto/${id}`)).toMatchObject({
      marka: { id: 9, name: 'BMW' },
      model: { id: 96, name: 'X5' },
      priceUsd: 50_000,
      priceUah: 2_100_000,
      note: 'Ґанок',
      linkAuto: expect.stringContaining(String(id)) as string,
    })
    expect((await search(sandbox)).ids.every((each) => each.length === 8)).toBe(true)
    expect((await ownAdverts(sandbox)).active).toContain(id)
    await edit(sandbox, { auto_id: String(id), price: '40000' })
    expect(await sandbox.get(`/auto/new/auto/${id}`)).toMatchObject({ priceUsd: 40_000 })
    await withdraw(sandbox, id)
    expect(await statusOf(sandbox, `/auto/new/auto/${id}`)).toBe(404)
  })

  it('stay elsewhere over a restart', async () => {
    const databasePath = join(await temporaryFolder(), 'sandbox.db')
    const first = await elsewhere({ databasePath, adverts: 100 })
    const id = await create(first)
    await first.sandbox.close()
    const second = await running({ databasePath })
    expect(await statusOf(second, `/auto/new/auto/${id}`)).toBe(200)
    expect(await create(second)).toBe(id + 1)
  })
})

it('the other profiles serve the address only if they are live, beside /auto/info', async () => {
  const statuses = async (sandbox: Running) => {
    const id = await create(sandbox)
    return [
      await statusOf(sandbox, '/auto/info', `auto_id=${id}`),
      await statusOf(sandbox, `/auto/new/auto/${id}`),
    ]
  }
  expect(await statuses(await running())).toEqual([200, 404])
  expect(await statuses(await running({ profile: 'live' }))).toEqual([200, 200])
})

it('the control address changes modes; new vehicles that move reset the sandbox', async () => {
  const sandbox = await running({ adverts: 400 })
  expect(await sandbox.control.modes()).toEqual({ profile: 'contract', newElsewhere: false, off: {} })
  await create(sandbox)
  await sandbox.control.setModes({ profile: 'live' })
  expect(await sandbox.control.counts()).toMatchObject({ written: 1 })
  await sandbox.control.setModes({ newElsewhere: true })
  expect(await sandbox.control.modes()).toMatchObject({ profile: 'live', newElsewhere: true })
  expect(await sandbox.control.counts()).toMatchObject({ total: 400, written: 0 })
  expect((await found(sandbox)).ids.every((id) => String(id).length === 7)).toBe(true)
})
