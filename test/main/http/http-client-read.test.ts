import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { exchange } from '../../../src/main/http/exchange.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { Transport } from '../../../src/main/http/transport.ts'
import { connectTo } from '../../../src/main/team/connection.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, failureOf, startRaw, startService, testKey } from './local-service.ts'

const anything = z.unknown()

/** Answers the first requests with these statuses and every later one with 200. */
const failingFirst = (...statuses: (number | [number, Record<string, string>])[]) =>
  startService((_request, response, count) => {
    const [status, headers] = [statuses[count - 1] ?? 200].flat() as [number, Record<string, string>?]
    response.writeHead(status, headers).end('{"fine":1}')
  })

const read = (baseUrl: string, options = {}) => clientFor(baseUrl, options).read('/states', [], anything)

describe('authentication', () => {
  test('by the query, the key encoded', async () => {
    const service = await failingFirst()
    await read(service.baseUrl)
    expect(service.requests[0]?.line).toBe(`GET /states?api_key=${encodeURIComponent(testKey)}`)
    expect(service.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('by HTTP Basic for reads, while writes keep the query', async () => {
    const service = await failingFirst()
    const client = clientFor(service.baseUrl, {}, { readAuth: 'basic' })
    await client.read('/auto/info', [['auto_id', 5]], anything)
    await client.write('DELETE', '/auto/new/autos', [['auto_id', 5]], anything)
    const [first, second] = service.requests
    expect(first?.line).toBe('GET /auto/info?auto_id=5')
    expect(first?.headers.authorization).toBe(`Basic ${btoa(`${testKey}:`)}`)
    expect(second?.line).toBe(`DELETE /auto/new/autos?api_key=${encodeURIComponent(testKey)}&auto_id=5`)
    expect(second?.headers).not.toHaveProperty('authorization')
  })

  test('an address with a path of its own', async () => {
    const service = await failingFirst()
    await clientFor(`${service.baseUrl}/api/v1/`, {}, { readAuth: 'basic' }).read('/states', [], anything)
    expect(service.requests[0]?.line).toBe('GET /api/v1/states')
  })

  test.each(['ftp://x', 'not an address', ''])('the address %j is refused', (baseUrl) => {
    expect(() => clientFor(baseUrl)).toThrow(Fault)
  })
})

describe('retries of a read', () => {
  test.each([429, 502, 503, 504])('%i is tried again', async (status) => {
    const service = await failingFirst(status, status)
    await expect(read(service.baseUrl)).resolves.toEqual({ fine: 1 })
    expect(service.requests).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 500, 301])('%i is not', async (status) => {
    const service = await failingFirst(status)
    expect(await failureOf(ServiceError, read(service.baseUrl))).toMatchObject({ status })
    expect(service.requests).toHaveLength(1)
  })

  test('a connection that closes is tried again, four times in all', async () => {
    const service = await startRaw((socket) => socket.destroy())
    const error = await failureOf(ServiceError, read(service.baseUrl))
    expect(error).toMatchObject({ code: 'network', reason: 'closed' })
    expect(service.connections).toHaveLength(4)
  })

  test('a body that is cut off is tried again', async () => {
    const service = await startRaw((socket, _head, count) => {
      const body = '{"fine":1}'
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n${count === 1 ? body.slice(0, 4) : body}`)
    })
    await expect(read(service.baseUrl)).resolves.toEqual({ fine: 1 })
  })

  test('Retry-After is honoured in seconds and as a date', async () => {
    const clock = handClock()
    const date = new Date(clock.now() + 9_000).toUTCString()
    const answered = new Date(clock.now()).toUTCString()
    const service = await failingFirst(
      [429, { 'retry-after': '7' }],
      [503, { 'retry-after': date, date: answered }],
    )
    clock.set(clock.now() - 21 * 60_000)
    await read(service.baseUrl, { clock })
    expect(clock.slept).toEqual([7_000, 9_000])
  })

  test('a Retry-After of an hour is the caller’s to wait for', async () => {
    const clock = handClock()
    const service = await failingFirst([429, { 'retry-after': '3600' }])
    const error = await failureOf(ServiceError, read(service.baseUrl, { clock }))
    expect(error).toMatchObject({ code: 'rate-limit', retryAfterMs: 3_600_000, details: { seconds: 3600 } })
    expect(clock.slept).toEqual([])
  })
})

describe('limits', () => {
  test('no more requests are under way than allowed', async () => {
    let underWay = 0
    let most = 0
    const held: ServerResponse[] = []
    const service = await startService((_request, response) => {
      most = Math.max(most, (underWay += 1))
      held.push(response)
      if (held.length < 3) return
      for (const one of held.splice(0)) one.end('1', () => (underWay -= 1))
    })
    const client = clientFor(service.baseUrl, { concurrency: 3 })
    await Promise.all(Array.from({ length: 9 }, () => client.read('/states', [], anything)))
    expect(most).toBe(3)
  })

  test('no more requests begin in a second than allowed', async () => {
    const times: number[] = []
    const service = await startService((_request, response) => {
      times.push(performance.now())
      response.end('1')
    })
    const client = clientFor(service.baseUrl, { perSecond: 4 })
    const begun = performance.now()
    await Promise.all(Array.from({ length: 6 }, () => client.read('/states', [], anything)))
    expect(times).toHaveLength(6)
    // The first one may take long to arrive: counted is from when it was asked for.
    expect((times[4] ?? 0) - begun).toBeGreaterThan(900)
  })

  test('an interactive read overtakes those in the background', async () => {
    const service = await failingFirst()
    const client = clientFor(service.baseUrl, { concurrency: 1 })
    const paths = ['/a', '/b', '/c']
    const behind = paths.map((path) => client.read(path, [], anything))
    await client.read('/now', [], anything, { priority: 'interactive' })
    await Promise.all(behind)
    expect(service.requests.map(({ line }) => line.slice(4, 8))).toEqual(['/a?a', '/now', '/b?a', '/c?a'])
  })

  test('no answer in time is a timeout, and the socket is closed', async () => {
    const closed = Promise.withResolvers<undefined>()
    const service = await startRaw((socket) => socket.once('close', () => closed.resolve(undefined)))
    // Long enough for a busy machine to connect: a socket that never was is not closed.
    const error = await failureOf(ServiceError, read(service.baseUrl, { readLimitMs: 2_000 }))
    expect(error).toMatchObject({ code: 'timeout', answered: false })
    await closed.promise
  })
})

describe('cancellation', () => {
  test('closes the socket of a request under way', async () => {
    const controller = new AbortController()
    const closed = Promise.withResolvers<undefined>()
    const service = await startRaw((socket) => {
      socket.once('close', () => closed.resolve(undefined))
      controller.abort()
    })
    const reading = clientFor(service.baseUrl).read('/states', [], anything, { signal: controller.signal })
    expect(await failureOf(Fault, reading)).toMatchObject({ code: 'cancelled' })
    await closed.promise
    expect(service.connections.join('').match(/GET/g)).toHaveLength(1)
  })

  test('takes a waiting request out of the queue', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const service = await startService((_request, response) => arrived.resolve(response))
    const client = clientFor(service.baseUrl, { concurrency: 1 })
    const controller = new AbortController()
    const first = client.read('/first', [], anything)
    const waiting = client.read('/second', [], anything, { signal: controller.signal })
    const response = await arrived.promise
    controller.abort()
    expect(await failureOf(Fault, waiting)).toMatchObject({ code: 'cancelled' })
    response.end('1')
    await first
    expect(service.requests).toHaveLength(1)
  })

  test('ends the wait for a retry', async () => {
    const controller = new AbortController()
    const service = await failingFirst([503, { 'retry-after': '50' }])
    const sleep = vi.fn(() => {
      controller.abort()
      return Promise.resolve()
    })
    const clock = { ...handClock(), sleep }
    const reading = clientFor(service.baseUrl, { clock }).read('/states', [], anything, {
      signal: controller.signal,
    })
    expect(await failureOf(Fault, reading)).toMatchObject({ code: 'cancelled' })
    expect(sleep).toHaveBeenCalledOnce()
    expect(service.requests).toHaveLength(1)
  })
})

describe('a body is read by what it is', () => {
  const answering = (body: string, type = 'text/html', status = 200) =>
    startService((_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )

  test.each([
    ['JSON sent as text/html', '{"a":1}', { a: 1 }],
    ['JSON in a JSON string', JSON.stringify('{"a":1}'), { a: 1 }],
    ['JSON in a string in a string', JSON.stringify(JSON.stringify('[1]')), [1]],
    ['JSON behind a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['a string that is only a string', '"fine"', 'fine'],
  ])('%s', async (_what, body, expected) => {
    await expect(read((await answering(body)).baseUrl)).resolves.toEqual(expected)
  })

  test.each([
    ['html', '<!DOCTYPE html><html><body>Bad gateway</body></html>'],
    ['xml', '<?xml version="1.0"?><error/>'],
    ['text', 'id;price\n1;2'],
    ['cut-off', '{"result":{"search_re'],
    ['empty', ''],
  ])('%s is unreadable and its beginning kept', async (reason, body) => {
    const error = await failureOf(ServiceError, read((await answering(body, 'application/json')).baseUrl))
    expect(error).toMatchObject({ code: 'unreadable', reason, status: 200, answer: body, answered: true })
  })

  test('an answer of more than 64 MiB is given up, and not asked for again', async () => {
    const service = await startService((_request, response) => {
      for (let piece = 0; piece < 65; piece += 1) response.write(' '.repeat(1_048_576))
      response.end('1')
    })
    const client = clientFor(service.baseUrl)
    const read = failureOf(ServiceError, client.read('/a', [], anything))
    expect(await read).toMatchObject({ code: 'unreadable', reason: 'huge', sent: 'maybe', answered: true })
    // The same would come again.
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    ['values', `[${'{},'.repeat(300_000)}{}]`],
    ['lists in one another', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['of a refusal', `{"error":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('an answer with very many %s is unreadable', async (_what, body) => {
    const service = await startService((_request, response) => response.end(body))
    const states = z.array(z.object({ id: z.int() }))
    const client = clientFor(service.baseUrl)
    const error = await failureOf(ServiceError, client.read('/states', [], states))
    expect(error).toMatchObject({ code: 'unreadable', reason: 'huge' })
  })

  test('no more than 500 characters are kept, none of them of a key', async () => {
    const answer = async (body: string): Promise<string | undefined> =>
      (await failureOf(ServiceError, read((await answering(body)).baseUrl))).answer
    const kept = await answer(`<html>${testKey} ${encodeURIComponent(testKey)} ${'x'.repeat(5_000)}`)
    expect(kept).toHaveLength(500)
    expect(kept).toMatch(/^<html>\[key\] \[key\] x+$/)
    expect(await answer(`<html>${btoa(`${testKey}:`)}`)).toMatch(/^<html>\[key\]/)
  })

  test.each([
    ['a code', { error: { code: `code_${testKey}`, message: 'x' } }],
    ['a message', { error: { code: 'some_code', message: `no ${encodeURIComponent(testKey)}` } }],
    ['both, in capitals', { error: { code: testKey.toUpperCase(), message: testKey.toLowerCase() } }],
  ])('a key that the service gives back as %s is not kept', async (_what, answer) => {
    const service = await answering(JSON.stringify(answer), 'application/json', 400)
    const error = await failureOf(ServiceError, read(service.baseUrl))
    const kept = JSON.stringify([error.details, error.serviceCode, error.answer, error.message]).toLowerCase()
    expect(kept).toContain('[key]')
    for (const form of [testKey, encodeURIComponent(testKey), JSON.stringify(testKey).slice(1, -1)])
      expect(kept).not.toContain(form.toLowerCase())
  })

  test('no part of a key is left where a long answer is cut', async () => {
    const long = encodeURIComponent(testKey)
    for (const length of [500, 128_000, 1_000_000]) {
      const body = long.repeat(Math.floor(length / long.length)) + testKey.repeat(3)
      const error = await failureOf(ServiceError, read((await answering(body)).baseUrl))
      expect(error.answer).toMatch(/^(?:\[key\]|\[key?$|\[k?$)*$/)
    }
  })

  test('a value that can’t be read is named with its path', async () => {
    const service = await answering('[{"deep":{"year":{"odd":1}}}]')
    const schema = z.array(z.object({ deep: z.object({ year: z.number() }) }))
    const error = await failureOf(ServiceError, clientFor(service.baseUrl).read('/x', [], schema))
    expect(error.details).toMatchObject({ reason: 'shape', path: '0.deep.year', value: '{"odd":1}' })
  })

  test('an answer that is nothing of the kind is named as a whole', async () => {
    const client = clientFor((await answering('null')).baseUrl)
    const error = await failureOf(ServiceError, client.read('/x', [], z.object({})))
    expect(error.details).toMatchObject({ reason: 'root', value: 'null' })
  })
})

describe('what the service complains of', () => {
  const complaint = (code: string) => JSON.stringify({ error: { code, message: 'Ні' } })

  test.each([
    [403, complaint('API_KEY_MISSING'), 'auth', 'API_KEY_MISSING'],
    [403, complaint('API_KEY_INVALID'), 'auth', 'API_KEY_INVALID'],
    [403, complaint('API_KEY_DISABLED'), 'auth', 'API_KEY_DISABLED'],
    [403, complaint('API_KEY_UNAUTHORIZED'), 'auth', 'API_KEY_UNAUTHORIZED'],
    [403, complaint('API_KEY_UNVERIFIED'), 'auth', 'API_KEY_UNVERIFIED'],
    [200, complaint('API_KEY_INVALID'), 'auth', 'API_KEY_INVALID'],
    [404, complaint('NOT_FOUND'), 'not-found', 'NOT_FOUND'],
    [400, complaint('HTTPS_REQUIRED'), 'rejected', 'HTTPS_REQUIRED'],
    [400, '{"message":"Not Enough Data"}', 'rejected', 'NOT_ENOUGH_DATA'],
    [200, '{"noticeData":[{"noticeType":"error","notice":"Ні"}]}', 'rejected', 'NOTICE'],
    [422, '{"message":"odd"}', 'rejected', undefined],
    [401, '', 'auth', undefined],
    [500, complaint('API_KEY_INVALID'), 'server', 'API_KEY_INVALID'],
  ])('%i %s', async (status, body, code, serviceCode) => {
    const service = await startService((_request, response) => response.writeHead(status).end(body))
    const error = await failureOf(ServiceError, read(service.baseUrl))
    expect(error).toMatchObject({ code, status, answered: true })
    expect(error.serviceCode).toBe(serviceCode)
  })

  test('that a read was asked is known to the words', async () => {
    const service = await startService((_request, response) =>
      response.writeHead(400).end('{"message":"Not Enough Data"}'),
    )
    const client = clientFor(service.baseUrl)
    const asked = async (promise: Promise<unknown>) => (await failureOf(ServiceError, promise)).details.asked
    expect(await asked(client.read('/x', [], anything))).toBe('read')
    expect(await asked(client.write('PUT', '/x', [], anything))).toBeUndefined()
  })

  test('OVER_RATE_LIMIT goes on being tried, then says so', async () => {
    const service = await startService((_request, response) =>
      response.writeHead(429).end(complaint('OVER_RATE_LIMIT')),
    )
    const error = await failureOf(ServiceError, read(service.baseUrl))
    expect(error).toMatchObject({ code: 'rate-limit', serviceCode: 'OVER_RATE_LIMIT' })
    expect(service.requests).toHaveLength(4)
  })

  test('a notice that is no error is no complaint', async () => {
    const body = '{"noticeData":[{"noticeType":"info","notice":"hello"}],"a":1}'
    const service = await startService((_request, response) => response.end(body))
    await expect(read(service.baseUrl)).resolves.toMatchObject({ a: 1 })
  })
})

test('a read that meets a closed keep-alive connection is tried again', async () => {
  const server = createServer((_request, response) => response.end('1')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = clientFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await client.read('/states', [], anything)
  server.closeAllConnections()
  await expect(client.read('/states', [], anything)).resolves.toBe(1)
})

describe('a coded answer is read, asked for or not', () => {
  test.each<[string, (text: string) => Buffer | string]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['Deflate', deflateRawSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['zstd', zstdCompressSync],
    // What some gateways make of an answer that they unpacked.
    ['gzip', String],
    ['br', String],
    ['deflate', String],
    ['zstd, gzip', String],
  ])('%s: data, a refusal and what a write did', async (coding, coded) => {
    const service = await startService((request, response) => {
      const refused = request.url?.includes('/refused') ?? false
      response.writeHead(refused ? 400 : 200, { 'content-encoding': coding })
      response.end(coded(JSON.stringify(refused ? { error: { code: 'X', message: 'said' } } : { fine: 1 })))
    })
    const client = clientFor(service.baseUrl)
    await expect(client.read('/states', [], anything)).resolves.toEqual({ fine: 1 })
    await expect(client.write('POST', '/auto/new/autos', [], anything)).resolves.toEqual({ fine: 1 })
    const refusal = await failureOf(ServiceError, client.write('PUT', '/refused', [], anything))
    expect(refusal.details).toMatchObject({ serviceMessage: 'said' })
    expect(service.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
  })

  test('what is cut leaves a write not confirmed, and a bomb does not fill the memory', async () => {
    const service = await startService((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const cut = gzipSync('{"num_rows":1}').subarray(0, -9)
      response.end(request.method === 'PUT' ? cut : gzipSync(`${' '.repeat(70 * 1_048_576)}1`))
    })
    const client = clientFor(service.baseUrl)
    const broken = await failureOf(ServiceError, client.write('PUT', '/auto/new/autos', [], anything))
    expect(broken).toMatchObject({ sent: 'maybe', answered: true })
    expect(await failureOf(ServiceError, client.write('POST', '/x', [], anything))).toMatchObject({
      code: 'unreadable',
      reason: 'huge',
      sent: 'maybe',
      answered: true,
    })
  })
})

test('a connection that went silent is dropped, and a read goes by another one; a new connection has the whole time', async () => {
  const silent = new Set<Socket>()
  const service = await startRaw((socket, head) => {
    if (silent.has(socket)) return
    silent.add(socket)
    if (!head.includes('/slow')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"fine":1}')
    else setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"slow":1}'), 600)
  })
  const client = clientFor(service.baseUrl, { silentMs: 300, concurrency: 1 })
  await expect(client.read('/a', [], anything)).resolves.toEqual({ fine: 1 })
  await expect(client.read('/b', [], anything)).resolves.toEqual({ fine: 1 })
  expect(service.connections.filter((said) => said.includes('/b'))).toHaveLength(2)
  const fresh = clientFor(service.baseUrl, { silentMs: 300 })
  await expect(fresh.read('/slow', [], anything)).resolves.toEqual({ slow: 1 })
  expect(service.connections.filter((said) => said.includes('/slow'))).toHaveLength(1)
})

async function readFrom(port: number): Promise<string> {
  const transport = new Transport({})
  onTestFinished(() => transport.close())
  const origin = new URL(`http://far.example:${port}`)
  const { body } = await transport.send(origin, { limitMs: 10_000 }, (route, limitMs) =>
    exchange({
      dispatcher: transport.pooled(origin, route),
      origin,
      method: 'GET',
      path: '/',
      headers: {},
      limitMs,
    }),
  )
  return body
}

/** What a team's desk is told by a server that is none of PostgreSQL. */
const joinedAt = (port: number): Promise<unknown> =>
  connectTo({ host: 'far.example', port, database: 'team', ca: null }, { user: 'desk', password: 'x' }).catch(
    (error: unknown) => error instanceof Fault && error.details.value,
  )

test.each([
  [readFrom, 'far'],
  [joinedAt, 'There was an error establishing an SSL connection'],
])(
  'an address that takes half a second is not given up for one that leads nowhere: %o',
  async (ask, told) => {
    // A stopped process with a full queue of connections answers a handshake when the system asks it again.
    const far = spawn(process.execPath, ['-e', farServer], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void far.kill('SIGKILL'))
    const [said] = (await once(far.stdout, 'data')) as [Buffer]
    const port = Number(String(said))
    far.kill('SIGSTOP')
    const queue = Array.from({ length: 2 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    onTestFinished(() => queue.forEach((socket) => socket.destroy()))
    await Promise.all(queue.map((socket) => once(socket, 'connect')))
    // A name with two addresses: the resolver of this machine may know none.
    const resolver = vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      _options: object,
      done: (error: null, addresses: dns.LookupAddress[]) => void,
    ) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])) as typeof dns.lookup)
    onTestFinished(() => resolver.mockRestore())
    setTimeout(() => far.kill('SIGCONT'), 500)
    expect(await ask(port)).toBe(told)
  },
)

const farServer = `const server = require('node:http').createServer((_, response) => response.end('far'))
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`
