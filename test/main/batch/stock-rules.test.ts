import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { accountId } from './connect-to.ts'
import { car, planned, source } from './dealership.ts'
import { fileOf, keyed, link, lookedSource } from './stock-files.ts'

let dir: string
let journal: Journal
let stock: number
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stock-rules-'))
  journal = new Journal(join(dir, 'journal.db'), systemClock)
  stock = lookedSource(journal)
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const edit = (id: number, change: object = { price: 5 }, line = 2): PlannedRow =>
  planned(line, 'edit', { auto_id: id, currency_id: 1, ...change })
const create = (line = 2, price = 20_000): PlannedRow => planned(line, 'create', car({ price }))
const remove = (id: number): PlannedRow => planned(2, 'delete', { auto_id: id })

/** Plans a file of the source. @returns the rows' numbers */
async function planFile(rows: readonly PlannedRow[], change = {}, from = stock): Promise<number[]> {
  const file = fileOf(journal, from, change)
  return rowsOf(await planBatch(journal, source(1, { stock: file }), rows, () => null))
}
const plan = async (rows: readonly PlannedRow[]): Promise<number[]> =>
  rowsOf(await planBatch(journal, source(1), rows, () => null))
const rowsOf = (batch: string): number[] =>
  Array.from(journal.tables.rows.walk(journal.tables.batches.get(batch).seq), ({ id }) => id)

const run = (sql: string, ...values: (string | number | null)[]): void =>
  void journal.db.prepare(sql).run(...values)
function send(row: number): void {
  run(`UPDATE rows SET state = 'sending', attempts = attempts + 1 WHERE id = ?`, row)
  journal.tables.attempts.begin(row, 'send', journal.now())
}
const done = (
  row: number,
  autoId: number | null = null,
  from = 'response',
  code: string | null = null,
): void =>
  run(
    `UPDATE rows SET state = 'done', auto_id = coalesce(?, auto_id), outcome_source = ?, error_code = ?, updated_at = 'T' WHERE id = ?`,
    autoId,
    from,
    code,
    row,
  )
const doubt = (row: number): void =>
  run(`UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'network' WHERE id = ?`, row)
const sent = (row: number, autoId: number | null = null): void => {
  send(row)
  done(row, autoId)
}
const first = ([row]: readonly number[]): number => row ?? 0
const linkOf = (key: string) => journal.tables.links.find(accountId, key)
const steps = (key: string) =>
  journal.tables.links.steps(accountId, key).map(({ step, detail }) => [step, detail])
const newer = 'the stock has changed'

describe('a number whose create may have made an advert', () => {
  const inDoubt = (row: number): void => {
    send(row)
    doubt(row)
  }
  const states: [string, (row: number) => void][] = [
    ['is on its way', send],
    ['is in doubt', inDoubt],
  ]
  test.each(states)('takes no other one while it %s, and then its own', async (_state, begin) => {
    const row = first(await planFile([keyed(create(), 'K')]))
    link(journal, 'OLD', 8)
    begin(row)
    const { linkAnswers } = journal.tables
    const to = { key: 'K', fold: 'K' }
    const held: unknown = expect.objectContaining({ code: 'usage' })
    expect(() => link(journal, 'K', 9)).toThrow(held)
    expect(() => linkAnswers.move(accountId, 'OLD', to, 'T')).toThrow(held)
    expect(() => linkAnswers.renew(accountId, 'K', 'T')).toThrow(held)
    expect(linkOf('K')).toBeNull()
    expect(linkOf('OLD')).toMatchObject({ state: 'live', autoId: 8 })
    done(row, 7)
    expect(linkOf('K')).toMatchObject({ state: 'live', autoId: 7 })
  })

  test('keeps no advert that another number has by then', async () => {
    const row = first(await planFile([keyed(create(), 'K')]))
    send(row)
    doubt(row)
    link(journal, 'OTHER', 7)
    done(row, 7)
    expect(linkOf('K')).toBeNull()
    expect(linkOf('OTHER')).toMatchObject({ state: 'live', autoId: 7 })
    expect(steps('K')).toContainEqual(['not-linked', 'created'])
  })
})

