import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { HttpClient } from '../../src/main/http/http-client.ts'
import { Redactor } from '../../src/main/log/redact.ts'
import type { Figure } from './figure.ts'
import { manyReads } from './many-reads.ts'
import { rounds } from './rounds.ts'

export const name = 'HTTP: the client on loopback'

const key = 'k'.repeat(40)
const schema = z.unknown()

async function serve(): Promise<{ baseUrl: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('http-server.ts', import.meta.url))
  const [port] = (await once(worker, 'message')) as [number]
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => worker.terminate() }
}

const clientOf = (baseUrl: string, concurrency: number) =>
  new HttpClient({
    connection: { accountId: 'bench', baseUrl, userId: 1, key, readAuth: 'query' },
    redactor: new Redactor(),
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
  const service = await serve()
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

export const run = async (): Promise<Figure[]> => [
  ...(await throughput(8)),
  ...(await throughput(32)),
  ...(await manyReads()),
]
