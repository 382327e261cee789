import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { noteCleanEnd } from '../../../src/main/storage/clean-end.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { planned, car, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter, type Counter, type Ran } from './counter.ts'

let counter: Counter
let kept: string
let batch: string

beforeAll(async () => {
  counter = await openCounter()
  await counter.run('import', counter.file('new.csv', newVehicles([1, 2])), '--commit')
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await counter.run('import', counter.file('doubt.csv', newVehicles([7])), '--commit')
  await counter.run('orders')
  await counter.run('api', 'GET', '/states')
  const batches = batchesOf(counter)
  const accountId = batches.reader.list()[0]?.accountId ?? ''
  const rows = [2, 3, 4].map((line) => planned(line, 'create', car({ price: 500 + line })))
  batch = (await batches.planner.plan({ ...source(counter.sandbox.userId), accountId }, rows)).id
  await batches.close(0)
  kept = mkdtempSync(join(tmpdir(), 'forecourt-kept-'))
  cpSync(counter.dataDir, kept, { recursive: true })
})
afterAll(async () => {
  await counter.close()
  rmSync(kept, { recursive: true, force: true })
})

/** The data folder as it was before any damage. */
function restore(): void {
  rmSync(counter.dataDir, { recursive: true, force: true })
  cpSync(kept, counter.dataDir, { recursive: true })
  // The copied mark is another file: this copy goes on.
  const journal = new Journal(join(counter.dataDir, 'journal.db'), systemClock)
  journal.highWater.begin()
  journal.close()
}

/** Runs SQL on a database without its rules, as damage knows none. */
function damage(file: string, sql: string): void {
  const db = new DatabaseSync(join(counter.dataDir, file), { enableForeignKeyConstraints: false })
  db.exec('PRAGMA ignore_check_constraints = ON')
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`)
  db.exec(sql)
  for (const trigger of triggers) db.exec(String(trigger.sql))
  db.close()
  // A disk that loses bits changes no time of the file: it is trusted as it was closed.
  noteCleanEnd(join(counter.dataDir, file))
}

const damages = {
  truncated: (column: string) => `substr(${column}, 1, length(${column}) / 2)`,
  'not JSON': () => `'{"cut'`,
  'another shape': () => `'[[1]]'`,
}

/** What is asked of each database by the command line. */
const commands: Record<string, (() => string[])[]> = {
  'journal.db': [
    () => ['batches', '--json'],
    () => ['journal', 'status'],
    () => ['settle'],
    () => ['resume'],
    () => ['undo', batch],
  ],
  'cache.db': [() => ['orders', '--json'], () => ['orders'], () => ['batches']],
  'staged.db': [() => ['orders', '--json'], () => ['staged', '--json'], () => ['quota']],
  'edits.db': [() => ['staged', '--json']],
  'forms.db': [() => ['batches']],
}

function expectWords({ code, out, err }: Ran, what: string): void {
  expect([what, `${out}${err}`]).toEqual([
    what,
    expect.not.stringMatching(/\n\s+at |went wrong inside|ZodError|SyntaxError/),
  ])
  expect([0, 1, 2]).toContain(code)
}

/** Text columns of the tables that have rows. */
function textColumns(file: string): [string, string][] {
  const path = join(kept, file)
  if (!existsSync(path)) return []
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%fts%'`,
    )
    .all()
    .map(({ name }) => String(name))
  const found = tables.flatMap((table) => {
    if (!db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()) return []
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY')`)
      .all(table)
    return columns.map(({ name }): [string, string] => [table, String(name)])
  })
  db.close()
  return found
}

describe.each(Object.keys(commands))('a damaged record of %s', (file) => {
  it('ends no command with a stack, whatever its text is', { timeout: 240_000 }, async () => {
    const columns = textColumns(file)
    if (file === 'journal.db' || file === 'cache.db') expect(columns.length).toBeGreaterThan(15)
    for (const [table, column] of columns)
      for (const [how, to] of Object.entries(damages)) {
        restore()
        damage(file, `UPDATE OR IGNORE ${table} SET ${column} = ${to(column)} WHERE ${column} IS NOT NULL`)
        for (const command of commands[file] ?? [])
          expectWords(await counter.run(...command()), `${table}.${column} ${how}: ${command().join(' ')}`)
      }
  })
})

describe('a row of the journal whose request can’t be read', () => {
  it.each(['payload', 'before'])('isn’t sent, is shown, and holds no other row (%s)', async (column) => {
    restore()
    damage(
      'journal.db',
      `UPDATE rows SET ${column} = '{"cut' WHERE batch = (SELECT seq FROM batches WHERE id = '${batch}') AND line = 2`,
    )
    const before = (await counter.control.ledger()).length
    const { code, out, err } = await counter.run('resume', batch, '--json')
    expect([code, err]).toEqual([1, expect.any(String)])
    expect((await counter.control.ledger()).length).toBe(before + 2)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, failed: 1, planned: 0 } })
    expect(`${out}${err}`).toContain('can’t be read')
    const again = await counter.run('resume', batch)
    expect(again.code).toBeLessThan(3)
    expect((await counter.control.ledger()).length).toBe(before + 2)
  })

  it('stays in doubt if it may have been sent', async () => {
    restore()
    damage('journal.db', `UPDATE rows SET payload = '{"cut' WHERE state = 'unknown'`)
    const posted = (await counter.control.ledger()).length
    const { out } = await counter.run('batches', '--json')
    const doubtful = (JSON.parse(out) as { batches: Batch[] }).batches.filter(
      ({ counts }) => counts.unknown > 0,
    )
    expect(doubtful).toHaveLength(1)
    await counter.run('settle', doubtful[0]?.id ?? '')
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    expect(batches.find(({ id }) => id === doubtful[0]?.id)?.counts).toMatchObject({ unknown: 1 })
    expect(await counter.control.ledger()).toHaveLength(posted)
  })
})

it('one damaged order is left out and named; the others are shown', async () => {
  restore()
  await counter.run('orders')
  damage('cache.db', `UPDATE orders SET record = '{"cut' WHERE order_id = (SELECT min(order_id) FROM orders)`)
  const ran = await counter.run('orders')
  expectWords(ran, 'orders')
  expect(ran.code).toBe(0)
  expect(ran.err).toContain('cache.db, orders')
})
