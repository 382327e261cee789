import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { DraftRow } from '#shared/import/draft.ts'
import type { Compare } from '../../../../src/main/import/compare/compare.ts'
import type { CurrentAdvert } from '../../../../src/main/import/compare/row-compare.ts'
import { readPlan } from '../../../../src/main/import/staging/staged-plan.ts'
import { StagingSums } from '../../../../src/main/import/staging/staging-sums.ts'
import { summarise } from '../../../../src/main/import/staging/staging-summary.ts'
import type { RowFilter } from '../../../../src/main/import/staging/staging-window.ts'
import { DraftSession } from '../../../../src/main/import/worker/draft-session.ts'
import { fingerprintOf } from '../../../../src/main/writes/fingerprint.ts'
import { CsvFolder } from '../csv-files.ts'

const folder = new CsvFolder()
afterAll(() => folder.remove())

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
const stagingPath = join(folder.path, 'sums.db')
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
  holdsNames: false,
  vehicles: () => Promise.resolve([]),
  unreadCreates: null,
  adverts: (autoIds) =>
    Promise.resolve({
      current: new Map(knownIds.filter((id) => autoIds.includes(id)).map((id) => [id, advertOf(id)])),
      journalled: new Set(autoIds),
    }),
  fingerprints: () => Promise.resolve(null),
  sentBefore: (prints) => Promise.resolve(new Map([...sent].filter(([print]) => prints.includes(print)))),
}

const cellOf: Readonly<Record<string, fc.Arbitrary<string>>> = {
  action: fc.constantFrom('create', 'edit', 'edit', 'delete', '', 'sell'),
  auto_id: fc.constantFrom('', '1', '2', '3', '4', '5', '6', 'x'),
  marka_id: fc.constantFrom('9', ''),
  model_id: fc.constantFrom('96', '96', 'x'),
  base_id: fc.constant('1'),
  equip_id: fc.constantFrom('1', '2', '3'),
  currency_id: fc.constantFrom('1', '1', '1', ''),
  price: fc.constantFrom('20000', '10000', '10500', '17777', '0', 'x', ''),
  auto_note: fc.constantFrom('', '', 'Новий опис', 'Без пробігу'),
}
const rowArbitrary = fc.tuple(...header.map((name) => cellOf[name] ?? fc.constant('')))

type Step =
  | { readonly kind: 'fix'; readonly row: number; readonly column: number; readonly value: string }
  | { readonly kind: 'fill-down'; readonly row: number; readonly column: number; readonly value: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'leave-out'; readonly rows: readonly number[]; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-shown'; readonly shown: RowFilter; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-sent' }

const place = fc.nat({ max: 99 })
const cellArbitrary = fc
  .nat({ max: header.length - 1 })
  .chain((column) => (cellOf[header[column] ?? ''] ?? fc.constant('')).map((value) => ({ column, value })))
const shownArbitrary: fc.Arbitrary<RowFilter> = fc.oneof(
  fc
    .constantFrom('all', 'problems', 'warnings', 'create', 'edit', 'delete', 'unchanged')
    .map((filter) => ({ filter }) as const),
  fc.constantFrom(
    { filter: 'all', problem: { code: 'price-jump', column: 'price' } } as const,
    { filter: 'all', problem: { code: 'sent-before', column: '' } } as const,
    { filter: 'problems', problem: { code: 'required', column: 'marka_id' } } as const,
  ),
)
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ kind: fc.constant('fix' as const), row: place, cell: cellArbitrary })
    .map(({ cell, ...step }) => ({ ...step, ...cell })),
  fc
    .record({ kind: fc.constant('fill-down' as const), row: place, cell: cellArbitrary })
    .map(({ cell, ...step }) => ({ ...step, ...cell })),
  fc.constant({ kind: 'undo' as const }),
  fc.record({
    kind: fc.constant('leave-out' as const),
    rows: fc.array(place, { maxLength: 6 }),
    leftOut: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('leave-out-shown' as const), shown: shownArbitrary, leftOut: fc.boolean() }),
  fc.constant({ kind: 'leave-out-sent' as const }),
)

