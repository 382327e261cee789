import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftRow } from '#shared/import/draft.ts'
import type { Compare } from '../../../../src/main/import/compare/compare.ts'
import type { CurrentAdvert } from '../../../../src/main/import/compare/row-compare.ts'
import type { RowFilter } from '../../../../src/main/import/draft/row-filter.ts'
import { DraftSession } from '../../../../src/main/import/worker/draft-session.ts'
import { noIds } from '../../../../src/main/names/vehicle-ids.ts'
import { fingerprintOf } from '../../../../src/main/writes/fingerprint.ts'
import { CsvFolder } from '../csv-files.ts'

const folder = new CsvFolder()

const header = [
  'action',
  'auto_id',
  'marka_id',
  'model_id',
  'base_id',
  'equip_id',
  'currency_id',
  'price',
  'auto_note',
]
const firstLine = 2

const advertOf = (id: number): CurrentAdvert => ({
  title: `Audi ${id}`,
  userId: id === 4 ? 8 : 7,
  gone: id === 5,
  prices: { 1: 10_000 },
  values: { currency_id: 1, price: 10_000, auto_note: 'Без пробігу' },
})
const knownIds = [1, 2, 3, 4, 5]

/** Of three batches: one with creates, one with edits that still waits. */
const sent = new Map(
  [1, 2].flatMap((equip_id) => [
    [
      fingerprintOf('create', {
        marka_id: 9,
        model_id: 96,
        base_id: 1,
        equip_id,
        currency_id: 1,
        price: 20_000,
      }),
      { batch: `2026-11-2${equip_id}-aaaaa`, fileName: `${equip_id}.csv`, open: false },
    ],
    [
      fingerprintOf('edit', { auto_id: equip_id, currency_id: 1, price: 10_500 }),
      { batch: '2026-11-20-bbbbb', fileName: 'open.csv', open: true },
    ],
  ]),
)
const compare: Compare = {
  holdsCreates: true,
  holdsStock: true,
  inStock: (vehicles) =>
    vehicles.map(({ equip_id }) => (equip_id === 3 ? { autoId: 3, title: 'Audi 3' } : null)),
  holdsNames: false,
  vehicle: () => ({ ids: noIds, findings: [] }),
  unknownSends: null,
  adverts: (autoIds) => ({
    current: new Map(knownIds.filter((id) => autoIds.includes(id)).map((id) => [id, advertOf(id)])),
    journalled: new Set(autoIds),
  }),
  prices: () => [],
  sentBefore: (prints) => new Map([...sent].filter(([print]) => prints.includes(print))),
}
const hooks = { compare, isCancelled: () => false, onProgress: () => undefined }

const cellOf: Readonly<Record<string, fc.Arbitrary<string>>> = {
  action: fc.constantFrom('create', 'edit', 'edit', 'delete', '', 'sell'),
  auto_id: fc.constantFrom('', '1', '2', '3', '4', '5', '6', 'x'),
  marka_id: fc.constantFrom('9', ''),
  model_id: fc.constantFrom('96', '96', 'x'),
  base_id: fc.constant('1'),
  equip_id: fc.constantFrom('1', '2', '3'),
  currency_id: fc.constantFrom('1', '1', '1', ''),
  price: fc.constantFrom('20000', '10000', '10500', '17777', '90000', '1', '0', 'x', ''),
  auto_note: fc.constantFrom('', '', 'Новий опис', 'Без пробігу'),
}
const rowArbitrary = fc.tuple(...header.map((name) => cellOf[name] ?? fc.constant('')))

type Step =
  | { readonly kind: 'fix'; readonly row: number; readonly column: number; readonly value: string }
  | { readonly kind: 'fill-down'; readonly row: number; readonly column: number; readonly value: string }
  | {
      readonly kind: 'replace'
      readonly column: number
      readonly text: string
      readonly value: string
      readonly whole: boolean
      readonly shown: RowFilter
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'leave-out'; readonly rows: readonly number[]; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-shown'; readonly shown: RowFilter; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-sent' }

const place = fc.nat({ max: 99 })
const cellArbitrary = fc
  .nat({ max: header.length - 1 })
  .chain((column) => (cellOf[header[column] ?? ''] ?? fc.constant('')).map((value) => ({ column, value })))
