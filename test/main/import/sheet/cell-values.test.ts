import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInCode, numberFormatOf } from '../../../../src/main/import/sheet/number-format.ts'
import { openConverter } from './converter.ts'
import { clockFormats, dateFormats, elapsedFormats, momentFormats, numberFormats } from './sample-cells.ts'
import { xlsxOf } from './xlsx-file.ts'

const { convert } = openConverter()

const shown = (code: string, value: number, from1904 = false): string => numberFormatOf(code)(value, from1904)

describe('a number', () => {
  it.each(numberFormats)('stays the number under %s', (code) => {
    expect([75_500, 2, 0, -3.5, 46_347, 0.5].map((value) => shown(code, value))).toEqual([
      '75500',
      '2',
      '0',
      '-3.5',
      '46347',
      '0.5',
    ])
  })

  it('under a format that has only an id is a moment, a percentage or itself', () => {
    const ids = [...range(14, 22), ...range(27, 36), 45, 47, ...range(50, 58), ...range(71, 78), 80, 81]
    const others: Readonly<Record<number, string>> = {
      ...Object.fromEntries(ids.map((id) => [id, '2026-11-21'])),
      ...Object.fromEntries([9, 10, 67, 68].map((id) => [id, '4634700%'])),
      ...Object.fromEntries([46, 79].map((id) => [id, '1112328:00:00'])),
    }
    for (const id of range(0, 400))
      expect([id, numberFormatOf(builtInCode(id))(46_347, false)]).toEqual([id, others[id] ?? '46347'])
  })

  it('is written whatever its format is, also one that no program would write', () => {
    const pieces =
      '0 00 # ? . , ; [h] [mm] "1 " \\ _ * E+ E % / @ General d m yyyy h s .0 [Red] [>5] [ $ - AM/PM e g я 1 [$₴-422]'
    const piece = fc.constantFrom(' ', ...pieces.split(' '))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.double({ noNaN: true }), (code, value) => {
        expect(shown(code.join(''), value)).not.toBe('')
      }),
    )
  })

  it('keeps every digit of a whole one, and no noise of the others', () => {
    expect(
      [1_234_567_890_123_456, 9_007_199_254_740_991, 0.1 + 0.2, 1e20].map((value) => shown('0', value)),
    ).toEqual(['1234567890123456', '9007199254740991', '0.3', '100000000000000000000'])
  })

  it.each([
    ['00000', 123, '00123'],
    ['00000', 12.5, '12.5'],
    ['"A-"00000', 123, 'A-00123'],
    ['[=0]"";00000', 123, '00123'],
    ['[<100000]00000;0', 123, '00123'],
    ['[<100000]00000;#,##0', 123, '123'],
    ['[>0]General;00000', 123, '123'],
    ['00000.', 123, '123'],
    ['00,000', 123, '123'],
    ['000000000', 671_234_567, '671234567'],
    ['"+380"000000000', 671_234_567, '+380671234567'],
    ['"+380"0', 671_234_567, '+380671234567'],
    ['(000) 000-00-00', 671_234_567, '(067) 123-45-67'],
    ['0"000"', 15, '15000'],
    ['0\\0\\0\\0', 15, '15000'],
    ['#,##0 "см3"', 1598, '1598'],
    ['0%', 0.07, '7%'],
    ['yyyy', 42_005, '2015'],
    ['no such [format', 5, '5'],
    ['', 5, '5'],
  ])('under %s is what is seen if that is more than its look: %d', (code, value, text) => {
    expect(shown(code, value)).toBe(text)
  })
})

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('a moment', () => {
  it.each([...dateFormats, ...momentFormats, '[=0]"";dd.mm.yyyy', '[Red]d.m.yyyy', 'e', 'B1dd/mm/yy'])(
    'is a day under %s',
    (code) => expect(shown(code, 46_347)).toBe(code === 'e' ? '2026' : '2026-11-21'),
  )

  it.each([...clockFormats, ...momentFormats])('alone is a time under %s', (code) => {
    expect(shown(code, 0.604_166_666_666_667)).toBe('14:30:00')
    expect(shown(code, 0)).toBe('00:00:00')
  })

  it.each(elapsedFormats)('is hours beyond a day under %s', (code) => {
    expect([1.5, 0.25, -0.5].map((value) => shown(code, value))).toEqual([
      '36:00:00',
      '06:00:00',
      '-12:00:00',
    ])
  })

  it('keeps its milliseconds, and no noise of its binary form', () => {
    expect(shown('yyyy-mm-dd', 46_347 + 0.000_25 / 86.4)).toBe('2026-11-21 00:00:00.250')
    expect(shown('hh:mm', 46_347.708_333_333_3)).toBe('2026-11-21 17:00:00')
    expect(shown('hh:mm:ss', 0.999_999_999_999)).toBe('1900-01-01')
  })

  it('is of 1900 or 1904, with the day that 1900 had not', () => {
    expect([0, 1, 59, 60, 61].map((value) => shown('d.m.yy', value))).toEqual([
      '1900-01-00',
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
    ])
    expect([0, 1, 60].map((value) => shown('d.m.yy', value, true))).toEqual([
      '1904-01-01',
      '1904-01-02',
      '1904-03-01',
    ])
    expect(shown('h:mm', 0.5, true)).toBe('12:00:00')
    expect(shown('d.m.yyyy h:mm', 0.5, true)).toBe('1904-01-01 12:00:00')
  })

  it('that no spreadsheet shows is the number', () => {
    expect([-1, 2_958_466, 75_500_000].map((value) => shown('d.m.yyyy', value))).toEqual([
      '-1',
      '2958466',
      '75500000',
    ])
    expect(shown('d.m.yyyy', 2_958_465)).toBe('9999-12-31')
  })
})

