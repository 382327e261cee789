import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { planDraft } from '../../../src/main/joins/plan-draft.ts'
import { advertRowOf, dollarIds, lines, openApp, typed } from './assembled.ts'
import { eventually } from '../../eventually.ts'

test('edits that can’t be held make no batch, so that none is sent after it was dropped', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  await staged.stage([typed(id, 'in_stock', '1')])
  const { summary } = await stagedSender.review()
  const other = new DatabaseSync(join(app.dataDir, 'edits.db'))
  other.exec('BEGIN IMMEDIATE')
  await expect(stagedSender.plan(summary.revision, [])).rejects.toThrow('locked')
  other.exec('ROLLBACK')
  other.close()
  expect(batches.reader.list()).toEqual([])
  // The same review can be sent once the file is free.
  const { id: batchId } = await stagedSender.plan(summary.revision, [])
  expect(batches.reader.list()).toMatchObject([{ id: batchId, state: 'ready' }])
  expect(await staged.summary()).toMatchObject({ edits: 0, sending: 1 })
})

test('a batch that ends between the holding of its edits and its own commit leaves them unsent', async () => {
  const app = await openApp()
  const { staged, planning } = app.forecourt
  const [id = 0] = await dollarIds(app)
  await staged.stage([typed(id, 'in_stock', '1')])
  const { revision } = await staged.summary()
  const { accountId, ...account } = await planning.account()
  const draftId = planning.drafts.beginValues('edits', ['auto_id', 'currency_id', 'in_stock'], 'edit')
  await planning.drafts.add(draftId, [[id, 1, 1]])
  const choice = { shape: {}, mapping: null, operation: null }
  await planning.drafts.check(draftId, choice, { accountId, ...account }, {})
  const beforeShown = async (batchId: string): Promise<void> => {
    await staged.hold(accountId, batchId, [{ advert: id, field: 'in_stock' }], revision)
    // Another batch changes meanwhile: what is being planned is not looked at.
    await staged.settling.settleBatches()
    expect(await staged.summary()).toMatchObject({ edits: 0, sending: 1 })
    throw new Error('killed')
  }
  await expect(planDraft(planning, draftId, [], { beforeShown })).rejects.toThrow('killed')
  const { forecourt } = await app.reopen()
  forecourt.batches.recovery.recover()
  await forecourt.staged.settling.settleBatches()
  expect(forecourt.batches.reader.list()).toEqual([])
  expect(await forecourt.staged.summary()).toMatchObject({ edits: 1, sending: 0 })
})

test('edits of a batch that the journal has lost are unsent again', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  await app.forecourt.staged.stage([typed(id, 'in_stock', '1')])
  const { summary } = await (await app.forecourt.stagedSender()).review()
  await (await app.forecourt.stagedSender()).plan(summary.revision, [])
  const { forecourt } = await app.reopen((dataDir) => {
    for (const name of readdirSync(dataDir))
      if (name.startsWith('journal') || name === 'backup') rmSync(join(dataDir, name), { recursive: true })
  })
  expect(await (await forecourt.stagedSender()).review()).toMatchObject({
    summary: { edits: 1, sending: 0 },
    check: { rows: 1 },
  })
})

test('a batch that ended while the app was closed is looked at when it opens', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  await app.forecourt.staged.stage([typed(id, 'in_stock', '1')])
  const { summary } = await (await app.forecourt.stagedSender()).review()
  const { id: batchId } = await (await app.forecourt.stagedSender()).plan(summary.revision, [])
  const { forecourt } = await app.reopen()
  forecourt.batches.recovery.recover()
  await forecourt.batches.control.cancel(batchId)
  await forecourt.staged.settling.settleBatches()
  expect(await forecourt.staged.summary()).toMatchObject({ edits: 1, sending: 0 })
})

test('a value that is written by another batch is no edit any more; an edit to another value is in conflict', async () => {
  const app = await openApp()
  const {
    context: { hub, accounts },
    staged,
  } = app.forecourt
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, other)
  await staged.stage([typed(one, 'price', '15500'), typed(other, 'price', '16500')])
  const { accountId, userId } = await accounts.connection()
  for (const [autoId, price] of [
    [one, 15_500],
    [other, 16_000],
  ] as const)
    hub.emit('advert-written', {
      owner: { accountId, userId },
      write: { operation: 'edit', payload: { auto_id: autoId, currency_id: 1, price } },
      autoId,
    })
  await eventually(async () => expect(await staged.of(one)).toEqual([]))
  await eventually(async () =>
    expect(lines(await staged.of(other))).toEqual([`price ${usd} → 16500 conflict`]),
  )
  await staged.move('undo')
  expect(await staged.of(one)).toEqual([])
})

