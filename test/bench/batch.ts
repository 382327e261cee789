import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noQuota } from '../../src/main/batch/sending/advert-port.ts'
import { BatchService } from '../../src/main/batch/batch-service.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../src/main/batch/journal/journal-row.ts'
import { systemClock } from '../../src/main/core/clock.ts'
import { connectTo } from '../main/batch/connect-to.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { median, type Figure } from './figure.ts'
import { collect } from './rounds.ts'

export const name = 'batch'

const delay = 50
const lanes = { creates: 1, others: 8 }
const edits = 5_000
const manyRows = 100_000
/** So many of them are sent for the cost of a row: enough for a median, at two commits each. */
const sampledRows = 10_000
const megabyte = 2 ** 20

/** A service that takes `delay` ms for every write and says yes. */
async function slowService() {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('{"num_rows":1,"last_insert_id":0}'), delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, close: () => server.close() }
}

function* editRows(count: number): Generator<PlannedRow> {
  for (let n = 0; n < count; n += 1)
    yield planned(n + 2, 'edit', {
      auto_id: n + 1,
      currency_id: 1,
      price: 10_000 + n,
      auto_note: 'Опис авто '.repeat(20),
    })
}

async function withFolder<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** 5,000 edits over real HTTP, guards off, against the ideal of eight lanes that never wait for us. */
const sending = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const service = await slowService()
    const address = { baseUrl: service.baseUrl, key: 'k'.repeat(40), userId: 1, controlToken: '' }
    const { port, client } = connectTo(address)
    const batches = new BatchService({
      journal: new Journal(join(dataDir, 'journal.db'), systemClock),
      dataDir,
      program: 'bench',
      connect: () => Promise.resolve(port),
      quota: noQuota,
      cached: () => null,
      clock: systemClock,
      lanes,
      guard: 'cached',
      onProgress: () => undefined,
    })
    const { id } = await batches.plan(source(1), editRows(edits))
    const begun = performance.now()
    await batches.send(id)
    await batches.settled()
    const took = performance.now() - begun
    const ideal = (edits * delay) / lanes.others
    const { counts } = batches.get(id)
    const [stray] = batches.rows(id, 'unknown', 0, 1).rows
    await batches.close()
    await client.close()
    service.close()
    if (counts.done !== edits) throw new Error(`Not all is done: ${JSON.stringify({ counts, stray })}`)
    return [
      {
        name: '5,000 edits, 50 ms each, 8 at once, against the ideal',
        value: took / ideal,
        unit: '×',
        goal: 1.2,
      },
    ]
  })

/** Bytes that are still in use after a collection: what 100,000 rows would leak or keep. */
function liveHeap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** Pick, claim and finish of rows, each committed with synchronous FULL. */
const journalCost = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const clock = systemClock
    const journal = new Journal(join(dataDir, 'journal.db'), clock)
    const batches = new BatchService({
      journal,
      dataDir,
      program: 'bench',
      connect: () => Promise.reject(new Error('nothing is sent here')),
      quota: noQuota,
      cached: () => null,
      clock,
      lanes,
      guard: 'cached',
      onProgress: () => undefined,
    })
    const before = liveHeap()
    const gaps: number[] = []
    let last = performance.now()
    const watch = setInterval(() => {
      gaps.push(performance.now() - last)
      last = performance.now()
    }, 1)
    const begun = performance.now()
    const { id } = await batches.plan(source(1), editRows(manyRows))
    const planning = performance.now() - begun
    clearInterval(watch)
    const { seq } = journal.batches.get(id)
    const costs: number[] = []
    while (costs.length < sampledRows) {
      const from = performance.now()
      const row = journal.rows.pick(seq, { inFlight: [], creates: true, others: true })
      const claim = row && journal.claim(row, 1)
      if (!claim) break
      journal.finish(claim, { kind: 'done', createdId: null }, false)
      costs.push(performance.now() - from)
    }
    let walked = 0
    for (const row of batches.allRows(id)) walked += row.attempts >= 0 ? 1 : 0
    if (walked !== manyRows) throw new Error(`${walked} of ${manyRows} rows walked`)
    const grown = (liveHeap() - before) / megabyte
    await batches.close()
    return [
      { name: 'planning 100,000 rows', value: planning / 1_000, unit: 's' },
      {
        name: 'longest gap of the main thread while planning',
        value: Math.max(...gaps),
        unit: 'ms',
        goal: 50,
      },
      { name: 'journal cost of a row, median', value: median(costs), unit: 'ms', goal: 1 },
      { name: 'live heap grown by 100,000 rows planned, sampled and walked', value: grown, unit: 'MB' },
    ]
  })

/** Figures of the batch engine; goals are those of the design, reported and never asserted. */
export const run = async (): Promise<Figure[]> => [...(await journalCost()), ...(await sending())]
