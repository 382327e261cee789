import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi, type TestContext } from 'vitest'
import type { Forecourt } from '../../src/main/assemble.ts'
import { planDraft } from '../../src/main/joins/plan-draft.ts'
import { newVehicles } from './cli/counter.ts'
import { assembledIn } from './assembled.ts'
import { spread } from '../whole.ts'

interface App {
  readonly forecourt: Forecourt
  readonly dataDir: string
}

/** An app of the test's own: the tests wait most of the time, so they run side by side. */
function opened({ onTestFinished }: TestContext): App {
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-cost-'))
  const forecourt = assembledIn(dataDir)
  onTestFinished(async () => {
    await forecourt.close()
    rmSync(dataDir, { recursive: true })
  })
  return { forecourt, dataDir }
}

const spent = async (forecourt: Forecourt): Promise<number> => (await forecourt.context.budget()).used().hour

/** Ids of adverts of the account. */
async function ownIds(forecourt: Forecourt, count: number): Promise<readonly number[]> {
  const own = await (await forecourt.context.current()).inventory.ownAdverts()
  return own?.active.slice(0, count) ?? []
}

async function sent(forecourt: Forecourt, batchId: string): Promise<void> {
  await forecourt.batches.control.send(batchId)
  await forecourt.batches.control.idle()
  expect(forecourt.batches.reader.get(batchId).counts).toMatchObject({ failed: 0, inDoubt: 0, conflict: 0 })
}

/** Checks and sends a file. @returns the calls that the check showed, and the batch */
async function imported(
  { forecourt, dataDir }: App,
  text: string,
): Promise<{ shown: number; batch: string }> {
  const path = join(dataDir, 'rows.csv')
  writeFileSync(path, text)
  const { drafts, planning } = forecourt
  const draftId = drafts.openPath(path)
  const choice = { shape: {}, mapping: null, operation: null }
  const { calls } = await drafts.check(draftId, choice, await planning.account())
  const { id } = await planDraft(planning, draftId, ['delete-share', 'price-jump'], {
    overwriteUnknown: true,
  })
  await sent(forecourt, id)
  return { shown: calls, batch: id }
}

const edits = (ids: readonly number[]): string =>
  `auto_id,currency_id,price\n${ids.map((id, at) => `${id},USD,${20_000 + at}\n`).join('')}`
const deletes = (ids: readonly number[]): string => `auto_id\n${ids.join('\n')}\n`

/** Longer than the read after a write waits, and short enough for a test. */
const settled = { timeout: 60_000, interval: 200 }

test.concurrent.for<[string, (ids: readonly number[]) => string, number]>(
  spread(
    [
      ['edits', edits, 9],
      ['creates', () => newVehicles([1, 2, 3]), 6],
      ['deletes', deletes, 6],
    ],
    1,
  ),
)('%s cost the calls that were shown', async ([, text, calls], context) => {
  const app = opened(context)
  const { forecourt } = app
  const ids = await ownIds(forecourt, 3)
  const before = await spent(forecourt)
  const { shown, batch } = await imported(app, text(ids))
  expect(shown).toBe(calls)
  await vi.waitFor(async () => expect((await spent(forecourt)) - before).toBe(shown), settled)
  // Activity says the same number of the batch.
  const { reader } = forecourt.batches
  await vi.waitFor(() => expect(reader.get(batch).requests).toBe(shown), settled)
  // No call follows that was not shown.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect((await spent(forecourt)) - before).toBe(shown)
})

test.concurrent.for<[string, (ids: readonly number[]) => string, number]>(
  spread(
    [
      ['creates', () => newVehicles([1, 2, 3]), 3],
      ['edits', edits, 6],
      ['deletes', deletes, 6],
    ],
    1,
  ),
)(
  '%s cost no read afterwards while calls are limited, and none is shown',
  async ([, text, calls], context) => {
    const app = opened(context)
    const { forecourt } = app
    forecourt.context.settings.change({ quota: { perHour: 500, perMonth: null } })
    const ids = await ownIds(forecourt, 3)
    const before = await spent(forecourt)
    expect((await imported(app, text(ids))).shown).toBe(calls)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await spent(forecourt)) - before).toBe(calls)
  },
)

test.concurrent('an undo costs the calls that its preview shows', async (context) => {
  const app = opened(context)
  const { forecourt } = app
  const before = await spent(forecourt)
  const { shown, batch } = await imported(app, newVehicles([1, 2]))
  await vi.waitFor(async () => expect((await spent(forecourt)) - before).toBe(shown), settled)
  const { undo } = forecourt.batches
  const preview = await undo.preview(batch)
  const { calls } = await undo.summary(preview)
  await undo.approve(preview)
  await sent(forecourt, preview)
  expect((await spent(forecourt)) - before).toBe(shown + calls)
})
