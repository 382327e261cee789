import { join } from 'node:path'
import { alone } from '../main/batch/alone.ts'
import { type AdvertPort } from '../../src/main/batch/sending/service-adverts.ts'
import { openBatches } from '../../src/main/batch/open-batches.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { connectTo } from '../main/batch/connect-to.ts'
import { dieAt, passRequests } from './die-at.ts'
import type { ChildOrder } from './world.ts'

/**
 * The engine as a process that can be killed: recovers, performs its actions, and ends itself by SIGKILL at the point
 * that it was given. Everything but the moment of death is the app's own code over real HTTP.
 */
const order = JSON.parse(process.env.CRASH_ORDER ?? '') as ChildOrder

const pass = dieAt(order.kill && 'point' in order.kill ? order.kill : null)
passRequests(pass)

const journal = new Journal(join(order.dataDir, 'journal.db'), systemClock)
const { port, client } = connectTo(
  order.address,
  { writeLimitMs: order.writeLimitMs, readLimitMs: 15_000 },
  () => journal,
)
const withoutOwnList: AdvertPort = {
  userId: port.userId,
  serviceNow: () => port.serviceNow(),
  findOwn: () => Promise.resolve(null),
  write: (row, signal) => port.write(row, signal),
  readAdvert: (autoId, signal) => port.readAdvert(autoId, signal),
  search: (criteria, page, signal) => port.search(criteria, page, signal),
}
const batches = openBatches({
  ...alone,
  journal,
  dataDir: order.dataDir,
  connect: () => Promise.resolve(order.ownList ? port : withoutOwnList),
  onPoint: pass,
})
batches.recovery.recover()
if (order.kill && 'afterMs' in order.kill)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), order.kill.afterMs)

for (const { id, state, counts } of batches.reader.list()) {
  for (const action of order.actions) {
    if (action === 'send' && state !== 'cancelled') await batches.control.send(id)
    if (action === 'settle') await batches.settling.settle(id)
    if (action === 'cancel') await batches.control.cancel(id)
    if (action === 'send-again' && counts.inDoubt > 0)
      for (const row of batches.reader.rows(id, 'in-doubt', 0, 500).rows)
        await batches.answers.answer(id, row.line, { kind: 'send-again' })
    await batches.control.idle()
  }
}
await batches.close()
await client.close()
