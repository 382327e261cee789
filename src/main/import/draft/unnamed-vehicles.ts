import { currencies, type CurrencyId, currencyIds } from '#shared/batch/currency.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import type { UnknownName } from '#shared/import/unknown-names.ts'
import { vehicleCellsOf } from '../check/row-vehicle.ts'
import { yearColumn, yearIn } from '../columns/car-columns.ts'
import type { DraftPlan } from './draft-plan.ts'
import { compareTexts } from './draft-summary.ts'
import type { RowOfDraft } from './draft-row.ts'
import type { VariantFacts } from '../../names/decide/decide-variant.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import { type VehicleCells, vehicleFields } from '../../names/vehicle-ids.ts'

/** Vehicles that are asked for at most. */
const mostVehicles = 5_000
/** Values that are listed one by one, those with most rows first. */
const mostValues = 200

/** Content of a question's rows, without what the name may mean. */
interface AskedValue extends Omit<UnknownName, 'candidates' | 'decided' | 'unasked' | 'names'> {
  /** Facts that differ between its rows. */
  readonly facts: readonly VariantFacts[]
}
type UnnamedValue = Pick<AskedValue, 'field' | 'code' | 'value' | 'within' | 'rows' | 'lines'>

/** The vehicles of a draft with a name that is not known, or that may mean several. */
export interface AskedVehicles {
  /** The cells of each, as the file has them. */
  readonly vehicles: readonly VehicleCells[]
  readonly values: readonly AskedValue[]
}

/** A draft whose names are asked about. */
interface AskedDraft {
  readonly rows: readonly RowOfDraft[]
  readonly plan: Pick<DraftPlan, 'header' | 'mapping'>
  readonly known: ReadonlyMap<string, ResolvedVehicle>
  readonly shown: (row: RowOfDraft) => DraftRow
}

/** Number of lines that a question names. */
const mostLines = 50

export function askedVehicles({ rows, plan, known, shown }: AskedDraft): AskedVehicles {
  const values = unnamedValues(rows)
  const whole = rows.length <= mostAskedRows
  const byLine = new Map(values.length === 0 ? [] : rows.map((row) => [row.line, row]))
  return {
    vehicles: [...known]
      .filter(([, { findings }]) => findings.some(isUnnamed))
      .slice(0, mostVehicles)
      .map(([key]) => vehicleCellsOf(key)),
    values: values.map(({ lines, ...each }) => {
      const some = (whole ? lines : lines.slice(0, 1)).flatMap((line) => byLine.get(line) ?? [])
      return { ...each, lines: lines.slice(0, mostLines), ...askedRows(some.map(shown), plan, whole) }
    }),
  }
}

const isUnnamed = (found: { readonly code: string }): boolean =>
  found.code === 'name-unknown' || found.code === 'name-ambiguous'

function unnamedValues(rows: readonly RowOfDraft[]): UnnamedValue[] {
  const values = new Map<string, UnnamedValue>()
  for (const { line, problems } of rows)
    for (const found of problems.filter(isUnnamed)) {
      const { value } = found
      const code = found.code === 'name-unknown' ? found.code : 'name-ambiguous'
      const [make, model, base] = ['make', 'model', 'base'].map((level) => idOrNone(found.details[level]))
      // Make and model in one cell: the make is asked for first.
      const together = make === null ? 'marka_id' : 'model_id'
      const field =
        found.column === 'make_model' ? together : vehicleFields.find((each) => each === found.column)
      if (!field) continue
      const within = {
        marka_id: make ?? null,
        model_id: model ?? null,
        base_id: base ?? null,
        equip_id: null,
      }
      const key = JSON.stringify([field, code, value, within])
      const known = values.get(key)
      if (!known) values.set(key, { field, code, value, within, rows: 1, lines: [line] })
      else {
        known.rows += 1
        if (known.lines.at(-1) !== line) known.lines.push(line)
      }
    }
  return [...values.values()].toSorted(byRows).slice(0, mostValues)
}

const idOrNone = (id: string | number | undefined): number | null =>
  typeof id === 'number' && id > 0 ? id : null

/** Those that decide most rows first. */
const byRows = (one: UnnamedValue, other: UnnamedValue): number =>
  other.rows - one.rows || compareTexts(one.field, other.field) || compareTexts(one.value, other.value)

/** Longer cells are descriptions, which speak of more than the car's engine. */
const longestText = 80
/** Number of cells that are shown of a row. */
const mostCells = 12

/** Fields whose cells name the car in words: what it is, not what it costs or where it stands. */
const namingFields: ReadonlySet<string> = new Set([...vehicleFields, 'make_model', 'version'])

/** Rows of a file of which all that are asked about are read: a second's work. Of a longer one the first of each question is. */
const mostAskedRows = 20_000

/**
 * Reads what decides a variant from rows of a checked file.
 * @param whole whether these are all rows of the question
 */
function askedRows(
  rows: readonly DraftRow[],
  { header, mapping }: Pick<DraftPlan, 'header' | 'mapping'>,
  whole: boolean,
): Omit<AskedValue, keyof UnnamedValue> {
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
