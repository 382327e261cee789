import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { editableFields } from '#shared/batch/field-lists.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import { type ExtraField, extraFields, stagedFields } from '#shared/staged/staged-fields.ts'
import { StagedStore } from '../../../src/main/staged/staged-store.ts'
import { ExclusiveDatabase } from '../../../src/main/storage/transactions.ts'
import { dollarIds, lines, openApp, typed, writeElsewhere } from './assembled.ts'

test('what can be staged is what an edit may change', () => {
  expect([...stagedFields]).toEqual([...editableFields])
})

test('typed texts are read as an import reads them, and stay over a restart', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  const [row] = await app.forecourt.inventory.rows([id])
  const { staged, refused } = await app.forecourt.staged.stage([
    typed(id, 'price', '19 900 $'),
    typed(id, 'in_stock', 'так'),
    typed(id, 'version', '=2+2'),
    typed(id, 'test_drive', 'maybe'),
    typed(id, 'auto_note', '  '),
  ])
  expect(staged).toBe(3)
  expect(refused.map(({ field, problem }) => [field, problem.code])).toEqual([['test_drive', 'not-a-flag']])
  expect(refused[0]?.problem.message).toMatch(/maybe/)
  const { forecourt } = await app.reopen()
  expect(lines(await forecourt.staged.of(id))).toEqual([
    `price ${row?.usd} → 19900 ready`,
    `version ${row?.version} → =2+2 ready`,
    'in_stock ? → 1 ready',
  ])
  expect(await forecourt.staged.summary()).toMatchObject({ edits: 3, adverts: 1, sending: 0, canUndo: true })
  const [shown] = await forecourt.inventory.rows([id])
  expect(shown?.edits?.map(({ field }) => field)).toEqual(['price', 'version', 'in_stock'])
  const edited = await forecourt.inventory.lists.ids({ text: '', states: [], sort: [], edited: true })
  expect([...edited]).toEqual([id])
})

test('the chip, the rail and the button count the same adverts, also while a batch holds some', async () => {
  const app = await openApp()
  const { staged, inventory } = app.forecourt
  const [one = 0, two = 0, three = 0] = await dollarIds(app)
  await staged.stage([one, two, three].map((id) => typed(id, 'price', '19 900 $')))
  const counted = async () => ({
    summary: (await staged.summary()).adverts,
    chip: (await inventory.lists.counts([])).edited,
    listed: (await inventory.lists.ids({ text: '', states: [], sort: [], edited: true })).length,
  })
  expect(await counted()).toEqual({ summary: 3, chip: 3, listed: 3 })
  const { revision } = await staged.summary()
  const { accountId } = await app.forecourt.context.accounts.owner()
  expect(await staged.hold(accountId, 'batch-1', [{ advert: one, field: 'price' }], revision)).toBe(true)
  expect(await counted()).toEqual({ summary: 2, chip: 2, listed: 2 })
})

test('a refused text is told with the plain name of its field', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  const { refused } = await app.forecourt.staged.stage([
    typed(id, 'price', 'cheap'),
    typed(id, 'auto_note', 'ж'.repeat(9_000)),
    typed(id, 'in_stock', 'maybe'),
    typed(id, 'test_drive', '7'),
    typed(id, 'version', 'a\uFFFDb'.repeat(2_000)),
  ])
  for (const { field, problem } of refused) {
    expect(problem.message).toContain(writeFields[field].label())
    expect(problem.message).not.toMatch(/[a-z]_[a-z]/)
  }
  expect(refused).toHaveLength(5)
})

test('a new text is shown beside the one that it replaces', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  const before = (await app.forecourt.inventory.detail(id))?.description ?? ''
  expect(before).not.toBe('')
  await app.forecourt.staged.stage([typed(id, 'auto_note', 'Новий опис')])
  expect(lines(await app.forecourt.staged.of(id))).toEqual([`auto_note ${before} → Новий опис ready`])
})

test('rows have the text, and what was written of the flags, if a list asks for them', async () => {
  const app = await openApp()
  const { forecourt } = app
  const [id = 0, other = 0] = await dollarIds(app)
  const extraOf = async (extra: readonly ExtraField[]) =>
    (await forecourt.inventory.rows([id, other], extra)).map((row) => row.extra)
  expect(await extraOf([])).toEqual([undefined, undefined])
  const text = (await forecourt.inventory.detail(id))?.description
  expect(await extraOf(extraFields)).toMatchObject([{ auto_note: text }, {}])
  expect((await extraOf(extraFields))[0]).not.toHaveProperty('in_stock')
  await forecourt.staged.stage([typed(id, 'in_stock', 'no'), typed(id, 'test_drive', 'yes')])
  const sender = await forecourt.stagedSender()
  const { summary } = await sender.review()
  await sender.send(summary.revision, [])
  await forecourt.batches.control.idle()
  expect(await extraOf(extraFields)).toMatchObject([{ auto_note: text, in_stock: 0, test_drive: 1 }, {}])
  expect(await extraOf(['test_drive'])).toEqual([{ in_stock: 0, test_drive: 1 }, {}])
})

