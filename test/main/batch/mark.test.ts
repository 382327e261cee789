import { RowPicker } from '../../../src/main/batch/sending/rows-aside.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { Batches } from '../../../src/main/batch/open-batches.ts'
import { MarkFile } from '../../../src/main/batch/journal/mark-file.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { beginClaim } from '../../../src/main/batch/journal/claims.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const file = (name: string): string => join(shop.dataDir, name)
const three = [2, 3, 4].map((line) =>
  planned(line, 'create', car({ auto_note: 'Авто', price: 20_000 + line })),
)

/** Copies of the journal alone, as a backup of one file would have it; the app's own backups are gone. */
function keep(): () => void {
  const copy = mkdtempSync(join(tmpdir(), 'forecourt-copy-'))
  cpSync(file('journal.db'), join(copy, 'journal.db'))
  return () => {
    for (const suffix of ['-wal', '-shm']) rmSync(file(`journal.db${suffix}`), { force: true })
    cpSync(join(copy, 'journal.db'), file('journal.db'))
    rmSync(file('backup'), { recursive: true, force: true })
    rmSync(copy, { recursive: true })
  }
}

/** Plans three creates, keeps a copy, sends them all, and puts the copy back. */
async function sendAndGoBack(): Promise<string> {
  const { id } = await shop.batches.planner.plan(source(shop.userId), three)
  await shop.batches.close(0)
  const restore = keep()
  const { control } = await shop.restart()
  await control.send(id)
  await control.idle()
  await shop.batches.close(0)
  restore()
  return id
}

describe('a journal that went back in time', () => {
  it('puts in doubt what may have been sent, says how much it lost, and sends none of it again', async () => {
    const id = await sendAndGoBack()
    const { recovery, control, reader, settling } = await shop.restart()
    expect(recovery.recover()).toMatchObject({ lost: 3, inDoubt: 3 })
    await control.send(id)
    await control.idle()
    expect(reader.get(id)).toMatchObject({ state: 'finished', counts: { inDoubt: 3, planned: 0 } })
    expect(reader.rows(id, 'in-doubt', 0, 1).rows[0]).toMatchObject({ errorCode: 'journal-behind' })
    expect(await shop.control.ledger()).toHaveLength(3)
    await settling.settle(id)
    expect(reader.get(id).counts).toMatchObject({ done: 3, inDoubt: 0 })
    const again = (await shop.restart()).recovery.recover()
    expect(again).toMatchObject({ lost: 0, inDoubt: 0 })
  })

  it('lets no older price win over a newer one when its rows in doubt are settled', async () => {
    const [autoId = 0] = await shop.ownIds(1)
    const edits = [15_000, 16_000].map((price, n) =>
      planned(n + 2, 'edit', { auto_id: autoId, currency_id: 1, price }),
    )
    const { id } = await shop.batches.planner.plan(source(shop.userId), edits)
    await shop.batches.close(0)
    const restore = keep()
    const first = await shop.restart()
    await first.control.send(id)
    await first.control.idle()
    await shop.batches.close(0)
    restore()
    const { control, settling, reader } = await shop.restart()
    await settling.settle(id)
    expect(reader.rows(id, null, 0, 5).rows.map(({ state }) => state)).toEqual(['conflict', 'done'])
    await control.send(id)
    await control.idle()
    expect((await shop.control.ledger()).map(({ params }) => params.price)).toEqual(['15000', '16000'])
  })

  it('is noticed, and asked about, if the mark went back with it, in the same file', async () => {
    const { id } = await shop.batches.planner.plan(source(shop.userId), three)
    await shop.batches.close(0)
    const restore = keep()
    const mark = readFileSync(file('journal.mark'))
    const { control } = await shop.restart()
    await control.send(id)
    await control.idle()
    await shop.batches.close(0)
    restore()
    writeFileSync(file('journal.mark'), mark)
    const { recovery, reader } = await shop.restart()
    expect(() => recovery.recover()).toThrow(
      expect.objectContaining({ code: 'journal-elsewhere', details: { reason: 'copy' } }),
    )
    expect(recovery.adopt()).toMatchObject({ inDoubt: 3 })
    expect(reader.get(id).counts).toMatchObject({ inDoubt: 3, planned: 0 })
  })
})

