import type { ColumnMapping } from '#shared/import/draft.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { exampleVehicle } from '../template-example.ts'
import { isCellError } from './cell-error.ts'
import { isNoValue } from './no-value.ts'
import { currencyOf, flagOf, operationOf } from './value-words.ts'

/** Cells of a record without blanks around them. */
type Cells = readonly string[]

const commentMark = /^(?:#+|\/\/+|--+|\/\*|<!--)\s*[^\s#/*-]/u

/** `# Required`, `// old stock`; a header may name a column `#`, and `#N/A` is the error of a formula. */
export const isComment = (first: string): boolean => commentMark.test(first.trim()) && !isCellError(first)

const ruleSigns = /^[-=+_|:*~.─═│┼\s]+$/u

/** True if cells draw a line, as `---|---:` and `+-----+` below a header. */
export function isRule(cells: Cells): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return (
    filled.length > 0 && filled.every((cell) => ruleSigns.test(cell)) && /[-=+_~─═]{2}/u.test(cells.join(''))
  )
}

const countWords =
  'rows?|records?|lines?|items?|рядк\\p{L}*|рядок|запис\\p{L}*|строк\\p{L}*|zeilen?|datensätze|wierszy'
const toolLine = new RegExp(
  [
    `\\(?\\s*\\d+\\s+(?:${countWords})(?:\\s+(?:affected|selected|returned|in set|exported|оброблено|вибрано|выбрано|betroffen).*)?\\s*\\)?[.;]?`,
    `(?:${countWords}|row ?count|count|кількість (?:рядків|записів|авто)|количество (?:строк|записей))\\s*[:=]\\s*\\d+`,
    'query ok\\b.*',
    '(?:completion )?time\\s*:.*',
    '(?:eof|end(?: of (?:file|report|data|list))?|trailer|кінець(?: \\p{L}+)?|конец(?: \\p{L}+)?|ende|koniec)[.!]?',
    '(?:page|сторінка|стор\\.?|страница|стр\\.?|seite|strona)\\s*\\d+(?:\\s*(?:of|з|із|из|von|z|/)\\s*\\d+)?',
    '(?:дата (?:друку|формування|звіту|печати|отчета)|сформовано|сформировано|надруковано|printed|generated|exported|report date|gedruckt|erstellt)(?: on| am)?\\s*:?\\s*\\d[\\d.:/T -]*',
    'м\\.\\s?п\\.',
  ]
    .map((each) => `(?:${each})`)
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')$'),
  'iu',
)
/** `*** END ***`, `<EOF>`. */
const framing = /^[-*=<\s]+|(?<![-*=>\s])[-*=>\s]+$/gu
const trailerMark = /^(?:t|tr|trl|trailer|eof|end|footer|z|99)$/i

/** True if a program writes such a cell alone below its rows: `(10 rows affected)`, `EOF`. */
export const isToolLine = ([first = '', ...more]: Cells): boolean =>
  more.length === 0 && toolLine.test(first.replaceAll(framing, ''))

/** Lines that a trailer may count besides the rows: a header and itself. */
export const mostUncounted = 2

/**
 * True if cells are the trailer of a nightly export: `T|2`.
 * @param rows number of rows above it, which it has to count if its mark may be the number of a car; else null
 */
export function isTrailer([first = '', ...more]: Cells, rows: number | null): boolean {
  if (!trailerMark.test(first) || more.length === 0 || more.length > 2) return false
  if (!more.every((cell) => /^[\d.:T-]+$/.test(cell))) return false
  return rows === null || more.some((cell) => Number(cell) >= rows && Number(cell) <= rows + mostUncounted)
}

const letters = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцшщюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщюя',
]

/** True if cells number their columns: `1;2;3`, `(1);(2)`, `А;Б;1;2`. */
export function isColumnNumbers(filled: Cells): boolean {
  if (filled.length < 2) return false
  const signs = filled.map((cell) => cell.replace(/^[([№\s]+|(?<![)\].\s])[)\].\s]+$/gu, '').toLowerCase())
  const numbers = signs.findIndex((sign) => /^\d+$/.test(sign))
  const lettered = numbers < 0 ? signs : signs.slice(0, numbers)
  const numbered = numbers < 0 ? [] : signs.slice(numbers)
  const begin = Number(numbered[0] ?? 1)
  return (
    (begin === 1 || begin === lettered.length + 1 || (begin === 0 && lettered.length === 0)) &&
    numbered.every((sign, at) => sign === String(begin + at)) &&
    (lettered.length === 0 || letters.some((row) => lettered.every((sign, at) => sign === row[at])))
  )
}

/** So many cells of an example are no chance. */
const leastExample = 4
const plainExample = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[.,]0+$/, '')
    .replaceAll(/\s/g, '')

