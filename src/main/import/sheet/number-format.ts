import {
  format,
  type FormatToken,
  getFormatDateInfo,
  getFormatInfo,
  isValidFormat,
  tokenize,
  tokenTypes,
} from 'numfmt'

/** The digits that a spreadsheet keeps of a number: what is behind them is noise of its binary form. */
const keptDigits = 15

/** A number as digits with a point, never with an exponent if it can be written without. */
function numberText(value: number): string {
  // Nearly every number of a stock: all of its digits are its own.
  if (Number.isSafeInteger(value)) return String(value)
  if (!Number.isFinite(value)) return String(value)
  const rounded = Number(value.toPrecision(keptDigits))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21
    ? BigInt(rounded).toString()
    : plainText(rounded)
}

function plainText(value: number): string {
  const text = String(value)
  return text.includes('e') && Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : text
}

/** A truth value as a spreadsheet shows it: never 1, which would be a price. */
export const booleanText = (value: string): string =>
  value.trim() === '1' ? 'TRUE' : value.trim() === '0' ? 'FALSE' : value

/** Text of a formula whose value was never computed. */
export const notComputed = '#CALC!'

/** `_x000D_` means a character that XML can't hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

/** Text of a number in a cell; `from1904` is the day from which its workbook counts. */
export type NumberFormat = (value: number, from1904: boolean) => string

/** Format of a cell without one: the number. */
export const generalFormat: NumberFormat = numberText

/**
 * Formats that a workbook names by their number alone (ECMA-376 part 1, 18.8.30) and that show something else than a
 * number. Those from 27 on depend on the language of the program: in some a day, in others a time.
 */
const builtInCodes: readonly (readonly [from: number, to: number, code: string])[] = [
  [9, 10, '0%'],
  [14, 17, 'd.m.yyyy'],
  [18, 21, 'h:mm:ss'],
  [22, 22, 'd.m.yyyy h:mm'],
  [27, 36, 'd.m.yyyy h:mm'],
  [45, 45, 'mm:ss'],
  [46, 46, '[h]:mm:ss'],
  [47, 47, 'mm:ss.0'],
  [50, 58, 'd.m.yyyy h:mm'],
  [67, 68, '0%'],
  [71, 74, 'd.m.yyyy'],
  [75, 76, 'h:mm:ss'],
  [77, 77, 'd.m.yyyy h:mm'],
  [78, 78, 'mm:ss'],
  [79, 79, '[h]:mm:ss'],
  [80, 80, 'mm:ss.0'],
  [81, 81, 'd.m.yyyy'],
]

export const builtInCode = (id: number): string =>
  builtInCodes.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'General'

const momentForms: Readonly<Record<string, Omit<MomentForm, 'elapsed'>>> = {
  date: { day: true, clock: false },
  time: { day: false, clock: true },
  datetime: { day: true, clock: true },
}

/**
 * Way in which a format code writes a number. The number itself is kept, whatever the code does to its look (grouping,
 * decimals, a currency, an exponent). Exceptions are a moment, a percentage, or more digits than the number has
 * (`00000`, `"+380"000000000`). A code that is none leaves the number.
 */
export function numberFormatOf(code: string): NumberFormat {
  const sections = sectionsOf(tokenize(code))
  const [first = []] = sections
  // The first section may only hide a zero: [=0]"";d.m.yyyy
  for (const section of sections) {
    const form = momentForms[typeOf(section)]
    if (!form) continue
    const elapsed = section.some(({ type }) => type === tokenTypes.DURATION)
    return showsYearAlone(section) ? yearFormat : momentFormat({ ...form, elapsed })
  }
  if (typeOf(first) === 'percent') return (value) => `${numberText(value * 100)}%`
  if (!isValidFormat(code)) return generalFormat
  if (addsDigits(first)) return (value) => shownText(code, value)
  return isPadding(sections) ? paddedFormat(code) : generalFormat
}

/**
 * Format that keeps leading zeros, as the keys of a stock have them; null for other formats, which only change a
 * number's look.
 */
export function paddedFormatOf(code: string): NumberFormat | null {
  return isValidFormat(code) && isPadding(sectionsOf(tokenize(code))) ? paddedFormat(code) : null
}

const paddedFormat =
  (code: string): NumberFormat =>
  (value) =>
    Number.isInteger(value) ? shownText(code, value) : numberText(value)

const momentFormat =
  (form: MomentForm): NumberFormat =>
  (value, from1904) =>
    momentText(value, form, from1904) ?? numberText(value)

const plainMoment = momentFormat({ day: true, clock: true, elapsed: false })

/** A moment that is written as a text (`2026-11-21T18:00:00.000Z`), as the cell's format shows it. */
export function isoText(text: string, shown: NumberFormat): string {
  const count = momentCount(text)
  if (count === null) return text
  return (shown === generalFormat ? plainMoment : shown)(count, false)
}

/** The year of a car may be a date of which nothing else is shown. */
const yearFormat: NumberFormat = (value, from1904) =>
  momentText(value, { day: true, clock: false, elapsed: false }, from1904)?.slice(0, 'yyyy'.length) ??
  numberText(value)

function showsYearAlone(section: readonly FormatToken[]): boolean {
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(codeOf(section))
  return year && !month && !day && !hours && !minutes && !seconds
}

