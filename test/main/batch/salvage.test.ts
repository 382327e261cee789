import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journalSchema } from '../../../src/main/batch/journal/journal-schema.ts'
import { ContentsCount } from '../../../src/main/batch/sending/contents-count.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { salvage } from '../../../src/main/batch/journal/salvage.ts'
import { makeTables } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'
import { source } from './dealership.ts'

const pageSize = 4_096
const count = 120

let dir: string
let path: string
let journal: Journal
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salvage-'))
  path = join(dir, 'journal.db')
  journal = new Journal(path, systemClock)
  journal.highWater.begin()
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const payload = (n: number) => ({ marka_id: 9, model_id: n + 1, price: 1_000 + n })

/** A published batch of creates, one in ten of them longer than a page. */
function plan(id: string, rows = count): number {
  const seq = journal.batches.begin(id, source(7, { operation: 'create' }), journal.now())
  for (let n = 0; n < rows; n += 1)
    journal.rows.insert(seq, {
      line: n + 2,
      operation: 'create',
      autoId: null,
      payload: payload(n + seq * 1_000),
      before: {},
      fingerprint: fingerprintOf('create', payload(n + seq * 1_000)),
      state: 'planned',
      problems: [],
      cells: [n % 10 === 3 ? 'довгий '.repeat(700) : `cell ${n}`],
    })
  journal.batches.publish(
    seq,
    0,
    new ContentsCount().contents(() => null),
  )
  return seq
}

const which = (seq: number, upTo: number): string =>
  `batch = ${seq} AND state = 'planned' AND line < ${upTo + 2}`

function send(seq: number, upTo = count): void {
  journal.db.exec(`UPDATE batches SET state = 'running' WHERE seq = ${seq};
    INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome)
      SELECT id, 'send', 'hash', 'T0', 'T1', 'done' FROM rows WHERE ${which(seq, upTo)};
    UPDATE rows SET state = 'sending', attempts = 1 WHERE ${which(seq, upTo)};
    UPDATE rows SET state = 'done', auto_id = 1000 + id, outcome_source = 'response' WHERE state = 'sending'`)
}

const keep = (name: string): { path: string; at: string } => {
  const copy = join(dir, name)
  journal.db.prepare('VACUUM INTO ?').run(copy)
  return { path: copy, at: 'T2' }
}

/** A copy of the file with all that its WAL has, damaged. */
function damaged(damage: (bytes: Buffer, db: DatabaseSync) => void = () => undefined): string {
  journal.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const copy = join(dir, 'damaged.db')
  cpSync(path, copy)
  const bytes = readFileSync(copy)
  const db = new DatabaseSync(copy)
  damage(bytes, db)
  db.close()
  writeFileSync(copy, bytes)
  return copy
}

const zeroLeaf =
  (table: string, nth: number) =>
  (bytes: Buffer, db: DatabaseSync): void => {
    const leaf = db
      .prepare(
        `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET ?`,
      )
      .get(table, nth)
    bytes.fill(0, (Number(leaf?.pageno) - 1) * pageSize, Number(leaf?.pageno) * pageSize)
  }

/** What a new journal has of the sources. */
function salvaged(file: string | null, backup: { path: string; at: string } | null) {
  const db = new DatabaseSync(':memory:')
  makeTables(db, journalSchema)
  const read = salvage({ file, backup }, db)
  const all = (sql: string) => db.prepare(sql).all()
  expect(all('PRAGMA foreign_key_check')).toEqual([])
  return {
    read,
    all,
    states: () => all('SELECT state, count(*) AS n FROM rows GROUP BY state ORDER BY state'),
  }
}