const shownArbitrary: fc.Arbitrary<RowFilter> = fc.oneof(
  fc.constantFrom('all', 'warnings', 'delete').map((filter) => ({ filter }) as const),
  fc.constantFrom('error', 'create', 'edit', 'unchanged').map((group) => ({ filter: 'all', group }) as const),
  fc.constantFrom(
    { filter: 'all', problem: { code: 'price-jump', column: 'price' } } as const,
    { filter: 'all', problem: { code: 'sent-before', column: '' } } as const,
    { filter: 'all', problem: { code: 'in-stock-already', column: '' } } as const,
    { filter: 'all', group: 'error', problem: { code: 'required', column: 'marka_id' } } as const,
  ),
)
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ kind: fc.constant('fix' as const), row: place, cell: cellArbitrary })
    .map(({ cell, ...step }) => ({ ...step, ...cell })),
  fc
    .record({ kind: fc.constant('fill-down' as const), row: place, cell: cellArbitrary })
    .map(({ cell, ...step }) => ({ ...step, ...cell })),
  fc
    .record({
      kind: fc.constant('replace' as const),
      cell: cellArbitrary,
      text: fc.constantFrom('1', '7', '20000', 'x', '', 'Новий', 'edit'),
      whole: fc.boolean(),
      shown: shownArbitrary,
    })
    .map(({ cell, ...step }) => ({ ...step, ...cell })),
  fc.constant({ kind: 'undo' as const }),
  fc.constant({ kind: 'undo' as const }),
  fc.constant({ kind: 'redo' as const }),
  fc.record({
    kind: fc.constant('leave-out' as const),
    rows: fc.array(place, { maxLength: 6 }),
    leftOut: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('leave-out-shown' as const), shown: shownArbitrary, leftOut: fc.boolean() }),
  fc.constant({ kind: 'leave-out-sent' as const }),
)

/** A dealer at work on a draft. */
class Dealer {
  readonly session = new DraftSession({
    draftId: 'd',
    path: join(folder.path, 'sums.csv'),
    fileName: 'sums.csv',
  })
  readonly #rows: number
  /** The cells before each step, and those that steps brought which were undone since. */
  readonly #undo: string[] = []
  readonly #redo: string[] = []

  constructor(rows: number) {
    this.#rows = rows
  }

