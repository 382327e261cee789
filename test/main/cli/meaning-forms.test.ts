import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipArchive } from '../../../src/main/files/zip-archive.ts'
import { type TestSheet, xlsxOf, xlsxParts, zipOf } from '../import/sheet/xlsx-file.ts'
import { openCounter, printed, type Printed } from './counter.ts'
import { testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(20))

interface Told {
  readonly code: number
  readonly err: string
  /** Each row as its line, the price that is planned, and what is wrong with it. */
  readonly rows: readonly string[]
}

async function told(name: string, content: string | Uint8Array, ...options: string[]): Promise<Told> {
  const ran = await counter.run('import', counter.file(name, content), '--json', ...options)
  const printed = { rows: [], ...(JSON.parse(ran.out) as Partial<Printed>) }
  const rows = printed.rows.map(
    ({ line, state, changes = [], problems = [] }: Partial<Printed['rows'][number]>) => {
      const price = changes.find(({ field }) => field === 'price')?.to ?? '-'
      return [line, price, ...(state === 'invalid' ? problems.map(({ code }) => code) : [])].join(' ')
    },
  )
  return { code: ran.code, err: ran.err, rows }
}

describe('a cell that begins with a word in quotes', () => {
  it.each([
    [
      'in two rows',
      'auto_id;currency_id;price;auto_note\n1001;1;64000;"Люкс" у наявності\n1002;1;8500;Перший\n1003;1;34000;"Схід" автосалон\n1004;1;54000;Новий\n',
      ['2 - quote-misplaced', '3 8500', '4 - quote-misplaced', '5 54000'],
    ],
    [
      'in the first of two',
      'auto_id;currency_id;price;auto_note\n1001;1;64000;"Люкс" у наявності\n1002;1;8500;Перший\n',
      ['2 - quote-misplaced', '3 8500'],
    ],
    [
      'with a delimiter in it',
      'auto_id;currency_id;auto_note;price\r\n1001;1;"Люкс; синій" у наявності;64000\r\n1002;1;Другий;8500\r\n',
      ['2 - quote-misplaced', '3 8500'],
    ],
    [
      'in the last line without an end',
      'auto_id,currency_id,price,auto_note\n1001,1,64000,Перший\n1002,1,8500,"M" пакет',
      ['2 64000', '3 - quote-misplaced'],
    ],
    [
      'in the middle cell',
      'auto_id,auto_note,currency_id,price\n1001,"17" диски,1,64000\n1002,"S-line" пакет,1,8500\n1003,x,1,9000\n',
      ['2 - quote-misplaced', '3 - quote-misplaced', '4 9000'],
    ],
    [
      'but texts of several lines stay',
      'auto_id;currency_id;price;auto_note\n1001;1;64000;"Перший\nдругий ""рядок"""\n1002;1;8500;"Один, ""два"""\n',
      ['2 64000', '4 8500'],
    ],
  ])('%s', async (_what, content, rows) => {
    expect((await told('quoted.csv', content)).rows).toEqual(rows)
  })
})