/** True if cells are the example row of our own templates: each has the ids of an advert or of a modification. */
export function isExample(cells: Cells, mapping: ColumnMapping, isFirst: boolean): boolean {
  if (!mapping.includes('auto_id') && !mapping.includes('base_id')) return false
  let filled = 0
  for (const [index, column] of mapping.entries()) {
    if (column === null || !(column in writeFields)) continue
    const field = column as keyof typeof writeFields
    const cell = plainExample(cells[index] ?? '')
    const named = exampleVehicle[field]
    if (
      cell !== plainExample(writeFields[field].example) &&
      cell !== plainExample(named ?? writeFields[field].example)
    )
      return false
    if (cell !== '') filled += 1
  }
  return filled >= (isFirst ? 1 : leastExample)
}

const isWords = (cell: string): boolean => /\p{L}{2}/u.test(cell)

/**
 * Form by which a column shows that a record is a row: an id, a price, a currency, a flag; null for names and texts.
 */
function formOf(
  column: ColumnMapping[number],
  isNamed: boolean,
): 'id' | 'price' | 'currency' | 'flag' | null {
  if (column === 'auto_id' || column === 'user_id') return 'id'
  if (column === null || column === 'action' || column === 'stock_no' || column === 'make_model') return null
  if (vehicleFields.some((field) => field === column)) return isNamed ? null : 'id'
  const kind = kindOf(column)
  return kind === 'text' ? null : kind
}

/** True if a cell could be a value of its column, be it a wrong one. */
function isLikeValue(cell: string, form: 'id' | 'price' | 'currency' | 'flag'): boolean {
  if (form === 'currency') return currencyOf(cell) !== undefined
  if (form === 'flag') return flagOf(cell) !== undefined || !isWords(cell)
  return /^\D{0,4}\d[\d\s.,]*\D{0,8}$/u.test(cell) || !isWords(cell)
}

/** So many cells under columns of numbers say in words what belongs there. */
const leastExplained = 2

/** True if cells say in words what belongs into their columns: none is a value, where columns hold ids, prices or currencies. */
export function isExplanation(
  cells: Cells,
  { mapping, header }: { mapping: ColumnMapping; header: Cells },
): boolean {
  let explained = 0
  for (const [index, column] of mapping.entries()) {
    const cell = cells[index] ?? ''
    if (column === 'action' && operationOf(cell)) return false
    const form = formOf(column, header[index]?.trim().toLowerCase() !== column)
    if (form === null || cell === '') continue
    if (isLikeValue(cell, form)) return false
    if (isWords(cell) && !isNoValue(cell)) explained += 1
  }
  return explained >= leastExplained
}

const numbering = /^(?:№|n|no|nr|#|lp|lfd\.?|n ?п\/п|№ ?(?:п\/п|з\/п)|п\/п|з\/п)\.?$/iu

/**
 * True if cells hold only what is dragged down below the last row of a sheet: a currency, flags, row numbers, formulas
 * that are zero, and what the row above has.
 */
export function isDragged(
  cells: Cells,
  { mapping, header, above }: { mapping: ColumnMapping; header: Cells; above: Cells },
): boolean {
  let dragged = 0
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    const column = mapping[index] ?? null
    const isFilling =
      column === 'currency_id' ||
      column === 'user_id' ||
      column === 'action' ||
      column === 'in_stock' ||
      column === 'test_drive'
    if (isFilling && cell !== '') dragged += 1
    else if (column === null) {
      if (!(numbering.test((header[index] ?? '').trim()) && /^\d+$/.test(cell)) && cell !== above[index])
        return false
    } else if ((column === 'auto_note' || column === 'version') && cell === above[index]) continue
    else if (column === 'price' ? !/^0*[.,]?0*$/.test(cell) && !isNoValue(cell) : !isNoValue(cell))
      return false
  }
  return dragged > 0
}

/** True if a cell that stands alone in its record is words, and no value that its column could have. */
export function isLoneWords(cell: string, column: ColumnMapping[number], isNamed: boolean): boolean {
  if (!isWords(cell) || isNoValue(cell)) return false
  if (column === 'action' || column === 'currency_id')
    return operationOf(cell) === undefined && currencyOf(cell) === undefined
  const form = formOf(column, isNamed)
  if (form === null)
    return column !== 'version' && column !== 'model_id' && column !== 'base_id' && column !== 'equip_id'
  // An id with a wrong letter is a mistake of its row.
  return !isLikeValue(cell, form) && (form !== 'id' || /\s/.test(cell) || !/\d/.test(cell))
}

/** True if the text of a record is a sentence that delimiters cut into cells: `* Prices with tax, without registration`. */
export const isSentence = (filled: Cells): boolean =>
  filled.length > 1 &&
  filled.every(isWords) &&
  filled.reduce((sum, cell) => sum + cell.split(/\s+/).length, 0) > filled.length * 2

/** `Director:`, `Signed ____`: the next cells belong to it. */
export const isLabel = (cell: string): boolean => /\p{L}{2}.*(?::|_{3,})$/su.test(cell)
