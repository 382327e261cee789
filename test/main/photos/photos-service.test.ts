import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { photoAddress } from '../../../src/shared/inventory/photo-address.ts'
import { Transport } from '../../../src/main/http/transport.ts'
import { fetchPhoto } from '../../../src/main/photos/fetch-photo.ts'
import { PhotoCache } from '../../../src/main/photos/photo-cache.ts'
import { PhotosService } from '../../../src/main/photos/photos-service.ts'
import { privateAuthority } from '../http/certificates.ts'
import { startProxy } from '../http/local-proxy.ts'
import { folderOfFile } from '../../folders.ts'

const company = privateAuthority('Company')
const base = folderOfFile()
writeFileSync(join(base, 'system.pem'), company.cert)
process.env.SSL_CERT_FILE = join(base, 'system.pem')

const picture = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])
type Answer = (request: IncomingMessage, response: ServerResponse) => void
const jpeg: Answer = (_request, response) =>
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)

/** A server on loopback that counts what it is asked. */
async function serve(answer: Answer): Promise<{ origin: string; asked: string[]; close: () => void }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close }
}

interface World {
  readonly urls: readonly string[]
  readonly sandbox?: string | null
  readonly folder?: string
  readonly pac?: string
}

function photosOf({
  urls,
  sandbox = null,
  folder = mkdtempSync(join(base, 'cache-')),
  pac = 'DIRECT',
}: World) {
  const transport = new Transport({ proxyFor: () => Promise.resolve(pac) })
  onTestFinished(() => transport.close())
  const photos = new PhotosService({
    cache: new PhotoCache(folder, 1_000),
    photosOf: (id) => Promise.resolve(id === 7 ? urls : []),
    sandboxOrigin: () => Promise.resolve(sandbox),
    fetch: (url) => fetchPhoto(transport, url),
  })
  return { photos, folder, find: (url: string, id = 7) => photos.find(photoAddress(id, url)) }
}

test("the sandbox's photo is fetched once, and is there when the sandbox is not", async () => {
  const { origin, asked, close } = await serve(jpeg)
  const url = `${origin}/cdn/1.jpg`
  const first = photosOf({ urls: [url], sandbox: origin })
  const both = await Promise.all([first.find(url), first.find(url)])
  expect(both).toEqual([
    { type: 'image/jpeg', bytes: picture },
    { type: 'image/jpeg', bytes: picture },
  ])
  expect(asked).toEqual(['/cdn/1.jpg'])
  close()
  const later = photosOf({ urls: [url], sandbox: origin, folder: first.folder })
  expect(await later.find(url)).toEqual({ type: 'image/jpeg', bytes: picture })
})

test('what was fetched is shown from the disk when its address may not be fetched any more', async () => {
  const { origin, asked, close } = await serve(jpeg)
  const url = `${origin}/cdn/1.jpg`
  const first = photosOf({ urls: [url], sandbox: origin })
  await first.find(url)
  close()
  // After a restart the sandbox has another port.
  for (const sandbox of ['http://127.0.0.1:9', null]) {
    const later = photosOf({ urls: [url], sandbox, folder: first.folder })
    expect(await later.find(url)).toEqual({ type: 'image/jpeg', bytes: picture })
  }
  expect(asked).toHaveLength(1)
})

test('a photo is for its owner only', async () => {
  const { origin } = await serve(jpeg)
  const { find, folder } = photosOf({ urls: [`${origin}/1`], sandbox: origin })
  await find(`${origin}/1`)
  const [name = ''] = readdirSync(folder)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(picture)
})

test('another port of this machine gets no request, by whatever name', async () => {
  const neighbour = await serve(jpeg)
  const { port } = new URL(neighbour.origin)
  const sandbox = await serve(jpeg)
  const hosts = ['127.0.0.1', 'localhost', '[::1]', 'x.localhost', '127.1', '2130706433', '0x7f.1']
  const urls = hosts.flatMap((host) => [`http://${host}:${port}/1`, `https://${host}:${port}/1`])
  const { find } = photosOf({ urls, sandbox: sandbox.origin })
  for (const url of urls) expect(await find(url)).toBeNull()
  expect(neighbour.asked).toEqual([])
})

