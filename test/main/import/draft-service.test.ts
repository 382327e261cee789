import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#shared/batch/operation.ts'
import type { CurrentAdvert } from '../../../src/main/import/compare/row-compare.ts'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'
import { encodeText, faultOf } from './csv-files.ts'
import { accountOf, openDrafts } from './drafts.ts'
const { folder, service } = openDrafts()

const advert: CurrentAdvert = {
  title: 'Audi Q5 2024',
  userId: 7,
  gone: false,
  prices: { 1: 10_000 },
  values: { currency_id: 1, price: 10_000 },
}
const stock = new Map([5, 6, 7, 8].map((id) => [id, advert]))
const known: Parameters<typeof accountOf>[0] = {
  currentValues: (ids) => new Map(Array.from(stock).filter(([id]) => ids.includes(id))),
}
const account = accountOf(known)

const auto = { shape: {}, mapping: null, operation: null }

async function check(
  content: string | Uint8Array,
  operation: Operation | null = null,
  of: typeof known = {},
) {
  const draftId = service.openPath(folder.write('rows.csv', content))
  const found = await service.check(draftId, { ...auto, operation }, accountOf({ ...known, ...of }))
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 500)
  return { draftId, found, rows }
}

/** Line, column and code of each problem. */
async function problems(content: string | Uint8Array, operation: Operation | null = null) {
  const { rows } = await check(content, operation)
  return rows.flatMap((row) => row.problems.map(({ column, code }) => [row.line, column, code]))
}

const create = 'marka_id,model_id,base_id,equip_id,currency_id,price,auto_note'

describe('a file that can not be used', () => {
  it('is missing, a folder or no file', async () => {
    const directory = join(folder.path, 'folder.csv')
    mkdirSync(directory)
    expect(await faultOf(() => service.openPath(join(folder.path, 'none.csv')))).toEqual({
      code: 'file-missing',
      file: 'none.csv',
    })
    expect(await faultOf(() => service.openPath(directory))).toEqual({
      code: 'file-is-directory',
      file: 'folder.csv',
    })
    expect(await faultOf(() => service.openPath('/dev/null'))).toMatchObject({
      code: 'file-unreadable',
      file: 'null',
    })
    expect(await faultOf(() => service.openPath(folder.write('empty.csv', '')))).toEqual({
      code: 'file-empty',
      file: 'empty.csv',
    })
  })

  it.each([
    ['binary', '%PDF-1.7\0\0\0', { code: 'file-binary' }],
    ['an archive but no workbook', 'PK\x03\x04\0\0\0', { code: 'sheet-broken' }],
    ['header only', `${create}\n`, { code: 'file-header-only', line: 1 }],
    ['unknown delimiter', 'auto_id~price\n1~2\n', { code: 'file-delimiter' }],
    [
      'duplicate header',
      'auto_id,price,currency_id,price\n1,2,1,3\n',
      { code: 'header-duplicate', line: 1, column: 'price', columns: '2, 4' },
    ],
    [
      'missing column',
      'marka_id,model_id,base_id,currency_id\n1,2,3,1\n',
      { code: 'column-missing', column: 'equip_id', operation: 'create', line: 1 },
    ],
    [
      'missing column after sep=',
      'sep=;\nauto_id;price\n1;2\n',
      { code: 'column-missing', column: 'currency_id', operation: 'edit', line: 2 },
    ],
    ['unclear operation', 'auto_id,prise\n1,2\n', { code: 'operation-unclear' }],
    [
      'quote never closed in the first row',
      `${create}\n1,2,3,4,1,5,"oh\n1,2,3,4,1,5,no\n`,
      { code: 'quote-unclosed', line: 2 },
    ],
    ['quote never closed in the header', `${create}"\n"1,2`, { code: 'quote-unclosed', line: 2 }],
  ])('(%s) is refused with its place', async (_what, content, expected) => {
    expect(await faultOf(() => check(content))).toMatchObject({ file: 'rows.csv', ...expected })
  })
})

