import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { promises as dns } from 'node:dns'
import { createServer } from 'node:https'
import { createServer as createRaw, type AddressInfo, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { photoAddress } from '../../../src/shared/inventory/photo-address.ts'
import { photosOf } from '../../../src/main/assemble/photos.ts'
import { ProxyLogins } from '../../../src/main/http/proxy-logins.ts'
import { Transport } from '../../../src/main/http/transport.ts'
import { fetchPhoto } from '../../../src/main/photos/fetch-photo.ts'
import { publicLookup, type LookUpAll } from '../../../src/main/photos/public-lookup.ts'
import { privateAuthority } from '../http/certificates.ts'
import { startProxy } from '../http/local-proxy.ts'

const company = privateAuthority('Company')
const base = mkdtempSync(join(tmpdir(), 'forecourt-lookup-'))
writeFileSync(join(base, 'system.pem'), company.cert)
process.env.SSL_CERT_FILE = join(base, 'system.pem')
afterAll(() => rmSync(base, { recursive: true }))

const certificate = company.issue('photos.test')
const picture = new Uint8Array([0xff, 0xd8, 0xff, 7])
const found = { type: 'image/jpeg', bytes: picture }

/** A service of pictures at an address of loopback, which counts the connections that reach it. */
async function listen(host: string, port = 0): Promise<{ port: number; reached: () => number }> {
  let reached = 0
  const server = createServer(certificate, (_request, response) => {
    // Each picture comes by a connection of its own.
    response.writeHead(200, { 'content-type': 'image/jpeg', connection: 'close' }).end(picture)
  })
  server.on('connection', () => (reached += 1))
  return { port: await portOf(server, host, port), reached: () => reached }
}

async function portOf(server: Server, host?: string, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Answers the names in turn, the last one for good. */
function answering(...answers: readonly string[][]) {
  const asked: string[] = []
  const lookUp: LookUpAll = (name, _options, done) => {
    const addresses = answers[Math.min(asked.push(name), answers.length) - 1] ?? []
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { asked, lookUp }
}

/** 127.0.0.1 stands for the internet: no other address is reached in a test. */
const isPublic = (address: string): boolean => address === '127.0.0.1'

function fetching(port: number, lookUp: LookUpAll, pac = 'DIRECT') {
  const transport = new Transport({
    proxyFor: () => Promise.resolve(pac),
    lookup: publicLookup(lookUp, isPublic),
  })
  onTestFinished(() => transport.close())
  return () => fetchPhoto(transport, new URL(`https://photos.test:${port}/1.jpg`))
}

test('a picture comes from the address that was looked up', async () => {
  const { port, reached } = await listen('127.0.0.1')
  const { asked, lookUp } = answering(['127.0.0.1'])
  expect(await fetching(port, lookUp)()).toEqual(found)
  expect([asked, reached()]).toEqual([['photos.test'], 1])
})

test('a name that answers otherwise the second time is not followed there', async () => {
  const internet = await listen('127.0.0.1')
  const inside = await listen('127.0.0.2', internet.port)
  const { asked, lookUp } = answering(['127.0.0.1'], ['127.0.0.2'])
  const fetch = fetching(internet.port, lookUp)
  expect(await fetch()).toEqual(found)
  // What was checked is what was connected to: no second lookup came between them.
  expect([asked.length, internet.reached(), inside.reached()]).toEqual([1, 1, 0])
  await expect(fetch()).rejects.toThrow('not a public address: photos.test')
  expect([asked.length, internet.reached(), inside.reached()]).toEqual([2, 1, 0])
})

test.each([[['127.0.0.2']], [['127.0.0.1', '127.0.0.2']], [['127.0.0.2', '127.0.0.1']], [['::1']], [[]]])(
  'an answer of %j is refused as a whole',
  async (answer) => {
    const internet = await listen('127.0.0.1')
    const inside = await listen('127.0.0.2', internet.port)
    await expect(fetching(internet.port, answering(answer).lookUp)()).rejects.toThrow('photos.test')
    expect([internet.reached(), inside.reached()]).toEqual([0, 0])
  },
)

test('a proxy looks the name up itself', async () => {
  const { port } = await listen('127.0.0.1')
  const { pac, asked: named } = await startProxy(port)
  const { asked, lookUp } = answering(['127.0.0.2'])
  expect(await fetching(port, lookUp, pac)()).toEqual(found)
  expect([named, asked]).toEqual([[`photos.test:${port}`], []])
})

test('a lookup answers in each of the forms in which a socket asks', () => {
  const { lookUp } = answering(['8.8.8.8', '2606:4700::1'])
  const answers: unknown[] = []
  publicLookup(lookUp)('x', { all: true }, (...answer) => answers.push(answer))
  publicLookup(lookUp)('x', {}, (...answer) => answers.push(answer))
  const all = [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]
  expect(answers).toEqual([
    [null, all],
    [null, '8.8.8.8', 4],
  ])
})

test("the app's photos look up public addresses only: a name of this machine is not connected to", async () => {
  // Every machine has a name for itself besides `localhost`.
  const { address } = await dns.lookup(hostname())
  let reached = 0
  const server = createRaw((socket) => {
    reached += 1
    socket.destroy()
  })
  const port = await portOf(server)
  const socket = (await import('node:net')).connect({ port, host: hostname(), lookup: systemLookup })
  await once(socket, 'close')
  expect([address, reached]).toEqual([address, 1])

  const url = `https://${hostname()}:${port}/1.jpg`
  const photos = photosOf(
    { dataDir: mkdtempSync(join(base, 'data-')), proxyFor: () => Promise.resolve('DIRECT') },
    {
      proxyLogins: new ProxyLogins(),
      accounts: {
        addressed: () => Promise.resolve({ accountId: 'a', baseUrl: `http://127.0.0.1:${port}`, userId: 1 }),
      },
    },
    { photoAddresses: () => Promise.resolve([url, `http://127.0.0.1:${port}/1.jpg`]) },
  )
  onTestFinished(() => photos.close())
  expect(await photos.find(photoAddress(7, url))).toBeNull()
  // Not the sandbox's account: its service's origin is no exception.
  expect(await photos.find(photoAddress(7, `http://127.0.0.1:${port}/1.jpg`))).toBeNull()
  expect(reached).toBe(1)
})

test('the photos of a sandbox that never ran are none', async () => {
  const photos = photosOf(
    { dataDir: mkdtempSync(join(base, 'data-')), proxyFor: () => Promise.resolve('DIRECT') },
    {
      proxyLogins: new ProxyLogins(),
      accounts: { addressed: () => Promise.resolve({ accountId: 'sandbox', baseUrl: '', userId: 0 }) },
    },
    { photoAddresses: () => Promise.resolve(['http://127.0.0.1:1/1.jpg']) },
  )
  onTestFinished(() => photos.close())
  expect(await photos.find(photoAddress(7, 'http://127.0.0.1:1/1.jpg'))).toBeNull()
})
