import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedAddress, redirectedAddress } from '../../../src/main/feeds/feed-address.ts'
import { FeedClient, type SeenVersion } from '../../../src/main/feeds/feed-client.ts'
import type { ProxyFor } from '../../../src/main/http/proxy.ts'
import { faultOf } from '../import/csv-files.ts'
import { type FeedServer, startFeedServer } from './feed-server.ts'
import { folderOfTest } from '../../folders.ts'

let server: FeedServer
let folder: string
let client: FeedClient
let login: string | null

const clientWithin = (limitMs: number, proxyFor?: ProxyFor): FeedClient =>
  new FeedClient({
    logins: { authorization: () => Promise.resolve(login) },
    limitMs,
    mostBytes: 100_000,
    ...(proxyFor && { proxyFor }),
  })

beforeEach(async () => {
  server = await startFeedServer()
  folder = folderOfTest()
  login = null
  client = clientWithin(60_000)
})
afterEach(async () => {
  await client.close()
  await server.close()
})

const csv = 'auto_id;price\n1;2\n'
const fetchFrom = (path = '/stock.csv', seen: SeenVersion | null = null, signal?: AbortSignal) =>
  client.fetch(feedAddress(server.url(path)), seen, folder, signal)
/** A failure leaves nothing behind. */
async function failureOf(path?: string): Promise<Awaited<ReturnType<typeof faultOf>>> {
  const fault = await faultOf(() => fetchFrom(path))
  expect(readdirSync(folder)).toEqual([])
  return fault
}

describe('a table at an address', () => {
  it('is fetched into a file of its own, with its name and time, which only its owner reads', async () => {
    server.serves(csv, { 'last-modified': 'Fri, 20 Nov 2026 02:10:00 GMT' })
    const table = await fetchFrom('/export/stock%20A.csv?key=secret')
    expect(table).toMatchObject({ name: 'stock A.csv', bytes: csv.length })
    const { path = '' } = table ?? {}
    expect(readFileSync(path, 'utf8')).toBe(csv)
    expect(statSync(path).mtime.toISOString()).toBe('2026-11-20T02:10:00.000Z')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    table?.remove()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    [`attachment; filename="a.csv"; filename*=UTF-8''%D1%81%D0%BA%D0%BB%D0%B0%D0%B4.xml`, 'склад.xml'],
    ['attachment; filename=b.xlsx', 'b.xlsx'],
    ['attachment; filename="../../etc/cron.d/x.csv"', 'x.csv'],
    ['attachment; filename="..\\\\..\\\\evil.csv"', 'evil.csv'],
    ['attachment; filename=".hidden"', 'hidden'],
    ['inline', 'stock.csv'],
  ])('is called as the header says, never outside of its folder: %s', async (disposition, name) => {
    server.serves(csv, { 'content-disposition': disposition })
    expect((await fetchFrom())?.name).toBe(name)
  })
})

describe('a table that was packed for the way', () => {
  it.each<[string, (text: string) => Buffer | string]>([
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateRawSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['gzip', String],
  ])('by %s is unpacked', async (coding, packed) => {
    server.serves(packed(csv), { 'content-encoding': coding })
    const table = await fetchFrom()
    expect(readFileSync(table?.path ?? '', 'utf8')).toBe(csv)
    expect(statSync(table?.path ?? '').mode & 0o777).toBe(0o600)
  })

  it.each([
    ['compress', Buffer.from(csv), { reason: 'coding', value: 'compress' }],
    ['gzip', gzipSync(csv).subarray(0, -9), { reason: 'cut' }],
    ['br', brotliCompressSync(Buffer.alloc(100_001, ' ')), { reason: 'too-large' }],
  ])('and can’t be, fails: %s', async (coding, body, expected) => {
    server.serves(body, { 'content-encoding': coding })
    expect(await failureOf()).toMatchObject(expected)
  })
})

describe('a redirect', () => {
  it('is followed on the same host, at most five times', async () => {
    server.answers(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else response.end(csv)
    })
    expect((await fetchFrom('/5'))?.bytes).toBe(csv.length)
    expect(await faultOf(() => fetchFrom('/6'))).toMatchObject({ reason: 'redirects', count: 5 })
  })

  it('to another host is not followed, and no login goes there', async () => {
    const other = await startFeedServer()
    login = 'Basic c2VjcmV0'
    server.answers((_request, response) => response.writeHead(301, { location: other.url('/x') }).end())
    expect(await failureOf()).toMatchObject({ reason: 'redirect-host', value: `127.0.0.1:${other.port}` })
    server.answers((_request, response) =>
      response.writeHead(301, { location: `http://u:p@127.0.0.1:${server.port}/x` }).end(),
    )
    expect(await failureOf()).toMatchObject({ reason: 'credentials' })
    expect(other.asked).toEqual([])
    await other.close()
  })

  it('to another host is confirmed by its name, by its kind if each answer names another one', () => {
    const sheet = feedAddress('https://docs.google.com/spreadsheets/d/e/x/pub?output=csv')
    const to = (host: string, follows: string | null): string =>
      redirectedAddress(sheet, `https://${host}/pub/1`, follows).url.host
    const kind = '*.googleusercontent.com'
    expect(to('doc-0s-90-sheets.googleusercontent.com', kind)).toBe('doc-0s-90-sheets.googleusercontent.com')
    expect(to('files.dealer.ua', 'files.dealer.ua')).toBe('files.dealer.ua')
    for (const [host, follows] of [
      ['doc-0s-90-sheets.googleusercontent.com', null],
      ['googleusercontent.com.evil.example', kind],
      ['files.dealer.ua.evil.example', 'files.dealer.ua'],
      ['other.dealer.ua', 'files.dealer.ua'],
    ] as const)
      expect(() => to(host, follows)).toThrow(expect.objectContaining({ code: 'fetch' }))
  })
})