test('a write of another field takes the unread price of somebody else along, and an edit of the price sees it', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, id)
  await staged.stage([typed(id, 'version', 'Нова')])
  const { summary } = await stagedSender.review()
  const { id: batchId } = await stagedSender.plan(summary.revision, [])
  await staged.stage([typed(id, 'price', '15500')])
  const { adverts } = await app.forecourt.context.current()
  await adverts.write({ operation: 'edit', payload: { auto_id: id, currency_id: 1, price: 17_000 } })
  await batches.control.send(batchId)
  await batches.control.idle()
  expect(batches.reader.get(batchId).counts).toMatchObject({ done: 1 })
  await eventually(async () => expect(lines(await staged.of(id))).toEqual([`price ${usd} → 15500 conflict`]))
  expect(await stagedSender.review()).toMatchObject({ conflicts: 1, check: null })
})

test('edits of an account that is not shown are unsent again, too, when their batch ends without them', async () => {
  const app = await openApp()
  const {
    context: { accounts, hub },
    staged,
    batches,
  } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  const { accountId } = await accounts.owner()
  const other = { accountId: 'other', userId: 5 }
  await staged.stage([typed(id, 'in_stock', '1')])
  const first = await stagedSender.plan((await stagedSender.review()).summary.revision, [])
  const shown = vi.spyOn(accounts, 'owner').mockResolvedValue(other)
  await batches.control.cancel(first.id)
  shown.mockRestore()
  await eventually(async () => expect(lines(await staged.of(id))).toEqual(['in_stock ? → 1 ready']))
  // A batch that another program ended is looked at when the account is shown again.
  let second: Batch | undefined
  // What is being settled may overtake a review.
  await eventually(async () => {
    second = await stagedSender.plan((await stagedSender.review()).summary.revision, [])
  })
  const db = new DatabaseSync(join(app.dataDir, 'journal.db'))
  db.exec(
    `UPDATE rows SET state = 'skipped' WHERE batch = (SELECT seq FROM batches WHERE id = '${second?.id}')`,
  )
  db.close()
  expect(await staged.summary()).toMatchObject({ edits: 0, sending: 1 })
  hub.emit('account-changed', { accountId })
  await eventually(async () => expect(await staged.summary()).toMatchObject({ edits: 1, sending: 0 }))
})

test('a batch that can’t be read holds up no other edit, and its own ask the person', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [one = 0, other = 0] = await dollarIds(app)
  await staged.stage([typed(one, 'in_stock', '1')])
  const { id: batchId } = await stagedSender.plan((await stagedSender.review()).summary.revision, [])
  const { forecourt } = await app.reopen((dataDir) => {
    const db = new DatabaseSync(join(dataDir, 'journal.db'))
    // More than a number of JavaScript holds.
    db.exec('UPDATE rows SET attempts = 9223372036854775807')
    db.close()
  })
  await forecourt.staged.stage([typed(other, 'in_stock', '1')])
  const sender = await forecourt.stagedSender()
  expect(await sender.review()).toMatchObject({ summary: { edits: 1, sending: 1 }, check: { rows: 1 } })
  expect(await forecourt.staged.list('asked', 0, 10)).toMatchObject({
    rows: [{ advert: one, batch: batchId }],
  })
})

test('edits of a batch that ends as the app quits are brought up to date before the journal closes', async () => {
  const app = await openApp()
  const {
    context: { accounts },
    staged,
    batches,
  } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const ids = await dollarIds(app)
  await staged.stage(ids.map((id) => typed(id, 'in_stock', '1')))
  const { summary } = await stagedSender.review()
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await app.control.addFault({ kind: 'status', status: 422, body, method: 'PUT', path: '/auto/new/autos' })
  const owner = await accounts.owner()
  await stagedSender.send(summary.revision, [])
  // As a keychain that answers late: the last events of the batch are still being looked at.
  vi.spyOn(accounts, 'owner').mockImplementation(() => setTimeout(300, owner))
  await batches.control.idle()
  const { forecourt } = await app.reopen((dataDir) => {
    const log = readFileSync(join(dataDir, 'logs', 'forecourt.log'), 'utf8')
    expect(log).not.toContain('edits were not brought up to date')
  })
  expect(await forecourt.staged.summary()).toMatchObject({ edits: ids.length, sending: 0 })
})
