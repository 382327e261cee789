import { mkdtempSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest'
import { AnswersTable } from '../../../src/main/batch/journal/answers-table.ts'
import { AttemptsTable } from '../../../src/main/batch/journal/attempts-table.ts'
import type { BatchTable } from '../../../src/main/batch/journal/batch-table.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import {
  createdSql,
  doubtfulCreatesSql,
  plannedCreatesSql,
} from '../../../src/main/batch/journal/journalled-vehicles.ts'
import { prefixesSql } from '../../../src/main/batch/journal/journalled-fingerprints.ts'
import { OwnWrites } from '../../../src/main/batch/journal/own-writes.ts'
import { PickTable } from '../../../src/main/batch/journal/pick-table.ts'
import type { PreviewTable } from '../../../src/main/batch/journal/preview-table.ts'
import { RowsTable } from '../../../src/main/batch/journal/rows-table.ts'
import { pageSql } from '../../../src/main/batch/reading/reported-rows.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { planned, source } from './dealership.ts'

/**
 * How SQLite finds rows and attempts, method by method: every one by an index, none by reading all of them. What a
 * statement costs with 100,000 rows depends on nothing else.
 */
const dir = mkdtempSync(join(tmpdir(), 'forecourt-plans-'))
const at = '2026-01-01T00:00:00.000Z'
let journal: Journal
let batchId: string
let own: number
/** The statements that were prepared or run; SQLite does its work as ever. */
let prepared: MockInstance<DatabaseSync['prepare']>
let run: MockInstance<DatabaseSync['exec']>
const noBatch = 99
const noRow = 99

beforeAll(async () => {
  journal = new Journal(join(dir, 'journal.db'), systemClock)
  const rows = [planned(2, 'edit', { auto_id: 7, currency_id: 1, price: 5 })]
  batchId = await planBatch(journal, source(1), rows, () => null)
  own = journal.batches.get(batchId).seq
  // What a table prepares once, it prepares when it is first used; `what %s prepare once` looks at that.
  const {
    rows: ofRows,
    batches: ofBatches,
    picks: ofPicks,
    attempts: ofAttempts,
    previews: ofPreviews,
  } = journal
  for (const table of [ofRows, ofBatches, ofPicks, ofAttempts, ofPreviews]) expect(table).toBeDefined()
  prepared = vi.spyOn(journal.db, 'prepare')
  run = vi.spyOn(journal.db, 'exec')
})
afterAll(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

/** What a statement reads, as `table: index`, in the order of its plan; `sort` is a temporary b-tree. */
function planOf(sql: string): string {
  const steps = journal.db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => stepOf(String(detail)))
  return steps.filter((step) => step !== null).join(', ')
}

const planStep = /^(SEARCH|SCAN) (\w+)(?: USING (?:COVERING )?(?:INDEX (\w+)|(?:INTEGER )?PRIMARY KEY))?/

function stepOf(detail: string): string | null {
  if (detail.startsWith('USE TEMP B-TREE')) return 'sort'
  const [, how, table, index] = planStep.exec(detail) ?? []
  if (how === undefined || table === undefined || table === 'json_each') return null
  return `${table}: ${index ?? (how === 'SCAN' ? 'all' : 'key')}`
}

const isAboutRows = (sql: string): boolean =>
  /\b(rows|attempts)\b/.test(sql) && /SELECT|UPDATE|DELETE/.test(sql)

/** The plans of the statements that the work ran, each once, without those that read nothing. */
function plansOf(work: () => unknown): string[] {
  prepared.mockClear()
  run.mockClear()
  const result = work()
  // A generator runs its statement only when it is asked for a row.
  if (result instanceof Object && Symbol.iterator in result) Array.from(result as Iterable<unknown>)
  const statements = [...prepared.mock.calls, ...run.mock.calls].flatMap(([sql]) => sql.split(';'))
  const plans = new Set(statements.filter(isAboutRows).map(planOf))
  return [...plans].filter((plan) => plan !== '')
}

/** Of every method of a table what it does, and the plans of its statements. One that isn't named doesn't compile. */
type Plans<Table> = Readonly<Record<keyof Table, Plan>>
type Plan = readonly [work: () => unknown, ...plans: string[]]

const byLine = 'sqlite_autoindex_rows_1'
const nothing = (): unknown => null
/** Statements that are prepared once and not run here. */
const once = [nothing] as const

