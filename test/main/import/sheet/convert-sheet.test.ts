import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeText, faultOf } from '../csv-files.ts'
import { placesIn, spread } from '../../../whole.ts'
import { openConverter } from './converter.ts'
import { sheetXml, type TestSheet, xlsxOf, zipOf } from './xlsx-file.ts'

const { convert } = openConverter()

const oneSheet = (rows: TestSheet['rows'], merges: readonly string[] = []): Buffer =>
  xlsxOf([{ name: 'Склад', rows, merges }])

describe('a workbook', () => {
  it('becomes records in the lines that are its row numbers', async () => {
    const { rows } = await convert(
      oneSheet([['Прайс'], null, ['auto_id', 'price'], null, null, [5, 12500.5], [6, null, 'x']]),
    )
    expect(rows).toEqual([
      [1, ['Прайс']],
      [3, ['auto_id', 'price']],
      [6, ['5', '12500.5']],
      [7, ['6', '', 'x']],
    ])
  })

  it('takes the value of cells that are merged over rows for each of them, and tells it', async () => {
    const { rows, facts } = await convert(
      oneSheet(
        [
          ['Title', null, null],
          ['BMW', 1],
          [null, 2],
          [null, 3],
          ['Audi', 4],
        ],
        ['A1:C1', 'A2:A4'],
      ),
    )
    expect(rows.map(([, cells]) => cells)).toEqual([
      ['Title'],
      ['BMW', '1'],
      ['BMW', '2'],
      ['BMW', '3'],
      ['Audi', '4'],
    ])
    expect(facts.merged).toBe(1)
  })

  it('finds merged cells wherever the pieces of a sheet end', async () => {
    const piece = 262_144
    const merges = ['A2:A3']
    const rowsWith = (length: number): TestSheet['rows'] => [['x'.repeat(length)], ['BMW', 1], [null, 2]]
    const without = sheetXml({ rows: rowsWith(0), merges }).indexOf('mergeCell ')
    for (const before of spread(placesIn(0, 12), 4)) {
      const { rows, facts } = await convert(oneSheet(rowsWith(piece - without - before), merges))
      expect([facts.merged, rows.at(-1)?.[1]]).toEqual([1, ['BMW', '2']])
    }
  })

  it('is read from the first sheet that is not hidden, or from the one that is named', async () => {
    const book = xlsxOf([
      { name: 'Старе', rows: [['old']], state: 'hidden' },
      { name: 'Склад', rows: [['stock']] },
      { name: 'Продані', rows: [['sold']] },
    ])
    expect(await convert(book)).toMatchObject({ facts: { name: 'Склад' }, rows: [[1, ['stock']]] })
    expect(await convert(book, 'Продані')).toMatchObject({ rows: [[1, ['sold']]] })
    expect(await faultOf(() => convert(book, 'Нема'))).toMatchObject({
      code: 'sheet-unknown',
      choices: 'Старе, Склад, Продані',
    })
  })

  it('comes back equal, whatever its texts are', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) =>
      // XML holds no control characters, and a cell keeps no return.
      text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x/gu, 'ї'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        async (table) => {
          const { rows } = await convert(oneSheet(table))
          const trimmed = (cells: readonly string[]) =>
            cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)
          const expected = table
            .map((cells, at) => [at + 1, trimmed(cells)] as const)
            .filter(([, cells]) => cells.some((text) => text.trim() !== ''))
          expect(rows).toEqual(expected)
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
    )
  })
})

