import { expect, it } from 'vitest'
import * as SheetJs from 'xlsx'
import { encodeText, faultOf } from '../csv-files.ts'
import { xlsxBytes } from '../../../../src/main/files/xlsx/workbook.ts'
import { openConverter } from './converter.ts'
import { sheetXml, xlsxOf, xlsxParts, type ZippedFile, zipOf } from './xlsx-file.ts'

const { convert } = openConverter()

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const strict = 'http://purl.oclc.org/ooxml'

interface Book {
  /** Where the workbook is. */
  readonly place: string
  /** Its relations: type, id and target. */
  readonly relations: readonly (readonly [type: string, id: string, target: string])[]
  readonly parts: readonly ZippedFile[]
  readonly workbook?: string
  /** Content types of parts beside the workbook's. */
  readonly types?: readonly (readonly [part: string, type: string])[]
  readonly root?: boolean
}

const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const styles = `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`
const strings = `<sst xmlns="${main}"><si><t>Прайс</t></si></sst>`
const sheet = `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46347</v></c><c r="C1"><v>75500</v></c></row></sheetData></worksheet>`
const read = [[1, ['Прайс', '2026-11-21', '75500']]]

function bookOf({ place, relations, parts, workbook, types = [], root = true }: Book): Buffer {
  const folder = place.slice(0, place.lastIndexOf('/') + 1)
  const list = relations
    .map(([type, id, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')
  const typed = [[place, 'sheet.main'], ...types]
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${kinds}.${type}+xml"/>`)
    .join('')
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="${packaged}/content-types">${typed}</Types>` },
    ...(root
      ? [
          {
            name: '_rels/.rels',
            content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="a" Type="${office}/officeDocument" Target="${place}"/></Relationships>`,
          },
        ]
      : []),
    {
      name: place,
      content:
        workbook ??
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>`,
    },
    {
      name: `${folder}_rels/${place.slice(folder.length)}.rels`,
      content: `<Relationships xmlns="${packaged}/relationships">${list}</Relationships>`,
    },
    ...parts,
  ])
}

const usual = (sheetTarget: string, name: string): Book => ({
  place: 'xl/workbook.xml',
  relations: [
    ['worksheet', 's', sheetTarget],
    ['styles', 't', 'styles.xml'],
    ['sharedStrings', 'u', 'sharedStrings.xml'],
  ],
  parts: [
    { name, content: sheet },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/sharedStrings.xml', content: strings },
  ],
})

it.each<[string, Book]>([
  ['a target that begins with a slash', usual('/xl/worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')],
  ['a target in the folder above', usual('../sheets/one.xml', 'sheets/one.xml')],
  ['a target in its own folder', usual('./worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')],
  ['a target of other letters', usual('Worksheets/Sheet1.XML', 'xl/worksheets/sheet1.xml')],
  ['a part of other letters', usual('worksheets/sheet1.xml', 'XL/WorkSheets/Sheet1.xml')],
  ['backslashes in the archive', usual('worksheets/sheet1.xml', 'xl\\worksheets\\sheet1.xml')],
  ['backslashes in a target', usual('worksheets\\sheet1.xml', 'xl/worksheets/sheet1.xml')],
  ['a backslash before a target', usual('\\xl\\worksheets\\sheet1.xml', 'xl/worksheets/sheet1.xml')],
  ['an encoded target', usual('worksheets/my%20sheet.xml', 'xl/worksheets/my sheet.xml')],
  ['a slash before its parts', usual('worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml')],
  [
    'folders of its own',
    {
      place: 'Office/Book.xml',
      relations: [
        ['worksheet', 's', 'data/cells.xml'],
        ['styles', 't', '/looks.xml'],
        ['sharedStrings', 'u', '../texts/all.xml'],
      ],
      parts: [
        { name: 'Office/data/cells.xml', content: sheet },
        { name: 'looks.xml', content: styles },
        { name: 'texts/all.xml', content: strings },
      ],
    },
  ],
  [
    'the workbook at the top',
    {
      ...usual('sheet.xml', 'sheet.xml'),
      place: 'book.xml',
      parts: [
        { name: 'sheet.xml', content: sheet },
        { name: 'styles.xml', content: styles },
        { name: 'sharedStrings.xml', content: strings },
      ],
    },
  ],
])('finds the parts of a workbook with %s, with and without the list of the package', async (_what, book) => {
  expect((await convert(bookOf(book))).rows).toEqual(read)
  expect((await convert(bookOf({ ...book, root: false }))).rows).toEqual(read)
})

it('finds parts whose places and sizes are counted in 64 bits', async () => {
  const book = xlsxParts([{ name: 'A', rows: [['Ціна', 75_500]] }])
  const wide = zipOf(book.map((part) => ({ ...part, wide: true })))
  expect((await convert(wide)).rows).toEqual([[1, ['Ціна', '75500']]])
})

it('finds texts and formats that only the content types name', async () => {
  const book = usual('worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')
  const types = [
    ['xl/Texts.xml', 'sharedStrings'],
    ['xl/Looks.xml', 'styles'],
  ] as const
  const parts = [
    { name: 'xl/texts.xml', content: strings },
    { name: 'xl/looks.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]
  expect(
    (await convert(bookOf({ ...book, relations: book.relations.slice(0, 1), parts, types }))).rows,
  ).toEqual(read)
})

it('takes the format of a cell for it, not that of a conditional format or a named style', async () => {
  const looks = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs><dxfs><dxf><numFmt numFmtId="170" formatCode="0.00"/></dxf></dxfs></styleSheet>`
  const book = usual('worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')
  const parts = book.parts.map((part) => (part.name === 'xl/styles.xml' ? { ...part, content: looks } : part))
  expect((await convert(bookOf({ ...book, parts }))).rows).toEqual(read)
})

