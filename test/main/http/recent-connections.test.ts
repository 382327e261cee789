import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { HttpClient } from '../../../src/main/http/http-client.ts'
import { shortestIdleMs } from '../../../src/main/http/routes.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, startRaw } from './local-service.ts'

const done = '{"num_rows":1,"last_insert_id":0}'
const answer = (header = ''): string =>
  `HTTP/1.1 200 OK\r\n${header}content-length: ${done.length}\r\n\r\n${done}`

const edit = (client: HttpClient, method: 'PUT' | 'DELETE' = 'PUT') =>
  client.write(method, '/auto/new/autos', [], z.unknown())

/** A service that drops, unanswered, whatever comes on a connection idle for `patience`: its close crossed the request. */
async function impatient(patience: number) {
  const clock = handClock()
  const used = new Map<Socket, number>()
  const service = await startRaw((socket) => {
    const idle = clock.now() - (used.get(socket) ?? clock.now())
    used.set(socket, clock.now())
    if (idle >= patience) socket.destroy()
    else socket.write(answer())
  })
  return { clock, service, client: clientFor(service.baseUrl, { clock }) }
}

describe('a connection that the service closes while it is idle', () => {
  test.each(['PUT', 'DELETE'] as const)('puts no %s in doubt', async (method) => {
    const { clock, service, client } = await impatient(2_000)
    for (const pause of [shortestIdleMs, 500, 2_000, 4_000, 3_600_000]) {
      await edit(client, method)
      clock.set(clock.now() + pause)
    }
    await expect(edit(client, method)).resolves.toEqual({ num_rows: 1, last_insert_id: 0 })
    expect(service.connections.join('').match(/ HTTP\/1\.1/g)).toHaveLength(6)
  })

  test('is not told from a new one by a clock that was set back', async () => {
    const { clock, service, client } = await impatient(2_000)
    await edit(client)
    clock.set(clock.now() - 60_000)
    await edit(client)
    expect(service.connections).toHaveLength(2)
  })

  test('is none that a read kept open', async () => {
    const service = await startRaw((socket, head, count) =>
      count > 1 && head.startsWith('PUT') && service.connections[0]?.includes('PUT')
        ? socket.destroy()
        : socket.write(answer()),
    )
    const client = clientFor(service.baseUrl)
    await client.read('/states', [], z.unknown())
    await edit(client)
    expect(service.connections).toHaveLength(2)
  })

  test('is left as soon as the service says that it will not wait longer', async () => {
    const clock = handClock()
    const service = await startRaw((socket) => socket.write(answer('keep-alive: timeout=2\r\n')))
    const client = clientFor(service.baseUrl, { clock })
    await edit(client)
    clock.set(clock.now() + shortestIdleMs)
    await edit(client)
    expect(service.connections).toHaveLength(2)
  })

  test('right behind its answer carries no other edit', async () => {
    const service = await startRaw((socket) => socket.end(answer()))
    const client = clientFor(service.baseUrl, { clock: handClock() })
    for (let count = 0; count < 20; count += 1) await edit(client)
    expect(service.connections.join('').match(/PUT \//g)).toHaveLength(20)
  })

  test('is found closed before an edit leaves, which then leaves once', async () => {
    const clock = handClock()
    let closed = Promise.withResolvers<undefined>()
    const service = await startRaw((socket) => {
      socket.once('close', () => closed.resolve(undefined))
      socket.end(answer())
    })
    const client = clientFor(service.baseUrl, { clock })
    for (let count = 0; count < 3; count += 1) {
      await edit(client)
      await closed.promise
      closed = Promise.withResolvers()
      clock.set(clock.now() + shortestIdleMs)
    }
    expect(service.connections.map((sent) => sent.match(/PUT \//g)?.length)).toEqual([1, 1, 1])
  })
})

test('edits one after another share a connection', async () => {
  const { clock, service, client } = await impatient(2_000)
  for (let count = 0; count < 20; count += 1) {
    await edit(client)
    clock.set(clock.now() + shortestIdleMs)
  }
  expect(service.connections).toHaveLength(1)
})

test('closing the client lets an edit under way end', async () => {
  const arrived = Promise.withResolvers<Socket>()
  const service = await startRaw((socket) => arrived.resolve(socket))
  const client = clientFor(service.baseUrl)
  const editing = edit(client)
  const socket = await arrived.promise
  await client.close()
  socket.write(answer())
  await expect(editing).resolves.toEqual({ num_rows: 1, last_insert_id: 0 })
})
