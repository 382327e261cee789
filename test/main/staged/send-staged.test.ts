import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src/main/system/clock.ts'
import { StagedSender } from '../../../src/main/staged/send-staged.ts'
import { advertRowOf, dollarIds, lines, openApp, sentOf, typed, writeElsewhere } from './assembled.ts'
import { eventually } from '../../eventually.ts'

test('reviewed edits are sent as a batch; done ones go, failed ones stay', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, one)
  const price = Math.round((usd ?? 0) * 0.95)
  await staged.stage([
    typed(one, 'price', String(price)),
    typed(other, 'auto_note', 'Рядок 1;\n"Рядок" 2\tз табуляцією'),
    typed(other, 'test_drive', 'yes'),
  ])
  const { check, summary, conflicts } = await stagedSender.review()
  expect(conflicts).toBe(0)
  expect(check).toMatchObject({ rows: 2, edits: 2, toSend: 2, invalid: 0, problems: [], confirmations: [] })
  expect(await sentOf(app)).toEqual([])
  const { id } = await stagedSender.send(summary.revision, [])
  await batches.control.idle()
  expect(batches.reader.get(id)).toMatchObject({ total: 2, counts: { done: 2 } })
  const sent = await sentOf(app)
  expect(sent).toContainEqual(
    expect.objectContaining({ auto_id: String(one), currency_id: '1', price: String(price) }),
  )
  expect(sent).toContainEqual(
    expect.objectContaining({
      auto_id: String(other),
      auto_note: 'Рядок 1;\n"Рядок" 2\tз табуляцією',
      test_drive: '1',
    }),
  )
  await eventually(async () =>
    expect(await staged.summary()).toMatchObject({ edits: 0, sending: 0, canUndo: false }),
  )
})

test('a file over unsent edits says whose value is which, and the edits themselves say nothing', async () => {
  const app = await openApp()
  const { staged, drafts, planning } = app.forecourt
  const [one = 0, other = 0, third = 0, fourth = 0] = await dollarIds(app)
  const { usd: live } = await advertRowOf(app, fourth)
  await staged.stage([
    typed(fourth, 'price', '14500'),
    typed(one, 'price', '15500'),
    typed(other, 'price', '16500'),
    typed(third, 'auto_note', 'Торг'),
  ])
  const text = `auto_id,currency_id,price,auto_note\n${one},USD,15900,\n${other},USD,16500,\n${third},USD,,Без торгу\n${fourth},USD,${live},\n`
  const path = join(app.dataDir, 'prices.csv')
  writeFileSync(path, text)
  const draftId = drafts.openPath(path)
  const shape = { shape: {}, mapping: null, operation: null }
  await drafts.check(draftId, shape, await planning.account())
  const { rows } = await drafts.rows(draftId, { filter: 'all' }, 0, 10)
  const said = rows.map(({ problems }) => problems.find(({ code }) => code === 'edit-unsent')?.message)
  expect(said[0]).toMatch(/You set this to \$15,500 .*This file sends \$15,900/)
  expect(said[1]).toBeUndefined()
  // The fourth says what the advert has: nothing of it is sent.
  expect(said[3]).toBeUndefined()
  expect(said[2]).toMatch(/You set this to Торг .*This file sends Без торгу/)
  const review = await (await app.forecourt.stagedSender()).review()
  expect(review.check?.problems.map(({ code }) => code)).not.toContain('edit-unsent')
})