/** A dealer at work on a draft, who can take back what was done last. */
class Dealer {
  readonly session = new DraftSession({
    draftId: 'd',
    path: join(folder.path, 'sums.csv'),
    fileName: 'sums.csv',
    stagingPath,
  })
  readonly #rows: number
  #before: readonly { line: number; column: number; value: string }[] = []

  constructor(rows: number) {
    this.#rows = rows
  }

  async take(step: Step): Promise<void> {
    const { session } = this
    if (step.kind === 'leave-out')
      session.leaveOut(
        step.rows.map((row) => this.#line(row)),
        step.leftOut,
      )
    else if (step.kind === 'leave-out-shown') session.leaveOutShown(step.shown, step.leftOut)
    else if (step.kind === 'leave-out-sent') session.leaveOutSent()
    else if (step.kind === 'undo') await this.#fix(this.#before)
    else {
      const from = this.#line(step.row)
      const to = step.kind === 'fix' ? from : firstLine + this.#rows - 1
      await this.#fix(Array.from({ length: to - from + 1 }, (_, at) => ({ ...step, line: from + at })))
    }
  }

  rows(): DraftRow[] {
    return this.session.window({ filter: 'all' }, 0, this.#rows).rows
  }

  async #fix(cells: readonly { line: number; column: number; value: string }[]): Promise<void> {
    const rows = this.rows()
    this.#before = cells.map(({ line, column }) => ({
      ...{ line, column },
      value: rows[line - firstLine]?.cells[column] ?? '',
    }))
    for (const { line, column, value } of cells) await this.session.fix(line, column, value, compare)
  }

  #line(row: number): number {
    return firstLine + (row % this.#rows)
  }
}

function recounted() {
  const db = new DatabaseSync(stagingPath, { readOnly: true })
  try {
    return summarise(new StagingSums(db), 'd', readPlan(db))
  } finally {
    db.close()
  }
}

/** The counts, found without any of the SQL that is tested. */
function countedByHand(rows: readonly DraftRow[]) {
  const sendable = rows.filter(({ valid, leftOut, unchanged }) => valid && !leftOut && !unchanged)
  const kept = rows.filter(({ valid, leftOut }) => valid && !leftOut)
  const having = (code: string, of = kept): DraftRow[] =>
    of.filter(({ problems }) => problems.some((problem) => problem.code === code))
  return {
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

test('the sums after any changes are those of counting every row again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { minLength: 1, maxLength: 14 }),
      fc.array(stepArbitrary, { minLength: 1, maxLength: 10 }),
      async (rows, steps) => {
        folder.write('sums.csv', `${[header, ...rows].map((cells) => cells.join(',')).join('\n')}\n`)
        const dealer = new Dealer(rows.length)
        const account = { userId: 7, baseUrlLength: 40, stock: 10 }
        const hooks = { compare, isCancelled: () => false, onProgress: () => undefined }
        try {
          await dealer.session.check(
            { shape: { delimiter: ',' }, mapping: null, operation: null, account },
            hooks,
          )
          for (const step of steps) {
            await dealer.take(step)
            const {
              file: _file,
              blank: _blank,
              endMark: _end,
              outside: _out,
              ...summary
            } = dealer.session.summary()
            expect(summary).toEqual(recounted())
            const { jumps, sentCreates, ...counts } = countedByHand(dealer.rows())
            expect(summary).toMatchObject(counts)
            const confirmed = new Map(summary.confirmations.map(({ code, count }) => [code, count]))
            expect(confirmed.get('price-jump') ?? 0).toBe(jumps)
            expect(confirmed.get('sent-before') ?? 0).toBe(sentCreates)
          }
        } finally {
          dealer.session.close()
        }
      },
    ),
    { numRuns: 80 },
  )
})
