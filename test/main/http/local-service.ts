import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Connection } from '../../../src/main/http/connection.ts'
import { HttpClient, type HttpClientOptions } from '../../../src/main/http/http-client.ts'
import { Redactor } from '../../../src/main/log/redact.ts'

/** A key with every kind of character that changes on its way: in a URL, in JSON, in base64. */
export const testKey = 'aB3+/=&%"k0123456789abcdefghijklmnopqrst'

/** Blacks out personal data, as whatever shows a part of an answer does. */
const shown = new Redactor()
export const redact = (text: string): string => shown.redact(text)

export interface Received {
  /** `GET /auto/info?api_key=… HTTP/1.1` as it came. */
  readonly line: string
  readonly headers: IncomingMessage['headers']
}

export interface LocalService {
  readonly baseUrl: string
  readonly requests: Received[]
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port)
    })
  })

/** A real HTTP server on loopback for one test; it keeps what it received. */
export async function startService(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<LocalService> {
  const requests: Received[] = []
  const server = createHttpServer((request, response) => {
    requests.push({ line: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers })
    answer(request, response, requests.length)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${port}`, requests }
}

/** A service that always answers this JSON. */
export const startAnswering = (json: unknown): Promise<LocalService> =>
  startService((_request, response) => response.end(JSON.stringify(json)))

export interface RawService {
  readonly baseUrl: string
  /** Everything that each connection sent. */
  readonly connections: string[]
}

/** A server of bare sockets: `speak` is called once for each request head that arrives. */
export async function startRaw(
  speak: (socket: Socket, head: string, count: number) => unknown,
): Promise<RawService> {
  const connections: string[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    const index = connections.push('') - 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      connections[index] = (connections[index] ?? '') + chunk.toString('latin1')
      if (chunk.includes('\r\n\r\n')) speak(socket, chunk.toString('latin1'), (count += 1))
    })
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${port}`, connections }
}

export const connectionTo = (baseUrl: string, more: Partial<Connection> = {}): Connection => ({
  accountId: 'test',
  baseUrl,
  userId: 77,
  key: testKey,
  readAuth: 'query',
  ...more,
})

/** Retries wait no longer than a turn of the event loop. */
const hasty = { attempts: 4, baseMs: 1, capMs: 2, longestMs: 60_000 }

/** A client for one test, with hasty retries. */
export function clientFor(
  baseUrl: string,
  options: Partial<HttpClientOptions> = {},
  connection: Partial<Connection> = {},
): HttpClient {
  const client = new HttpClient({
    connection: connectionTo(baseUrl, connection),
    redactor: new Redactor(),
    retries: hasty,
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

/** The error that a promise rejects with; a promise that doesn't reject fails the test. */
export async function failureOf<Failure extends Error>(
  kind: abstract new (...parts: never[]) => Failure,
  promise: Promise<unknown>,
): Promise<Failure> {
  const outcome: unknown = await promise.then(
    (value) => new Error(`did not fail but answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof kind) return outcome
  throw outcome instanceof Error ? outcome : new Error(String(outcome))
}