describe('texts that buyers read', () => {
  const texts = (replaced: number, others: number, old = 'Old') => {
    const ids = Array.from({ length: replaced + others }, (_, at) => at + 100)
    const values = { ...advert.values, auto_note: old }
    const rows = ids.map(
      (id, at) => `${id},USD,${at < replaced ? 10_000 : 10_001},${at < replaced ? 'New' : ''}`,
    )
    const content = `auto_id,currency_id,price,auto_note\n${rows.join('\n')}\n`
    const currentValues = () => new Map(ids.map((id) => [id, { ...advert, values }]))
    return check(content, null, { currentValues })
  }

  it.each([
    [5, 0, 100],
    [5, 19, 21],
    [10, 30, 25],
  ])(
    '(%i of them, beside %i other edits) are replaced with a confirmation',
    async (count, others, percent) => {
      const { found } = await texts(count, others)
      expect(found.confirmations).toEqual([{ code: 'texts-replaced', count, unknown: 0, percent }])
    },
  )

  it('are not asked about if they are few, first texts, the same, or left out', async () => {
    expect((await texts(4, 0)).found.confirmations).toEqual([])
    expect((await texts(5, 20)).found.confirmations).toEqual([])
    expect((await texts(10, 0, ' ')).found.confirmations).toEqual([])
    expect((await texts(10, 0, 'New')).found.confirmations).toEqual([])
    const { draftId } = await texts(5, 0)
    await service.ask('leaveOut', draftId, [2], true)
    expect((await service.ask('summary', draftId)).confirmations).toEqual([])
  })
})

describe('the rows of a filter', () => {
  const text = 'auto_id,currency_id,price\n5,1,x\n6,1,10000\n7,1,y\n8,1,11000\n'

  it('are left out, and included again, all at once', async () => {
    const { draftId } = await check(text)
    const left = await service.ask('leaveOutShown', draftId, { filter: 'all', group: 'error' }, true)
    expect(left).toMatchObject({ leftOut: 2, toSend: 1, unchanged: 1 })
    const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 9)
    expect(rows.map(({ leftOut }) => leftOut)).toEqual([true, false, true, false])
    expect(await service.ask('leaveOutShown', draftId, { filter: 'all' }, false)).toMatchObject({
      leftOut: 0,
    })
  })

  it('may be those with one problem', async () => {
    const { draftId } = await check(`${text}9,1,5000\n`)
    const problem = { code: 'not-a-number', column: 'price' } as const
    const other = { code: 'not-a-number', column: 'auto_id' } as const
    const leaveOut = (of: typeof problem | typeof other) =>
      service.ask('leaveOutShown', draftId, { filter: 'all', problem: of }, true)
    expect(await leaveOut(other)).toMatchObject({ leftOut: 0 })
    expect(await leaveOut(problem)).toMatchObject({ leftOut: 2 })
  })
})

it('an edit that names a currency without a price never leaves the check valid without both, whatever else its row holds', async () => {
  const cells = ['', '1', 'UAH', '100', 'так', 'x', '-', '5']
  const lines = cells.flatMap((currency) =>
    cells.flatMap((price) => cells.map((text) => `5,${currency},${price},${text},${text}`)),
  )
  const { rows } = await check(
    `auto_id,currency_id,price,version,in_stock\n${lines.slice(0, 500).join('\n')}\n`,
  )
  const half = rows.filter(
    ({ valid, unchanged, payload }) => valid && !unchanged && payload.price === undefined,
  )
  expect([rows.length, half]).toEqual([500, []])
})

