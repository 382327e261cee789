import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, fieldNames } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { FieldKind, FieldName } from '#shared/batch/write-fields.ts'
import { advertWrite } from '../../../../src/main/writes/advert-write.ts'
import { type ColumnName, columnNames } from '#shared/import/file-columns.ts'
import { isValid } from '../../../../src/main/import/check/checked-row.ts'
import { check as checkRow } from '../../../../src/main/import/check/check.ts'
import { planRows, type RowPlan } from '../../../../src/main/import/check/row-plan.ts'
import { problemWords } from '../../../../src/main/writes/problem-words.ts'
import { recordOf } from './record-of.ts'

const account = { userId: 7, baseUrlLength: 40 }

function planOf(
  header: readonly ColumnName[],
  operation: Operation | null,
  decimalMark: '.' | ',' = '.',
): RowPlan {
  return planRows({ header, mapping: [...header], operation, decimalMark, ...account })
}

function checkCells(texts: readonly string[], plan: RowPlan) {
  const row = checkRow(recordOf(texts), plan)
  return { operation: row.operation, problems: row.problems, payload: row.payload }
}

function check(cells: Partial<Record<ColumnName, string>>, operation: Operation | null) {
  const header = Object.keys(cells) as ColumnName[]
  return checkCells(Object.values(cells), planOf(header, operation))
}

const codes = (row: ReturnType<typeof checkCells>) => row.problems.map(({ column, code }) => [column, code])

const create = { marka_id: '9', model_id: '3219', base_id: '11', equip_id: '22', currency_id: 'USD' }

describe('check', () => {
  it.each([
    '#N/A',
    ' #N/A',
    'Err:502',
    'Помилка:522',
    '#ІМ’Я?',
    "#ІМ'Я?",
    '#ПОСИЛАННЯ!',
    '#NV',
    '#WERT!',
    '#ARG!',
    '#DZIEL/0!',
    '####',
  ])('takes the error of a formula for no text that buyers read: %s', (text) => {
    expect(codes(check({ ...create, auto_note: text }, 'create'))).toEqual([['auto_note', 'cell-error']])
  })

  it.each(['Err:502 у двигуні', '#торг', 'NV'])('takes a text that only looks like an error: %s', (text) => {
    expect(check({ ...create, auto_note: text }, 'create').payload.auto_note).toBe(text)
  })

  it('makes the payload of a create from contract values and plain words', () => {
    const row = check(
      { ...create, price: '12 500,5', auto_note: 'Новий', version: '', in_stock: 'так', test_drive: '-' },
      'create',
    )
    expect(row).toEqual({
      operation: 'create',
      payload: {
        marka_id: 9,
        model_id: 3219,
        base_id: 11,
        equip_id: 22,
        currency_id: 1,
        price: 12500.5,
        auto_note: 'Новий',
        in_stock: 1,
        test_drive: 0,
      },
      problems: [],
    })
  })

  it.each(['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id'] as const)(
    'requires %s of a create',
    (field) => {
      expect(codes(check({ ...create, [field]: ' ' }, 'create'))).toEqual([[field, 'required']])
    },
  )

  it('requires auto_id of an edit and a delete', () => {
    expect(codes(check({ auto_id: '', currency_id: '1', price: '5' }, 'edit'))).toEqual([
      ['auto_id', 'required'],
    ])
    expect(codes(check({ auto_id: '' }, 'delete'))).toEqual([['auto_id', 'required']])
  })

  it('wants a currency with a price, and something to change', () => {
    expect(codes(check({ auto_id: '5', currency_id: '', price: '100' }, 'edit'))).toEqual([
      ['currency_id', 'price-without-currency'],
    ])
    expect(codes(check({ auto_id: '5', currency_id: '1', price: '' }, 'edit'))).toEqual([
      ['', 'nothing-to-change'],
    ])
    expect(codes(check({ auto_id: '5', currency_id: '1', price: '', auto_note: 'x' }, 'edit'))).toEqual([])
  })

  it('says of a currency alone that a price belongs to it, and of an empty row that it is empty', () => {
    const wordsOf = (cells: Partial<Record<ColumnName, string>>): string[] =>
      check(cells, 'edit').problems.map((found) => problemWords(found))
    expect(wordsOf({ auto_id: '5', currency_id: 'UAH', price: '' })).toEqual([
      'The row gives only a currency (UAH). A currency is changed together with the price: write the price in it too.',
    ])
    const plan = planRows({
      header: ['auto_id', 'price'],
      mapping: ['auto_id', 'price'],
      constants: { currency_id: 'USD' },
      operation: 'edit',
      decimalMark: '.',
      ...account,
    })
    expect(checkCells(['5', ''], plan).problems.map((found) => problemWords(found))).toEqual([
      'The row changes nothing: every cell that an edit could send is empty.',
    ])
  })

  it('refuses another user and warns of an id in a create', () => {
    expect(codes(check({ auto_id: '5', user_id: '8' }, 'delete'))).toEqual([['user_id', 'other-user']])
    expect(codes(check({ auto_id: '5', user_id: '7' }, 'delete'))).toEqual([])
    const row = check({ ...create, auto_id: '5' }, 'create')
    expect(row.problems).toMatchObject([{ column: 'auto_id', code: 'unused-cell', severity: 'warning' }])
    expect(isValid(row)).toBe(true)
  })

  it('warns above 4 kB of URL and refuses above 8 kB, by the length of the encoded text', () => {
    const note = (length: number) => check({ ...create, auto_note: 'ї'.repeat(length) }, 'create')
    expect(note(550).problems).toEqual([])
    expect(note(700).problems).toMatchObject([{ column: 'auto_note', code: 'url-long', severity: 'warning' }])
    expect(note(1400).problems).toMatchObject([
      { column: 'auto_note', code: 'url-too-long', severity: 'error' },
    ])
    expect(check({ ...create, auto_note: 'a'.repeat(3000) }, 'create').problems).toEqual([])
  })

  it('never estimates a URL shorter than it becomes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200 }), (note) => {
        const row = check({ ...create, auto_note: note.replaceAll('\0', '') }, 'create')
        const payload = Object.entries({ ...row.payload, user_id: account.userId, api_key: 'k'.repeat(40) })
        const query = payload.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
        const url = account.baseUrlLength + `/auto/new/autos?${query}`.length
        expect(url <= 8192 || row.problems.some(({ code }) => code === 'url-too-long')).toBe(true)
      }),
    )
  })
})

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '0',
    '-5',
    '1,23E+15',
    'USD',
    'грн',
    'так',
    '+',
    '12 500,50',
    '12.500',
    '1e3',
    '9007199254740993',
    'edit',
    'видалити',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.string(),
)