test.each([
  'https://photos.example/1.jpg',
  'https://ria.com.example/1.jpg',
  'https://notria.com/1.jpg',
  'https://cdn.riastatic.com:8443/1.jpg',
  'https://cdn.riastatic.com./1.jpg',
  'http://cdn.riastatic.com/1.jpg',
  'ftp://cdn.riastatic.com/1.jpg',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'https://user:word@cdn.riastatic.com/1.jpg',
  '//cdn.riastatic.com/1.jpg',
  'javascript:alert(1)',
])('%s is not fetched', async (url) => {
  const fetched = vi.fn(() => Promise.resolve(null))
  const photos = new PhotosService({
    cache: new PhotoCache(mkdtempSync(join(base, 'cache-')), 1_000),
    photosOf: () => Promise.resolve([url]),
    sandboxOrigin: () => Promise.resolve(null),
    fetch: fetched,
  })
  expect(await photos.find(photoAddress(7, url))).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('the page can name no address of its own, only what the advert names', async () => {
  const { origin, asked } = await serve(jpeg)
  const { find, photos } = photosOf({ urls: [`${origin}/1`], sandbox: origin })
  expect(await find(`${origin}/leak?secret`)).toBeNull()
  expect(await find(`${origin}/1`, 8)).toBeNull()
  for (const address of [
    'photo://advert/7',
    `photo://other/7?of=${origin}/1`,
    'photo://advert/x?of=y',
    'app://forecourt/',
  ])
    expect(await photos.find(address)).toBeNull()
  expect(asked).toEqual([])
})

test('one that its server packed for the way is shown', async () => {
  const { origin } = await serve((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'image/jpeg', 'content-encoding': 'br' })
      .end(brotliCompressSync(picture)),
  )
  expect(await photosOf({ urls: [origin], sandbox: origin }).find(origin)).toMatchObject({ bytes: picture })
})

test('a redirect is not followed, and what is no picture is not served', async () => {
  const neighbour = await serve(jpeg)
  const { origin } = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `${neighbour.origin}/1` }).end()
    else if (request.url === '/huge')
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(11 * 1_048_576))
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
  })
  const urls = [`${origin}/away`, `${origin}/page`, `${origin}/huge`]
  const { find, folder } = photosOf({ urls, sandbox: origin })
  for (const url of urls) expect(await find(url)).toBeNull()
  expect(neighbour.asked).toEqual([])
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('over https the certificate is checked', async () => {
  for (const [certificate, found] of [
    [company.issue('cdn.riastatic.com'), { type: 'image/jpeg', bytes: picture }],
    [company.issue('other.test'), null],
  ] as const) {
    const server = createSecure(certificate, jpeg).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { pac } = await startProxy((server.address() as AddressInfo).port, {})
    const { find } = photosOf({ urls: ['https://cdn.riastatic.com/1'], pac })
    expect(await find('https://cdn.riastatic.com/1')).toEqual(found)
  }
})

test('the disk holds no more than its bound: what was not looked at for the longest time goes first', async () => {
  const folder = mkdtempSync(join(base, 'cache-'))
  const photo = (size: number) => ({ type: 'image/png' as const, bytes: new Uint8Array(size).fill(1) })
  const cache = new PhotoCache(folder, 1_000)
  await cache.save('a', photo(400))
  await cache.save('b', photo(400))
  expect(await cache.load('a')).not.toBeNull()
  await cache.save('c', photo(400))
  const there = async (one: PhotoCache): Promise<boolean[]> =>
    Promise.all(['a', 'b', 'c'].map(async (name) => (await one.load(name)) !== null))
  expect(await there(cache)).toEqual([true, false, true])
  await cache.save('too large', photo(1_001))
  expect(await there(new PhotoCache(folder, 1_000))).toEqual([true, false, true])
  const onDisk = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  expect(onDisk).toBe(800)
})
