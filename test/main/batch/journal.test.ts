import { RowPicker } from '../../../src/main/batch/sending/rows-aside.ts'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, planned, source } from './dealership.ts'

let dir: string
let path: string
let journal: Journal

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-journal-'))
  path = join(dir, 'journal.db')
  journal = new Journal(path, systemClock)
  const rows = [
    planned(2, 'create', car()),
    planned(3, 'edit', { auto_id: 7, currency_id: 1, price: 5 }),
    planned(4, 'create', car({ price: 9 })),
  ]
  await planBatch(journal, source(1), rows, () => null)
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const sendingFrom = `UPDATE rows SET state = 'sending', attempts = 1 WHERE line = 2`
const doubtFrom = `UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'timeout' WHERE line = 2`
const doneFrom = `UPDATE rows SET state = 'done', auto_id = 5, outcome_source = 'response' WHERE line = 2`
const attempt = `INSERT INTO attempts (row, kind, started_at) VALUES (1, 'send', '')`

const impossible: [string, string[]][] = [
  [
    'a create that is done without an id',
    [sendingFrom, `UPDATE rows SET state = 'done', outcome_source = 'response' WHERE line = 2`],
  ],
  ['a create with an id that is not done', [`UPDATE rows SET auto_id = 5 WHERE line = 2`]],
  ['an edit without a target', [`UPDATE rows SET auto_id = NULL WHERE line = 3`]],
  [
    'a row that is done without being sent',
    [`UPDATE rows SET state = 'done', auto_id = 5, outcome_source = 'response' WHERE line = 2`],
  ],
  ['a done row that changes', [sendingFrom, doneFrom, `UPDATE rows SET state = 'planned' WHERE line = 2`]],
  [
    'a done row without a source of its outcome',
    [sendingFrom, `UPDATE rows SET state = 'done', auto_id = 5 WHERE line = 2`],
  ],
  [
    'a doubtful create planned again without a person',
    [sendingFrom, doubtFrom, `UPDATE rows SET state = 'planned' WHERE line = 2`],
  ],
  [
    'a doubt that is called a failure',
    [sendingFrom, `UPDATE rows SET state = 'failed', doubt = 1, error_code = 'x' WHERE line = 2`],
  ],
  ['a failure without a code', [sendingFrom, `UPDATE rows SET state = 'failed' WHERE line = 2`]],
  ['a row in flight without an attempt', [`UPDATE rows SET state = 'sending' WHERE line = 2`]],
  [
    'a done create that becomes another advert',
    [sendingFrom, doneFrom, `UPDATE rows SET auto_id = 6 WHERE line = 2`],
  ],
  ['an edit that turns to another advert', [`UPDATE rows SET auto_id = 8 WHERE line = 3`]],
  [
    'two creates that a person bound to one advert',
    [2, 4].flatMap((line) => [
      `UPDATE rows SET state = 'sending', attempts = 1 WHERE line = ${line}`,
      `UPDATE rows SET state = 'done', auto_id = 5, outcome_source = 'person' WHERE line = ${line}`,
    ]),
  ],
  [
    'a create in conflict',
    [sendingFrom, doubtFrom, `UPDATE rows SET state = 'conflict', error_code = 'x' WHERE line = 2`],
  ],
  [
    'a forced send that is forgotten',
    [`UPDATE rows SET forced = 1 WHERE line = 2`, `UPDATE rows SET forced = 0 WHERE line = 2`],
  ],
  ['a payload that changes after planning', [`UPDATE rows SET payload = '{}' WHERE line = 2`]],
  [
    'a finished attempt that changes',
    [
      attempt,
      `UPDATE attempts SET ended_at = '1', outcome = 'done'`,
      `UPDATE attempts SET outcome = 'failed'`,
    ],
  ],
  ['an attempt that is removed', [attempt, `DELETE FROM attempts`]],
  ['an attempt that ended with nothing', [attempt, `UPDATE attempts SET ended_at = '1'`]],
  ['a sent row that is removed', [sendingFrom, `DELETE FROM rows WHERE line = 2`]],
  ['a batch finished with rows to send', [`UPDATE batches SET state = 'finished', finished_at = '1'`]],
  ['a preview that begins', [`UPDATE batches SET preview = 1`, `UPDATE batches SET state = 'running'`]],
  ['a row of a preview in flight', [`UPDATE batches SET preview = 1`, sendingFrom]],
  [
    'a row left out for good that is taken in again',
    [`UPDATE rows SET state = 'skipped' WHERE line = 3`, `UPDATE rows SET state = 'planned' WHERE line = 3`],
  ],
  ['a pause without a reason', [`UPDATE batches SET state = 'paused'`]],
]