const rows: Plans<RowsTable> = {
  insert: once,
  claim: once,
  move: once,
  find: [() => journal.rows.find(own, 2), `r: ${byLine}`],
  page: [
    () => [journal.rows.page(own, null, 0, 9), journal.rows.page(own, 'done', 0, 9)],
    `r: ${byLine}`,
    'r: rows_by_state',
  ],
  walk: [() => journal.rows.walk(own, ['failed', 'invalid']), `r: ${byLine}`],
  idsIn: [() => journal.rows.idsIn(own, 'in-doubt'), 'rows: rows_by_state'],
  idsInDoubt: [() => journal.rows.idsInDoubt(own), 'rows: rows_by_state'],
  countProbable: [() => journal.rows.countProbable(own), 'rows: rows_by_state'],
  names: [
    () => journal.rows.names('a', 7, 1),
    'r: rows_by_advert, batches: key, kept_rows: kept_rows_by_advert, batches: key, team_writes: team_writes_by_advert',
  ],
  journalled: [
    () => journal.rows.journalled([7]),
    'rows: rows_by_advert, kept_rows: kept_rows_by_advert, team_writes: team_writes_by_advert',
  ],
  isOvertaken: [() => journal.rows.isOvertaken({ autoId: 7, batch: own, line: 2 }), 'rows: rows_by_advert'],
  // Sorted are the creates in doubt.
  countLikeness: [() => journal.rows.countLikeness(own), 'rows: rows_by_likeness'],
  openCreates: [() => journal.rows.openCreates('a'), 'r: rows_in_doubt, batches: key, sort'],
  doubtSending: [() => journal.rows.doubtSending(at), 'rows: rows_in_doubt'],
  doubtPlanned: [() => journal.rows.doubtPlanned(noBatch, at), 'rows: rows_by_state'],
  planStopped: [() => journal.rows.planStopped(noBatch, at), 'rows: rows_by_state'],
  skipPlanned: [() => journal.rows.skipPlanned(noBatch, 9, at), 'rows: key, rows: rows_by_state'],
  skipCancelled: [
    () => journal.rows.skipCancelled(at),
    'rows: rows_by_state, batch_counts: all, batches: key',
  ],
  failedLine: [() => journal.rows.failedLine(own, -1, 1), 'rows: rows_by_state'],
  retryFailed: [
    () => journal.rows.retryFailed(own, { after: -1, to: 9 }, at),
    'rows: rows_by_state, later: rows_by_advert',
  ],
  // Sorted are the rows with one of the fingerprints that are asked for.
  sentBefore: [
    () => journal.rows.sentBefore('a', ['x']),
    'rows: rows_by_fingerprint, batches: key, batch_counts: key, sort, sort, kept_rows: kept_rows_by_fingerprint, batches: key, sort, team_writes: team_writes_by_fingerprint, sort',
  ],
}

const batches: Plans<BatchTable> = {
  begin: [nothing],
  publish: [nothing],
  addRequests: [() => journal.batches.addRequests(noBatch, 1)],
  stateOf: once,
  dropUnplanned: [
    () => journal.batches.dropUnplanned(),
    `keyed_rows: key, rows: ${byLine}, batches: all`,
    `rows: ${byLine}, batches: all, uncached_rows: key, attempts: attempts_by_row`,
  ],
  pauseInterrupted: [() => journal.batches.pauseInterrupted(), 'batches: all, rows: rows_by_state'],
  reopenPlanned: [nothing],
  setState: [() => journal.batches.setState(noBatch, { state: 'ready' }, at)],
  recomputeState: [() => journal.batches.recomputeState(journal.batches.get(batchId), at)],
  list: [() => journal.batches.list()],
  archived: [() => journal.batches.archived()],
  holdsCreates: [() => journal.batches.holdsCreates('a')],
  get: [() => journal.batches.get(batchId)],
  find: [() => journal.batches.find(batchId)],
  wakesAt: [() => journal.batches.wakesAt(own, 0)],
  sendsUnshown: [() => journal.batches.sendsUnshown(own)],
  allowUnshown: [() => journal.batches.allowUnshown(noBatch)],
  counts: [() => journal.batches.counts(own)],
}

const picks: Plans<PickTable> = { create: once, others: once, headOf: once, row: once }

const attempts: Plans<AttemptsTable> = {
  begin: once,
  end: once,
  recordAnswer: once,
  recordLook: once,
  lastLook: [() => journal.attempts.lastLook([1]), 'attempts: attempts_by_row'],
  failedTries: [() => journal.attempts.failedTries(1), 'attempts: attempts_by_row'],
  firstSent: [() => journal.attempts.firstSent(1), 'attempts: attempts_by_row'],
  lastPossible: [() => journal.attempts.lastPossible(1), 'attempts: attempts_by_row'],
  lastSent: [() => journal.attempts.lastSent(1), 'attempts: attempts_by_row'],
  endOrphans: [() => journal.attempts.endOrphans(at), 'attempts: attempts_open'],
  assumeSent: [() => journal.attempts.assumeSent(noBatch, at), 'batches: key, rows: rows_by_state'],
  list: [() => journal.attempts.list(own, 2), `rows: ${byLine}, a: attempts_by_row`],
}

