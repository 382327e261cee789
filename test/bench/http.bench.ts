import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { createHttpClient } from '../../src/main/core/http-client.ts'
import { createRedactor } from '../../src/main/core/redact.ts'
import type { Figure } from './figure.ts'
import { rounds } from './rounds.ts'

export const name = 'HTTP: the client on loopback'

const key = 'k'.repeat(40)
const schema = z.unknown()

async function serve(delayMs: number): Promise<{ baseUrl: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('http-server.ts', import.meta.url), { workerData: { delayMs } })
  const [port] = (await once(worker, 'message')) as [number]
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => worker.terminate() }
}

const clientOf = (baseUrl: string, concurrency: number) =>
  createHttpClient({
    connection: { accountId: 'bench', baseUrl, userId: 1, key, readAuth: 'query' },
    redactor: createRedactor(),
    concurrency,
  })

/** Runs `work` so many times, `atOnce` of them under way. */
async function repeat(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

const requests = 3_000

/** The client against the built-in fetch, in turns against the same server. */
async function throughput(atOnce: number): Promise<Figure[]> {
  const service = await serve(0)
  const client = clientOf(service.baseUrl, atOnce)
  const address = `${service.baseUrl}/auto/info?api_key=${key}&auto_id=1`
  const read = () => client.read('/auto/info', [['auto_id', 1]], schema)
  const fetched = async (): Promise<unknown> => (await fetch(address)).json()
  const times = await rounds(7, [
    ['client', () => repeat(requests, atOnce, read)],
    ['fetch', () => repeat(requests, atOnce, fetched)],
  ])
  await client.close()
  await service.close()
  const [ours = NaN, theirs = NaN] = [times.get('client'), times.get('fetch')]
  return [
    { name: `client, ${atOnce} at once`, value: (requests / ours) * 1000, unit: 'a second' },
    { name: `built-in fetch, ${atOnce} at once`, value: (requests / theirs) * 1000, unit: 'a second' },
    {
      name: `client against fetch, ${atOnce} at once`,
      value: theirs / ours,
      unit: '×',
      goal: 2,
      atLeast: true,
    },
  ]
}

/** 10,000 reads of a service that takes 50 ms for each, 16 at once: 31.25 s if nothing else took time. */
async function manyReads(): Promise<Figure[]> {
  const [reads, delayMs, atOnce] = [10_000, 50, 16]
  const service = await serve(delayMs)
  const client = clientOf(service.baseUrl, atOnce)
  const start = performance.now()
  await repeat(reads, reads, () => client.read('/auto/info', [['auto_id', 1]], schema))
  const taken = performance.now() - start
  await client.close()
  await service.close()
  const ideal = (reads * delayMs) / atOnce
  return [
    { name: '10,000 reads of 50 ms, 16 at once', value: taken / 1000, unit: 's' },
    { name: 'the same against the ideal 31.3 s', value: taken / ideal, unit: '×', goal: 1.15 },
  ]
}

export const run = async (): Promise<Figure[]> => [
  ...(await throughput(8)),
  ...(await throughput(32)),
  ...(await manyReads()),
]
