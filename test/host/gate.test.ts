import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { FixtureRun } from './fixtures/run.ts'

let run: FixtureRun
let address: URL
let cookie = ''

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** node:http and not fetch, which would not send a Host or Origin of our choice. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port: address.port, path, headers, agent: false })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const piece of response) body += String(piece)
  return { status: response.statusCode, headers: response.headers, body }
}

async function socketStatus(path: string, headers: Record<string, string>): Promise<number | 'open'> {
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}${path}`, { headers })
  const opened = once(socket, 'open').then(() => 'open' as const)
  const refused = once(socket, 'unexpected-response').then(
    ([, response]) => (response as IncomingMessage).statusCode ?? 0,
  )
  const failed = once(socket, 'error').then(() => 0)
  opened.catch(() => undefined)
  refused.catch(() => undefined)
  const status = await Promise.race([opened, refused, failed])
  socket.removeAllListeners()
  socket.on('error', () => undefined)
  socket.terminate()
  return status
}

const wirePath = async (): Promise<string> => {
  const page = await get('/index.html', { cookie, 'sec-fetch-dest': 'document' })
  return `/.host/${/\.host\/([\w-]+)\/preload/.exec(page.body)?.[1] ?? ''}/wire`
}

beforeAll(async () => {
  run = await FixtureRun.start()
  address = new URL(run.app.address)
})
afterAll(() => run.end())

test('without the token nothing is served', async () => {
  expect((await get('/index.html')).status).toBe(403)
  expect((await get('/.host/enter?token=guessed')).status).toBe(403)
  expect((await get('/.host/enter')).status).toBe(403)
})

test('the token is good for one cookie, once', async () => {
  const path = address.pathname + address.search
  const first = await get(path)
  const [given = ''] = first.headers['set-cookie'] ?? []
  expect(first).toMatchObject({ status: 303, headers: { location: '/index.html' } })
  expect(given).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/)
  expect((await get(path)).status).toBe(403)
  cookie = given.split(';')[0] ?? ''
  expect((await get(path, { cookie })).status).toBe(303)
  expect((await get('/index.html', { cookie })).status).toBe(200)
  expect((await get('/index.html', { cookie: `${cookie}x` })).status).toBe(403)
})

test.each([
  ['a name rebound to this machine', { host: 'forecourt.example' }],
  ['localhost, which is not the name that was printed', { host: 'localhost' }],
  ['another site', { origin: 'https://example.com' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an opaque origin', { origin: 'null' }],
  ['a request that the browser says comes from another site', { 'sec-fetch-site': 'cross-site' }],
  ['a request from another port', { 'sec-fetch-site': 'same-site' }],
])('refuses %s, cookie or not', async (_name, headers: Record<string, string>) => {
  const answer = await get('/index.html', { cookie, ...headers })
  expect(answer.status).toBe(403)
  expect(answer.body).not.toContain('Fixture')
})

test("passes on what main's protocol handler answers: status, headers, CSP", async () => {
  const page = await get('/index.html?from=test', { cookie })
  expect(page.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    'x-fixture': 'app://fixture/index.html?from=test',
  })
  expect((await get('/page.js', { cookie })).headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect((await get('/nothing.html', { cookie })).status).toBe(404)
})

test("the preload stands before the page's scripts, in the window's document only", async () => {
  const { body } = await get('/index.html', { cookie, 'sec-fetch-dest': 'document' })
  expect(body.indexOf('preload.js')).toBeGreaterThan(0)
  expect(body.indexOf('preload.js')).toBeLessThan(body.indexOf('page.js'))
  expect((await get('/index.html', { cookie, 'sec-fetch-dest': 'iframe' })).body).not.toContain('preload.js')
})

test('the wire opens for our own page only', async () => {
  const wire = await wirePath()
  const { origin } = address
  expect(await socketStatus(wire, { cookie })).toBe(403)
  expect(await socketStatus(wire, { cookie, origin: 'https://example.com' })).toBe(403)
  expect(await socketStatus(wire, { cookie, origin, host: 'forecourt.example' })).toBe(403)
  expect(await socketStatus(wire, { origin })).toBe(403)
  expect(await socketStatus('/.host/guessed/wire', { cookie, origin })).toBe(403)
  expect(await socketStatus(wire, { cookie, origin })).toBe('open')
})
