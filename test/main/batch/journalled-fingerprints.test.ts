import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { journalledFingerprints } from '../../../src/main/batch/journal/journalled-fingerprints.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { planned, source } from './dealership.ts'

const dir = mkdtempSync(join(tmpdir(), 'forecourt-fingerprints-'))
let journal: Journal
beforeAll(() => {
  journal = new Journal(join(dir, 'journal.db'), systemClock)
})
afterAll(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const create = (line: number) =>
  planned(line, 'create', {
    ...{ marka_id: 9, model_id: 96, base_id: 1, equip_id: line, currency_id: 1, price: 5_000 },
  })
const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => create(from + at))

test('the filter passes every fingerprint of the journal and hardly any other', async () => {
  const rows = some(2, 2_000)
  await planBatch(journal, source(1), rows, () => null)
  // However an odd one begins, or ends.
  const odd = ['', '-', '_', '~~', '{{{{{{', 'zzzzzzzz', 'їжак'].map((fingerprint, at) => ({
    ...create(9_100 + at),
    fingerprint,
  }))
  journal.db.exec('BEGIN')
  for (const row of odd) journal.rows.insert(1, row)
  journal.db.exec('COMMIT')

  const filter = await journalledFingerprints(journal.db)
  const unmet = [...rows, ...odd].filter(({ fingerprint }) => !filter.mayHave(fingerprint))
  expect(unmet).toEqual([])
  const passed = some(20_000, 2_000).filter(({ fingerprint }) => filter.mayHave(fingerprint))
  expect(passed.length).toBeLessThan(3)
})
