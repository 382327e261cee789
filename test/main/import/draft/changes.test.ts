import { afterEach, expect, test } from 'vitest'
import type { Compare } from '../../../../src/main/import/compare/compare.ts'
import type { CheckHooks } from '../../../../src/main/import/draft/check-draft.ts'
import { DraftSession } from '../../../../src/main/import/worker/draft-session.ts'
import type { StockRequest } from '../../../../src/main/import/stock/stock-facts.ts'
import { noIds } from '../../../../src/main/names/vehicle-ids.ts'
import { CsvFolder, faultOf } from '../csv-files.ts'
import { facts, link } from '../stock/stock-examples.ts'

const folder = new CsvFolder()
let session: DraftSession
afterEach(() => {
  session.close()
})

async function opened(
  text: string,
  compare: Compare | null = null,
  stock?: StockRequest,
): Promise<DraftSession> {
  const path = folder.write('rows.csv', text)
  const place = { draftId: 'd', path, fileName: 'rows.csv' }
  session = new DraftSession(place)
  const account = { userId: 7, baseUrlLength: 40, stock: 10, readsAfter: true, links: [] }
  await session.check(
    { shape: {}, mapping: null, operation: null, account, ...(stock && { stock }) },
    hooks(compare),
  )
  return session
}

/** What a check is given besides its request. */
const hooks = (compare: Compare | null = null): CheckHooks => ({
  compare,
  isCancelled: () => false,
  onProgress: () => undefined,
})

const rows = () => session.checked.window({ filter: 'all' }, 0, 500).rows
const codes = () => rows().map(({ problems }) => problems.map(({ code }) => code))
const column = (at: number) => rows().map(({ cells }) => cells[at])

test('a row repeats none any more once the first of the two was changed, and again after an undo', async () => {
  await opened('auto_id,currency_id,price\n5,1,100\n5,1,200\n5,1,300\n')
  const valid = (): boolean[] => rows().map((row) => row.valid)
  const all = ['duplicate-target']
  expect([codes(), valid()]).toEqual([
    [all, all, all],
    [false, false, false],
  ])
  session.checked.fix(2, 0, '6', hooks())
  expect([codes(), valid()]).toEqual([
    [[], all, all],
    [true, false, false],
  ])
  expect(rows()[2]?.problems[0]?.message).toContain('3')
  session.checked.leaveOut([4], true)
  expect(valid()).toEqual([true, true, true])
  session.checked.moveStep('undo', hooks())
  session.checked.moveStep('undo', hooks())
  expect([codes(), valid()]).toEqual([
    [all, all, all],
    [false, false, false],
  ])
})

test('the other cells of a changed row stay byte for byte, quoted or not', async () => {
  await opened('auto_id;currency_id;price;auto_note\n5;1; 1 200,50 ;"a ""b""; c"\n6;1;7; x \n')
  session.checked.changeColumn({ column: 0, match: null, value: '9' }, { filter: 'all' }, hooks())
  expect(rows().map(({ cells }) => cells)).toEqual([
    ['9', '1', ' 1 200,50 ', 'a "b"; c'],
    ['9', '1', '7', ' x '],
  ])
  const value = 'a;"b"\nc '
  session.checked.changeColumn({ column: 3, match: null, value }, { filter: 'all' }, hooks())
  expect(column(3)).toEqual([value, value])
  session.checked.moveStep('undo', hooks())
  expect(column(3)).toEqual(['a "b"; c', ' x '])
})

test('more rows than a page holds are changed and undone as one step', async () => {
  const lines = Array.from({ length: 4_500 }, (_, at) => `${at + 1},1,${at % 3 === 0 ? 'x' : 100}\n`)
  await opened(`auto_id,currency_id,price\n${lines.join('')}`)
  const change = { column: 2, match: { text: 'x', whole: true }, value: '100' }
  expect(session.checked.countChanged(change, { filter: 'all', group: 'error' })).toEqual({
    changed: 1_500,
    lost: 0,
  })
  session.checked.changeColumn(change, { filter: 'all', group: 'error' }, hooks())
  expect(session.checked.summary()).toMatchObject({ invalid: 0, edits: 4_500, steps: { undo: 1, redo: 0 } })
  session.checked.moveStep('undo', hooks())
  expect(session.checked.summary()).toMatchObject({
    invalid: 1_500,
    edits: 3_000,
    steps: { undo: 0, redo: 1 },
  })
})

test('a row in which lines of the file are lost is not changed, and counted', async () => {
  await opened('auto_id,currency_id,price,auto_note\n5,1,100,a\n6,1,200,"b\n7,1,300,c\n')
  const change = { column: 2, match: null, value: '1' }
  expect(session.checked.changeColumn(change, { filter: 'all' }, hooks())).toEqual({ changed: 1, lost: 1 })
  expect(await faultOf(() => session.checked.fix(3, 2, '1', hooks()))).toMatchObject({
    code: 'quote-unclosed',
  })
})

test('[] sends an empty text, and a blank cell sends none', async () => {
  await opened('auto_id,currency_id,price,auto_note\n5,1,100,[]\n6,1,200,\n')
  expect(rows().map(({ payload }) => payload.auto_note)).toEqual(['', undefined])
})

test('a new advert has no text to erase', async () => {
  await opened('marka_id,model_id,base_id,equip_id,currency_id,price,auto_note\n9,96,1,1,1,100,[]\n')
  expect(rows()[0]?.payload).not.toHaveProperty('auto_note')
})