const previews: Plans<PreviewTable> = {
  approve: [nothing],
  discard: [nothing],
  discardOf: [nothing],
  choose: [() => journal.previews.choose(own, [2], false, at), 'rows: rows_by_state'],
  chooseAll: [() => journal.previews.chooseAll(noBatch, at), 'rows: rows_by_state'],
  // Read once for each preview, its groups kept from then on (undo-sums.ts).
  groups: [() => journal.previews.groups(own), 'rows: rows_by_state, sort'],
}

const answersTable = (): AnswersTable => new AnswersTable(journal.db)
const answers: Plans<AnswersTable> = {
  apply: [nothing],
  sendAgain: [() => answersTable().sendAgain(noRow, at), 'rows: key'],
  bind: [() => answersTable().bind(noRow, 5, at), 'rows: key'],
  overwrite: [() => answersTable().overwrite(noRow, at), 'rows: key'],
  neverMade: [() => journal.answers.neverMade(1, at), 'rows: key'],
  keep: [() => answersTable().keep(noRow, at), 'rows: key'],
  boundTo: [
    () => answersTable().boundTo('a', 7),
    'rows: rows_by_advert, batches: key, kept_rows: kept_rows_by_advert, batches: key',
  ],
}

describe.each(Object.entries({ rows, batches, picks, attempts, previews, answers }))(
  '%s',
  (_table, plans) => {
    test.each(Object.entries<Plan>(plans))('%s', (_method, [work, ...expected]) => {
      expect(plansOf(work)).toEqual(expected)
    })
  },
)

test.each<[string, () => unknown, readonly string[]]>([
  [
    'the rows',
    () => new RowsTable(journal.db),
    [
      'rows: key, kept_rows: key, keyed_rows: key, uncached_rows: key, attempts: attempts_by_row',
      'rows: key, batches: key',
      'rows: key',
    ],
  ],
  [
    'the picks',
    () => new PickTable(journal.db),
    ['rows: rows_by_state', 'rows: rows_open_of_advert', 'rows: key', 'r: key'],
  ],
  ['the attempts', () => new AttemptsTable(journal.db), ['attempts: key']],
])('what %s prepare once', (_name, work, expected) => {
  expect(plansOf(work)).toEqual(expected)
})

test('a page of a report is found by its lines, and the sendings by their rows', () => {
  expect(planOf(pageSql)).toBe(`r: ${byLine}, keyed_rows: key, attempts: attempts_by_row`)
})

test('all fingerprints are read in steps by their indexes', () => {
  expect(planOf(prefixesSql)).toBe(
    'rows: rows_by_fingerprint, kept_rows: kept_rows_by_fingerprint, lost_rows: lost_rows_by_fingerprint, team_writes: team_writes_by_fingerprint',
  )
})

test('creates that may be in stock are found by their indexes, not among all edits', () => {
  expect([doubtfulCreatesSql, plannedCreatesSql, ...createdSql].map(planOf)).toEqual([
    'rows: rows_in_doubt, batches: key',
    'rows: rows_by_state',
    'r: rows_of_creates, batches: key',
    'r: kept_rows_of_creates, batches: key',
  ])
})

test('what was written to an advert is found by the advert', () => {
  // The different vehicles of all creates are read once, when names are learned.
  const plans = plansOf(() => new OwnWrites(journal.db)).filter((plan) => !plan.includes('done: all'))
  const steps = new Set(plans.map((plan) => [...new Set(plan.split(', '))].toSorted().join(', ')))
  expect([...steps].toSorted()).toEqual([
    // Sorted are the writes to the one advert.
    'attempts: attempts_by_row, batches: key, kept: kept_rows_by_advert, rows: rows_by_advert, sort, team: team_writes_by_advert',
    'attempts: attempts_by_row, batches: key, kept: kept_rows_by_advert, rows: rows_by_advert, sort, team_writes: team_writes_by_advert',
    // Which row created it: asked for every advert that a sync reads.
    'batches: key, kept: kept_rows_by_advert, rows: rows_by_advert',
  ])
})

test('stock numbers are found by the row, the key, or the rows that wait', () => {
  const { links, stock, linkAnswers } = journal
  const work: [() => unknown, string][] = [
    [
      () => links.refusalOf(noRow),
      'keyed: key, rows: key, file: stock_files_of_source, links: key, links: key, other: keyed_rows_by_key, rows: key, stock_sources: key',
    ],
    [() => links.held('a', null), 'batches: batches_in_the_journal, rows: rows_by_state, keyed: key'],
    [() => stock.withdraw(noBatch, 9, at), 'rows: key, rows: rows_by_state, keyed: key'],
    [() => linkAnswers.renew('a', 'k', at), 'keyed: keyed_rows_by_key, rows: key, batches: key'],
  ]
  for (const [each, expected] of work) expect(plansOf(each)).toEqual([expected])
})