describe('an address that asks for a login', () => {
  beforeEach(() => {
    server.answers((request, response) => {
      if (request.headers.authorization === 'Basic Z29vZA==') response.end(csv)
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    })
  })

  it('gets the saved one, which is kept and given at once the next time', async () => {
    expect(await failureOf()).toMatchObject({ reason: 'login-missing' })
    login = 'Basic Z29vZA=='
    expect((await fetchFrom())?.bytes).toBe(csv.length)
    expect((await fetchFrom())?.bytes).toBe(csv.length)
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      'Basic Z29vZA==',
      'Basic Z29vZA==',
    ])
  })

  it('and refuses it, is asked no third time', async () => {
    login = 'Basic YmFk'
    expect(await failureOf()).toMatchObject({ reason: 'login-refused' })
    expect(server.asked).toHaveLength(2)
    server.answers((_request, response) => response.writeHead(401, { 'www-authenticate': 'Digest x' }).end())
    expect(await failureOf()).toMatchObject({ reason: 'login-kind' })
  })
})

describe('a fetch fails, and nothing is left of it,', () => {
  it.each<[string, Parameters<FeedServer['answers']>[0], object]>([
    ['if it takes too long', () => undefined, { reason: 'timeout' }],
    [
      'if it stops in the middle',
      (_request, response) => response.writeHead(200, { 'content-length': 500 }).write('a;b\n'),
      { reason: 'timeout' },
    ],
    [
      'if it is cut',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('a;b\n')
        setTimeout(() => response.destroy(), 50)
      },
      { reason: 'cut' },
    ],
    [
      'if a part without a length is cut',
      (_request, response) => {
        response.writeHead(200).write('a;b\n')
        setTimeout(() => response.destroy(), 50)
      },
      { reason: 'cut' },
    ],
    [
      'if it is too large',
      (_request, response) => response.end('x'.repeat(100_001)),
      { reason: 'too-large' },
    ],
    ['if it is empty', (_request, response) => response.end(), { reason: 'empty' }],
    ['if it is blank', (_request, response) => response.end('\n\n'), { reason: 'empty' }],
    [
      'if it is a page',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><h1>Log in'),
      { reason: 'html' },
    ],
    [
      'if there is none',
      (_request, response) => response.writeHead(404).end('x'),
      { reason: 'status', status: 404 },
    ],
    [
      'if the server says when to come again',
      (_request, response) => response.writeHead(503, { 'retry-after': '120' }).end('x'),
      { reason: 'status', status: 503, seconds: 120 },
    ],
    [
      'if it says that nothing changed unasked',
      (_request, response) => response.writeHead(304).end(),
      { status: 304 },
    ],
  ])('%s', async (_what, answer, expected) => {
    if ('reason' in expected && expected.reason === 'timeout') {
      await client.close()
      client = clientWithin(1_000)
    }
    server.answers(answer)
    const fault = await failureOf('/stock.csv?key=secret')
    expect(fault).toMatchObject({ code: 'fetch', address: `127.0.0.1:${server.port}/stock.csv`, ...expected })
    expect(JSON.stringify(fault)).not.toContain('secret')
  })

  it('if its proxy hangs', async () => {
    const proxy = createServer().listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const proxyFor = () => Promise.resolve(`PROXY ${host}`)
    const behind = clientWithin(1_000, proxyFor)
    const fault = await faultOf(() => behind.fetch(feedAddress('https://feed.invalid/a.csv'), null, folder))
    await behind.close()
    proxy.close()
    expect(fault).toMatchObject({
      reason: 'proxy-silent',
      value: host,
      seconds: expect.any(Number) as number,
    })
  })

  it('if nobody is there, and if it is stopped', async () => {
    const stop = new AbortController()
    server.answers(() => stop.abort())
    expect(await faultOf(() => fetchFrom('/stock.csv', null, stop.signal))).toMatchObject({
      code: 'cancelled',
    })
    await server.close()
    expect(await failureOf()).toEqual({ code: 'fetch', address: `127.0.0.1:${server.port}/stock.csv` })
    expect(existsSync(folder)).toBe(true)
    server = await startFeedServer()
  })
})

describe('an address', () => {
  it.each([
    ['stock.csv', 'form'],
    ['ftp://dealer.ua/x', 'form'],
    ['file:///etc/passwd', 'form'],
    ['https://user:geheim@dealer.ua/x', 'credentials'],
    ['https://geheim@dealer.ua/x', 'credentials'],
    ['http://dealer.ua/x', 'https'],
    ['http://127.0.0.1.dealer.ua/x', 'https'],
  ])('%s is refused, and not repeated', async (text, reason) => {
    const fault = await faultOf(() => feedAddress(text))
    expect(fault).toEqual({ code: 'fetch', reason })
  })

  it('may be plain on this machine alone, and is shown without its query', () => {
    expect(feedAddress('http://localhost:8080/x?key=1#y').shown).toBe('localhost:8080/x')
    expect(feedAddress(' https://dealer.ua/a/b.xml?key=1 ').url.href).toBe('https://dealer.ua/a/b.xml?key=1')
  })
})