  take(step: Step): void {
    const before = this.#picture()
    if (step.kind === 'undo' || step.kind === 'redo') {
      const [from, to] = step.kind === 'undo' ? [this.#undo, this.#redo] : [this.#redo, this.#undo]
      this.session.checked.moveStep(step.kind, hooks)
      const expected = from.pop()
      expect(this.#picture()).toBe(expected ?? before)
      if (expected !== undefined) to.push(before)
    } else {
      this.#take(step)
      if (this.#picture() !== before) {
        this.#undo.push(before)
        this.#redo.length = 0
      }
    }
    expect(this.session.checked.summary().steps).toEqual({ undo: this.#undo.length, redo: this.#redo.length })
  }

  rows(): DraftRow[] {
    return this.session.checked.window({ filter: 'all' }, 0, this.#rows).rows
  }

  #take(step: Exclude<Step, { kind: 'undo' | 'redo' }>): void {
    const { session } = this
    if (step.kind === 'leave-out')
      session.checked.leaveOut(
        step.rows.map((row) => this.#line(row)),
        step.leftOut,
      )
    else if (step.kind === 'leave-out-shown') session.checked.leaveOutShown(step.shown, step.leftOut)
    else if (step.kind === 'leave-out-sent') session.checked.leaveOutSent()
    else if (step.kind === 'fix') session.checked.fix(this.#line(step.row), step.column, step.value, hooks)
    else if (step.kind === 'fill-down')
      session.checked.changeColumn(
        { ...step, match: null },
        { filter: 'all', from: this.#line(step.row) },
        hooks,
      )
    else this.#replace(step)
  }

  #replace({ text, whole, shown, ...change }: Extract<Step, { kind: 'replace' }>): void {
    const counted = this.session.checked.countChanged({ ...change, match: { text, whole } }, shown)
    const { rows } = this.session.checked.window(shown, 0, this.#rows)
    const cells = rows.map(({ cells }) => cells[change.column] ?? '')
    const next = (cell: string): string => {
      if (whole) return cell === text ? change.value : cell
      return text === '' ? cell : cell.split(text).join(change.value)
    }
    expect(counted.changed).toBe(cells.filter((cell) => next(cell) !== cell).length)
    const done = this.session.checked.changeColumn({ ...change, match: { text, whole } }, shown, hooks)
    expect(done).toEqual(counted)
    const after = new Map(this.rows().map((row) => [row.line, row.cells[change.column]]))
    expect(rows.map(({ line }) => after.get(line))).toEqual(cells.map(next))
  }

  #line(row: number): number {
    return firstLine + (row % this.#rows)
  }

  #picture(): string {
    return JSON.stringify(this.rows().map(({ cells, leftOut }) => [cells, leftOut]))
  }
}

/** The counts, found by the rows as they are shown. */
function countedByHand(rows: readonly DraftRow[]) {
  const sendable = rows.filter(({ valid, leftOut, unchanged }) => valid && !leftOut && !unchanged)
  const kept = rows.filter(({ valid, leftOut }) => valid && !leftOut)
  const having = (code: string, of = kept): DraftRow[] =>
    of.filter(({ problems }) => problems.some((problem) => problem.code === code))
  const steps = sendable.flatMap(({ operation, payload, before, rowPrice = Number(before.price) }) =>
    operation === 'edit' && rowPrice > 0 ? [Number(payload.price) / rowPrice - 1] : [],
  )
  const percent = steps.filter((step) => step !== 0)
  const average = percent.reduce((sum, step) => sum + step, 0) / percent.length
  const replaced = sendable.filter(
    ({ operation, payload, before }) =>
      operation === 'edit' &&
      before.auto_note !== undefined &&
      ![undefined, before.auto_note].includes(payload.auto_note),
  )
  return {
    prices: {
      down: steps.filter((step) => step < 0).length,
      up: steps.filter((step) => step > 0).length,
      percent: percent.length === 0 ? null : (expect.closeTo(average * 100, 1) as unknown),
    },
    texts: {
      replaced: replaced.length,
      unknown: sendable.filter(
        ({ operation, payload, title }) =>
          operation === 'edit' && title === null && payload.auto_note !== undefined,
      ).length,
    },
    rows: rows.length,
    invalid: rows.filter(({ valid }) => !valid).length,
    warnings: rows.filter(({ problems }) => problems.some(({ severity }) => severity === 'warning')).length,
    leftOut: rows.filter(({ leftOut }) => leftOut).length,
    unchanged: rows.filter(({ unchanged }) => unchanged).length,
    toSend: sendable.length,
    creates: sendable.filter(({ operation }) => operation === 'create').length,
    edits: sendable.filter(({ operation }) => operation === 'edit').length,
    deletes: sendable.filter(({ operation }) => operation === 'delete').length,
    sentBefore: having('sent-before', [...rows]).length,
    jumps: having('price-jump').length,
    sentCreates: having('sent-before').filter(({ operation }) => operation === 'create').length,
  }
}

const isRepeat = (code: string): boolean => code === 'duplicate-row' || code === 'duplicate-target'

/** The rows of a file that has these cells from the start, with the same rows left out. */
async function checkedAnew(rows: readonly DraftRow[]): Promise<DraftRow[]> {
  const text = [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n')
  const path = folder.write('anew.csv', `${text}\n`)
  const place = { draftId: 'n', path, fileName: 'sums.csv' }
  const session = new DraftSession(place)
  try {
    await session.check(request, hooks)
    session.checked.leaveOut(
      rows.flatMap(({ line, leftOut }) => (leftOut ? [line] : [])),
      true,
    )
    return session.checked.window({ filter: 'all' }, 0, rows.length).rows
  } finally {
    session.close()
  }
}

/** The rows are as if they had been checked for the first time; of two that are the same, either repeats the other. */
function expectTrue(rows: readonly DraftRow[], anew: readonly DraftRow[]): void {
  const without = (all: readonly DraftRow[]) =>
    all.map(({ leftOut: _left, problems, ...row }) => ({
      ...row,
      problems: problems.filter(({ code }) => !isRepeat(code)),
    }))
  expect(without(rows)).toEqual(without(anew))
  const repeats = (all: readonly DraftRow[]): number =>
    all.filter(({ problems }) => problems.some(({ code }) => isRepeat(code))).length
  expect(repeats(rows)).toBe(repeats(anew))
}

const account = { userId: 7, baseUrlLength: 40, stock: 10, readsAfter: true, links: [] }
const request = { shape: { delimiter: ',' }, mapping: null, operation: null, account } as const

test('the counts after any changes are those of the rows, and the rows as if checked for the first time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { minLength: 1, maxLength: 14 }),
      fc.array(stepArbitrary, { minLength: 1, maxLength: 10 }),
      async (rows, steps) => {
        folder.write('sums.csv', `${[header, ...rows].map((cells) => cells.join(',')).join('\n')}\n`)
        const dealer = new Dealer(rows.length)
        try {
          await dealer.session.check(request, hooks)
          for (const step of steps) {
            dealer.take(step)
            const summary = dealer.session.checked.summary()
            const { jumps, sentCreates, ...counts } = countedByHand(dealer.rows())
            expect(summary).toMatchObject(counts)
            const confirmed = new Map(summary.confirmations.map(({ code, count }) => [code, count]))
            expect(confirmed.get('price-jump') ?? 0).toBe(jumps)
            expect(confirmed.get('sent-before') ?? 0).toBe(sentCreates)
          }
          expectTrue(dealer.rows(), await checkedAnew(dealer.rows()))
        } finally {
          dealer.session.close()
        }
      },
    ),
    { numRuns: 8 },
  )
})
