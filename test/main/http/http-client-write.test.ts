import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { shortestIdleMs } from '../../../src/main/http/routes.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, failureOf, startRaw, startService, testKey } from './local-service.ts'

const anything = z.unknown()
const done = '{"num_rows":1,"last_insert_id":5}'
const okay = `HTTP/1.1 200 OK\r\ncontent-length: ${done.length}\r\n\r\n${done}`

describe('a write is sent once', () => {
  test.each(['POST', 'PUT', 'DELETE'] as const)(
    '%s whose connection closes without an answer',
    async (method) => {
      const service = await startRaw((socket) => socket.destroy())
      const client = clientFor(service.baseUrl)
      const error = await failureOf(
        ServiceError,
        client.write(method, '/auto/new/autos', [['user_id', 77]], anything),
      )
      expect(error).toMatchObject({ code: 'network', sent: 'maybe', answered: false, reason: 'closed' })
      expect(service.connections).toHaveLength(1)
      expect(service.connections[0]?.match(/HTTP\/1\.1/g)).toHaveLength(1)
    },
  )

  test.each(['POST', 'PUT', 'DELETE'] as const)(
    '%s on a connection that was kept from before',
    async (method) => {
      const service = await startRaw((socket, _head, count) =>
        count < 3 ? socket.write(okay) : socket.end(),
      )
      const clock = handClock()
      const client = clientFor(service.baseUrl, { clock })
      await client.read('/states', [], anything)
      await client.write('PUT', '/before', [], anything)
      clock.set(clock.now() + shortestIdleMs)
      await failureOf(ServiceError, client.write(method, '/auto/new/autos', [], anything))
      const heads = service.connections.join('').match(new RegExp(`${method} /auto/new/autos`, 'g'))
      expect(heads).toHaveLength(1)
      expect(service.connections).toHaveLength(method === 'POST' ? 3 : 2)
    },
  )

  test('no error keeps the key of an answer that gives it back', async () => {
    const key = 'Kk+/abc/qrs"0123456789012345678901234567'
    const escaped = JSON.stringify(key).replaceAll('/', '\\/')
    const bodies = [
      `{"error":{"code":"BAD","message":${escaped}}}`,
      `{"num_rows":{${escaped}:1}}`,
      `<b>${key.replaceAll('"', '&quot;')}</b>`,
    ]
    const service = await startService((_request, response, count) => {
      response.writeHead(count === 1 ? 422 : 200).end(bodies[count - 1])
    })
    const client = clientFor(service.baseUrl, {}, { key })
    const schema = z.object({ num_rows: z.record(z.string(), z.string()) })
    for (const body of bodies) {
      const error = await failureOf(ServiceError, client.write('PUT', '/auto/new/autos', [], schema))
      const kept = JSON.stringify(error)
      expect(kept, body).toContain('[key]')
      expect(kept).not.toContain('0123456789')
    }
  })

  test('every create has a connection of its own and says that it is the last', async () => {
    const service = await startRaw((socket) => socket.write(okay))
    const client = clientFor(service.baseUrl)
    await client.read('/states', [], anything)
    await client.write('POST', '/auto/new/autos', [], anything)
    await client.write('POST', '/auto/new/autos', [], anything)
    const creates = service.connections.filter((text) => text.startsWith('POST'))
    expect(creates).toHaveLength(2)
    for (const create of creates) expect(create).toMatch(/\r\nconnection: close\r\n/i)
  })

  test.each([301, 302, 307, 308])('a redirect %i is not followed', async (status) => {
    const service = await startService((_request, response) =>
      response.writeHead(status, { location: '/other' }).end(),
    )
    const error = await failureOf(
      ServiceError,
      clientFor(service.baseUrl).write('POST', '/auto/new/autos', [], anything),
    )
    expect(error).toMatchObject({ code: 'server', reason: 'moved', status, sent: 'maybe', answered: true })
    expect(service.requests).toHaveLength(1)
  })

  test.each([429, 500, 502, 503, 504])('a status %i is not tried again', async (status) => {
    const service = await startService((_request, response) =>
      response.writeHead(status, { 'retry-after': '0' }).end(),
    )
    await failureOf(ServiceError, clientFor(service.baseUrl).write('PUT', '/auto/new/autos', [], anything))
    expect(service.requests).toHaveLength(1)
  })

  test('a cut answer leaves it open whether the write was done', async () => {
    const service = await startRaw((socket) => socket.end(okay.slice(0, -5)))
    const error = await failureOf(
      ServiceError,
      clientFor(service.baseUrl).write('POST', '/auto/new/autos', [], anything),
    )
    expect(error).toMatchObject({ code: 'network', sent: 'maybe', answered: true, status: 200 })
  })

  test('no answer within the limit is a timeout that may have been sent', async () => {
    const service = await startRaw(() => undefined)
    const client = clientFor(service.baseUrl, { writeLimitMs: 50 })
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error).toMatchObject({ code: 'timeout', sent: 'maybe', answered: false })
  })
})