/** The cells of one row of XML, where `@` is their place. */
async function cellsOf(...cells: readonly string[]): Promise<readonly string[] | undefined> {
  const { rows } = await convert(
    xlsxOf([{ name: 'A', rows: [[...cells.map((xml) => ({ xml })), 'end']] }], { strings: ['текст'] }),
  )
  return rows[0]?.[1].slice(0, -1)
}

describe('a cell', () => {
  it('whose formula has no value says so, whatever its type', async () => {
    const types = ['', ' t="n"', ' t="str"', ' t="b"', ' t="e"', ' t="s"', ' t="d"']
    expect(await cellsOf(...types.map((type) => `<c r="@"${type}><f>A1</f></c>`))).toEqual(
      types.map(() => '#CALC!'),
    )
    expect(
      await cellsOf('<c r="@" t="str"><f>T(1)</f><v></v></c>', '<c r="@" t="str"><f>T(1)</f><v/></c>'),
    ).toEqual(['', ''])
  })

  it('has the value of its formula, of each type', async () => {
    expect(
      await cellsOf(
        '<c r="@"><f>1</f><v>75500</v></c>',
        '<c r="@" t="str"><f>1</f><v> a_x000A_b </v></c>',
        '<c r="@" t="b"><f>1</f><v>0</v></c>',
        '<c r="@" t="e"><f>1</f><v>#N/A</v></c>',
        '<c r="@" s="1"><f>1</f><v>46347</v></c>',
        '<c r="@" t="d"><f>1</f><v>2026-11-21</v></c>',
      ),
    ).toEqual(['75500', ' a\nb ', 'FALSE', '#N/A', '2026-11-21', '2026-11-21'])
  })

  it('without content is empty, never 0 or the first text', async () => {
    expect(
      await cellsOf(
        '<c r="@"><v> </v></c>',
        '<c r="@" t="s"><v></v></c>',
        '<c r="@" t="s"><v> </v></c>',
        '<c r="@"/>',
      ),
    ).toEqual(['', '', '', ''])
  })

  it('holds its text in the cell, in pieces, or where its type does not say', async () => {
    expect(
      await cellsOf(
        '<c r="@" t="inlineStr"><is><r><t>ци</t></r><r><rPr><b/></rPr><t xml:space="preserve">на </t></r><rPh><t>x</t></rPh></is></c>',
        '<c r="@" t="inlineStr"><v>текст</v></c>',
        '<c r="@" t="inlineStr"><f>A1</f><is><t>текст</t></is></c>',
        '<c r="@"><is><t>текст</t></is></c>',
        '<c r="@" t="inlineStr"><is><t>_x005F_x000D_ &amp; &#8372;</t></is></c>',
        '<c r="@" t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>',
      ),
    ).toEqual(['цина ', 'текст', 'текст', 'текст', '_x000D_ & ₴', 'a<b'])
  })

  it('with a moment as a text has no zone and no empty fraction', async () => {
    const moments = [
      ['2026-11-21T00:00:00.000Z', '2026-11-21'],
      ['2026-11-21T18:00:00Z', '2026-11-21 18:00:00'],
      ['2026-11-21T18:00:00.250', '2026-11-21 18:00:00.250'],
      ['2026-11-21T18:00', '2026-11-21 18:00:00'],
      ['2026-11-21', '2026-11-21'],
      ['1899-12-30T14:30:00Z', '14:30:00'],
      ['1899-12-31T14:30:00.000', '14:30:00'],
      ['T14:30:00', '14:30:00'],
      ['1900-01-01', '1900-01-01'],
      ['1900-03-01', '1900-03-01'],
      ['колись', 'колись'],
    ]
    expect(await cellsOf(...moments.map(([text]) => `<c r="@" t="d"><v>${text}</v></c>`))).toEqual(
      moments.map(([, read]) => read),
    )
  })
})