describe('rows that can not be sent', () => {
  it('have their line and column, and the good rows stay usable', async () => {
    const { found, rows } = await check(
      [
        create,
        '9,3219,11,22,USD,12 500,Добрий рядок',
        '"1,23E+15",3219,11,22,USD,1,x',
        '9,3219,11,22,USD,-5,x',
        '9,3219,11,22,PLN,5,x',
        '9,,11,22,USD,5,x',
        '9,3219,11,22,USD',
        '9,3219,11,22,USD,12500,x,too much',
        '9,3219,11,22,USD,12500,"two\nlines"',
        '9,3219,11,22,USD,five,x',
        `9,3219,11,22,USD,12500,${'ї'.repeat(1400)}`,
        '9,3219,11,22,USD,"12\u00A0500","third good row"',
      ].join('\n'),
    )
    expect(
      rows.map((row) => [
        row.line,
        row.valid,
        ...row.problems.map(({ column, code }) => `${column} ${code}`),
      ]),
    ).toEqual([
      [2, true],
      [3, false, 'marka_id scientific-notation'],
      [4, false, 'price negative'],
      [5, false, 'currency_id not-a-currency'],
      [6, false, 'model_id required'],
      [7, false, 'price too-few-cells'],
      [8, false, ' too-many-cells'],
      [9, true],
      [11, false, 'price not-a-number'],
      [12, false, 'auto_note url-too-long'],
      [13, true],
    ])
    expect(rows[0]?.payload).toMatchObject({ price: 12500, auto_note: 'Добрий рядок' })
    expect(rows[10]?.payload).toMatchObject({ price: 12500 })
    expect(found).toMatchObject({ operation: 'create', rows: 11, creates: 3, invalid: 8, toSend: 3 })
    expect(found.problems).toContainEqual({
      code: 'negative',
      column: 'price',
      severity: 'error',
      count: 1,
      firstLine: 4,
    })
  })

  it.each([
    [
      'NUL bytes',
      `${create}\n9,3,1,2,1,25005,a\0b\n9,3,1,2,1,5\0,ab\n`,
      [
        [2, 'auto_note', 'nul-byte'],
        [3, 'price', 'nul-byte'],
      ],
    ],
    [
      'mixed line ends',
      `${create}\r\n9,3,1,2,1,-1,x\n9,3,1,2,1,-2,x\r9,3,1,2,1,-3,x\r\n`,
      [
        [2, 'price', 'negative'],
        [3, 'price', 'negative'],
        [4, 'price', 'negative'],
      ],
    ],
    ['a BOM', `\uFEFF${create}\n9,3,1,2,1,-1,x\n`, [[2, 'price', 'negative']]],
    ['a header __proto__', `${create},__proto__\n9,3,1,2,1,-1,x,polluted\n`, [[2, 'price', 'negative']]],
    ['sep=;', `sep=;\r\n${create.replaceAll(',', ';')}\r\n9;3;1;2;1;-1,5;x\r\n`, [[3, 'price', 'negative']]],
    ['another user', 'auto_id,user_id\n5,8\n6,7\n', [[2, 'user_id', 'other-user']]],
    [
      'a quote in a cell',
      `${create}\n9,3,1,2,1,25005,wheels 17" new\n`,
      [[2, 'auto_note', 'quote-misplaced']],
    ],
    [
      'text after a quote',
      `${create}\n9,3,1,2,1,25005,"a" b\n9,3,1,2,1,25005,"c"\n9,3,1,2,1,25006,d\n`,
      [[2, 'auto_note', 'quote-misplaced']],
    ],
    [
      'a quote that never closes',
      `${create}\n9,3,1,2,1,25005,ok\n9,3,1,2,1,25006,"oh\n9,3,1,2,1,25007,no\n`,
      [[3, 'auto_note', 'quote-unclosed']],
    ],
    ['an unknown action', 'action,auto_id\nsell,5\n', [[2, 'action', 'not-an-operation']]],
  ])('(%s) are named', async (_what, content, expected) => {
    expect(await problems(content)).toEqual(expected)
    expect({}).not.toHaveProperty('polluted')
  })

  it('warns of twins and of two writes to one advert, with the first line', async () => {
    const twins = await check(`${create}\n9,3,1,2,USD,12500,x\n9,3,1,2,$,"12 500",x\n9,3,1,2,1,12500,y\n`)
    expect(twins.rows.map(({ problems: all }) => all.map(({ message }) => message))).toEqual([
      [],
      ['Line 2 already creates the same advert.'],
      [],
    ])
    expect(await problems('action,auto_id,currency_id,price\nedit,5,1,10500\nedit,5,1,10500\n')).toEqual([
      [3, 'auto_id', 'duplicate-target'],
    ])
    // Which of two that differ is right is for a person to say.
    expect(await problems('action,auto_id,currency_id,price\nedit,5,1,10500\ndelete,5,,\n')).toEqual([
      [2, 'auto_id', 'duplicate-target'],
      [3, 'auto_id', 'duplicate-target'],
    ])
  })
})