describe('marks and headers of joined files', () => {
  const header = 'auto_id;currency_id;price;auto_note'
  testSome(5, [
    ['a mark read as Windows-1251', `п»ї${header}\n1001;1;64000;Новий\n`, ['2 64000']],
    ['a mark read as Windows-1252', `ï»¿${header}\n1001;1;64000;Новий\n`, ['2 64000']],
    ['two marks', `\uFEFF\uFEFF${header}\n1001;1;64000;Новий\n`, ['2 64000']],
    [
      'a mark read wrongly before quotes',
      `п»ї"auto_id";"currency_id";"price"\n"1001";"1";"64000"\n`,
      ['2 64000'],
    ],
    [
      'a mark and the header in the middle',
      `\uFEFF${header}\n1001;1;64000;a\n\uFEFF${header}\n1002;1;8500;b\n`,
      ['2 64000', '4 8500'],
    ],
    [
      'no line end before them',
      `\uFEFF${header}\n1001;1;64000;a\uFEFF${header}\n1002;1;8500;b`,
      ['2 64000', '4 8500'],
    ],
    [
      'no line end before the header alone',
      `${header}\r\n1001;1;64000;a${header}\r\n1002;1;8500;b\r\n`,
      ['2 64000', '4 8500'],
    ],
    ['a mark before a row', `${header}\n1001;1;64000;a\n\uFEFF1002;1;8500;b\n`, ['2 64000', '3 8500']],
    [
      'a mark between two rows in a line',
      `${header}\n1001;1;64000;a\uFEFF1002;1;8500;b\n`,
      ['2 64000', '3 8500'],
    ],
    ['a mark inside a text', `${header}\n1001;1;64000;Новий\uFEFF автомобіль\n`, ['2 64000']],
  ])('%s', async (_what, content, rows) => {
    expect((await told('joined.csv', content)).rows).toEqual(rows)
  })
})

