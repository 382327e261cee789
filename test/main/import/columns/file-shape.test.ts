import { describe, expect, it } from 'vitest'
import type { Encoding, FileShapeChoice } from '#shared/import/draft.ts'
import { type FileLook, lookAtFile } from '../../../../src/main/import/columns/file-shape.ts'
import { detectEncoding } from '../../../../src/main/import/encoding/detect-encoding.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { CsvFolder, encodeText, faultOf } from '../csv-files.ts'

const folder = new CsvFolder()

function look(content: string | Uint8Array, choice: FileShapeChoice = {}) {
  const path = folder.write('shape.csv', content)
  return new Promise<FileLook>((resolve) =>
    resolve(withSource(path, 'shape.csv', (source) => lookAtFile(source, choice))),
  )
}

const ukrainian = 'Номер оголошення;Валюта;Ціна;Опис\n100;грн;12500,50;Продаж нового авто з гарантією, Київ\n'
describe('the encoding', () => {
  it('finds a single Cyrillic letter far behind the sample', () => {
    const rows = '100;UAH;12500,50;x\n'.repeat(4_000)
    const text = `auto_id;currency_id;price;auto_note\n${rows}101;UAH;5;Київ\n`
    const detected = (content: string | Uint8Array) =>
      withSource(folder.write('shape.csv', content), 'shape.csv', (source) => detectEncoding(source).encoding)
    expect(detected(encodeText(text, 'windows-1251'))).toBe('windows-1251')
    expect(detected(text)).toBe('utf-8')
  })

  it('takes what the dealer chose', async () => {
    const chosen: Encoding = 'koi8-u'
    expect((await look(encodeText(ukrainian, 'windows-1251'), { encoding: chosen })).shape.encoding).toBe(
      chosen,
    )
  })
})

describe('the delimiter', () => {
  it.each([
    ['auto_id,price\n1,2\n', ','],
    ['auto_id;price\n1;2,5\n', ';'],
    ['auto_id\tprice\n1\t2\n', '\t'],
    ['auto_id|price\n1|2\n', '|'],
    ['auto_id;currency_id;price\n1;USD;1,5', ';'],
    ['a;b\n"x,y,z";2,3\n', ';'],
    ['auto_id\n1\n2\n', ','],
    ['\n\nauto_id;price\n1;2\n', ';'],
  ])('of %j is %j', async (text, delimiter) => {
    expect((await look(text)).shape.delimiter).toBe(delimiter)
  })

  it.each(['sep=;\r\n', 'SEP=;\n', '\uFEFFsep=;\n', '"sep=;"\n'])(
    'is told by a first line %j, which is no record',
    async (first) => {
      const { shape, header, sample } = await look(`${first}a,b;price\n1,5;2\n`)
      expect(shape.delimiter).toBe(';')
      expect(header).toMatchObject({ cells: ['a,b', 'price'], line: 2 })
      expect(sample).toMatchObject([{ cells: ['1,5', '2'], line: 3 }])
    },
  )

  it('that nobody knows is said', async () => {
    expect(await faultOf(() => look('auto_id~price\n1~2\n'))).toEqual({
      code: 'file-delimiter',
      file: 'shape.csv',
      line: 1,
    })
  })
})

it.each([
  ['auto_id;price\n1;2,5\n', ','],
  ['auto_id;price\n1;2.5\n', '.'],
  ['auto_id;price\n1;2500\n', ','],
  ['auto_id,price\n1,2500\n', '.'],
  ['auto_id,price\n1,"2500,50"\n', ','],
])('the decimal mark of %j is %s', async (text, mark) => {
  expect((await look(text)).shape.decimalMark).toBe(mark)
})

it.each([
  ['nothing', '', 'file-empty'],
  ['blank lines', '\n\r\n  \n', 'file-empty'],
  ['a mark alone', '\uFEFF', 'file-empty'],
  ['a header alone', 'auto_id,price\n', 'file-header-only'],
  ['a spreadsheet', Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), 'file-binary'],
  ['an old spreadsheet', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1'), 'file-binary'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'file-binary'],
  ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)), 'file-binary'],
])('a file that is none (%s) is refused by its name', async (_what, content, code) => {
  expect(await faultOf(() => look(content))).toMatchObject({ code, file: 'shape.csv' })
})
