import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { faultOf } from '../csv-files.ts'
import { xlsxOf, zipOf } from '../sheet/xlsx-file.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

const auto = { shape: {}, mapping: null, operation: null }

async function check(name: string, content: string | Uint8Array) {
  const draftId = service.openPath(folder.write(name, content))
  try {
    const found = await service.check(draftId, auto, emptyAccount)
    const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 10)
    return { ...found, lines: rows.map(({ line, cells, valid }) => ({ line, cells: cells.length, valid })) }
  } finally {
    await service.drop(draftId)
  }
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `Поле ${at}`)

it('reads 2,000 columns, as text and as a sheet', async () => {
  const header = ['auto_id', 'price', 'currency_id', ...names(1_997)]
  const cells = ['5', '100', 'USD', ...names(1_997)]
  const expected = { rows: 1, toSend: 1, lines: [{ line: 2, cells: 2_000, valid: true }] }
  expect(await check('wide.csv', `${header.join(';')}\n${cells.join(';')}\n`)).toMatchObject(expected)
  expect(await check('wide.xlsx', xlsxOf([{ name: 'A', rows: [header, cells] }]))).toMatchObject(expected)
})

it('says the line of a cell of 4 MB, quoted or not, and reads on with other files', async () => {
  const cell = 'x'.repeat(4_000_000)
  const begin = 'auto_id;price;currency_id;auto_note\n5;100;USD;a\n'
  for (const long of [cell, `"${cell}"`])
    expect(await faultOf(() => check('cell.csv', `${begin}6;100;USD;${long}\n7;100;USD;b\n`))).toMatchObject({
      code: 'line-too-long',
      line: 3,
    })
  const sheet = await check(
    'cell.xlsx',
    xlsxOf([
      {
        name: 'A',
        rows: [
          ['auto_id', 'price', 'currency_id', 'auto_note'],
          ['5', '100', 'USD', 'xy'.repeat(400_000)],
        ],
      },
    ]),
  )
  expect(sheet).toMatchObject({ rows: 1, invalid: 1 })
  expect(await check('small.csv', begin)).toMatchObject({ toSend: 1 })
})

const sheetOf = (content: string): Buffer =>
  zipOf([
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="a" Type="x/worksheet" Target="sheet.xml"/></Relationships>',
    },
    { name: 'xl/sheet.xml', content },
  ])
const many = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join('')

it.each([
  [
    'elements in one another',
    () => sheetOf(`<worksheet>${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</worksheet>`),
  ],
  [
    'namespaces',
    () =>
      sheetOf(
        `<worksheet${many(20_000, (at) => ` xmlns:n${at}="u"`)}>${many(20_000, (at) => `<c xmlns:m${at}="u"/>`)}</worksheet>`,
      ),
  ],
  [
    'cells in the last column',
    () =>
      sheetOf(
        `<worksheet>${many(3_000, (at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`)}</worksheet>`,
      ),
  ],
  [
    'cells that reach over others',
    () => gzipSync(`<table>${'<tr><td colspan=16000 rowspan=2></td></tr>'.repeat(200_000)}</table>`),
  ],
  ['elements of a page in one another', () => `<html><table><tr><td>${'<b>'.repeat(200_000)}`],
])('refuses a small file with very many %s', async (_what, content) => {
  expect(await faultOf(() => check('stock.xlsx', content()))).toMatchObject({ code: 'sheet-too-large' })
})

it('reads the one offer with 80,000 photos as a line that is too long, and a page of 200,000 tables', async () => {
  const photos = many(80_000, (at) => `<photo>https://example.com/${at}.jpg</photo>`)
  const feed = `<?xml version="1.0"?><cars><car><id>5</id>${photos}</car><car><id>6</id></car></cars>`
  expect(await faultOf(() => check('feed.xml', feed))).toMatchObject({ code: 'line-too-long' })
  const tables = '<table></table>'.repeat(200_000)
  expect(await faultOf(() => check('page.xls', `<html>${tables}</html>`))).toMatchObject({
    code: 'sheet-too-large',
  })
})

it('refuses a spreadsheet that takes minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const rows = many(300_000, (at) => `<row><c><v>${at}</v></c></row>`)
  const path = folder.write('slow.xlsx', sheetOf(`<worksheet>${rows}</worksheet>`))
  const draftId = service.openPath(path)
  const refused = faultOf(() => service.check(draftId, auto, emptyAccount))
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(120_000)
  expect(await refused).toMatchObject({ code: 'sheet-too-large', reason: 'time' })
})

it('notices a file that grows, shrinks or vanishes after its check, and plans none of it', async () => {
  const text = 'auto_id;price;currency_id\n5;100;USD\n6;100;USD\n'
  const changes: readonly ((path: string) => void)[] = [
    (path) => appendFileSync(path, '7;100;USD\n'),
    (path) => truncateSync(path, 30),
    (path) => writeFileSync(path, text.replace('100', '900')),
    (path) => rmSync(path),
  ]
  for (const change of changes) {
    const path = folder.write('changing.csv', text)
    const draftId = service.openPath(path)
    await service.check(draftId, auto, emptyAccount)
    change(path)
    expect((await faultOf(() => service.staged(draftId))).code).toMatch(/^file-(?:unreadable|missing)$/)
    await service.drop(draftId)
  }
})