describe('the scanners and the schemas', () => {
  it('agree: what the check lets through, the schema of the write takes as it is', () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(columnNames.map((field) => [field, cell]))),
        fc.constantFrom<Operation | null>('create', 'edit', 'delete', null),
        fc.constantFrom('.' as const, ',' as const),
        (cells, operation, decimalMark) => {
          const row = checkCells(
            columnNames.map((field) => cells[field] ?? ''),
            planOf(columnNames, operation, decimalMark),
          )
          if (!isValid(row)) return
          const write = { operation: row.operation, payload: row.payload }
          expect(advertWrite.parse(write)).toEqual(write)
        },
      ),
    )
  })

  it('agree on a full row of each operation too', () => {
    const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String)
    const kinds: Readonly<Record<FieldKind, fc.Arbitrary<string>>> = {
      id: number,
      currency: fc.constantFrom('1', '€', 'UAH'),
      price: fc.oneof(number, fc.constantFrom('', '0,5', '7 500.25')),
      text: fc.string(),
      flag: fc.constantFrom('', 'так', 'ні', '0', '1'),
    }
    const others = {
      action: fc.constant(''),
      make_model: fc.constant('BMW X5'),
      user_id: fc.constant('7'),
      stock_no: fc.constantFrom('', 'A-7'),
    }
    const fields = Object.fromEntries(fieldNames.map((field) => [field, kinds[kindOf(field)]])) as Record<
      FieldName,
      fc.Arbitrary<string>
    >
    const full = fc.record<Record<ColumnName, string>>({ ...others, ...fields })
    fc.assert(
      fc.property(full, fc.constantFrom<Operation>('create', 'edit', 'delete'), (cells, operation) => {
        const row = checkCells(
          columnNames.map((field) => cells[field]),
          planOf(columnNames, operation),
        )
        const write = { operation: row.operation, payload: row.payload }
        if (isValid(row)) expect(advertWrite.parse(write)).toEqual(write)
        else expect(row.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})
