import type { DraftRow } from '#shared/import/draft.ts'
import { currencies, currencyIds, type CurrencyId } from '#shared/batch/currency.ts'
import type { UnknownName } from '#shared/import/unknown-names.ts'
import type { VariantFacts } from '../../names/decide/decide-variant.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { yearColumn, yearIn } from '../columns/year-column.ts'
import type { StagedPlan } from './staged-plan.ts'

/** Longer cells are descriptions, which speak of more than the car's engine. */
const longestText = 80
/** Cells of a row that are told. */
const mostCells = 12

/** What the rows of a question say beside the name that is asked about. */
export interface AskedRows extends Pick<UnknownName, 'years' | 'prices' | 'cells'> {
  readonly facts: readonly VariantFacts[]
}

/** Fields whose cells name the car in words: what it is, not what it costs or where it stands. */
const namingFields: ReadonlySet<string> = new Set([...vehicleFields, 'make_model', 'version'])

/** Reads what decides a variant from rows of a checked file. */
export function askedRows(
  rows: readonly DraftRow[],
  { header, mapping }: Pick<StagedPlan, 'header' | 'mapping'>,
): AskedRows {
  const yearAt = yearColumn(header)
  const years = rows.map(({ cells }) => yearIn(cells[yearAt] ?? ''))
  const columns = header.flatMap((_, at) => {
    const field = mapping[at] ?? null
    return at !== yearAt && (field === null || namingFields.has(field)) ? [at] : []
  })
  const [first] = rows
  return {
    facts: rows.map(({ cells }, place) => ({
      year: years[place] ?? null,
      texts: columns.map((at) => cells[at] ?? '').filter(isShort),
    })),
    years: span(years.filter((year) => year !== null)),
    prices: pricesOf(rows),
    cells: header
      .flatMap((name, at) => {
        const text = first?.cells[at]?.trim() ?? ''
        return isShort(text) ? [{ header: name, text }] : []
      })
      .slice(0, mostCells),
  }
}

const isShort = (text: string): boolean => text !== '' && text.length <= longestText

const span = (values: readonly number[]): [number, number] | null =>
  values.length === 0 ? null : [Math.min(...values), Math.max(...values)]

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
