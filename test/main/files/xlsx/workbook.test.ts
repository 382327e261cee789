import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { xlsxBytes } from '../../../../src/main/files/xlsx/workbook.ts'
import { longestText, type Sheet } from '../../../../src/main/files/xlsx/sheet.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { convertSheet } from '../../../../src/main/import/sheet/convert-sheet.ts'
import { tableDelimiter } from '../../../../src/main/import/sheet/row-writer.ts'
import { CsvFolder } from '../../import/csv-files.ts'

const folder = new CsvFolder()

/** The cells of the first sheet as an import reads them. */
async function readBack(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const output = `${folder.path}/rows.table`
  const path = folder.write('book.xlsx', Buffer.from(bytes))
  await convertSheet({ path, fileName: 'book.xlsx', output, sheet: undefined })
  if (readFileSync(output, 'utf8') === '') return []
  return withSource(output, 'book.xlsx', (source) =>
    readTable({ ...source, rowsAreLines: true }, { encoding: 'utf-8', delimiter: tableDelimiter }).rows.map(
      ({ cells }) => cells,
    ),
  )
}

/** The parts of an archive by their names, read by its directory. */
function partsOf(bytes: Uint8Array): Map<string, string> {
  const archive = Buffer.from(bytes)
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const parts = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(begin, begin + archive.readUInt32LE(at + 20))
    parts.set(name, inflateRawSync(packed).toString())
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return parts
}

/** The elements directly in the root, in order. */
function childrenOf(xml: string): string[] {
  const open: string[] = []
  const children: string[] = []
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (open.length === 1) children.push(name)
        open.push(name)
      },
      onclosetag: (name, implied) => {
        expect({ name, implied }).toEqual({ name: open.pop(), implied: false })
      },
    },
    { xmlMode: true, recognizeSelfClosing: false },
  )
  parser.end(xml.replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>'))
  expect(open).toEqual([])
  return children
}

/** What the reader's own table keeps of a text: one kind of line end, and no halves of pairs. */
const asTableOf = (text: string): string => text.replace(/\r\n?/g, '\n').toWellFormed()

const sheetOf = (rows: Sheet['rows'], text = true): Sheet => ({
  name: 'Adverts & <more>',
  columns: [0, 1, 2].map((at) => ({ header: `h${at}`, width: 12, text })),
  rows,
})

it('gives back every text and number that it was given', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('_x000D_', '_x005F_', '<a&b>"', ' ', ' a ', 'a\r\nb', '\ufeff', '=1+1', '_x', '\ud800'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const marked = rows.map(([a, b, c]) => ['row', `${a}.`, `${b}.`, `${c}.`])
      const sheet = {
        ...sheetOf(marked),
        columns: [0, 1, 2, 3].map((at) => ({ header: `h${at}`, width: 9 })),
      }
      const read = (await readBack(await xlsxBytes([sheet]))).slice(1)
      expect(read).toEqual(marked.map((cells) => cells.map(asTableOf)))
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
  )
  const numbers = [12100, 0.5, 123456789012]
  expect((await readBack(await xlsxBytes([sheetOf([numbers], false)]))).at(-1)).toEqual([
    '12100',
    '0.5',
    '123456789012',
  ])
})

it('leaves a text out that no cell of Excel holds, and never cuts one', async () => {
  const [, row] = await readBack(
    await xlsxBytes([sheetOf([['a'.repeat(longestText), 'b'.repeat(longestText + 1), 'c']])]),
  )
  expect(row?.map((text) => text.length)).toEqual([longestText, 0, 1])
})

it('has the parts, the order of elements and the bounds of hints that Excel asks for', async () => {
  const bytes = await xlsxBytes([
    {
      name: 'Rows',
      columns: [
        {
          header: 'Make',
          width: 10,
          text: true,
          choice: { source: 'Lists!$A$2:$A$3' },
          hint: 'h'.repeat(300),
        },
        { header: 'Currency', width: 10, choice: { source: '"USD,EUR"', only: true } },
      ],
      rows: [],
    },
    { name: 'Lists', hidden: true, columns: [{ header: 'Make', width: 9 }], rows: [['Audi'], ['BMW']] },
  ])
  const parts = partsOf(bytes)
  expect([...parts.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ])
  for (const xml of parts.values()) childrenOf(xml)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(childrenOf(sheet)).toEqual(['sheetViews', 'cols', 'sheetData', 'dataValidations'])
  expect(sheet).toContain('<formula1>Lists!$A$2:$A$3</formula1>')
  expect(sheet).toMatch(/type="list" allowBlank="1" showErrorMessage="1" sqref="B2:B2001"/)
  expect(/prompt="([^"]*)"/.exec(sheet)?.[1]).toHaveLength(255)
  expect(parts.get('xl/workbook.xml')).toContain(
    '<sheet name="Lists" sheetId="2" state="hidden" r:id="rId2"/>',
  )
})