/** A stock whose adverts all cost as much, and what was sent to each since the file's moment. */
const knowing = (price: number, sentPrice?: number): Compare => ({
  holdsCreates: false,
  holdsStock: false,
  holdsNames: false,
  unknownSends: null,
  inStock: () => [],
  vehicle: () => ({ ids: noIds, findings: [] }),
  prices: () => [],
  sentBefore: () => new Map(),
  adverts: (autoIds) => {
    const prices = { 1: price, 3: 40 * price }
    const advert = { title: 'Škoda', userId: 7, gone: false, prices, values: { currency_id: 1 } }
    const since = { values: { price: sentPrice ?? 0 }, who: 'Petro', at: '2026-11-29T10:00:00.000Z' }
    return {
      current: new Map(autoIds.map((id) => [id, advert])),
      journalled: new Set<number>(),
      sent: sentPrice === undefined ? undefined : new Map(autoIds.map((id) => [id, since])),
    }
  },
})

test('a row that is checked again is compared with its advert as it is then', async () => {
  const before = () => rows().map((row) => row.rowPrice ?? row.before.price)
  await opened('auto_id,currency_id,price\n5,1,100\n6,1,200\n', knowing(150))
  session.checked.changeColumn(
    { column: 2, match: null, value: '160' },
    { filter: 'all' },
    hooks(knowing(160)),
  )
  expect([before(), rows().map(({ unchanged }) => unchanged)]).toEqual([
    [160, 160],
    [true, true],
  ])
  session.checked.fix(2, 1, '3', hooks(knowing(170)))
  expect(before()).toEqual([6_800, 160])
  session.checked.moveStep('undo', hooks(knowing(180)))
  expect(before()).toEqual([180, 160])
})

test('rows come group by group, the largest change first, and a fixed price moves none within its group', async () => {
  await opened('auto_id,currency_id,price\n5,1,x\n6,1,150\n7,1,151\n8,1,160\n9,1,20\n', knowing(150))
  const inGroups = (known: number) => session.checked.window({ filter: 'all' }, 0, 9, known)
  const { rows: first, grouped } = inGroups(-1)
  const lines = [2, 6, 5, 4, 3]
  expect(first.map(({ line }) => line)).toEqual(lines)
  expect(grouped).toEqual({
    revision: session.checked.revision,
    lines: Float64Array.from(lines),
    groups: [
      { value: 'error', count: 1 },
      { value: 'asked', count: 1 },
      { value: 'edit', count: 2 },
      { value: 'unchanged', count: 1 },
    ],
  })
  expect(inGroups(grouped?.revision ?? -1).grouped).toBeUndefined()
  session.checked.fix(4, 2, '155', hooks(knowing(150)))
  session.checked.fix(2, 2, '152', hooks(knowing(150)))
  expect(Array.from(inGroups(grouped?.revision ?? -1).grouped?.lines ?? [])).toEqual([6, 5, 4, 2, 3])
})

test('a row of a stock file that holds others keeps that problem when its advert was read again', async () => {
  const reported = { isFirstLook: false, age: null, asOf: '', last: null, largestOfWeek: 0, revision: 0 }
  const stock: StockRequest = {
    key: 'No',
    source: 'stock',
    filter: null,
    quantity: null,
    missing: 'keep',
    usualFields: [],
    reported,
    clues: { makes: new Map(), ordered: new Set() },
    facts: facts({ links: [link('A-0')] }),
  }
  const swallowing = 'A-0,9100,USD,"19\nA-1,9200,USD,20"\n'
  await opened(`No,price,currency_id,auto_note\n${swallowing}A-2,9300,USD,x\n`, null, stock)
  expect(codes()[0]).toContain('rows-swallowed')
  const before = codes()
  session.checked.recheck(null, hooks())
  expect(codes()).toEqual(before)
})

test('rows that newer values leave out say nothing against each other any more', async () => {
  await opened('auto_id,currency_id,price\n5,1,100\n5,1,200\n', knowing(150))
  expect(rows().map(({ valid }) => valid)).toEqual([false, false])
  session.checked.recheck(null, hooks(knowing(150, 300)))
  expect(rows().map(({ valid, leftOut }) => [valid, leftOut])).toEqual([
    [true, true],
    [true, true],
  ])
})

test('a price that moved since it was seen is asked about until it is the seen one again, each move anew', async () => {
  const asked = (ids: readonly number[], price: number): unknown =>
    session.checked
      .recheck(Float64Array.from(ids), hooks(knowing(price)))
      .confirmations.find(({ code }) => code === 'changed-since')
  await opened('auto_id,currency_id,price\n5,1,100\n6,1,100\n', knowing(99))
  expect(asked([7], 98)).toBeUndefined()
  const first = asked([5], 98)
  expect(first).toMatchObject({ count: 1 })
  expect(rows().map(({ before }) => before.price)).toEqual([98, 99])
  expect(asked([5], 98)).toEqual(first)
  expect(asked([5], 97)).not.toEqual(first)
  expect(asked([5, 6], 97)).toMatchObject({ count: 2 })
  expect(asked([5, 6], 99)).toBeUndefined()
  // The row of another advert replaces what nobody has seen yet.
  asked([5], 98)
  session.checked.fix(2, 0, '8', hooks(knowing(97)))
  expect(rows()[0]?.problems).toEqual([])
})
