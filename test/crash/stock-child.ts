import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { dieAt, passRequests } from './die-at.ts'
import type { StockOrder } from './stock-world.ts'

/**
 * The command line as a process that ends itself by SIGKILL at the nth passing of a point: before or after a transaction of
 * the journal that claims rows, writes a result with or without a link, or anything else, or beside a request that writes.
 * Everything but the moment of death is the command's own code.
 */
const { kill, argv, env } = JSON.parse(process.env.CRASH_ORDER ?? '') as StockOrder
const pass = dieAt(kill)

const stateSchema = z.object({ links: z.int(), sending: z.int() })
let last = { links: 0, sending: 0 }

/** What the transaction that is being committed did. */
function kindOf(journal: DatabaseSync): 'claim' | 'link' | 'answer' | 'other' {
  const state = stateSchema.parse(
    journal
      .prepare(
        `SELECT (SELECT count(*) FROM links WHERE state = 'live') AS links,
           (SELECT count(*) FROM rows WHERE state = 'sending') AS sending`,
      )
      .get(),
  )
  const { links, sending } = last
  last = state
  if (state.links !== links) return 'link'
  return state.sending > sending ? 'claim' : state.sending < sending ? 'answer' : 'other'
}

const exec = Reflect.get(DatabaseSync.prototype, 'exec')
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  const isCounted = sql === 'COMMIT' && this.location()?.endsWith('journal.db') === true && hasLinks(this)
  const kind = isCounted ? kindOf(this) : null
  if (kind) pass(`before-${kind}`)
  exec.call(this, sql)
  if (kind) pass(`after-${kind}`)
}

/** False while the journal's tables are being made. */
const hasLinks = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'stock_revision'`).get() !== undefined

passRequests(pass)

const { runCommand } = await import('../../src/main/cli/run.ts')
const { testEntries } = await import('../scripts.ts')
const code = await runCommand(argv, {
  entries: testEntries,
  version: '0.0.0',
  env: { ...process.env, ...env },
})
// Questions and doubts are no failures of the process.
process.exitCode = code === 1 ? 0 : code
