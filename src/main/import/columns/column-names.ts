import { fieldNamed } from '#shared/batch/field-lists.ts'
import { type ColumnName, columnNames, fileColumns } from '#shared/import/file-columns.ts'
import { headerWords, isAddition, wordsOf } from './header-additions.ts'
import { foldName } from './name-folding.ts'

/** Every name that a header may have for a column, in all languages. */
export const headerNames = (column: ColumnName): readonly string[] => [
  column,
  ...Object.values(fileColumns[column].names).flatMap((names) => names.split(', ')),
]

/** Names that count only if no header has one of headerNames(). */
export const otherHeaderNames = (column: ColumnName): readonly string[] =>
  fileColumns[column].otherNames?.split(', ') ?? []

type NamesOf = (column: ColumnName) => readonly string[]

const mapOf = (namesOf: NamesOf): ReadonlyMap<string, ColumnName> =>
  new Map(columnNames.flatMap((column) => namesOf(column).map((name) => [foldName(name), column] as const)))

const byName = mapOf(headerNames)
const byAnyName: ReadonlyMap<string, ColumnName> = new Map([...mapOf(otherHeaderNames), ...byName])
/** `AutoID` and `markaid` are written without a space. */
const byLetters: ReadonlyMap<string, ColumnName> = new Map(
  [...byName].map(([name, column]) => [name.replaceAll(' ', ''), column]),
)
const nameWords: ReadonlySet<string> = new Set([...byAnyName.keys()].flatMap(wordsOf))

/** The column whose name a header is, in any language; null if it is none. */
export function columnNamed(header: string): ColumnName | null {
  const name = foldName(header)
  return byName.get(name) ?? byLetters.get(name) ?? null
}

/** A header has a few words; a longer text is none. */
const longestHeader = 60
const mostWords = 8

/** The column that a header names in any language, also by another name, with a unit or a common addition; null if it names none. */
export const columnOfHeader = (header: string): ColumnName | null =>
  columnNamed(header) ?? columnOfAttribute(header) ?? columnWithin(header)

/** `price/@currency`, the attribute of an element of prices, is their currency; `@available`, one of the row, says whether it is in stock. */
function columnOfAttribute(header: string): ColumnName | null {
  // By its parts: a pattern would try each place of a long text, and a whole line may be asked about.
  const [attribute = '', element = ''] = header.trim().split('/').reverse()
  if (!attribute.startsWith('@')) return null
  const named = columnNamed(attribute.slice(1))
  if (named === 'in_stock' && element === '') return named
  return named === 'currency_id' && columnNamed(element) === 'price' ? named : null
}

/**
 * The column whose name is in a header with nothing but additions: `Price, $`, «Опис для сайту». Never one that says
 * which advert a row means, what it does or whose it is: `Car ID` may be the dealership's own number.
 */
function columnWithin(header: string): ColumnName | null {
  if (header.length > longestHeader) return null
  const words = headerWords(header)
  if (words.length > mostWords || !words.some((word) => nameWords.has(word))) return null
  for (let length = words.length; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const column = byAnyName.get(words.slice(from, from + length).join(' '))
      const others = [...words.slice(0, from), ...words.slice(from + length)]
      if (column && isCompletedBy(column, others)) return column
    }
  return null
}

function isCompletedBy(column: ColumnName, others: readonly string[]): boolean {
  if (column === 'auto_id' || column === 'action' || column === 'user_id' || column === 'stock_no')
    return others.length === 0
  const kind = fieldNamed(column)?.kind ?? 'id'
  return others.every((word) => isAddition(word, kind))
}
