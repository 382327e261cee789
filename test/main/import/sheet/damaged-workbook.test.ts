import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { faultOf } from '../csv-files.ts'
import { placesIn, spread } from '../../../whole.ts'
import { type Converted, openConverter } from './converter.ts'
import { sampleWriters } from './sample-workbooks.ts'
import { sheetXml, type TestSheet, xlsxOf, xlsxParts, type ZippedFile, zipOf } from './xlsx-file.ts'

const { convert } = openConverter()
const stock: TestSheet = {
  name: 'A',
  rows: [
    ['auto_id', 'price'],
    [5, 15_500],
    [6, 75_500],
  ],
}

/** The workbook with a part changed, or left out. */
const changed = (name: string, change: (part: ZippedFile) => readonly ZippedFile[]): Buffer =>
  zipOf(xlsxParts([stock]).flatMap((part) => (part.name === name ? change(part) : [part])))
const sheetPath = 'xl/worksheets/sheet1.xml'

describe('a byte that is another one', () => {
  const written: { name: string; bytes: Buffer; read: Converted }[] = []
  beforeAll(async () => {
    for (const { name, write } of sampleWriters) {
      const bytes = await write()
      written.push({ name, bytes, read: await convert(bytes) })
    }
  })

  it.each(sampleWriters.map(({ name }, at) => ({ name, at })))(
    'in a workbook of $name gives the same rows or a refusal, never other values',
    async ({ at }) => {
      const { bytes, read } = written[at] ?? { bytes: Buffer.alloc(0), read: null }
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
          const flipped = Buffer.from(bytes)
          flipped[place] = (flipped[place] ?? 0) ^ flip
          const found = await convert(flipped).catch((error: unknown) => error)
          if (!(found instanceof Fault)) expect(found).toEqual(read)
        }),
        { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
      )
    },
  )

  it('in a number that is stored as it is, is no price', async () => {
    const sheet = sheetXml(stock)
    const book = xlsxOf([stock])
    const stored = zipOf(
      xlsxParts([stock]).map((part) => (part.name === sheetPath ? { ...part, stored: true } : part)),
    )
    expect((await convert(stored)).rows).toEqual((await convert(book)).rows)
    const place = stored.indexOf('<v>15500') + '<v>'.length
    expect(sheet).toContain('<v>15500')
    stored.write('7', place, 'latin1')
    expect(await faultOf(() => convert(stored))).toMatchObject({ code: 'sheet-broken', file: 'stock.xlsx' })
  })
})

describe('a workbook that was cut', () => {
  it('anywhere is refused', async () => {
    const book = xlsxOf([stock])
    for (const length of spread(placesIn(4, book.length), 12))
      expect(await faultOf(() => convert(book.subarray(0, length)))).toMatchObject({ code: 'sheet-broken' })
  })

  it('before it was packed is refused wherever its sheet ends', async () => {
    const whole = sheetXml(stock)
    for (const length of spread(placesIn(0, whole.length), 15)) {
      const cut = changed(sheetPath, (part) => [{ ...part, content: whole.slice(0, length) }])
      expect(await faultOf(() => convert(cut))).toMatchObject({ code: 'sheet-broken' })
    }
    expect((await convert(changed(sheetPath, (part) => [{ ...part, content: whole }]))).rows).toHaveLength(3)
  })

  it.each([
    ['a cell is closed by its row', (xml: string) => xml.replace('<v>15500</v></c>', '<v>15500</v>')],
    ['a value is closed by its cell', (xml: string) => xml.replace('<v>15500</v>', '<v>155')],
    ['there are two sheets in a part', (xml: string) => xml + xml.replace(/^<\?.*?\?>/, '')],
    ['a cell is in the row of another', (xml: string) => xml.replace('r="B2"', 'r="B3"')],
    ['bytes are no text', (xml: string) => Buffer.concat([Buffer.from(xml), Buffer.from([0xff, 0xfe])])],
  ])('is refused if %s', async (_what, change) => {
    const book = changed(sheetPath, (part) => [{ ...part, content: change(String(part.content)) }])
    expect(await faultOf(() => convert(book))).toMatchObject({ code: 'sheet-broken' })
  })

  it.each(['xl/styles.xml', 'xl/sharedStrings.xml', sheetPath, 'xl/_rels/workbook.xml.rels'])(
    'is refused without its part %s',
    async (name) => {
      expect(await faultOf(() => convert(changed(name, () => [])))).toMatchObject({ code: 'sheet-broken' })
    },
  )

  it('is read whole with more behind its end, as pages of sites add it', async () => {
    const book = xlsxOf([stock])
    const { rows } = await convert(book)
    for (const more of ['\r\n', '<!-- 0.02 s -->', '\0'.repeat(500)])
      expect((await convert(Buffer.concat([book, Buffer.from(more)]))).rows).toEqual(rows)
  })

  it('is refused if a part is there twice, or the directory counts fewer than it has', async () => {
    const twice = changed(sheetPath, (part) => [part, { ...part, name: sheetPath.toUpperCase() }])
    expect(await faultOf(() => convert(twice))).toMatchObject({ code: 'sheet-broken' })
    const fewer = xlsxOf([stock], { more: [{ name: 'docProps/core.xml', content: '<a/>' }] })
    const end = fewer.lastIndexOf('PK\x05\x06')
    fewer.writeUInt16LE(fewer.readUInt16LE(end + 10) - 1, end + 10)
    expect(await faultOf(() => convert(fewer))).toMatchObject({ code: 'sheet-broken' })
  })
})

describe('a table as HTML or XML', () => {
  const html = '<html><body><table><tr><td>auto_id</td></tr><tr><td>75500</td></tr></table></body></html>'
  const xml =
    '<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="Number">75500</Data></Cell></Row></Table></Worksheet></Workbook>'

  it('is refused if it ends inside its table', async () => {
    for (const length of spread(placesIn(html.indexOf('<tr>'), html.indexOf('</table>')), 10))
      expect(await faultOf(() => convert(html.slice(0, length), undefined, 'a.xls'))).toMatchObject({
        code: 'sheet-broken',
      })
    expect((await convert(html.slice(0, html.indexOf('</body>')), undefined, 'a.xls')).rows).toHaveLength(2)
  })

  it('is refused if it ends before its root does', async () => {
    for (const length of spread(placesIn(xml.indexOf('<Worksheet'), xml.length), 10))
      expect(await faultOf(() => convert(xml.slice(0, length), undefined, 'a.xls'))).toMatchObject({
        code: 'xml-broken',
      })
  })
})