it('reads the first sheet of cells, not a chart, and never one in the place of another', async () => {
  const book = usual('worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Chart" sheetId="1" r:id="c"/><sheet name="A" sheetId="2" r:id="s"/></sheets></workbook>`
  const chart = ['chartsheet', 'c', 'chartsheets/sheet1.xml'] as const
  const { facts, rows } = await convert(bookOf({ ...book, workbook, relations: [chart, ...book.relations] }))
  expect([facts.names, rows]).toEqual([['A'], read])
  expect(await faultOf(() => convert(bookOf({ ...book, workbook })))).toMatchObject({ code: 'sheet-broken' })
})

const workbookWith = (properties: string): string =>
  `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="A" sheetId="1" r:id="s"/></sheets><extLst><ext xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>`

it.each([
  ['1904', '<workbookPr date1904="1"/>', '2030-11-22'],
  ['1904 as a word', '<workbookPr date1904="true"/>', '2030-11-22'],
  ['1900', '<workbookPr date1904="0"/>', '2026-11-21'],
  ['1900 without a word', '', '2026-11-21'],
  [
    '1900, whatever another program keeps for itself',
    '<workbookPr/><own:workbookPr xmlns:own="urn:own" date1904="1"/>',
    '2026-11-21',
  ],
])('counts days from %s, with the elements of newer programs beside', async (_what, properties, day) => {
  const book = usual('worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')
  const { rows } = await convert(bookOf({ ...book, workbook: workbookWith(properties) }))
  expect(rows).toEqual([[1, ['Прайс', day, '75500']]])
})

it('reads prefixes and the strict namespaces, and no element that is only called like one of a sheet', async () => {
  const strictBook = zipOf(
    [
      [
        'xl/workbook.xml',
        `<x:workbook xmlns:x="${strict}/spreadsheetml/main" xmlns:rel="${strict}/officeDocument/relationships"><x:sheets><x:sheet name="A" rel:id="s"/></x:sheets></x:workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<p:Relationships xmlns:p="${packaged}/relationships"><p:Relationship Id="s" Type="${strict}/officeDocument/relationships/worksheet" Target="sheet.xml"/></p:Relationships>`,
      ],
      [
        'xl/sheet.xml',
        `<x:worksheet xmlns:x="${strict}/spreadsheetml/main" xmlns:o="urn:other"><x:sheetData><x:row r="1" o:r="9"><x:c r="A1" o:t="s" t="d"><x:v>2026-11-21T18:00:00.000Z</x:v></x:c><o:c r="B1"><o:v>1</o:v></o:c><x:c r="C1"><x:v>75500</x:v><o:v>1</o:v></x:c></x:row></x:sheetData></x:worksheet>`,
      ],
    ].map(([name = '', content = '']) => ({ name, content })),
  )
  expect((await convert(strictBook)).rows).toEqual([[1, ['2026-11-21 18:00:00', '', '75500']]])
})

it.each([
  ['windows-1251', (text: string) => encodeText(text, 'windows-1251'), 'encoding="windows-1251"'],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'encoding="UTF-16"'],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`), 'encoding="UTF-8"'],
])('reads parts in %s', async (_what, encode, declaration) => {
  const text = `<?xml version="1.0" ${declaration}?>${sheetXml({ rows: [['Ціна', 5]] }).replace(/^<\?.*?\?>/, '')}`
  const parts = xlsxParts([{ name: 'A', rows: [] }]).map((part) =>
    part.name === 'xl/worksheets/sheet1.xml' ? { ...part, content: encode(text) } : part,
  )
  expect((await convert(zipOf(parts))).rows).toEqual([[1, ['Ціна', '5']]])
})

it('takes a number in a text cell of our own templates for the number, whoever filled it', async () => {
  const columns = ['auto_id', 'version'].map((header) => ({ header, width: 18, text: true }))
  const book = SheetJs.read(await xlsxBytes([{ name: 'A', columns, rows: [['0', '0']] }]), { cellNF: true })
  const sheet = book.Sheets.A
  if (!sheet) throw new Error('the template has no sheet')
  for (const [address, value] of [
    ['A2', 5],
    ['B2', 2],
  ] as const) {
    expect((sheet[address] as SheetJs.CellObject).z).toBe('@')
    sheet[address] = { t: 'n', v: value, z: '@' }
  }
  const { rows } = await convert(SheetJs.write(book, { type: 'buffer' }) as Buffer)
  expect(rows.at(-1)).toEqual([2, ['5', '2']])
})

it('keeps the sheet’s name as it is shown', async () => {
  expect((await convert(xlsxOf([{ name: 'A_x0020_B', rows: [['x']] }]))).facts.name).toBe('A B')
})
