import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Counts } from '#shared/batch/row.ts'
import { bringStock } from './bring-stock.ts'
import type { DeskHit, DeskOrder, DeskPoint } from './desk-order.ts'
import { hurryDesk } from './hurried-times.ts'

/**
 * The whole app of one desk as a process that ends or stops itself at the points that it was given. Everything but that is
 * the app's own code, over real HTTP and a real connection to the team's server.
 */
const order = JSON.parse(process.env.TEAM_ORDER ?? '') as DeskOrder
const hits: (DeskHit & { left: number })[] = order.hits.map((hit) => ({ ...hit, left: hit.nth }))

function pass(point: DeskPoint): void {
  for (const hit of hits) {
    if (hit.point !== point) continue
    hit.left -= 1
    if (hit.left !== 0) continue
    // Whoever began this process lets it go on.
    writeSync(1, JSON.stringify(hit))
    process.kill(process.pid, hit.signal)
  }
}

for (const [channel, point] of [
  ['undici:client:sendHeaders', 'before-write'],
  ['undici:request:bodySent', 'written'],
  ['undici:request:headers', 'answered'],
] as const)
  subscribe(channel, (message) => {
    if ((message as { request: { method: string } }).request.method !== 'GET') pass(point)
  })

const asked = { 'forecourt.permit': 'permit', 'forecourt.report': 'report' } as const
const { default: pg } = await import('pg')
const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: unknown, ...given: unknown[]) {
  const name = /forecourt\.(?:permit|report)/.exec(String(given[0]))?.[0]
  const what = name === undefined ? null : asked[name as keyof typeof asked]
  if (what === null) return query.apply(this, given)
  pass(`before-${what}`)
  const answer = query.apply(this, given) as Promise<unknown>
  setImmediate(() => pass(`${what}-asked`))
  return answer.then((found) => {
    pass(`${what}-answered`)
    return found
  })
} as typeof pg.Client.prototype.query

let sending = 0
const exec = Reflect.get(DatabaseSync.prototype, 'exec')
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  const before = sending
  if (sql === 'COMMIT' && this.location()?.endsWith('journal.db') === true) sending = countSending(this)
  const what = sending === before ? null : sending > before ? 'claim' : 'result'
  if (what) pass(`before-${what}`)
  exec.call(this, sql)
  if (what) pass(`after-${what}`)
}

/** While the journal is being made there is no such table. */
function countSending(journal: DatabaseSync): number {
  try {
    return Number(journal.prepare(`SELECT count(*) AS n FROM rows WHERE state = 'sending'`).get()?.n)
  } catch {
    return 0
  }
}

if (order.isHurried) hurryDesk()
if (order.clockShift !== 0) {
  const now = Date.now
  Date.now = () => now() + order.clockShift
}
const { assembledIn } = await import('../main/assembled.ts')
const desk = assembledIn(order.dataDir, { overrides: order.account, teamSecret: order.secret })
const { batches } = desk
batches.recovery.recover()

/** A file whose plan is outdated, because another desk brought one, is planned again at once. */
const mostTries = 3

/** Does its work for a while, as a person does: sends, looks for what is in doubt, and in the end sends that again. */
async function work(): Promise<void> {
  const end = performance.now() + order.lifeMs
  const stock = [...order.stock]
  while (performance.now() < end && (stock.length > 0 || batches.reader.list().some(isOpen))) {
    for (let tries = 0; stock[0] !== undefined && tries < mostTries; tries += 1)
      if (await bringStock(desk, stock[0])) stock.shift()
    for (const { id, state } of batches.reader.list())
      if (state !== 'finished') await batches.control.send(id)
    await Promise.race([
      batches.control.idle(),
      pause(Math.max(0, end - performance.now()), null, { ref: false }),
    ])
    if (performance.now() >= end) break
    await desk.team.pull((await desk.context.accounts.owner()).accountId).catch(() => undefined)
    for (const { id, counts } of batches.reader.list())
      if (counts.inDoubt > 0) await batches.settling.settle(id).catch(() => undefined)
    await (await desk.awayDoubts()).look().catch(() => undefined)
    if (order.isLast && !(await answerAll()) && !batches.reader.list().some(isUnsent)) break
    await pause(50)
  }
}

const isUnsent = ({ counts }: { readonly counts: Counts }): boolean => counts.planned + counts.sending > 0
const isOpen = (batch: { readonly counts: Counts }): boolean => isUnsent(batch) || batch.counts.inDoubt > 0

/** A row of a stock file that is no longer the newest stays in doubt, however often it is sent again. */
const answered = new Set<string>()

/** So often a row that another desk had under way is sent again. */
const mostRetries = 3

/** What nobody can find is sent again, once, and over what another desk wrote nothing is. @returns whether there was something */
async function answerAll(): Promise<boolean> {
  const before = answered.size
  for (const { id } of batches.reader.list())
    for (const state of ['in-doubt', 'conflict'] as const)
      for (const { line } of batches.reader.rows(id, state, 0, 500).rows) {
        if (answered.has(`${state} ${id}/${line}`)) continue
        answered.add(`${state} ${id}/${line}`)
        await batches.answers.answer(id, line, { kind: state === 'conflict' ? 'keep' : 'send-again' })
      }
  for (const { id, counts } of batches.reader.list())
    for (let tries = 1; counts.failed > 0 && tries <= mostRetries; tries += 1) {
      if (answered.has(`retry ${tries} ${id}`)) continue
      const { rows } = batches.reader.rows(id, 'failed', 0, 500)
      if (!rows.some(({ errorCode }) => errorCode === 'under-way-elsewhere')) break
      answered.add(`retry ${tries} ${id}`)
      await batches.control.retryFailed(id)
      break
    }
  return answered.size > before
}

await work()
// What is left to tell is told, and what the others did is heard, as at each meeting with the server.
if (order.isLast) {
  await desk.team.pull((await desk.context.accounts.owner()).accountId)
  await (await desk.team.link()).reconcile()
}
await desk.close()