describe('without a backup', () => {
  it('statuses of orders that can’t be read are told, and those that can are there', () => {
    const change = { orderId: 7, before: 0, after: 2 }
    journal.orderStatuses.claim('a', change, journal.now())
    expect(salvaged(damaged(), null).all('SELECT order_id FROM order_status_writes')).toEqual([
      { order_id: 7 },
    ])
    const { read, all } = salvaged(damaged(zeroLeaf('order_status_writes', 0)), null)
    expect(read.lost).toContain('statuses')
    expect(all('SELECT order_id FROM order_status_writes')).toEqual([])
  })

  it('all of a file that can be read is there', () => {
    send(plan('2026-01-01-aaaaa'))
    journal.holds.set('account', 1_000, 2_000)
    const { read, all, states } = salvaged(damaged(), null)
    expect(read).toMatchObject({ base: null, unreadable: 0, lost: [], isWhole: true })
    expect(states()).toEqual([{ state: 'done', n: count }])
    expect(all('SELECT * FROM holds')).toHaveLength(1)
    expect(all('SELECT 1 FROM attempts')).toHaveLength(count)
  })

  it('the rows before and behind a page that can’t be read are there, and the others are known by their index', () => {
    const seq = plan('2026-01-01-aaaaa')
    send(seq)
    const { read, all } = salvaged(damaged(zeroLeaf('rows', 2)), null)
    const here = all('SELECT line FROM rows').length
    expect(here).toBeGreaterThan(count * 0.7)
    expect(read).toMatchObject({ unreadable: count - here, isWhole: false })
    expect(all('SELECT unreadable FROM batches')).toEqual([{ unreadable: count - here }])
    const lost = all('SELECT state, fingerprint FROM lost_rows')
    expect(lost).toHaveLength(count - here)
    expect(
      lost.every(({ state, fingerprint }) => state === 'done' && String(fingerprint).length === 22),
    ).toBe(true)
  })

  it('a row that was sent has an attempt, its own or one in its place, and one that was not sent has none', () => {
    const seq = plan('2026-01-01-aaaaa')
    send(seq, 60)
    const { read, all } = salvaged(damaged(zeroLeaf('attempts', 0)), null)
    expect(read.lost).toContain('attempts')
    const sent = all('SELECT DISTINCT line FROM rows JOIN attempts ON attempts.row = rows.id ORDER BY line')
    expect(sent.map(({ line }) => line)).toEqual(Array.from({ length: 60 }, (_, n) => n + 2))
  })

  it('rows whose batch can’t be read are kept under its id, and without a name', () => {
    send(plan('2026-01-01-aaaaa'))
    const { read, all } = salvaged(damaged(zeroLeaf('batches', 0)), null)
    expect(all('SELECT id, file_name FROM batches')).toEqual([{ id: '2026-01-01-aaaaa', file_name: '?' }])
    expect(all('SELECT 1 FROM rows')).toHaveLength(count)
    expect(read.lost).toContain('batches')
  })

  it('a request that is not the one that was checked is not there, and counted', () => {
    plan('2026-01-01-aaaaa', 3)
    const { read } = salvaged(
      damaged((bytes) => void bytes.write('9', bytes.indexOf('"model_id":1001') + 14)),
      null,
    )
    expect(read.unreadable).toBe(1)
  })

  it('of a file that can’t be opened nothing is said but that all may be lost', () => {
    plan('2026-01-01-aaaaa')
    const { read } = salvaged(
      damaged((bytes) => void bytes.fill(0, 0, pageSize)),
      null,
    )
    expect(read).toMatchObject({ base: null, unreadable: null, identity: null, isWhole: false })
    expect(read.lost).toContain('batches')
  })
})

describe('how many requests a batch took', () => {
  const counted = (file: string | null, backup: { path: string; at: string } | null) =>
    salvaged(file, backup).all('SELECT requests FROM batches')
  beforeEach(() => {
    send(plan('2026-01-01-aaaaa'))
    journal.db.exec('UPDATE batches SET requests = 7')
  })

  it('is what the file says, and not known for a file of before they were counted', () => {
    expect(counted(damaged(), null)).toEqual([{ requests: 7 }])
    const old = damaged()
    const db = new DatabaseSync(old)
    db.exec('ALTER TABLE batches DROP COLUMN requests')
    db.close()
    expect(counted(old, null)).toEqual([{ requests: null }])
  })

  it('is not known for what may have gone on after the backup', () => {
    expect(counted(null, keep('running.db'))).toEqual([{ requests: null }])
    journal.db.exec("UPDATE batches SET state = 'finished', finished_at = 'T3'")
    expect(counted(null, keep('finished.db'))).toEqual([{ requests: 7 }])
  })
})

