import { join } from 'node:path'
import { alone } from '../main/batch/alone.ts'
import { openBatches } from '../../src/main/batch/open-batches.ts'
import { RowPicker } from '../../src/main/batch/sending/rows-aside.ts'
import { Journal } from '../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import { wholeFile } from '../../src/main/files/file-bytes.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { startSandboxThread } from '../../src/sandbox/sandbox-in-thread.ts'
import { connectTo } from '../main/batch/connect-to.ts'
import { planned, source } from '../main/batch/dealership.ts'
import { median, type Figure } from './figure.ts'
import { inFolder } from './in-folder.ts'
import { longestTurn } from './longest-turn.ts'
import { watchStock } from './watched-stock.ts'
import { inThread, unsentBatches } from './unsent-batches.ts'
import { beginClaim, endClaim } from '../../src/main/batch/journal/claims.ts'

export const name = 'batch'

const delay = 50
/** Edits that are in flight at once. */
const atOnce = 8
const edits = 5_000
/** A look, then the write. */
const callsOfAnEdit = 2
const manyRows = 100_000
/** Rows whose commits wait for the disk, and are timed; those of all would take many minutes and tell no more. */
const timedRows = 10_000

/** One of so many rows fails. */
const failedEvery = 10
const done = { kind: 'done', createdId: null } as const
const refusal = {
  kind: 'failed',
  error: { code: 'rejected', detail: null, status: 422, answer: null },
} as const

/** Enough that the account owns what is edited. */
const adverts = 6_000

function* editRows(ids: Iterable<number>): Generator<PlannedRow> {
  let line = 1
  for (const id of ids)
    yield planned((line += 1), 'edit', {
      auto_id: id,
      currency_id: 1,
      price: 10_000 + line,
      auto_note: 'Опис авто '.repeat(20),
    })
}

/**
 * 5,000 edits at the sandbox over real HTTP, each with the live look before it that the app takes, against the ideal of
 * eight rows in flight that never wait for us; with 100,000 adverts in the cache, which takes each write, and a window that
 * shows them.
 */
const sending = (): Promise<Figure[]> =>
  inFolder(async (dataDir) => {
    const entry = new URL('../../src/sandbox/sandbox-thread.ts', import.meta.url)
    const sandbox = await startSandboxThread(entry, { databasePath: ':memory:', adverts, ownShare: 100 })
    const { port, client, inventory } = connectTo(sandbox)
    const own = (await inventory.ownAdverts())?.active ?? []
    const stock = watchStock(dataDir, sandbox, own)
    await new SandboxControl(sandbox.baseUrl, sandbox.controlToken).addFault({ kind: 'delay', ms: delay })
    const batches = openBatches({
      ...alone,
      backup: { ...alone.backup, check: inThread },
      journal: new Journal(join(dataDir, 'journal.db'), systemClock),
      dataDir,
      connect: () => Promise.resolve(port),
      noteWritten: stock.noteWritten,
    })
    const { id } = await batches.planner.plan(source(sandbox.userId), editRows(own.slice(0, edits)))
    const begun = performance.now()
    await batches.control.send(id)
    await batches.control.idle()
    const took = performance.now() - begun
    const ideal = (edits * callsOfAnEdit * delay) / atOnce
    const { counts } = batches.reader.get(id)
    const [stray] = batches.reader.rows(id, 'in-doubt', 0, 1).rows
    await batches.close()
    await stock.close()
    await client.close()
    await sandbox.close()
    if (counts.done !== edits) throw new Error(`Not all is done: ${JSON.stringify({ counts, stray })}`)
    return [
      {
        name: '5,000 edits, 50 ms a call, 8 at once, against the ideal, 100,000 cached and shown',
        value: took / ideal,
        unit: '×',
        goal: 1.15,
      },
    ]
  })

/** Pick, claim and finish of rows, the timed ones committed with synchronous FULL as in the app. */
const journalCost = (): Promise<Figure[]> =>
  inFolder(async (dataDir) => {
    const clock = systemClock
    const journal = new Journal(join(dataDir, 'journal.db'), clock)
    const batches = unsentBatches(journal, dataDir)
    const rows = editRows(Array.from({ length: manyRows }, (_, at) => at + 1))
    const planned = await longestTurn(() => batches.planner.plan(source(1), rows))
    const { id } = planned.result
    const { seq } = journal.tables.batches.get(id)
    const picker = new RowPicker(journal.tables.picks, seq)
    const costs: number[] = []
    while (costs.length < manyRows) {
      if (costs.length === timedRows) journal.db.exec('PRAGMA synchronous = OFF')
      const from = performance.now()
      const row = picker.pick({ but: new Set(), creates: true, others: true })
      const claim = row && beginClaim(journal, { row, sent: row.write }, null)
      if (claim === 'altered') throw new Error('the row was altered')
      if (!claim) break
      endClaim(journal, claim, costs.length % failedEvery === 0 ? refusal : done, false)
      costs.push(performance.now() - from)
    }
    journal.db.exec('PRAGMA synchronous = FULL')
    await batches.backups.settled()
    const backup = await longestTurn(() => journal.backups.take(journal.now(), inThread))
    const report = await longestTurn(() => wholeFile(batches.reader.report(id, false)))
    // The state that the batch has when all its rows are settled.
    batches.control.recomputeState(id)
    const retried = performance.now()
    let againSaid = 0
    const again = await longestTurn(() => {
      const planningAgain = batches.control.retryFailed(id)
      againSaid = performance.now() - retried
      return planningAgain
    })
    const { counts } = again.result
    if (counts.planned !== manyRows / failedEvery) throw new Error(`${counts.planned} rows planned again`)
    const ids = Array.from({ length: manyRows }, (_, at) => at + 1)
    const unsent = await batches.planner.plan(source(1), editRows(ids))
    await batches.backups.settled()
    const cancelledAt = performance.now()
    let said = 0
    const cancelled = await longestTurn(() => {
      const cancelling = batches.control.cancel(unsent.id)
      said = performance.now() - cancelledAt
      return cancelling
    })
    if (cancelled.result.counts.skipped !== manyRows) throw new Error('not all rows were left out')
    await batches.close()
    const turn = (what: string, { longest }: { readonly longest: number }): Figure => ({
      name: `${what}: longest turn of the main thread`,
      value: longest,
      unit: 'ms',
      goal: 50,
    })
    return [
      turn('planning 100,000 rows', planned),
      turn('a report of all rows', report),
      turn('a backup of them', backup),
      { name: 'planning 10,000 failed rows again: until it is said', value: againSaid, unit: 'ms', goal: 50 },
      turn('until all are planned', again),
      { name: 'cancelling 100,000 planned rows: until it is said', value: said, unit: 'ms', goal: 50 },
      turn('until all rows are left out', cancelled),
      {
        name: 'journal cost of a row, median',
        value: median(costs.slice(0, timedRows)),
        unit: 'ms',
        goal: 1,
      },
    ]
  })

/** Figures of the batch engine; goals are those of the design, reported and never asserted. */
export const run = async (): Promise<Figure[]> => [...(await journalCost()), ...(await sending())]
