import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { car, planned, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter } from './counter.ts'
import { wholeTest } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())
beforeEach(async () => {
  const batches = batchesOf(counter)
  const description = 'a text that makes the journal a large file '.repeat(40)
  const rows = Array.from({ length: 1_250 }, (_, n) =>
    planned(n + 2, 'create', car({ price: 20_000 + n, description } as object)),
  )
  const { id } = await batches.planner.plan(source(counter.sandbox.userId), rows)
  await batches.control.cancel(id)
  await batches.close(0)
  rmSync(`${journalPath()}.clean`)
})

const journalPath = (): string => join(counter.dataDir, 'journal.db')
const marker = (): string => readFileSync(`${journalPath()}.clean`, 'utf8')

function damageRows(): void {
  const db = new DatabaseSync(journalPath())
  const page = db
    .prepare(
      `SELECT pageno FROM dbstat WHERE name = 'rows' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 30`,
    )
    .get()
  db.close()
  const bytes = readFileSync(journalPath())
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * 4_096, Number(page?.pageno) * 4_096)
  writeFileSync(journalPath(), bytes)
}

it('reads without a check and says so; what sends checks first, and says so', async () => {
  const listed = await counter.run('batches', '--all-accounts')
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('cars.csv')
  expect(listed.err).toContain('not checked yet')
  expect(marker).toThrow()
  const sent = await counter.run('import', counter.file('new.csv', newVehicles([5])), '--commit')
  expect(sent.code).toBe(0)
  expect(sent.err).toContain('Checking the journal')
  expect(marker()).not.toBe('')
  expect((await counter.run('batches')).err).not.toContain('checked')
})

it('a damaged one is read as it is, and nothing is sent', async () => {
  damageRows()
  expect((await counter.run('batches', '--all-accounts')).code).toBe(0)
  const sent = await counter.run('import', counter.file('new.csv', newVehicles([5])), '--commit', '--json')
  expect(sent.code).toBe(2)
  expect(JSON.parse(sent.out)).toMatchObject({ error: { code: 'journal-damaged' } })
  expect(await counter.control.ledger()).toEqual([])
  // What was found is known at once from then on.
  expect((await counter.run('batches')).err).toContain('journal restore')
})

it('is checked for a person who asks for its state', async () => {
  damageRows()
  const { code, out } = await counter.run('journal', 'status', '--json')
  expect([code, JSON.parse(out)]).toEqual([2, expect.objectContaining({ state: 'damaged', batches: 1 })])
  expect((await counter.run('journal', 'restore')).code).toBe(0)
  expect((await counter.run('journal', 'status')).code).toBe(0)
  expect((await counter.run('resume')).code).toBe(0)
})

wholeTest('a damaged page that a command meets while it reads makes the next one check first', async () => {
  damageRows()
  const { batches } = JSON.parse((await counter.run('batches', '--all-accounts', '--json')).out) as {
    batches: { id: string }[]
  }
  const report = await counter.run('report', batches[0]?.id ?? '', counter.path('report.csv'))
  expect(report.code).toBe(2)
  expect((await counter.run('batches')).err).toContain('journal restore')
})
