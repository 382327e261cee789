/**
 * What a dealer's workbook may hold, as the libraries that write workbooks take it. A number with a format counts as Excel
 * does: 46347 is 21 November 2026.
 */
export interface SampleCell {
  readonly value: string | number | boolean | Date | null
  readonly format?: string
}

const formatted = (value: number, ...formats: readonly string[]): SampleCell[] =>
  formats.map((format) => ({ value, format }))

export const dateFormats = [
  'dd.mm.yyyy',
  'm/d/yyyy',
  'yyyy-mm-dd',
  'dd mmmm yyyy',
  'd-mmm-yy',
  '[$-422]d mmmm yyyy;@',
]
export const momentFormats = ['dd.mm.yyyy hh:mm', 'yyyy-mm-dd hh:mm:ss', 'm/d/yy h:mm']
export const clockFormats = ['h:mm', 'hh:mm:ss', 'h:mm AM/PM', 'mm:ss']
export const elapsedFormats = ['[h]:mm', '[h]:mm:ss', '[mm]:ss']
/** They change how a number looks, not the number. */
export const numberFormats = [
  'General',
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '# ##0',
  '##0.0E+0',
  '0.00E+00',
  '# ?/?',
  '# ??/??',
  '@',
  '#,##0 "грн"',
  '0\\ "дн."',
  '[Red]0.00',
  '[$$-409]#,##0.00',
  '#,##0.00\\ [$€-1]',
  '0.00;[Red]-0.00;"-"',
  '_-* #,##0.00\\ "₴"_-',
  '"day "0',
  '\\d0',
  '0_);(0)',
  '0.0,,"M"',
  '"шт: "General',
]
export const paddedFormats = ['00000', '000000000', '(000) 000-00-00', '000-000', '"+380"000000000', '0"000"']

/** Each row of the sample is one kind of cell. */
export const sampleRows: readonly (readonly SampleCell[])[] = [
  ['Марка', ' пробіли ', 'рядок\nдва', '"лапки"; <кут> & кома, ₴', '007', '=1+1', "'тік", '😀', '1e5'].map(
    (value) => ({ value }),
  ),
  [0, 1, -1, 15_000, 12_500.5, 0.1 + 0.2, 123_456_789_012_345, 1e-7, 75_500].map((value) => ({ value })),
  [{ value: true }, { value: false }, { value: null }, { value: 'останній' }],
  formatted(46_347, ...dateFormats, ...momentFormats),
  formatted(46_347.75, ...dateFormats, ...momentFormats),
  formatted(46_347.500_002_893_5, 'yyyy-mm-dd hh:mm:ss.000'),
  formatted(0.604_166_666_666_667, ...clockFormats, ...elapsedFormats),
  formatted(1.5, ...elapsedFormats),
  formatted(12_500.5, ...numberFormats),
  formatted(48, ...numberFormats),
  formatted(0.15, '0%', '0.00%'),
  formatted(2_015, ...paddedFormats),
  formatted(42_005, 'yyyy'),
]