describe('what is proven unsent', () => {
  test('a refused connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const client = clientFor(`http://127.0.0.1:${port}`)
    for (const method of ['POST', 'PUT'] as const) {
      const error = await failureOf(ServiceError, client.write(method, '/auto/new/autos', [], anything))
      expect(error).toMatchObject({ code: 'network', sent: 'no', answered: false, reason: 'refused' })
    }
  })

  test('a host that has no address', async () => {
    const client = clientFor('http://nowhere.invalid')
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error).toMatchObject({ code: 'network', sent: 'no', reason: 'dns' })
  })

  test('a TLS handshake that fails', async () => {
    const server = createServer((socket) => socket.end('this is no TLS\r\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = clientFor(`https://127.0.0.1:${port}`)
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    server.close()
    expect(error).toMatchObject({ code: 'network', sent: 'no' })
  })

  test('a signal that was aborted before', async () => {
    const service = await startRaw((socket) => socket.write(okay))
    const client = clientFor(service.baseUrl)
    const write = client.write('POST', '/auto/new/autos', [], anything, { signal: AbortSignal.abort() })
    expect(await failureOf(Fault, write)).toMatchObject({ code: 'cancelled', name: 'Fault' })
    expect(service.connections).toHaveLength(0)
  })
})

test.each(['POST', 'PUT', 'DELETE'] as const)(
  'an abort after a %s left closes the socket and leaves it in doubt',
  async (method) => {
    const controller = new AbortController()
    const closed = Promise.withResolvers<undefined>()
    const service = await startRaw((socket, head) => {
      if (head.startsWith('GET')) socket.write(okay)
      else {
        socket.once('close', () => closed.resolve(undefined))
        controller.abort()
      }
    })
    const client = clientFor(service.baseUrl)
    const write = client.write(method, '/auto/new/autos', [], anything, { signal: controller.signal })
    const error = await failureOf(ServiceError, write)
    expect(error).toMatchObject({ code: 'network', sent: 'maybe', reason: 'cancelled' })
    await closed.promise
    // The pool opens its connection again; what it would send again goes before this read.
    await client.read('/states', [], anything)
    expect(service.connections.join('').match(new RegExp(`${method} /`, 'g'))).toHaveLength(1)
  },
)

test('a PUT has a content length of 0 and a write no body', async () => {
  const service = await startService((_request, response) => response.end(done))
  const client = clientFor(service.baseUrl)
  await client.write('PUT', '/auto/new/autos', [['auto_id', 1]], anything)
  expect(service.requests[0]?.headers).toMatchObject({ 'content-length': '0', accept: 'application/json' })
  expect(service.requests[0]?.headers).not.toHaveProperty('transfer-encoding')
})

test.each([
  ['an object', (answer: object): unknown => answer],
  ['an array', (answer: object): unknown => [answer]],
])(
  'a notice beside num_rows 1 does not undo the write; without it, it is a rejection: %s',
  async (_root, as) => {
    const notice = { noticeData: [{ noticeType: 'error', notice: 'Ціна замала' }] }
    const answers = [
      { ...notice, num_rows: 1, last_insert_id: 3 },
      { ...notice, num_rows: 0 },
    ]
    const service = await startService((_request, response, count) =>
      response.end(JSON.stringify(as(answers[count - 1] ?? {}))),
    )
    const client = clientFor(service.baseUrl)
    await expect(client.write('POST', '/auto/new/autos', [], anything)).resolves.toEqual(as(answers[0] ?? {}))
    const error = await failureOf(ServiceError, client.write('POST', '/auto/new/autos', [], anything))
    expect(error.details).toMatchObject({ serviceCode: 'NOTICE', serviceMessage: 'Ціна замала' })
  },
)

test.each([
  ['with a key at its beginning', `key ${testKey}, `, '[key]'],
  // Redacted, so much of it is little: half of a key behind it would come into what is kept.
  ['with half a key where it is cut', `authorization: ${'A'.repeat(16_384 - 40)} ${testKey} `, ''],
])('of a refusal of two megabytes the beginning is kept, %s', async (_how, begins, kept) => {
  const error = { code: 'NOT_ENOUGH_DATA', message: begins + 'no '.repeat(700_000) }
  const service = await startService((_request, response) =>
    response.writeHead(422).end(JSON.stringify({ error })),
  )
  const write = clientFor(service.baseUrl).write('POST', '/auto/new/autos', [], anything)
  const { details, answer } = await failureOf(ServiceError, write)
  for (const text of [details.serviceMessage, answer]) {
    expect(text).toContain(kept)
    expect(text).not.toContain(testKey.slice(0, 4))
    expect(String(text).length).toBeLessThanOrEqual(500)
  }
})