describe('a claim is refused', () => {
  function refused(row: number, code: string): void {
    expect(journal.tables.links.refusalOf(row)).toBe(code)
    expect(() => send(row)).toThrow(newer)
  }

  it('of a create whose key has an advert', async () => {
    const row = first(await planFile([keyed(create(), 'K')]))
    link(journal, 'K', 400)
    refused(row, 'key-linked')
  })

  it('of a create of which another one may have made an advert', async () => {
    const row = first(await planFile([keyed(create(), 'K')]))
    run(`UPDATE rows SET state = 'failed', error_code = 'x'`)
    const other = first(await planFile([keyed(create(), 'K')], {}, lookedSource(journal, 'other')))
    run(`UPDATE rows SET state = 'planned', error_code = NULL WHERE id = ?`, row)
    send(other)
    refused(row, 'key-held')
    doubt(other)
    refused(row, 'key-held')
    run(`UPDATE rows SET state = 'planned', forced = 1 WHERE id = ?`, other)
    run(`UPDATE rows SET state = 'skipped', doubt = 0 WHERE id = ?`, other)
    expect(journal.tables.links.refusalOf(row)).toBeNull()
  })

  it('of a row that is older than the newest file of its source', async () => {
    link(journal, 'K', 400)
    const row = first(await planFile([keyed(edit(400), 'K')]))
    run(`UPDATE rows SET state = 'conflict', error_code = 'x' WHERE id = ?`, row)
    await planFile([])
    run(`UPDATE rows SET state = 'planned', error_code = NULL WHERE id = ?`, row)
    refused(row, 'newer-file')
  })

  it('not because of a file that was refused, or of another source', async () => {
    link(journal, 'K', 400)
    const row = first(await planFile([keyed(edit(400), 'K')]))
    const file = { sha256: 'x', asOf: '', rows: 0 }
    journal.tables.sources.noteRefused(stock, file, 'cut', journal.now())
    await planFile([], {}, lookedSource(journal, 'other'))
    expect(journal.tables.links.refusalOf(row)).toBeNull()
    sent(row)
  })

  it('of a create of a source that nobody looked at since the journal came back', async () => {
    const row = first(await planFile([keyed(create(), 'K')]))
    journal.tables.sources.unlookAll(journal.now())
    refused(row, 'source-unlooked')
  })

  it.each([
    ['an edit', () => edit(400)],
    ['a delete', () => remove(400)],
  ])('of %s whose key has another advert, or none', async (_what, make) => {
    link(journal, 'K', 400)
    const row = first(await planFile([keyed(make(), 'K')]))
    link(journal, 'K', 401)
    refused(row, 'link-changed')
    journal.tables.linkAnswers.cut(accountId, 'K', journal.now())
    refused(row, 'link-changed')
  })

  it('never for a spelling that is like another', async () => {
    link(journal, '00-7', 400)
    sent(first(await planFile([keyed(create(), '7')])), 500)
    expect(journal.tables.links.list(accountId).map(({ key, fold }) => [key, fold])).toEqual([
      ['00-7', '7'],
      ['7', '7'],
    ])
  })

  it('never of a row without a key', async () => {
    const row = first(await plan([create()]))
    await planFile([])
    expect(journal.tables.links.refusalOf(row)).toBeNull()
    sent(row, 500)
  })
})

describe('a second create of a key', () => {
  const again = () => planFile([keyed(create(), 'K')], {}, lookedSource(journal, 'other'))
  const outdated = expect.objectContaining({ code: 'plan-outdated' }) as unknown

  it.each<[string, (row: number) => void]>([
    ['planned', () => undefined],
    ['being sent', send],
    [
      'in doubt',
      (row) => {
        send(row)
        doubt(row)
      },
    ],
  ])('is not planned while one is %s', async (_state, reach) => {
    reach(first(await planFile([keyed(create(), 'K')])))
    await expect(again()).rejects.toEqual(outdated)
    expect(journal.tables.batches.list()).toHaveLength(1)
  })

  it('is planned once the other one failed, or its batch was cancelled', async () => {
    const [row] = await planFile([keyed(create(), 'K')])
    run(`UPDATE batches SET state = 'cancelled', finished_at = ''`)
    await expect(again()).resolves.toHaveLength(1)
    expect(row).toBeDefined()
  })

  it('in the same file is not planned', async () => {
    await expect(planFile([keyed(create(2), 'K'), keyed(create(3, 9), 'K')])).rejects.toEqual(outdated)
  })

  it('by another account is its own', async () => {
    await planFile([keyed(create(), 'K')])
    const theirs = journal.tables.sources.save('other', 'stock', 'No', {})
    const file = { ...fileOf(journal, theirs), revision: 0 }
    const rows = [keyed(create(), 'K')]
    await planBatch(journal, source(1, { accountId: 'other', stock: file }), rows, () => null)
    expect(journal.tables.batches.list()).toHaveLength(2)
  })
})

const impossible: [string, string][] = [
  ['a key of a row that changes', `UPDATE keyed_rows SET key = 'L'`],
  ['a key of a planned row that is removed', 'DELETE FROM keyed_rows'],
  ['a link that is removed', 'DELETE FROM links'],
  ['two live links of one advert', `UPDATE links SET auto_id = 400`],
  ['an ended link that doesn’t say who ended it', `UPDATE links SET state = 'ended'`],
  ['a step that is removed', 'DELETE FROM link_steps'],
  ['a step that changes', `UPDATE link_steps SET step = 'x'`],
  ['a file that came and is removed', 'DELETE FROM stock_files'],
  ['a file that came and changes', `UPDATE stock_files SET as_of = ''`],
]
test.each(impossible)('the journal refuses %s', async (_what, sql) => {
  link(journal, 'K', 400)
  link(journal, 'L', 401)
  await planFile([keyed(edit(400), 'K')])
  expect(() => journal.db.exec(sql)).toThrow(/constraint|kept|frozen|ended/i)
})