test('what changed since it was edited is sent only when the person chose it', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [one = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, one)
  await staged.stage([typed(one, 'price', '15500'), typed(other, 'in_stock', '1')])
  await writeElsewhere(app, one, { currency_id: 1, price: 17_000 })
  expect(lines(await staged.of(one))).toEqual([`price ${usd} → 15500 conflict`])
  // The legend counts it, and its filter lists it.
  const { lists } = app.forecourt.inventory
  expect(await lists.marks()).toEqual({ batch: 0, conflict: 1, person: 0 })
  const conflicts = await lists.ids({ text: '', states: [], sort: [], marked: 'conflict' })
  expect([...conflicts]).toEqual([one])
  const review = await stagedSender.review()
  expect(review).toMatchObject({ conflicts: 1, check: { rows: 1 } })
  // What was on the screen counts, not what the advert has at the click.
  const seen = await staged.of(one)
  await writeElsewhere(app, one, { currency_id: 1, price: 17_500 })
  expect(await staged.keep(seen)).toMatchObject({ changed: 1 })
  expect(lines(await staged.of(one))).toEqual([`price ${usd} → 15500 conflict`])
  await writeElsewhere(app, one, { currency_id: 1, price: 17_000 })
  expect(await staged.keep(await staged.of(one))).toMatchObject({ changed: 0 })
  expect(lines(await staged.of(one))).toEqual(['price 17000 → 15500 ready'])
  // What was reviewed before is other than what would be sent now.
  await expect(stagedSender.send(review.summary.revision, [])).rejects.toMatchObject({
    code: 'confirmation-required',
    details: { reason: 'staged-changed' },
  })
  expect(await stagedSender.review()).toMatchObject({ conflicts: 0, check: { rows: 2 } })
})

test('an edit of which the old value is no longer known is sent only when the person chose it', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, id)
  await app.forecourt.staged.stage([typed(id, 'price', '15500')])
  const again = await app.reopen((dataDir) => {
    for (const name of readdirSync(dataDir)) if (name.startsWith('cache.db')) rmSync(join(dataDir, name))
  })
  const { staged } = again.forecourt
  const stagedSender = await again.forecourt.stagedSender()
  expect(lines(await staged.of(id))).toEqual([`price ${usd} → 15500 conflict`])
  expect(await stagedSender.review()).toMatchObject({ conflicts: 1, check: null })
  await staged.keep(await staged.of(id))
  expect(lines(await staged.of(id))).toEqual(['price ? → 15500 ready'])
  // The person is told that there is nothing to compare it with.
  const { check } = await stagedSender.review()
  expect(check).toMatchObject({ toSend: 1, warnings: 1, problems: [{ code: 'advert-not-cached' }] })
  // Once the stock is read again, the same edit is compared again.
  await again.forecourt.inventorySync.sync()
  expect(lines(await staged.of(id))).toEqual(['price ? → 15500 conflict'])
})

test('edits of an advert that the service no longer has are marked and never sent, and the others are', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [doomed = 0, other = 0] = await dollarIds(app)
  await staged.stage([
    typed(doomed, 'price', '15500'),
    typed(doomed, 'test_drive', 'yes'),
    typed(other, 'test_drive', 'yes'),
  ])
  const { adverts } = await app.forecourt.context.current()
  await adverts.write({ operation: 'delete', payload: { auto_id: doomed } })
  await app.forecourt.inventorySync.add([doomed])
  expect((await staged.of(doomed)).map(({ state }) => state)).toEqual(['gone', 'gone'])
  expect(await staged.list('gone', 0, 10)).toMatchObject({ total: 2 })
  const review = await stagedSender.review()
  expect(review).toMatchObject({ gone: 2, conflicts: 0, check: { rows: 1, toSend: 1 } })
  await stagedSender.send(review.summary.revision, [])
  await batches.control.idle()
  expect((await sentOf(app)).filter(({ test_drive }) => test_drive)).toMatchObject([
    { auto_id: String(other) },
  ])
  await eventually(async () => expect(await staged.summary()).toMatchObject({ edits: 2, sending: 0 }))
  // Nothing is left to be sent, and the review says so.
  expect(await stagedSender.review()).toMatchObject({ gone: 2, check: null })
})

test('an advert that changes between the review and the sending is not sent', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  await staged.stage([typed(id, 'price', '15500')])
  const { summary } = await stagedSender.review()
  await writeElsewhere(app, id, { currency_id: 1, price: 17_000 })
  await expect(stagedSender.send(summary.revision, ['price-jump'])).rejects.toMatchObject({
    code: 'confirmation-required',
  })
  expect(await sentOf(app)).toEqual([])
  expect(await staged.summary()).toMatchObject({ edits: 1, sending: 0 })
})

