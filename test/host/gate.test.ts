import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Door } from './fixtures/door.ts'
import { FixtureRun } from './fixtures/run.ts'

let run: FixtureRun
let door: Door
let base = ''
let wire = ''
let key = ''

beforeAll(async () => {
  run = await FixtureRun.start()
  door = new Door(run.app.address)
})
afterAll(() => run.end())

test('without the token nothing is served', async () => {
  for (const path of ['/', '/index.html', '/.host/enter/', `/.host/enter/${'0'.repeat(64)}`, '/favicon.ico'])
    expect((await door.get(path)).status).toBe(403)
})

test('the address works once, gives no cookie, and leads under a secret path', async () => {
  const { pathname } = door.address
  const first = await door.get(pathname)
  expect(first.status).toBe(303)
  expect(first.headers.location).toMatch(/^\/[\da-f]{64}\/index\.html$/)
  expect(first.headers['set-cookie']).toBeUndefined()
  expect(first.headers['referrer-policy']).toBe('no-referrer')
  base = first.headers.location?.replace('/index.html', '') ?? ''
  expect((await door.get(pathname)).status).toBe(403)
  expect((await door.get(`${base}/index.html`)).status).toBe(200)
  expect((await door.get(`${base.slice(0, -1)}x/index.html`)).status).toBe(403)
  expect((await door.get(base)).status).toBe(403)
})

test('the key is told once, to the first document', async () => {
  ;({ wire, key } = await door.open(base))
  // The test before has fetched a document already, and dropped its script.
  expect(key).toBe('')
  const again = new Door((await newAddress()) ?? '')
  const entered = await again.enter()
  expect(entered.key).toMatch(/^[\da-f]{64}$/)
  const script = await again.get(entered.wire.replace('wire', 'preload.js'))
  expect(script.body).not.toContain(entered.key)
  expect((await again.open(entered.base)).key).toBe('')
  expect((await door.get(`${base}/index.html`)).status).toBe(403)
  ;({ base, wire, key } = entered)
})

/** The tab was closed: a second start asks the first to show its window. */
async function newAddress(): Promise<string | undefined> {
  const before = run.app.addresses.length
  await expect(FixtureRun.launchAgain(run.dataDir)).rejects.toThrow('ended with 3')
  await expect.poll(() => run.app.addresses.length).toBe(before + 1)
  return run.app.addresses.at(-1)
}

test.each([
  ['a name rebound to this machine', { host: 'forecourt.example' }],
  ['the machine by its number', { host: '127.0.0.1' }],
  ['another name of the machine', { host: 'localhost' }],
  ['another site', { origin: 'https://example.com' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an opaque origin', { origin: 'null' }],
  ['a request that the browser says comes from another site', { 'sec-fetch-site': 'cross-site' }],
  ['a request from another port', { 'sec-fetch-site': 'same-site' }],
  ['a navigation from another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
])('refuses %s, although it knows the path', async (_name, headers: Record<string, string>) => {
  const answer = await door.get(`${base}/index.html`, headers)
  expect(answer.status).toBe(403)
  expect(answer.body).not.toContain('Fixture')
})

test("passes on what main's protocol handler answers: status, headers, CSP", async () => {
  const page = await door.get(`${base}/index.html?from=test`)
  expect(page.headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' picture:",
    'x-fixture': 'app://fixture/index.html?from=test',
  })
  expect((await door.get(`${base}/page.js`)).headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect((await door.get(`${base}/nothing.html`)).status).toBe(404)
  const picture = await door.get(`${base}/.host/scheme/picture/one?of=a%2Fb`)
  expect(picture.headers['content-type']).toBe('image/svg+xml')
  expect((await door.get(`${base}/.host/scheme/absent/one`)).status).toBe(502)
})

test("the preload stands before the page's scripts, in the window's document only", async () => {
  const { body } = await door.get(`${base}/index.html`, { 'sec-fetch-dest': 'document' })
  expect(body.indexOf('preload.js')).toBeGreaterThan(0)
  expect(body.indexOf('preload.js')).toBeLessThan(body.indexOf('page.js'))
  const framed = await door.get(`${base}/index.html`, { 'sec-fetch-dest': 'iframe' })
  expect(framed.body).not.toContain('preload.js')
})

test('the wire opens for our own page, and for the tab that has the key', async () => {
  const { origin } = door
  expect(await door.socket(wire, key, {})).toBe(403)
  expect(await door.socket(wire, key, { origin: 'https://example.com' })).toBe(403)
  expect(await door.socket(wire, key, { origin, host: 'forecourt.example' })).toBe(403)
  expect(await door.socket(wire, undefined, { origin })).toBe(403)
  expect(await door.socket(wire, 'f'.repeat(64), { origin })).toBe(403)
  expect(await door.socket(`${base}/.host/guessed/wire`, key, { origin })).toBe(403)
  expect(await door.socket(wire.slice(base.length), key, { origin })).toBe(403)
  expect(await door.socket(wire, key, { origin })).toBe('open')
})

test('the port is ours on IPv6 too: a browser may take the name for either', async () => {
  const asked = await door.get(`${base}/page.js`, { 'sec-fetch-dest': 'script' }, '::1')
  expect(asked.status).toBe(200)
  const other = createServer()
  const code = await new Promise((resolve) => {
    other.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    other.listen(Number(door.address.port), '::1', () => resolve('taken from us'))
  })
  expect(code).toBe('EADDRINUSE')
})

test('a signal ends the app in order', async () => {
  expect(await run.app.end('SIGINT')).toBe(0)
  expect(run.app.output.slice(-5)).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit'])
})