test('steps are taken back and done again, also after a restart; a new step ends the redo', async () => {
  const app = await openApp()
  const [one = 0, other = 0] = await dollarIds(app)
  const { staged } = app.forecourt
  await staged.stage([typed(one, 'price', '10000'), typed(other, 'price', '11000')])
  await staged.stage([typed(one, 'price', '12000')])
  await staged.unstage([{ advert: other, field: 'price' }])
  const prices = async (service = staged) =>
    (await service.list(null, 0, 9)).rows.map(({ advert, value }) => [advert, value])
  expect(await prices()).toEqual([[one, 12000]])
  await staged.move('undo')
  expect(new Map((await prices()) as [number, number][])).toEqual(
    new Map([
      [one, 12000],
      [other, 11000],
    ]),
  )
  await staged.move('undo')
  const again = (await app.reopen()).forecourt.staged
  expect(new Map((await prices(again)) as [number, number][])).toEqual(
    new Map([
      [one, 10000],
      [other, 11000],
    ]),
  )
  await again.move('undo')
  expect(await prices(again)).toEqual([])
  expect(await again.summary()).toMatchObject({ canUndo: false, canRedo: true })
  await again.move('redo')
  await again.move('redo')
  expect(new Map((await prices(again)) as [number, number][])).toEqual(
    new Map([
      [one, 12000],
      [other, 11000],
    ]),
  )
  await again.stage([typed(one, 'price', '12500')])
  expect(await again.summary()).toMatchObject({ canRedo: false })
})

test('a text that only gets paragraphs is an edit, as in a file; one that differs in its line ends alone is none', async () => {
  const app = await openApp()
  const { staged } = app.forecourt
  const [id = 0] = await dollarIds(app)
  await writeElsewhere(app, id, { currency_id: 1, price: 15_000, auto_note: 'Один власник. Не бита.' })
  await staged.stage([typed(id, 'auto_note', 'Один власник.\n\nНе бита.')])
  expect(lines(await staged.of(id))).toEqual([
    'auto_note Один власник. Не бита. → Один власник.\n\nНе бита. ready',
  ])
  const sender = await app.forecourt.stagedSender()
  expect((await sender.review()).check).toMatchObject({ toSend: 1 })
  await staged.stage([typed(id, 'auto_note', 'Один власник. Не бита.')])
  expect(await staged.of(id)).toEqual([])
  await writeElsewhere(app, id, { currency_id: 1, price: 15_000, auto_note: 'Рядок\r\nРядок' })
  await staged.stage([typed(id, 'auto_note', 'Рядок\nРядок')])
  expect(await staged.of(id)).toEqual([])
})

test('an edit back to what the advert has is no edit', async () => {
  const app = await openApp()
  const [id = 0] = await dollarIds(app)
  const [row] = await app.forecourt.inventory.rows([id])
  const { staged } = app.forecourt
  await staged.stage([typed(id, 'price', String(row?.usd))])
  expect(await staged.summary()).toMatchObject({ edits: 0, canUndo: false })
  await staged.stage([typed(id, 'price', '12345')])
  await staged.stage([typed(id, 'price', String(row?.usd))])
  expect(await staged.summary()).toMatchObject({ edits: 0, canUndo: true })
})

test('a price that differs by cents alone is refused in words, since the site shows whole ones', async () => {
  const app = await openApp()
  const { staged, inventory } = app.forecourt
  const [id = 0] = await dollarIds(app)
  const [row] = await inventory.rows([id])
  const usd = row?.usd ?? 0
  const { refused } = await staged.stage([typed(id, 'price', `${usd}.25`, 1)])
  expect(refused.map(({ problem }) => problem.message)).toEqual([
    `The site shows whole prices, so this would stay ${usd}.`,
  ])
  expect(await staged.summary()).toMatchObject({ edits: 0 })
  // The price itself is no edit and no mistake; cents of another price are sent.
  expect(await staged.stage([typed(id, 'price', `${usd}`, 1)])).toMatchObject({ refused: [] })
  expect(await staged.stage([typed(id, 'price', `${usd + 100}.25`, 1)])).toMatchObject({ refused: [] })
  expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${usd + 100}.25 ready`])
})

test('what a command drops in the same folder is told when the window asks again', async () => {
  const app = await openApp()
  const {
    context: { accounts },
    staged,
  } = app.forecourt
  const [one = 0, two = 0] = await dollarIds(app)
  await staged.stage([one, two].map((id) => typed(id, 'price', '19 900 $')))
  const { accountId } = await accounts.owner()
  expect(staged.unsentIn(accountId).size).toBe(2)
  const command = new StagedStore(new ExclusiveDatabase(new DatabaseSync(join(app.dataDir, 'edits.db'))))
  const before = app.published.length
  expect(await staged.summary()).toMatchObject({ adverts: 2 })
  expect(app.published.slice(before)).toEqual([])
  await command.dropUnsent(accountId)
  await command.close()
  expect(await staged.summary()).toMatchObject({ adverts: 0 })
  const told = app.published.slice(before).filter(({ name }) => name === 'staged:changed')
  expect(told).toMatchObject([{ payload: { summary: { adverts: 0 }, adverts: null } }])
})