describe('a workbook of Excel 2003 as XML', () => {
  const ss = 'urn:schemas-microsoft-com:office:spreadsheet'
  const book = (cells: string): string =>
    `<?xml version="1.0"?><Workbook xmlns="${ss}" xmlns:ss="${ss}" xmlns:x="urn:schemas-microsoft-com:office:excel"><Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="t"><NumberFormat ss:Format="Short Time"/></Style><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="f"><NumberFormat ss:Format="Fixed"/></Style></Styles><Worksheet ss:Name="A"><Table><Row>${cells}</Row></Table></Worksheet></Workbook>`
  const cell = (style: string, type: string, text: string, more = ''): string =>
    `<Cell ss:StyleID="${style}"><Data ss:Type="${type}">${text}</Data>${more}</Cell>`

  it('is read by its formats, without the notes at its cells', async () => {
    const note = `<Comment ss:Author="x"><ss:Data xmlns="http://www.w3.org/TR/REC-html40" ss:Type="String"><B>торг</B></ss:Data></Comment>`
    const { rows } = await convert(
      book(
        cell('f', 'Number', '75500', note) +
          cell('t', 'DateTime', '1899-12-31T14:30:00.000') +
          cell('d', 'DateTime', '2026-11-21T00:00:00.000') +
          cell('p', 'Number', '0.15') +
          cell('z', 'Number', '123') +
          cell('z', 'Boolean', '1'),
      ),
      undefined,
      'a.xls',
    )
    expect(rows).toEqual([[1, ['75500', '14:30:00', '2026-11-21', '15%', '00123', 'TRUE']]])
  })
})

const shownIn = async (style: string, text: string): Promise<string | undefined> => {
  const { rows } = await convert(`<table><tr><td style='${style}'>${text}</td></tr></table>`)
  return rows[0]?.[1][0]
}

it.each([
  ['mso-number-format:"00000"', '123', '00123'],
  ['color:red; mso-number-format:00000', '123', '00123'],
  ['mso-number-format:"\\0022A-\\002200000"', '123', 'A-00123'],
  ['mso-number-format:"00000"', '00123', '00123'],
  ['mso-number-format:"\\#\\,\\#\\#0"', '12345', '12345'],
  ['mso-number-format:"\\@"', '0123', '0123'],
  ['mso-number-format:"dd\\.mm\\.yyyy"', '46347', '46347'],
  ['mso-number-format:"00000"', '12.5', '12.5'],
  ['mso-number-format:"00000"', 'A1', 'A1'],
])('digits in a page have the zeros that Excel shows under %s: %s', async (style, text, shownText) => {
  expect(await shownIn(style, text)).toBe(shownText)
})
