import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Forecourt } from '../../src/main/assemble.ts'
import { planDraft } from '../../src/main/joins/plan-draft.ts'
import { newVehicles } from './cli/counter.ts'
import { assembledIn } from './assembled.ts'

let forecourt: Forecourt
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-cost-'))
  forecourt = assembledIn(dataDir)
})
afterEach(async () => {
  await forecourt.close()
  rmSync(dataDir, { recursive: true })
})

const spent = async (): Promise<number> => (await forecourt.budget()).used().hour

/** Ids of adverts of the account. */
async function ownIds(count: number): Promise<readonly number[]> {
  const own = await (await forecourt.service()).inventory.ownAdverts()
  return own?.active.slice(0, count) ?? []
}

async function sent(batchId: string): Promise<void> {
  await forecourt.batches.control.send(batchId)
  await forecourt.batches.control.idle()
  expect(forecourt.batches.reader.get(batchId).counts).toMatchObject({ failed: 0, unknown: 0, conflict: 0 })
}

/** Checks and sends a file. @returns the calls that the check showed, and the batch */
async function imported(text: string): Promise<{ shown: number; batch: string }> {
  const path = join(dataDir, 'rows.csv')
  writeFileSync(path, text)
  const { drafts, planning } = forecourt
  const draftId = drafts.openPath(path)
  const choice = { shape: {}, mapping: null, operation: null }
  const { calls } = await drafts.check(draftId, choice, await planning.account())
  const { id } = await planDraft(planning, draftId, ['delete-share', 'price-jump'], true)
  await sent(id)
  return { shown: calls, batch: id }
}

const edits = (ids: readonly number[]): string =>
  `auto_id,currency_id,price\n${ids.map((id, at) => `${id},USD,${20_000 + at}\n`).join('')}`
const deletes = (ids: readonly number[]): string => `auto_id\n${ids.join('\n')}\n`

/** Longer than the read after a write waits, and short enough for a test. */
const settled = { timeout: 10_000, interval: 200 }

test.each([
  ['creates', () => newVehicles([1, 2, 3]), 6],
  ['edits', edits, 9],
  ['deletes', deletes, 6],
])('%s cost the calls that were shown', async (_what, text, calls) => {
  const ids = await ownIds(3)
  const before = await spent()
  const { shown } = await imported(text(ids))
  expect(shown).toBe(calls)
  await vi.waitFor(async () => expect((await spent()) - before).toBe(shown), settled)
  // No call follows that was not shown.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect((await spent()) - before).toBe(shown)
})

test.each([
  ['creates', () => newVehicles([1, 2, 3]), 3],
  ['edits', edits, 6],
  ['deletes', deletes, 6],
])('%s cost no read afterwards while calls are limited, and none is shown', async (_what, text, calls) => {
  forecourt.settings.change({ quota: { perHour: 500, perMonth: null } })
  const ids = await ownIds(3)
  const before = await spent()
  expect((await imported(text(ids))).shown).toBe(calls)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect((await spent()) - before).toBe(calls)
})

test('an undo costs the calls that its preview shows', async () => {
  const before = await spent()
  const { shown, batch } = await imported(newVehicles([1, 2]))
  await vi.waitFor(async () => expect((await spent()) - before).toBe(shown), settled)
  const { undo } = forecourt.batches
  const preview = await undo.preview(batch)
  const { calls } = undo.summary(preview)
  undo.approve(preview)
  await sent(preview)
  expect((await spent()) - before).toBe(shown + calls)
})