const table = 'auto_id;currency_id;price\n1001;1;64000\n1002;1;8500\n'
const both = ['2 64000', '3 8500']
const zipped = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  const listed = Object.entries(files).map(([name, content]) => ({ name, content: [Buffer.from(content)] }))
  for await (const piece of zipArchive(listed)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const book = (...sheets: readonly TestSheet[]): Buffer => xlsxOf(sheets)
const stock: TestSheet = {
  name: 'Склад',
  rows: [
    ['auto_id', 'currency_id', 'price'],
    [1001, 1, 64000],
    [1002, 1, 8500],
  ],
}

describe('a table in an archive', () => {
  testSome(3, [
    ['zip', () => zipped({ 'stock.csv': table })],
    [
      'zip with what systems add, and pictures',
      () =>
        zipped({
          '__MACOSX/._stock.csv': 'x',
          'photo.jpg': 'x',
          'readme.txt': 'x',
          'out/stock.csv': table,
        }),
    ],
    ['zip with a workbook', () => zipped({ 'stock.xlsx': book(stock) })],
    [
      'zip with JSON',
      () =>
        zipped({
          'stock.json': JSON.stringify([
            { auto_id: 1001, currency_id: 1, price: 64000 },
            { auto_id: 1002, currency_id: 1, price: 8500 },
          ]),
        }),
    ],
    ['gz', () => Promise.resolve(gzipSync(table))],
    ['zip in gz', async () => gzipSync(await zipped({ 'a.txt': table }))],
  ])('%s', async (_what, made) => {
    const { rows, err } = await told('stock.bin', await made())
    expect(rows).toEqual(both)
    expect(err).toContain('in the archive')
  })

  testSome(6, [
    ['several tables', () => zipped({ 'a.csv': table, 'b.csv': table }), 'several tables: a.csv, b.csv'],
    ['none', () => zipped({ 'a.jpg': 'x', 'b.jpg': 'y' }), 'is an archive, not a table'],
    [
      'archives in archives',
      () => Promise.resolve(gzipSync(gzipSync(gzipSync(table)))),
      'is an archive, not a table',
    ],
    ['a cut one', () => Promise.resolve(gzipSync(table).subarray(0, 30)), 'damaged'],
    ['far more than it seems', () => Promise.resolve(gzipSync(Buffer.alloc(40_000_000))), 'unpacks to more'],
    ['dBase', () => Promise.resolve(dbf), 'dBase or FoxPro (.dbf)'],
    [
      'page of a login',
      () =>
        Promise.resolve(
          Buffer.from(
            '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>',
          ),
        ),
      'a web page without a table',
    ],
    ['a picture', () => Promise.resolve(Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')), 'is a picture'],
    ['a database', () => Promise.resolve(Buffer.from('SQLite format 3\0', 'latin1')), 'is a database'],
  ])('names %s', async (_what, made, words) => {
    const { code, err } = await told('stock.bin', await made())
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })
})

/** One column of one row, as dBase III writes it. */
const dbf = Buffer.concat([
  Buffer.of(3, 126, 11, 28, 1, 0, 0, 0, 65, 0, 9, 0),
  Buffer.alloc(20),
  Buffer.from('PRICE\0\0\0\0\0\0N\0\0\0\0\x08', 'latin1'),
  Buffer.alloc(15),
  Buffer.from('\r  64000  \x1a', 'latin1'),
])

const records = [
  { auto_id: 1001, currency_id: 1, price: 64000 },
  { auto_id: 1002, currency_id: 1, price: 8500 },
]

describe('JSON', () => {
  testSome(3, [
    ['an array', JSON.stringify(records, null, 1)],
    ['an array below a key', JSON.stringify({ updated: '2026-11-28', cars: records })],
    [
      'deeper, with lists in each record',
      JSON.stringify({
        data: {
          items: records.map((each) => ({ ...each, photos: ['a', 'b'], options: [{ n: 1 }, { n: 2 }] })),
        },
      }),
    ],
    ['a record in each line', records.map((each) => JSON.stringify(each)).join('\n')],
    [
      'with a mark, prices as texts',
      `\uFEFF${JSON.stringify(records.map((each) => ({ ...each, price: `${each.price}.00`, note: null })))}`,
    ],
  ])('%s', async (_what, content) => {
    expect((await told('stock.json', content)).rows).toEqual(both)
  })

  it('reads what Python writes for no number as no value', async () => {
    const cars = `[{"auto_id": 1001, "currency_id": 1, "price": 64000, "in_stock": NaN, "auto_note": "a: NaN, \\"-Infinity, \\\\"},\n{"auto_id": 1002, "currency_id": 1, "price": 8500, "in_stock": -Infinity, "auto_note": NaN}]`
    expect((await told('python.json', cars)).rows).toEqual(both)
    expect((await told('lines.json', cars.slice(1, -1).replace('},', '}'))).rows).toEqual(both)
    const cut = cars.slice(0, -9)
    expect((await told('cut.json', cut)).err).toContain('JSON')
    expect((await told('long.json', cut.replace('-Infinity', 'x'.repeat(12_000_000)))).err).toContain('JSON')
  })

  it('reads a list of one, with what is in its parts', async () => {
    const car = { auto_id: 1001, price: { currency_id: 'USD', price: 64000 } }
    expect((await told('one.json', JSON.stringify({ cars: [car] }), '--set', 'currency_id=1')).code).toBe(2)
    expect((await told('one.json', JSON.stringify({ cars: [{ ...records[0] }] }))).rows).toEqual(['2 64000'])
  })

  testSome(5, [
    ['a larger total', { total: 40, cars: records }, '“total” of the file says 40 records, but 2 were read'],
    ['a count deeper', { meta: { total_count: '3' }, data: records }, '“total_count” of the file says 3'],
    [
      'a next page',
      { items: records, next: 'https://example.com/cars?page=2' },
      '“next” of the file says that there are more',
    ],
    ['that there is more', { paging: { hasMore: true }, items: records }, '“hasMore” of the file says'],
    [
      'a link to the next page',
      { _links: { next: { href: '/cars?page=2' } }, items: records },
      '“next” of the file',
    ],
    ['more pages', { page: 1, pages: 4, items: records }, '“pages” of the file says that there are more'],
    ['that it is the last page', { meta: { current_page: 4, last_page: 4 }, items: records }, ''],
    ['its own total', { total: 2, next: null, cars: records }, ''],
    ['the last page', { count: 2, hasMore: false, next: '', items: records }, ''],
    ['counts of each car', { items: records.map((each) => ({ ...each, views: { total: 50 } })) }, ''],
  ])('that says %s is asked about if it is a page of a list', async (_what, content, words) => {
    const { code, err } = await told('page.json', JSON.stringify(content), '--commit')
    if (words === '') expect(err).not.toContain('of the file says')
    else expect([code, err]).toEqual([2, expect.stringMatching(`${words}.* Add --yes to confirm`)])
  })

  testSome(2, [
    ['is cut', JSON.stringify(records, null, 1).slice(0, -4), 'broken in line 11'],
    ['has no list', '{"error": "no stock"}', 'JSON without a list'],
    ['is a line that is cut', `${JSON.stringify(records[0])}\n{"auto_id": 10`, 'broken in line 2'],
  ])('says what %s', async (_what, content, words) => {
    const { code, err } = await told('stock.json', content)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('lines in quotes, and cells in apostrophes', () => {
  const line = (text: string, end = ''): string => `"${text.replaceAll('"', '""')}"${end}\r\n`
  testSome(3, [
    ['lines', line('auto_id,currency_id,price') + line('1001,1,64000') + line('1002,1,8500')],
    [
      'lines with delimiters behind',
      line('auto_id,currency_id,price', ',,') + line('1001,1,64000', ',,') + line('1002,1,8500', ',,'),
    ],
    [
      'lines with cells in quotes',
      line('auto_id;currency_id;auto_note;price') +
        line('1001;1;"Новий; ""Люкс""";64000') +
        line('1002;1;x;8500'),
    ],
    [
      'lines behind a mark',
      `\uFEFF${line('auto_id;currency_id;price')}${line('1001;1;64000')}${line('1002;1;8500')}`,
    ],
    [
      'apostrophes',
      `'auto_id','currency_id','price','auto_note'\n'1001','1','64000','М'який "салон", новий'\n'1002','1','8500',''\n`,
    ],
    [
      'apostrophes around texts alone',
      `'auto_id';'currency_id';'price';'auto_note'\n'1001';1;64000;'a'\n'1002';1;8500;'b'\n`,
    ],
  ])('%s', async (_what, content) => {
    expect((await told('quoted.csv', content)).rows).toEqual(both)
  })

  it('stay as they are where they are no more than texts', async () => {
    expect((await told('ids.csv', '"auto_id"\n"1001"\n"1002"\n', '--operation', 'delete')).rows).toEqual([
      '2 -',
      '3 -',
    ])
    const own = `auto_id;currency_id;price;auto_note\n1001;1;64000;'Новий'\n1002;1;8500;"a,b"\n`
    expect((await told('own.csv', own)).rows).toEqual(both)
  })
})

describe('a workbook with a cover', () => {
  const cover: TestSheet = { name: 'Обкладинка', rows: [['Автосалон'], ['Прайс', 'листопад'], ['тел. 044']] }
  testSome(2, [
    ['before the table', [cover, stock], 'Склад'],
    ['two of them', [cover, { ...cover, name: 'Зміст' }, stock], 'Склад'],
    ['behind it', [stock, cover], 'Склад'],
    ['an empty sheet', [{ name: 'Аркуш1', rows: [] }, stock], 'Склад'],
    ['a table of sold cars behind', [stock, { ...stock, name: 'Продані' }], 'Склад'],
  ])('%s', async (_what, sheets, name) => {
    const { rows, err } = await told('book.xlsx', book(...sheets))
    expect([rows, err]).toEqual([both, expect.stringContaining(`from the sheet “${name}”`)])
  })
})

describe('a list of sold or deleted cars beside that of the stock', () => {
  const list = (key: string, ids: readonly number[]): string =>
    `<${key}>${ids.map((id) => `<car><auto_id>${id}</auto_id><currency_id>1</currency_id><price>${id === 1001 ? 64000 : 8500}</price></car>`).join('')}</${key}>`
  const sold = records.flatMap((each) => [each, { ...each, auto_id: each.auto_id + 10 }])
  testSome(4, [
    ['sheet before it', () => book({ ...stock, name: 'Продані 2026' }, stock)],
    ['sheet in capitals', () => book({ ...stock, name: 'SOLD' }, stock)],
    ['JSON', () => JSON.stringify({ soldCars: sold, cars: records })],
    ['JSON, archived', () => JSON.stringify({ archive: sold, not_sold: records })],
    ['XML', () => `<r>${list('deleted', [1003, 1004, 1005])}${list('cars', [1001, 1002])}</r>`],
  ])('is not taken for it: %s', async (_what, made) => {
    expect((await told('both.bin', made())).rows).toEqual(both)
  })

  it('is taken alone, or if it is named', async () => {
    expect((await told('sold.xlsx', book({ ...stock, name: 'Продані' }))).rows).toEqual(both)
    const named = book({ ...stock, name: 'Продані' }, { name: 'Склад', rows: stock.rows.slice(0, 2) })
    expect((await told('sold.xlsx', named, '--sheet', 'Продані')).rows).toEqual(both)
  })
})

it('takes the attribute “available” of a feed for what it says', async () => {
  const offer = (id: number, available: boolean): string =>
    `<offer id="K-${id}" available="${available}"><auto_id>${id}</auto_id><currencyId>USD</currencyId><price>8500</price></offer>`
  const content = `<yml_catalog><shop><offers>${offer(1001, false)}${offer(1002, true)}</offers></shop></yml_catalog>`
  const ran = await counter.run('import', counter.file('available.xml', content), '--json')
  const { rows } = printed(ran)
  const flags = rows.map(({ changes }) => changes.find(({ field }) => field === 'in_stock')?.to)
  expect(flags).toEqual([0, 1])
})

it('asks about rows that are hidden or crossed out in a list of deletions', async () => {
  const sheet = (attribute: string): Buffer =>
    zipOf(
      xlsxParts([{ ...stock, rows: stock.rows.map((cells) => cells?.slice(0, 1) ?? null) }]).map((part) =>
        part.name === 'xl/worksheets/sheet1.xml'
          ? { ...part, content: String(part.content).replace('<row r="3"', `<row r="3" ${attribute}`) }
          : part,
      ),
    )
  const deleting = (attribute: string, ...more: string[]) =>
    told('delete.xlsx', sheet(attribute), '--operation', 'delete', '--commit', ...more)
  const asked = await deleting('hidden="1"')
  expect([asked.code, asked.err]).toEqual([
    2,
    expect.stringContaining('The file deletes adverts, and 1 of its rows is hidden or crossed out'),
  ])
  for (const ran of [await deleting('hidden="1"', '--yes'), await deleting('')])
    expect(ran.err).not.toContain('crossed out.')
  const hiddenEdits = xlsxParts([stock]).map((part) =>
    part.name === 'xl/worksheets/sheet1.xml'
      ? { ...part, content: String(part.content).replace('<row r="3"', '<row r="3" hidden="1"') }
      : part,
  )
  const edits = await told('edit.xlsx', zipOf(hiddenEdits), '--commit')
  expect(edits.err).not.toContain('deletes adverts')
})

it('tells rows that are crossed out, and reads them', async () => {
  const struck = '<font/><font><strike/></font><font><strike val="0"/></font>'
  const xfs = [0, 1, 2].map((font) => `<xf numFmtId="0" fontId="${font}"/>`).join('')
  const cell = (id: number, style: number) => ({ xml: `<c r="@" s="${style}"><v>${id}</v></c>` })
  const parts = xlsxParts([
    { name: 'Склад', rows: [stock.rows[0] ?? [], [cell(1001, 1), 1, 64000], [cell(1002, 2), 1, 8500]] },
  ]).map((part) =>
    part.name === 'xl/styles.xml'
      ? { ...part, content: `<styleSheet><fonts>${struck}</fonts><cellXfs>${xfs}</cellXfs></styleSheet>` }
      : part,
  )
  const { rows, err } = await told('struck.xlsx', zipOf(parts))
  expect([rows, err]).toEqual([both, expect.stringContaining('1 row that is crossed out is read too')])
  expect((await told('plain.xlsx', book(stock))).err).not.toContain('crossed out')
})

describe('a file without a header', () => {
  const map = JSON.stringify({
    columns: { 'Column 1': 'auto_id', 'Column 2': 'price', 'Column 3': 'currency_id' },
  })
  testSome(2, [
    [
      'of an interface',
      '1234;A-001;3;BMW;320d;150;03.2026;39900,00;0;EUR\n1234;A-002;3;Audi;A4;150;03.2026;37900,00;0;EUR\n',
    ],
    ['of ids and prices', '1001;64000;USD\n1002;8500;USD\n'],
    ['with one row', '1001,64000,Новий,USD\n'],
    ['in quotes', '"1001","64000","Новий","USD"\n"1002","8500","","USD"\n'],
    ['with equipment that is a name', '1001;64000;Base;x\n1002;8500;x;y\n'],
  ])('%s is said to have none', async (_what, content) => {
    const { code, err } = await told('interface.csv', content)
    expect([code, err]).toEqual([2, expect.stringContaining('no names of columns: line 1 is a row already')])
  })

  it('is read once its columns are named', async () => {
    const columns = counter.file('map.json', map)
    const { rows, err } = await told('interface.csv', '1001;64000;USD\n1002;8500;USD\n', '--map', columns)
    expect([rows, err]).toEqual([['1 64000', '2 8500'], expect.stringContaining('no header')])
  })

  testSome(1, [
    ['names of years', 'auto_id;currency_id;price;2024;2025\n1001;1;64000;1;2\n1002;1;8500;1;2\n'],
    ['a title above', 'Прайс 28.11.2026;;\nauto_id;currency_id;price\n1001;1;64000\n1002;1;8500\n'],
  ])('is none with %s', async (_what, content) => {
    expect((await told('named.csv', content)).rows.map((row) => row.split(' ')[1])).toEqual(['64000', '8500'])
  })
})

describe('CommerceML', () => {
  const price = (type: string, amount: number): string =>
    `<Цена><Представление>${amount} USD</Представление><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${amount}</ЦенаЗаЕдиницу><Валюта>USD</Валюта></Цена>`
  const offer = (id: number, ...prices: readonly string[]): string =>
    `<Предложение><Ид>${id}</Ид><Наименование>BMW</Наименование><Цены>${prices.join('')}</Цены><Количество>1</Количество></Предложение>`
  const types = (...given: readonly (readonly [string, string])[]): string =>
    `<ТипыЦен>${given.map(([id, name]) => `<ТипЦены><Ид>${id}</Ид><Наименование>${name}</Наименование></ТипЦены>`).join('')}</ТипыЦен>`
  const offers = (listed: string, ...all: readonly string[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.05"><ПакетПредложений><Ид>p</Ид>${listed}<Предложения>${all.join('')}</Предложения></ПакетПредложений></КоммерческаяИнформация>`
  const two = types(['a', 'Роздрібна'], ['b', 'Закупка'])
  testSome(2, [
    [
      'the price of buyers beside another',
      offers(
        two,
        offer(1001, price('a', 64000), price('b', 61000)),
        offer(1002, price('b', 8000), price('a', 8500)),
      ),
      both,
    ],
    [
      'one kind of prices',
      offers(types(['a', 'Розничная цена']), offer(1001, price('a', 64000)), offer(1002, price('a', 8500))),
      both,
    ],
    [
      'kinds that are not listed',
      offers('', offer(1001, price('x', 64000)), offer(1002, price('x', 8500))),
      both,
    ],
    ['one offer', offers(two, offer(1001, price('a', 64000))), ['2 64000']],
    [
      'an offer without a price',
      offers(two, offer(1001, price('a', 64000)), offer(1002)),
      ['2 64000', '3 - nothing-to-change'],
    ],
  ])('%s', async (_what, content, rows) => {
    const columns = counter.file('map.json', JSON.stringify({ columns: { Ид: 'auto_id' } }))
    const found = await told('offers.xml', content, '--map', columns, '--operation', 'edit')
    expect([found.rows, found.err]).toEqual([
      rows,
      expect.stringContaining('Предложения/Предложение” is a row'),
    ])
  })
})
