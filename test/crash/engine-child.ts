import { subscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { noQuota, type AdvertPort } from '../../src/main/batch/sending/advert-port.ts'
import { BatchService } from '../../src/main/batch/batch-service.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { connectTo } from '../main/batch/connect-to.ts'
import type { ChildOrder, KillPoint } from './world.ts'

/**
 * The engine as a process that can be killed: recovers, does what it was ordered, and ends itself by SIGKILL where it
 * was told to. Everything but the moment of death is the app's own code over real HTTP.
 */
const order = JSON.parse(process.env.CRASH_ORDER ?? '') as ChildOrder

const dieAt = order.kill && 'point' in order.kill ? { ...order.kill } : null

function pass(point: KillPoint): void {
  if (dieAt?.point !== point) return
  dieAt.nth -= 1
  if (dieAt.nth === 0) process.kill(process.pid, 'SIGKILL')
}

const onWrite = (channel: string, point: KillPoint): void =>
  subscribe(channel, (message) => {
    const { request } = message as { request: { method: string } }
    if (request.method !== 'GET') pass(point)
  })
onWrite('undici:client:sendHeaders', 'before-flush')
onWrite('undici:request:bodySent', 'after-flush')
onWrite('undici:request:headers', 'after-headers')

const { port, client } = connectTo(order.address, {
  writeLimitMs: order.writeLimitMs,
  readLimitMs: 15_000,
})
const known: AdvertPort = order.ownList ? port : { ...port, findOwn: () => Promise.resolve(null) }
const journal = new Journal(join(order.dataDir, 'journal.db'), systemClock)
const service = new BatchService({
  journal,
  dataDir: order.dataDir,
  program: 'crash test',
  connect: () => Promise.resolve(known),
  quota: noQuota,
  cached: () => null,
  clock: systemClock,
  lanes: { creates: 1, others: 4 },
  guard: order.guard,
  onProgress: () => undefined,
  onPoint: pass,
})
service.recover()
if (order.kill && 'afterMs' in order.kill)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), order.kill.afterMs)

for (const { id, state, counts } of service.list()) {
  for (const action of order.actions) {
    if (action === 'send' && state !== 'cancelled') await service.send(id)
    if (action === 'settle') await service.settle(id)
    if (action === 'cancel') service.cancel(id)
    if (action === 'send-again' && counts.unknown > 0)
      for (const row of service.rows(id, 'unknown', 0, 500).rows)
        await service.answer(id, row.line, { kind: 'send-again' })
    await service.settled()
  }
}
await service.close()
await client.close()