test.each(impossible)('the journal refuses %s', (_what, statements) => {
  const last = statements.at(-1) ?? ''
  for (const statement of statements.slice(0, -1)) journal.db.exec(statement)
  expect(() => journal.db.exec(last)).toThrow(
    /constraint|ABORT|no such step|frozen|kept|keeps|stays|person|finished|not sent|belongs|never|conflict/i,
  )
})

test('a row that waits in an open batch is known again, one that was cancelled is not', () => {
  const { fingerprint } = planned(2, 'create', car())
  const { accountId } = source(1)
  const known = () => journal.tables.writes.sentBefore(accountId, [fingerprint]).has(fingerprint)
  expect(known()).toBe(true)
  journal.db.exec(`UPDATE rows SET state = 'skipped'`)
  journal.db.exec(`UPDATE batches SET state = 'cancelled', finished_at = '1'`)
  expect(known()).toBe(false)
})

test('a row that was in flight is in doubt after a restart, and its attempt is ended', () => {
  journal.db.exec(sendingFrom)
  journal.db.exec(attempt)
  journal.db.exec(`UPDATE batches SET state = 'running'`)
  journal.close()
  journal = new Journal(path, systemClock)
  expect(journal.recover()).toBe(1)
  const [stored] = journal.tables.batches.list()
  expect(stored?.batch).toMatchObject({
    state: 'paused',
    pauseReason: 'restart',
    counts: { inDoubt: 1, planned: 2 },
  })
  expect(journal.tables.attempts.list(stored?.seq ?? 0, 2)).toMatchObject([{ errorCode: 'crashed' }])
  expect(journal.recover()).toBe(0)
})

test('a planning that fails leaves nothing', async () => {
  function* broken() {
    yield planned(2, 'create', car())
    throw new Error('the file is gone')
  }
  await expect(planBatch(journal, source(1), broken(), () => null)).rejects.toThrow('the file is gone')
  expect(journal.tables.batches.list()).toHaveLength(1)
  journal.recover()
  expect(journal.db.prepare('SELECT count(*) AS n FROM batches').get()).toEqual({ n: 1 })
})

test('the journal is its owner’s alone, and every commit is on the disk', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(journal.db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(journal.db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
})

test('rows of a batch that is not published yet are not synced one by one, everything else is', () => {
  const synchronous = () => journal.db.prepare('PRAGMA synchronous').get()?.synchronous
  const seen: unknown[] = []
  journal.writeUnsynced(() => seen.push(synchronous()))
  expect(() =>
    journal.writeUnsynced(() => {
      throw new Error('broken off')
    }),
  ).toThrow('broken off')
  expect([...seen, synchronous()]).toEqual([1, 2])
})

test('an empty file of a first start that was killed is simply new', () => {
  const first = join(dir, 'first', 'journal.db')
  mkdirSync(join(dir, 'first'))
  writeFileSync(first, '')
  const begun = new Journal(first, systemClock)
  expect(begun.damage).toBeNull()
  expect(begun.tables.batches.list()).toEqual([])
  begun.close()
})

test('a planned row that can’t be sent is listed, never picked, and stopped where it would hold the others', () => {
  journal.db.exec(`INSERT INTO rows (batch, line, operation, state, payload, before, problems, fingerprint)
    VALUES (1, 1, 'create', 'planned', '{"price":5}', '{}', '[]', 'f')`)
  expect(journal.tables.rows.find(1, 1)).toMatchObject({ payload: { price: 5 }, write: null })
  const picked = new RowPicker(journal.tables.picks, 1).pick({ but: new Set(), creates: true, others: true })
  expect(picked?.line).not.toBe(1)
  expect(journal.tables.rows.find(1, 1)).toMatchObject({ state: 'failed', errorCode: 'row-unreadable' })
})
