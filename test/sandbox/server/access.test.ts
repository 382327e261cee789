import { describe, expect, it } from 'vitest'
import { running } from '../running.ts'
import { createQuery } from '../vehicles/adverts.ts'

const basic = (user: string, password = '') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

describe('the key', () => {
  it('is taken from the query', async () => {
    const { sandbox } = await running()
    expect((await fetch(`${sandbox.baseUrl}/states?api_key=${sandbox.key}`)).status).toBe(200)
  })

  it('is missing, or wrong: two codes, both 403', async () => {
    const { sandbox } = await running()
    const missing = await fetch(`${sandbox.baseUrl}/states`)
    expect([missing.status, await missing.json()]).toMatchObject([
      403,
      { error: { code: 'API_KEY_MISSING' } },
    ])
    const wrong = await fetch(`${sandbox.baseUrl}/states?api_key=${'x'.repeat(40)}`)
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: { code: 'API_KEY_INVALID' } }])
  })

  it('is taken from HTTP Basic for reads', async () => {
    const { sandbox } = await running()
    const read = (authorization: string) => fetch(`${sandbox.baseUrl}/states`, { headers: { authorization } })
    expect((await read(basic(sandbox.key))).status).toBe(200)
    expect((await read(basic('x'.repeat(40)))).status).toBe(403)
  })

  it('is not taken from HTTP Basic for writes', async () => {
    const sandbox = await running()
    const { baseUrl, key } = sandbox.sandbox
    const response = await fetch(`${baseUrl}/auto/new/autos?${createQuery(sandbox)}`, {
      method: 'POST',
      headers: { authorization: basic(key) },
    })
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { code: 'API_KEY_MISSING' } },
    ])
    expect(await sandbox.control.counts()).toMatchObject({ written: 0 })
  })
})

describe('what is not there', () => {
  it.each(['/nothing', '/auto', '/auto/info/7', '/constructor'])('%s is not found', async (path) => {
    const response = await (await running()).fetch('GET', path)
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  })

  it.each([
    ['POST', '/auto/info', 'GET'],
    ['POST', '/ria/basket/orders/', 'GET, PUT'],
    ['PUT', '/ria/basket/status', 'GET'],
    ['DELETE', '/dom/info/5', 'GET'],
    ['POST', '/auto/states/10/cities', 'GET'],
    ['PATCH', '/auto/new/autos', 'GET, POST, PUT, DELETE'],
  ])('%s %s is a wrong method, not a wrong address', async (method, path, allowed) => {
    const response = await (await running()).fetch(method, path, '', { 'content-length': '0' })
    expect([response.status, response.headers.get('allow'), await response.json()]).toMatchObject([
      405,
      allowed,
      { error: { code: 'METHOD_NOT_ALLOWED' } },
    ])
  })

  it.each([
    ['text/html', 406],
    ['application/xml, text/csv', 406],
    ['application/json;q=0, text/html', 406],
    ['text/html, */*;q=0.8', 200],
    ['application/json', 200],
    ['application/*', 200],
  ])('an accept of %s is answered with %d', async (accept, status) => {
    const sandbox = await running()
    expect((await sandbox.fetch('GET', '/states', '', { accept })).status).toBe(status)
  })

  it('a write that accepts no JSON is refused and not executed', async () => {
    const sandbox = await running()
    const refused = await sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox), {
      accept: 'text/html',
    })
    expect(refused.status).toBe(406)
    expect(await sandbox.control.ledger()).toMatchObject([{ committed: false, answer: '406' }])
  })

  it('an advert nobody has is not found, and a lookup without an id is not enough', async () => {
    const sandbox = await running()
    expect((await sandbox.fetch('GET', '/auto/info', 'auto_id=1')).status).toBe(404)
    expect(await (await sandbox.fetch('GET', '/auto/info')).json()).toEqual({ message: 'Not Enough Data' })
  })

  it('the list of own adverts is 404 if the service has none', async () => {
    const sandbox = await running({ ownList: false })
    const response = await sandbox.fetch('GET', '/auto/new/autos', `user_id=${sandbox.sandbox.userId}`)
    expect(response.status).toBe(404)
  })

  it('an address over 8 kB is refused with 414, and nothing is written', async () => {
    const sandbox = await running()
    const query = createQuery(sandbox, { auto_note: 'ї'.repeat(2000) })
    expect((await sandbox.fetch('POST', '/auto/new/autos', query)).status).toBe(414)
    expect(await sandbox.control.ledger()).toMatchObject([{ committed: false, answer: '414' }])
  })
})