test('a large change of a price asks for a confirmation, as in an import', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  await staged.stage([typed(id, 'price', '1')])
  const { summary, check } = await stagedSender.review()
  expect(check?.confirmations).toMatchObject([{ code: 'price-jump', count: 1 }])
  await expect(stagedSender.send(summary.revision, [])).rejects.toMatchObject({
    code: 'confirmation-required',
  })
  expect(await sentOf(app)).toEqual([])
})

test('edits of rows that were not done are unsent again; those of a running batch are not sent twice', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  await staged.stage([typed(id, 'in_stock', '1')])
  const { summary } = await stagedSender.review()
  const batch = await stagedSender.plan(summary.revision, [])
  expect(await staged.summary()).toMatchObject({ edits: 0, sending: 1, canUndo: false })
  expect(await stagedSender.review()).toMatchObject({ check: null })
  await batches.control.cancel(batch.id)
  await eventually(async () => expect(await staged.summary()).toMatchObject({ edits: 1, sending: 0 }))
  expect(lines(await staged.of(id))).toEqual(['in_stock ? → 1 ready'])
})

test('an edit about which its batch asks the person says so, until it is answered', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const stagedSender = await app.forecourt.stagedSender()
  const [id = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, id)
  await staged.stage([typed(id, 'price', String(Math.round((usd ?? 0) * 0.95)))])
  const { summary } = await stagedSender.review()
  const batch = await stagedSender.plan(summary.revision, [])
  expect((await staged.of(id)).map(({ state }) => state)).toEqual(['sending'])
  expect(await app.forecourt.inventory.lists.marks()).toEqual({ batch: 1, conflict: 0, person: 0 })
  const { adverts: elsewhere } = await app.forecourt.context.current()
  const payload = { auto_id: id, currency_id: 1, price: Math.round((usd ?? 0) * 0.9) } as const
  await elsewhere.write({ operation: 'edit', payload })
  app.published.length = 0
  await batches.control.send(batch.id)
  await batches.control.idle()
  expect(batches.reader.get(batch.id).counts).toMatchObject({ conflict: 1 })
  await eventually(async () => expect(await staged.list('asked', 0, 10)).toMatchObject({ total: 1 }))
  expect(await app.forecourt.inventory.lists.marks()).toEqual({ batch: 0, conflict: 0, person: 1 })
  // The window is told, though nothing was settled.
  await eventually(() => expect(app.published.map(({ name }) => name)).toContain('staged:changed'))
  const [row] = batches.reader.rows(batch.id, 'conflict', 0, 1).rows
  await batches.answers.answer(batch.id, row?.line ?? 0, { kind: 'keep' })
  await eventually(async () => expect(await staged.summary()).toMatchObject({ edits: 1, sending: 0 }))
})

test('an edit that changes while its batch is planned is not sent as it was, and is not lost', async () => {
  const app = await openApp()
  const { staged, planning, batches } = app.forecourt
  const [id = 0, other = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, id)
  const [first, newer] = [0.95, 0.9].map((part) => String(Math.round((usd ?? 0) * part)))
  await staged.stage([typed(id, 'price', first ?? ''), typed(other, 'in_stock', '1')])
  let change: (() => Promise<unknown>) | null = null
  const sender = new StagedSender(systemClock, staged, {
    ...planning,
    // Planning reads the account once more, when the edits were compared with what was reviewed.
    account: async () => {
      if (++accounts === 3) await change?.()
      return planning.account()
    },
  })
  let accounts = 0
  const { summary } = await sender.review()
  change = () => staged.stage([typed(id, 'price', newer ?? '')])
  await expect(sender.send(summary.revision, [])).rejects.toMatchObject({
    details: { reason: 'staged-changed' },
  })
  expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${newer} ready`])
  expect(batches.reader.list()).toEqual([])
  await batches.control.idle()
  expect(await sentOf(app)).toEqual([])
  expect(await staged.summary()).toMatchObject({ edits: 2, sending: 0, canUndo: true })
})
