import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { running } from '../running.ts'
import { fourIds } from './four-ids.ts'
import { create, edit, info, ownAdverts, search, withdraw } from './adverts.ts'

describe('create', () => {
  it('makes an advert that is in the lookup, the search and the own list', async () => {
    const sandbox = await running()
    const note = 'Ґанок & "їжак" <b>№1</b>'
    const id = await create(sandbox, { price: '50000', auto_note: note, version: 'xDrive', in_stock: '1' })
    const record = await info(sandbox, id)
    expect(record).toMatchObject({ userId: sandbox.sandbox.userId, markName: 'BMW', modelName: 'X5' })
    expect(record).toMatchObject({ USD: 50_000, UAH: 2_100_000, EUR: 43_103 })
    expect(record.title).toMatch(/^BMW X5 \d{4}$/)
    expect(record.autoData).toMatchObject({
      autoId: id,
      description: note,
      version: 'xDrive',
      mainCurrency: 'USD',
    })
    expect((await search(sandbox)).ids[0]).toBe(String(id))
    expect((await ownAdverts(sandbox)).active).toContain(id)
    expect(await sandbox.control.advert(id)).toMatchObject({
      baseId: fourIds().base_id,
      equipId: fourIds().equip_id,
      inStock: 1,
      testDrive: 0,
    })
  })

  it('never gives an id twice, not even after a delete', async () => {
    const sandbox = await running()
    const first = await create(sandbox)
    await withdraw(sandbox, first)
    expect(await create(sandbox)).toBe(first + 1)
  })
})

describe('edit', () => {
  it('changes what is sent, keeps what is not, and moves updateDate', async () => {
    const sandbox = await running()
    const id = await create(sandbox, { price: '50000', auto_note: 'Before', version: 'One' })
    const before = await info(sandbox, id)
    const response = await edit(sandbox, { auto_id: String(id), currency_id: '2', price: '41000.5' })
    expect(await response.json()).toEqual({ num_rows: 1, last_insert_id: 0 })
    const after = await info(sandbox, id)
    expect(after).toMatchObject({ EUR: 41_001, addDate: before.addDate })
    expect(after.autoData).toMatchObject({ description: 'Before', version: 'One', mainCurrency: 'EUR' })
    expect(after.updateDate > before.updateDate).toBe(true)
  })

  it.each([
    ['price', '41000.5', { price: 41_000.5 }],
    ['auto_note', 'After', { note: 'After' }],
    ['auto_note', '', { note: '' }],
    ['version', 'Two', { version: 'Two' }],
    ['in_stock', '0', { inStock: 0 }],
    ['test_drive', '1', { testDrive: 1 }],
  ])('changes %s to "%s" and nothing else', async (name, value, changed) => {
    const sandbox = await running()
    const written = { price: '50000', auto_note: 'Before', version: 'One', in_stock: '1', test_drive: '0' }
    const id = await create(sandbox, written)
    const { updatedAt: _before, ...before } = (await sandbox.control.advert(id)) ?? { updatedAt: 0 }
    await edit(sandbox, { auto_id: String(id), currency_id: '1', [name]: value })
    const { updatedAt: _after, ...after } = (await sandbox.control.advert(id)) ?? { updatedAt: 0 }
    expect(after).toEqual({ ...before, ...changed })
  })

  it('refuses a PUT without Content-Length with 411', async () => {
    const sandbox = await running()
    const id = await create(sandbox, { price: '50000' })
    const { baseUrl, key, userId } = sandbox.sandbox
    const url = `${baseUrl}/auto/new/autos?api_key=${key}&user_id=${userId}&auto_id=${id}&currency_id=1&price=1`
    const status = await new Promise((resolve, reject) => {
      const put = request(url, { method: 'PUT' }, (response) => resolve(response.resume().statusCode))
      put.removeHeader('content-length')
      put.useChunkedEncodingByDefault = false
      put.on('error', reject).end()
    })
    expect(status).toBe(411)
    expect((await info(sandbox, id)).USD).toBe(50_000)
  })
})

it.each(['POST', 'PUT'])(
  'a %s with a body is refused: every parameter travels in the query',
  async (method) => {
    const { baseUrl, key, userId } = (await running()).sandbox
    const query = `api_key=${key}&user_id=${userId}&auto_id=1&currency_id=1`
    const response = await fetch(`${baseUrl}/auto/new/autos?${query}`, { method, body: '{"price":1}' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'BODY_NOT_ALLOWED' } },
    ])
  },
)

it('delete takes the advert out of the lookup, the search and the own list', async () => {
  const sandbox = await running()
  const id = await create(sandbox)
  expect(await (await withdraw(sandbox, id)).json()).toEqual({ num_rows: 1, last_insert_id: 0 })
  expect((await sandbox.fetch('GET', '/auto/info', `auto_id=${id}`)).status).toBe(404)
  expect((await search(sandbox)).ids).not.toContain(String(id))
  expect((await ownAdverts(sandbox)).active).not.toContain(id)
  expect((await withdraw(sandbox, id)).status).toBe(404)
})