describe('a checked draft', () => {
  const mixed =
    'action,auto_id,currency_id,price\nedit,5,USD,10500\ndelete,6,,\nedit,7,USD,-1\nedit,8,USD,10000\n'

  it('is read in windows by filter and by problem', async () => {
    const { draftId } = await check(mixed)
    const lines = async (asked: Partial<Parameters<typeof service.rows>[1]>) => {
      const { total, rows } = await service.rows(draftId, { filter: 'all', ...asked }, 0, 500)
      expect(total).toBe(rows.length)
      return rows.map(({ line }) => line)
    }
    expect(await lines({})).toEqual([2, 3, 4, 5])
    expect(await lines({ filter: 'delete' })).toEqual([3])
    expect(await lines({ group: 'error' })).toEqual([4])
    expect(await lines({ group: 'edit' })).toEqual([2])
    expect(await lines({ group: 'create' })).toEqual([])
    expect(await lines({ group: 'unchanged' })).toEqual([5])
    expect(await lines({ problem: { code: 'negative', column: 'price' } })).toEqual([4])
    const { total, rows } = await service.rows(draftId, { filter: 'all' }, 1, 2)
    expect([total, ...rows.map(({ line }) => line)]).toEqual([4, 3, 4])
  })

  it('says of every create of a large file that it may be one of the sends of which nothing is known', async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `9,96,1,2,1,${at + 1}`)
    const unknown = { at: '2026-11-21T10:00:00.000Z', sends: 3 }
    const { found } = await check(
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${lines.join('\n')}\n`,
      'create',
      { unknownSends: { batch: '', fileName: '', open: false, unknown } },
    )
    expect(found).toMatchObject({ rows: 1_500, sentBefore: 1_500 })
  })

  it('keeps rows apart that were emptied one after another', async () => {
    const { draftId } = await check('auto_id\n5\n6\n7\n', 'delete')
    for (const line of [2, 3]) expect((await service.fix(draftId, line, 0, '')).cells).toEqual([''])
    await service.fix(draftId, 2, 0, '8')
    const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 10)
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, '8'],
      [3, ''],
      [4, '7'],
    ])
  })

  it('is fixed cell by cell, checked and compared again', async () => {
    const { draftId } = await check(mixed)
    const row = await service.fix(draftId, 4, 3, '14 000')
    expect(row).toMatchObject({
      valid: true,
      payload: { price: 14_000 },
      before: { price: 10_000 },
      title: 'Audi Q5 2024',
    })
    expect(row.problems.map(({ code }) => code)).toEqual(['price-jump'])
    expect(await service.ask('summary', draftId)).toMatchObject({
      invalid: 0,
      toSend: 3,
      asked: [{ codes: ['price-jump'], count: 1, deletes: 0, calls: 3 }],
    })
    const jumps = await service.rows(draftId, { filter: 'all', asked: 'price-jump' }, 0, 9)
    expect(jumps.rows.map(({ line }) => line)).toEqual([4])
    expect((await service.fix(draftId, 4, 3, 'x')).problems.map(({ code }) => code)).toEqual(['not-a-number'])
    expect(await faultOf(() => service.fix(draftId, 4, 2 ** 24, 'x'))).toMatchObject({
      code: 'invalid-request',
    })
    expect(await faultOf(() => service.fix(draftId, 77, 0, 'x'))).toMatchObject({
      code: 'draft-unknown',
      line: 77,
    })
  })

  it('keeps quotes, delimiters and line breaks of a fixed cell', async () => {
    const { draftId } = await check(`${create}\n9,3,1,2,1,25005,x\n`)
    const note = 'він, "люкс"\nі ще;'
    expect(await service.fix(draftId, 2, 6, note)).toMatchObject({
      valid: true,
      payload: { auto_note: note },
    })
  })

  it('completes a row that was too short', async () => {
    const { draftId, rows } = await check(`${create}\n9,3,1,2,1\n`)
    expect(rows[0]?.valid).toBe(false)
    expect(await service.fix(draftId, 2, 6, 'опис')).toMatchObject({
      valid: true,
      payload: { auto_note: 'опис' },
    })
  })

  it('is handed to planning row by row, with what was left out', async () => {
    const { draftId } = await check(mixed)
    await service.ask('leaveOut', draftId, [3], true)
    const staged = await service.staged(draftId)
    expect(staged).toMatchObject({
      fileName: 'rows.csv',
      fileOperation: 'mixed',
      bom: false,
      userId: 7,
      check: { toSend: 1, deletes: 0 },
    })
    expect(staged.sha256).toBe(createHash('sha256').update(mixed).digest('hex'))
    const rows = Array.from(await staged.rows())
    expect(rows.map(({ line, state, operation, autoId }) => [line, state, operation, autoId])).toEqual([
      [2, 'planned', 'edit', 5],
      [3, 'skipped', 'delete', 6],
      [4, 'invalid', 'edit', 7],
      [5, 'skipped', 'edit', 8],
    ])
    expect(rows[0]).toMatchObject({
      payload: { auto_id: 5, currency_id: 1, price: 10_500 },
      before: { currency_id: 1, price: 10_000 },
      cells: ['edit', '5', 'USD', '10500'],
      fingerprint: fingerprintOf('edit', { price: 10_500, currency_id: 1, auto_id: 5 }),
    })
  })

  it('takes the columns that the dealer matched by hand', async () => {
    const draftId = service.openPath(folder.write('hand.csv', 'foo,bar,baz\n5,USD,900\n'))
    const found = await service.check(
      draftId,
      { shape: { delimiter: ',' }, mapping: ['auto_id', 'currency_id', 'price'], operation: 'edit' },
      account,
    )
    expect(found).toMatchObject({ edits: 1, invalid: 0 })
  })

  it('goes on while new windows are asked for, and stops when it is cancelled', async () => {
    const draftId = service.openPath(
      folder.write('long.csv', `${create}\n${'9,3,1,2,1,25005,текст\n'.repeat(60_000)}`),
    )
    const stop = new AbortController()
    let progress = 0
    const checking = service.check(draftId, auto, account, {
      signal: stop.signal,
      onProgress: ({ rows, share }) => {
        progress += 1
        expect(share).toBeLessThan(1)
        expect(rows).toBeGreaterThan(0)
        stop.abort()
      },
    })
    expect(await faultOf(() => checking)).toEqual({ code: 'cancelled' })
    expect(progress).toBeGreaterThan(0)
    expect(await faultOf(() => service.rows(draftId, { filter: 'all' }, 0, 1))).toMatchObject({
      code: 'draft-unknown',
    })
  })
})

describe('a spooled draft', () => {
  it('is private, read like a file, and gone when it is dropped', async () => {
    const draftId = service.begin('../from the window.csv')
    const bytes = encodeText('Номер оголошення;Валюта;Ціна\r\n5;грн;415 000,50\r\n', 'windows-1251')
    await service.append(draftId, bytes.subarray(0, 20))
    await service.append(draftId, bytes.subarray(20))
    expect(await service.inspect(draftId, {})).toEqual({
      draftId,
      fileName: 'from the window.csv',
      bytes: bytes.length,
      shape: { encoding: 'windows-1251', delimiter: ';', decimalMark: ',' },
      file: {
        encoding: 'windows-1251',
        guessed: true,
        delimiter: ';',
        decimalMark: ',',
        quote: '"',
        headerLine: 1,
        lineEnd: 'crlf',
      },
      header: ['Номер оголошення', 'Валюта', 'Ціна'],
      headerLines: [1],
      above: [],
      mapping: ['auto_id', 'currency_id', 'price'],
      matches: ['name', 'name', 'name'],
      pricesWithCurrency: [1],
      headerCurrencies: [],
      actions: [],
      naming: [],
      rivals: [],
      sample: [['5', 'грн', '415 000,50']],
      sampleLines: [2],
      operation: 'edit',
    })
    await service.check(draftId, auto, account)
    await (await service.staged(draftId)).rows()
    const drafts = join(folder.path, 'data', 'drafts')
    const own = readdirSync(drafts).filter((name) => name.startsWith(draftId))
    expect(own.sort()).toEqual([`${draftId}.csv`, `${draftId}.rows`])
    expect(statSync(drafts).mode & 0o777).toBe(0o700)
    for (const name of own) expect(statSync(join(drafts, name)).mode & 0o777).toBe(0o600)
    await service.drop(draftId)
    expect(readdirSync(drafts).filter((name) => name.startsWith(draftId))).toEqual([])
    expect(await faultOf(() => service.inspect(draftId, {}))).toMatchObject({ code: 'draft-unknown' })
  })

  it('leaves a file that was read in place where it lies', async () => {
    const path = folder.write('mine.csv', 'auto_id\n5\n')
    const draftId = service.openPath(path)
    await service.check(draftId, auto, account)
    await service.drop(draftId)
    expect(readFileSync(path, 'utf8')).toBe('auto_id\n5\n')
  })

  it('of an earlier run is swept away', () => {
    const left = join(folder.path, 'data', 'drafts', 'left.csv')
    writeFileSync(left, 'x')
    utimesSync(left, 1_000, 1_000)
    const young = service.begin('young.csv')
    service.sweep(Date.now())
    expect(existsSync(left)).toBe(false)
    expect(existsSync(join(folder.path, 'data', 'drafts', `${young}.csv`))).toBe(true)
  })
})

it('names the column of a problem as the file does', async () => {
  const { rows } = await check('Оголошення;Валюта;Ціна\n5;USD;-5\n')
  expect(rows[0]?.problems).toMatchObject([
    { column: 'price', message: expect.stringContaining('Ціна') as string },
  ])
})