describe('with a backup', () => {
  it('what was there is there as it was, whatever became of the file', () => {
    send(plan('2026-01-01-aaaaa'), 70)
    const backup = keep('backup.db')
    const claims = journal.db.prepare('SELECT id AS journal, claims FROM identity').get()
    for (const file of [null, damaged((bytes) => void bytes.fill(0)), damaged(zeroLeaf('rows', 2))]) {
      const { read, states, all } = salvaged(file, backup)
      expect(read.base).toEqual({ at: 'T2', count: claims })
      expect(states()).toEqual([
        { state: 'done', n: 70 },
        { state: 'planned', n: 50 },
      ])
      expect(all('SELECT 1 FROM attempts')).toHaveLength(70)
      expect(all('SELECT n FROM batch_counts ORDER BY state')).toEqual([{ n: 70 }, { n: 50 }])
    }
  })

  it('rows that are done by now are done, with their adverts and attempts; no other state is taken over', () => {
    const seq = plan('2026-01-01-aaaaa')
    send(seq, 10)
    const backup = keep('backup.db')
    send(seq, 40)
    journal.db.exec(`UPDATE rows SET state = 'failed', error_code = 'x' WHERE line = 50;
      UPDATE rows SET state = 'skipped' WHERE line = 51`)
    const { states, all } = salvaged(damaged(), backup)
    expect(states()).toEqual([
      { state: 'done', n: 40 },
      { state: 'planned', n: 80 },
    ])
    expect(all('SELECT 1 FROM rows WHERE auto_id = 1000 + id')).toHaveLength(40)
    expect(all('SELECT 1 FROM attempts')).toHaveLength(40)
  })

  it('a row that is done in it stays so, whatever an older file says', () => {
    const seq = plan('2026-01-01-aaaaa')
    const older = damaged()
    send(seq)
    const backup = keep('backup.db')
    expect(salvaged(older, backup).states()).toEqual([{ state: 'done', n: count }])
  })

  it('a result whose advert is another one in the index is not taken over', () => {
    const seq = plan('2026-01-01-aaaaa', 3)
    const backup = keep('backup.db')
    send(seq, 3)
    const wrong = damaged((bytes) => {
      // The advert 1002, behind its operation and state.
      const place = bytes.indexOf(Buffer.from([...Buffer.from('createdone'), 0x03, 0xea]))
      bytes[place + 11] = 0x4d
    })
    const { all } = salvaged(wrong, backup)
    expect(all('SELECT line, state FROM rows ORDER BY line')).toEqual([
      { line: 2, state: 'done' },
      { line: 3, state: 'planned' },
      { line: 4, state: 'done' },
    ])
  })

  it('batches that were planned since are there, paused if they were being sent, and what is lost of them is counted', () => {
    plan('2026-01-01-aaaaa', 3)
    const backup = keep('backup.db')
    send(plan('2026-01-02-aaaaa'), 30)
    const { read, all } = salvaged(damaged(zeroLeaf('rows', 4)), backup)
    const here = all('SELECT 1 FROM rows WHERE batch = 2').length
    expect(here).toBeLessThan(count)
    expect(read.unreadable).toBe(count - here)
    expect(all('SELECT id, state, unreadable FROM batches ORDER BY seq')).toEqual([
      { id: '2026-01-01-aaaaa', state: 'ready', unreadable: 0 },
      { id: '2026-01-02-aaaaa', state: 'paused', unreadable: count - here },
    ])
  })

  it('a batch that was waiting is paused: it may have been cancelled since', () => {
    const seq = plan('2026-01-01-aaaaa', 3)
    journal.batches.setState(seq, { state: 'waiting', pauseReason: 'quota', wakesAt: 9e12 }, journal.now())
    const { all } = salvaged(null, keep('backup.db'))
    expect(all('SELECT state, pause_reason, wakes_at FROM batches')).toEqual([
      { state: 'paused', pause_reason: 'restart', wakes_at: null },
    ])
  })

  it('a batch of another journal with the same number is not mixed with its own', () => {
    plan('2026-01-01-aaaaa', 3)
    const backup = keep('backup.db')
    const other = new Journal(join(dir, 'other', 'journal.db'), systemClock)
    const own = journal
    journal = other
    send(plan('2026-01-01-bbbbb', 3), 3)
    other.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const { all, states } = salvaged(other.path, backup)
    expect(all('SELECT id FROM batches')).toEqual([{ id: '2026-01-01-aaaaa' }])
    expect(states()).toEqual([{ state: 'planned', n: 3 }])
    other.close()
    journal = own
  })
})