const shownText = (code: string, value: number): string => format(code, value).trim() || numberText(value)

function sectionsOf(tokens: readonly FormatToken[]): FormatToken[][] {
  const sections: FormatToken[][] = [[]]
  for (const token of tokens)
    if (token.type === tokenTypes.BREAK) sections.push([])
    else sections.at(-1)?.push(token)
  return sections
}

const codeOf = (section: readonly FormatToken[]): string => section.map(({ raw }) => raw).join('')
const typeOf = (section: readonly FormatToken[]): string => getFormatInfo(codeOf(section)).type

const digits = new Set([tokenTypes.ZERO, tokenTypes.HASH, tokenTypes.QMARK])
/** With one of these a zero is no leading one, or means more than its digit. */
const parts = new Set([
  tokenTypes.POINT,
  tokenTypes.GROUP,
  tokenTypes.SCALE,
  tokenTypes.EXP,
  tokenTypes.SLASH,
])

/** The first section alone may be for some numbers only: `[=0]"";00000`, `[<1000]00000;0`. Then all of them count. */
function isPadding(sections: readonly (readonly FormatToken[])[]): boolean {
  const [first = []] = sections
  if (!first.some(({ type }) => type === tokenTypes.CONDITION)) return padsDigits(first)
  return sections.some(padsDigits) && sections.every(showsWhole)
}

/** True if a section shows each digit of a whole number, or only a text. */
const showsWhole = (section: readonly FormatToken[]): boolean =>
  !section.some(({ type }) => parts.has(type) || type === tokenTypes.GENERAL)

const padsDigits = (section: readonly FormatToken[]): boolean =>
  section.filter(({ type }) => type === tokenTypes.ZERO).length > 1 &&
  !section.some(({ type }) => parts.has(type))

/** True if a text of the format adds a digit to the number: `"+380"0`, `0"000"`. */
function addsDigits(section: readonly FormatToken[]): boolean {
  const isDigit = ({ type }: FormatToken): boolean => digits.has(type)
  const texts = (some: readonly FormatToken[]): string => some.map(({ value }) => String(value)).join('')
  const from = section.findIndex(isDigit)
  if (from < 0) return false
  const last = section.findLastIndex(isDigit)
  const before = section.slice(0, from).filter(({ type }) => literals.has(type))
  const after = section.slice(last + 1).filter(({ type }) => literals.has(type))
  return /\d[\s.,-]*$/.test(texts(before)) || /^[\s.,-]*\d/.test(texts(after))
}

const literals = new Set([tokenTypes.STRING, tokenTypes.ESCAPED, tokenTypes.CHAR, tokenTypes.SPACE])

const dayMs = 86_400_000
/** Day 25569 of a spreadsheet's count is 1 January 1970. */
const unixDay = 25_569
const days1904 = 1_462
/** 29 February 1900, which was not: the count has it, so that the days before are one further away than they look. */
const leapDay = 60
/** 31 December 9999, the last day that a spreadsheet shows. */
const lastDay = 2_958_465

/** Form of a moment in a cell: with a day, with a time of day, or as hours that don't end at 24. */
interface MomentForm {
  readonly day: boolean
  readonly clock: boolean
  readonly elapsed: boolean
}

/**
 * A moment or a time that a spreadsheet counts in days, as ISO: `2026-11-21`, `2026-11-21 18:00:00`, `18:00:00`,
 * with milliseconds if there are any. Null if a spreadsheet doesn't show it either.
 */
function momentText(count: number, { day, clock, elapsed }: MomentForm, from1904: boolean): string | null {
  const ms = Math.round(count * dayMs)
  if (elapsed) return `${ms < 0 ? '-' : ''}${clockText(Math.abs(ms))}`
  const days = Math.floor(ms / dayMs)
  const time = ms - days * dayMs
  // A time alone: the day 0 is no day, unless the count begins with it.
  if (days === 0 && (clock || time > 0) && !(day && from1904)) return clockText(time)
  const date = dayText(days, from1904)
  if (date === null) return null
  return time === 0 ? date : `${date} ${clockText(time)}`
}

function dayText(days: number, from1904: boolean): string | null {
  const count = from1904 ? days + days1904 : days
  return days < 0 || count > lastDay ? null : format('yyyy-mm-dd', count)
}

/** Hours, minutes and seconds, with milliseconds if there are any. */
const clockText = (ms: number): string =>
  format(ms % 1_000 === 0 ? '[hh]:mm:ss' : '[hh]:mm:ss.000', ms / dayMs)

const isoMoment = /^(?:(\d{4}-\d\d-\d\d))?(?:(?:^|T| )(\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/

/** The count of days of an ISO moment from 1900 on; a time alone is a part of a day. Null for another text. */
function momentCount(text: string): number | null {
  const [whole, date = '1899-12-30', clock = '00:00', seconds = '00'] = isoMoment.exec(text.trim()) ?? []
  const ms = whole ? Date.parse(`${date}T${clock}:${seconds.slice(0, 'ss.mmm'.length)}Z`) : Number.NaN
  if (Number.isNaN(ms)) return null
  const count = ms / dayMs + unixDay
  // Programs differ in which of two days the day 0 is, and in those before the leap day that was not.
  return count >= 1 && count <= leapDay ? count - 1 : count
}