describe('what a person planned again in the lost time', () => {
  const path = '/auto/new/autos'

  /** Keeps a copy of the journal, does `lost` and puts the copy back. @returns the batches on it */
  async function goBackAfter(lost: (batches: Batches) => Promise<void>): Promise<Batches> {
    await shop.batches.close(0)
    const restore = keep()
    await lost(await shop.restart())
    await shop.batches.close(0)
    restore()
    return shop.restart()
  }

  async function sendAll({ control }: Batches, id: string): Promise<void> {
    await control.send(id)
    await control.idle()
  }

  /** A batch whose only row was refused by the service. */
  async function failed(price: number): Promise<string> {
    const { planner, reader } = shop.batches
    const { id } = await planner.plan(source(shop.userId), [
      planned(2, 'create', car({ auto_note: 'Авто', price })),
    ])
    await shop.control.addFault({ kind: 'status', status: 422, method: 'POST', path, count: 1 })
    await sendAll(shop.batches, id)
    expect(reader.get(id).counts).toMatchObject({ failed: 1 })
    return id
  }

  it('a failed row that was retried is in doubt, and one of another batch, because nothing tells them apart', async () => {
    const other = await failed(7_000)
    const id = await failed(8_000)
    const { recovery, control, reader } = await goBackAfter(async (batches) => {
      await batches.control.retryFailed(id)
      await sendAll(batches, id)
    })
    expect(recovery.recover()).toMatchObject({ lost: 1, inDoubt: 2 })
    for (const each of [id, other]) expect(reader.get(each).counts).toMatchObject({ inDoubt: 1, failed: 0 })
    const sent = (await shop.control.ledger()).length
    await control.retryFailed(id)
    await sendAll(shop.batches, id)
    expect(await shop.control.ledger()).toHaveLength(sent)
  })

  it('a conflict that was overwritten is in doubt', async () => {
    const [autoId = 0] = await shop.ownIds(1)
    const edit = planned(
      2,
      'edit',
      { auto_id: autoId, currency_id: 1, price: 15_500 },
      { currency_id: 1, price: 1 },
    )
    const { id } = await shop.batches.planner.plan(source(shop.userId), [edit])
    await sendAll(shop.batches, id)
    expect(shop.batches.reader.get(id).counts).toMatchObject({ conflict: 1 })
    const { recovery, reader } = await goBackAfter(async (batches) => {
      await batches.answers.answer(id, 2, { kind: 'overwrite' })
      await sendAll(batches, id)
    })
    recovery.recover()
    expect(reader.get(id).counts).toMatchObject({ inDoubt: 1, conflict: 0 })
  })

  it('an undo that was confirmed is in doubt, and no preview any more', async () => {
    const { id } = await shop.batches.planner.plan(source(shop.userId), three)
    await sendAll(shop.batches, id)
    const preview = await shop.batches.undo.preview(id)
    const { recovery, reader } = await goBackAfter(async ({ undo, control }) => {
      await undo.send(preview)
      await control.idle()
    })
    recovery.recover()
    expect(reader.get(preview)).toMatchObject({ state: 'finished', counts: { inDoubt: 3 } })
  })
})

it('a batch that goes on in a backup waits for a person, and its rows stay planned if no send is missing', async () => {
  const { id } = await shop.batches.planner.plan(source(shop.userId), three)
  const journal = shop.batches.recovery.ensureLock()
  const { seq } = journal.tables.batches.get(id)
  journal.tables.batches.setState(
    seq,
    { state: 'waiting', pauseReason: 'quota', wakesAt: 9e12 },
    journal.now(),
  )
  await journal.backups.take(journal.now(), () => Promise.resolve(true))
  journal.tables.batches.setState(seq, { state: 'cancelled' }, journal.now())
  expect(journal.replaceBy(journal.backups.newest())).toMatchObject({ lost: 0 })
  expect(journal.tables.batches.get(id).batch).toMatchObject({
    state: 'paused',
    pauseReason: 'restart',
    wakesAt: null,
    requests: null,
    counts: { planned: 3, inDoubt: 0 },
  })
})

