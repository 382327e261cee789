import { expect, test } from 'vitest'
import { advertRowOf, type App, dollarIds, lines, openApp, typed } from './assembled.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

/** Two prices of one advert: a batch holds the first, the second was typed afterwards. */
async function editedAgain(app: App) {
  const { staged } = app.forecourt
  const [id = 0] = await dollarIds(app)
  const { usd } = await advertRowOf(app, id)
  const [first, newer] = [0.95, 0.93].map((part) => String(Math.round((usd ?? 0) * part)))
  const sender = await app.forecourt.stagedSender()
  await staged.stage([typed(id, 'price', first ?? '')])
  const { summary } = await sender.review()
  const batch = await sender.plan(summary.revision, [])
  await staged.stage([typed(id, 'price', newer ?? '')])
  expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${newer} ready`])
  return { id, usd, first, newer, batch }
}

test.each([
  ['undone', (app: App) => app.forecourt.staged.move('undo')],
  ['dropped', async (app: App, id: number) => app.forecourt.staged.unstage([{ advert: id, field: 'price' }])],
  ['dropped with all others', (app: App) => app.forecourt.staged.unstageAll()],
])(
  'what a batch holds comes to light again when the newer edit is %s, also after a restart',
  async (_how, drop) => {
    const app = await openApp()
    const { id, usd, first, newer, batch } = await editedAgain(app)
    const again = await app.reopen()
    const { staged, batches } = again.forecourt
    await drop(again, id)
    expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${first} sending`])
    expect(await staged.summary()).toMatchObject({ edits: 0, sending: 1 })
    if ((await staged.summary()).canUndo) {
      await staged.move('undo')
      expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${newer} ready`])
      await staged.move('redo')
    }
    batches.recovery.recover()
    await batches.control.cancel(batch.id)
    await eventually(async () =>
      expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${first} ready`]),
    )
  },
)

wholeTest('an edit that is undone when its batch has ended is what became of that', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const { id, usd, first, newer, batch } = await editedAgain(app)
  await batches.control.cancel(batch.id)
  await eventually(async () => expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${newer} ready`]))
  await staged.move('undo')
  expect(lines(await staged.of(id))).toEqual([`price ${usd} → ${first} ready`])
  await staged.move('redo')
  await staged.unstage([{ advert: id, field: 'price' }])
  expect(await staged.of(id)).toEqual([])
})

test('a newer edit replaces what its batch has written, and is no conflict', async () => {
  const app = await openApp()
  const { staged, batches } = app.forecourt
  const { id, first, newer, batch } = await editedAgain(app)
  await batches.control.send(batch.id)
  await batches.control.idle()
  await eventually(async () =>
    expect(lines(await staged.of(id))).toEqual([`price ${first} → ${newer} ready`]),
  )
  expect(await staged.summary()).toMatchObject({ edits: 1, sending: 0 })
})
