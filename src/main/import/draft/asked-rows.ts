import type { DraftRow } from '#shared/import/draft.ts'
import { currencies, currencyIds, type CurrencyId } from '#shared/batch/currency.ts'
import type { UnknownName } from '#shared/import/unknown-names.ts'
import type { VariantFacts } from '../../names/decide/decide-variant.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { yearColumn, yearIn } from '../columns/year-column.ts'
import type { DraftPlan } from './draft-plan.ts'

/** Longer cells are descriptions, which speak of more than the car's engine. */
const longestText = 80
/** Cells of a row that are told. */
const mostCells = 12

/** Contents of the rows of a question beside the name that is asked about. */
export interface AskedRows extends Pick<UnknownName, 'years' | 'prices' | 'cells'> {
  /** Facts that differ between them. */
  readonly facts: readonly VariantFacts[]
  /** Every row of the question was read; if not, nothing is said of them all. */
  readonly whole: boolean
}

/** Fields whose cells name the car in words: what it is, not what it costs or where it stands. */
const namingFields: ReadonlySet<string> = new Set([...vehicleFields, 'make_model', 'version'])

/** Rows that are read for all questions of a file together: a second's work. */
export const mostAskedRows = 20_000
/** Rows of a question that are read in any case: the first of them is shown. */
const leastRows = 1

/** The lines that are read of each question, in their order: all if there is room, the questions of the fewest rows first. */
export function linesToRead(
  questions: readonly (readonly number[])[],
  most = mostAskedRows,
): (readonly number[])[] {
  let left = most
  const read = new Map<readonly number[], readonly number[]>()
  for (const lines of questions.toSorted((one, other) => one.length - other.length)) {
    const fits = lines.length <= left
    if (fits) left -= lines.length
    read.set(lines, fits ? lines : lines.slice(0, leastRows))
  }
  return questions.map((lines) => read.get(lines) ?? [])
}

/**
 * Reads what decides a variant from rows of a checked file.
 * @param whole whether these are all rows of the question
 */
export function askedRows(
  rows: readonly DraftRow[],
  { header, mapping }: Pick<DraftPlan, 'header' | 'mapping'>,
  whole: boolean,
): AskedRows {
  const yearAt = yearColumn(header)
  const years = rows.map(({ cells }) => yearIn(cells[yearAt] ?? ''))
  const columns = header.flatMap((_, at) => {
    const field = mapping[at] ?? null
    return at !== yearAt && (field === null || namingFields.has(field)) ? [at] : []
  })
  const [first] = rows
  return {
    facts: different(
      rows.map(({ cells }, place) => ({
        year: years[place] ?? null,
        texts: columns.map((at) => cells[at] ?? '').filter(isShort),
      })),
    ),
    whole,
    years: whole ? span(years.filter((year) => year !== null)) : null,
    prices: whole ? pricesOf(rows) : null,
    cells: header
      .flatMap((name, at) => {
        const text = first?.cells[at]?.trim() ?? ''
        return isShort(text) ? [{ header: name, text }] : []
      })
      .slice(0, mostCells),
  }
}

/** Thousands of rows say few different things. */
const different = (facts: readonly VariantFacts[]): VariantFacts[] => [
  ...new Map(facts.map((each) => [JSON.stringify(each), each])).values(),
]

const isShort = (text: string): boolean => text !== '' && text.length <= longestText

function span(values: readonly number[]): [number, number] | null {
  const [first] = values
  if (first === undefined) return null
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [first, first],
  )
}

function pricesOf(rows: readonly DraftRow[]): UnknownName['prices'] {
  const priced = rows.flatMap(({ payload: { price, currency_id: currency } }) =>
    typeof price === 'number' && isCurrency(currency) ? [{ price, currency }] : [],
  )
  const range = span(priced.map(({ price }) => price))
  const [currency, other] = new Set(priced.map((each) => each.currency))
  if (!range || currency === undefined || other !== undefined) return null
  return { least: range[0], most: range[1], currency: currencies[currency] }
}

const isCurrency = (id: string | number | undefined): id is CurrencyId =>
  currencyIds.some((each) => each === id)