describe('a data folder that was copied', () => {
  /** A copy of the whole folder, with a batch that was planned in it before. */
  async function copied(): Promise<{ id: string; copy: string }> {
    const { id } = await shop.batches.planner.plan(source(shop.userId), three)
    await shop.batches.close(0)
    const copy = mkdtempSync(join(tmpdir(), 'forecourt-clone-'))
    cpSync(shop.dataDir, copy, { recursive: true })
    return { id, copy }
  }

  it('sends nothing until a person says that it is the one that goes on; then what the other may have sent is in doubt', async () => {
    const { id, copy } = await copied()
    const { control } = await shop.restart()
    await control.send(id)
    await control.idle()

    const journal = new Journal(join(copy, 'journal.db'), systemClock)
    const batches = await shop.restart({ journal, dataDir: copy })
    await expect(batches.control.send(id)).rejects.toMatchObject({
      code: 'journal-elsewhere',
      details: { reason: 'copy' },
    })
    expect(batches.reader.list()).toHaveLength(1)
    expect(batches.recovery.adopt()).toMatchObject({ inDoubt: 3 })
    await batches.control.send(id)
    await batches.control.idle()
    expect(batches.reader.get(id).counts).toMatchObject({ inDoubt: 3 })
    expect(await shop.control.ledger()).toHaveLength(3)
    await shop.restart()
    rmSync(copy, { recursive: true })
  })

  it('asks, too, if an older copy of the whole folder was put back and none of its batches has rows to send', async () => {
    await shop.run(three)
    await shop.batches.close(0)
    const older = mkdtempSync(join(tmpdir(), 'forecourt-older-'))
    cpSync(shop.dataDir, older, { recursive: true })
    await shop.restart()
    // What was sent after the copy was made is nowhere in it.
    await shop.run([planned(9, 'create', car({ auto_note: 'Авто', price: 77_777 }))])

    const journal = new Journal(join(older, 'journal.db'), systemClock)
    const batches = await shop.restart({ journal, dataDir: older })
    const again = { ...source(shop.userId), fileName: 'again.csv' }
    await expect(
      batches.planner.plan(again, [planned(9, 'create', car({ auto_note: 'Авто', price: 77_777 }))]),
    ).rejects.toMatchObject({ code: 'journal-elsewhere' })
    await shop.restart()
    rmSync(older, { recursive: true })
  })

  it('from another computer says so', async () => {
    await shop.batches.planner.plan(source(shop.userId), three)
    await shop.batches.close(0)
    const mark = new MarkFile(file('journal.mark'))
    const said = mark.read()
    if (said) mark.write({ ...said, machine: 'another' })
    if (said) mark.write({ ...said, machine: 'another' })
    mark.close()
    const { recovery } = await shop.restart()
    expect(() => recovery.recover()).toThrow(
      expect.objectContaining({ code: 'journal-elsewhere', details: { reason: 'machine' } }),
    )
  })
})

describe('the mark', () => {
  it('is on the disk before a claim is handed out, and no claim is handed out without it', async () => {
    const { id } = await shop.batches.planner.plan(source(shop.userId), three)
    const journal = shop.batches.recovery.ensureLock()
    const { seq } = journal.tables.batches.get(id)
    const next = () =>
      new RowPicker(journal.tables.picks, seq).pick({ but: new Set(), creates: true, others: true })
    const row = next()
    expect(row && beginClaim(journal, { row, sent: row.write }, null)).not.toBeNull()
    expect(new MarkFile(file('journal.mark')).read()).toMatchObject({ claims: 1 })
    journal.mark.write = () => {
      throw new Error('disk')
    }
    const second = next()
    expect(() => second && beginClaim(journal, { row: second, sent: second.write }, null)).toThrow('disk')
    expect(journal.tables.rows.find(seq, 3)).toMatchObject({ state: 'planned', doubt: false })
  })

  it('outlives a write that was torn: the one before is read, and in a recovery one more counted', () => {
    const path = file('some.mark')
    const mark = new MarkFile(path)
    const whole = mark.reset({ journal: 'a', claims: 1, batch: 0 })
    mark.write({ ...whole, claims: 2 })
    mark.write({ ...whole, claims: 3 })
    mark.close()
    const bytes = readFileSync(path)
    bytes.fill(0, 0, 40)
    writeFileSync(path, bytes)
    expect(new MarkFile(path).read()).toMatchObject({ claims: 2, batch: 0 })
    expect(new MarkFile(path).readMost()).toMatchObject({ claims: 3, batch: Number.MAX_SAFE_INTEGER })
  })
})