describe('an archive that is no table', () => {
  it('is refused by its directory before anything is unpacked', async () => {
    const zeros = Buffer.alloc(30_000_000)
    expect(await faultOf(() => convert(oneSheet([]).subarray(0, 200)))).toMatchObject({
      code: 'sheet-broken',
    })
    expect(
      await faultOf(() =>
        convert(xlsxOf([{ name: 'A', rows: [] }], { more: [{ name: 'bomb.bin', content: zeros }] })),
      ),
    ).toMatchObject({ code: 'sheet-too-large' })
    const many = Array.from({ length: 21_000 }, (_, at) => ({ name: `f${at}`, content: '', stored: true }))
    expect(await faultOf(() => convert(zipOf(many)))).toMatchObject({ code: 'sheet-too-large' })
    const lies = Array.from({ length: 3 }, (_, at) => ({ name: `f${at}`, content: 'x', size: 500_000_000 }))
    expect(await faultOf(() => convert(zipOf(lies)))).toMatchObject({ code: 'sheet-too-large' })
  })

  it('is refused if an entry is longer than its directory says', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [at, 'x'])
    const book = zipOf([
      {
        name: 'xl/workbook.xml',
        content: '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="a" Type="x/worksheet" Target="sheet.xml"/></Relationships>',
      },
      { name: 'xl/sheet.xml', content: sheetXml({ rows }), size: 1_000 },
    ])
    expect(await faultOf(() => convert(book))).toMatchObject({ code: 'sheet-too-large' })
  })
})

describe('a table under the name of a workbook', () => {
  const html = (charset: string) =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv=Content-Type content="text/html; charset=${charset}"><style>td{color:red}</style></head><body>
<table><tr><td>Лого</td></tr></table>
<table><tr><th>ID оголошення</th><th>Опис &amp; ціна</th><th colspan=2>Валюта</th></tr>
<tr><td rowspan=2>5</td><td>перший<br>другий&nbsp;</td><td>грн</td></tr>
<tr><td>третій <table><tr><td>у клітинці</td></tr></table></td><td>USD<td>x</table></body></html>`

  it.each(['windows-1251', 'utf-8'] as const)('as HTML in %s is read by its rows', async (encoding) => {
    const { facts, rows } = await convert(encodeText(html(encoding), encoding), undefined, 'stock.xls')
    expect(facts).toEqual({ name: '2', names: ['1', '2'], merged: 1, hidden: 0 })
    expect(rows).toEqual([
      [1, ['ID оголошення', 'Опис & ціна', 'Валюта']],
      [2, ['5', 'перший\nдругий', 'грн']],
      [3, ['5', 'третій у клітинці', 'USD', 'x']],
    ])
  })

  it('as a part of a page is read below its heading', async () => {
    const part = '<h2>Залишки</h2>\n<p>Київ</p><table><tr><td>auto_id</td></tr><tr><td>5</td></tr></table>'
    const { rows } = await convert(part, undefined, 'stock.xls')
    expect(rows.map(([, cells]) => cells)).toEqual([['auto_id'], ['5']])
  })

  it('as XML is read with its places, types and sheets', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Склад"><Table><Row><Cell><Data ss:Type="String">auto_id</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">price</Data></Cell></Row>
<Row ss:Index="4"><Cell ss:MergeDown="1"><Data ss:Type="Number">5</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">1.25E4</Data></Cell></Row>
<Row><Cell ss:Index="3"><Data ss:Type="DateTime">2026-11-21T00:00:00.000</Data></Cell><Cell ss:Formula="=1"/></Row></Table></Worksheet>
<Worksheet ss:Name="B"><Table><Row><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row></Table></Worksheet></Workbook>`
    expect((await convert(xml, undefined, 'a.xls')).rows).toEqual([
      [1, ['auto_id', '', 'price']],
      [4, ['5', '', '12500']],
      [5, ['5', '', '2026-11-21', '#CALC!']],
    ])
    expect((await convert(xml, 'B', 'a.xls')).rows).toEqual([[1, ['#N/A']]])
  })

  it('expands no entities of its own', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Workbook><Worksheet ss:Name="A"><Table><Row><Cell><Data>&b;</Data></Cell></Row></Table></Worksheet></Workbook>`
    expect(await faultOf(() => convert(bomb, undefined, 'a.xls'))).toMatchObject({ reason: 'entities' })
  })
})
