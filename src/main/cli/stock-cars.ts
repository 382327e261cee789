import type { DraftRow } from '#shared/import/draft.ts'
import { advertTitle, rowSummary } from '#shared/import/row-summary.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { actionWords, isSent, planWords, problemsOf, whyWords } from '#shared/stock/car-words.ts'
import { planOrder, type StockAction } from '#shared/stock/stock-actions.ts'
import type { StockCheck } from '#shared/stock/stock-check.ts'
import { yearColumn, yearIn } from '../import/columns/year-column.ts'
import type { Forecourt } from '../assemble.ts'
import type { ImportRun } from './import-run.ts'

/** Cars that are sent or answered come first; cars that stay as they are would only hide it. */
const said: readonly StockAction[] = planOrder.filter((action) => action !== 'unchanged')
/** Cars of one action that are said one by one; more are counted. */
const saidCars = 40

/** The columns of the file, as the rows of its plan have them. */
type Columns = Pick<StockCheck, 'header' | 'mapping'>

/**
 * Says what the file does, car by car: its number, make, model and year, and what is done or asked about it. Actions without cars
 * are not asked for.
 */
export async function sayCars(
  { file, draftId, forecourt, output }: ImportRun,
  { counts, ...columns }: StockCheck,
): Promise<void> {
  for (const action of said) {
    if (counts[action] === 0) continue
    const { rows, total } = await forecourt.drafts.rows(draftId, { filter: 'all', action }, 0, saidCars)
    const years = await yearsOf(rows, columns, forecourt)
    for (const [at, row] of rows.entries())
      output.say(carWords(file, row, carName(row, columns, years[at] ?? null)))
    if (total > rows.length)
      output.say(`${actionWords[action]()}: ${m.cli_more({ count: total - rows.length })}`)
  }
}

function carWords(file: string, row: DraftRow, name: string): string {
  const { car, line } = row
  const action = car ? actionWords[car.action]() : ''
  const what = whatWords(row)
  const place = car?.missing ? file : `${file}:${String(line)}`
  const words = [[car?.key, name].filter(Boolean).join(' '), what].filter(Boolean).join(' · ')
  return m.stock_cli_car({ place, action, words })
}

/** Changes of the car that are sent, or the reason why none are. Other warnings are said with their lines. */
function whatWords(row: DraftRow): string {
  const { car } = row
  if (!car || car.action === 'missing' || car.action === 'kept') return planWords(row)
  if (isSent(row)) return [rowSummary(row), whyWords(car)].filter(Boolean).join(' · ')
  const errors = problemsOf(row).filter(({ severity }) => severity === 'error')
  return errors.map(({ message }) => message).join(' ') || planWords(row)
}

/** The title of an advert ends with its year. */
const yearAtEnd = / (?:19|20)\d\d$/

/** Make, model and year of a car; what the file has for the make and model if their names are not known. */
function carName(row: DraftRow, { mapping }: Columns, year: number | null): string {
  const title = advertTitle(row)
  const cells = row.cells.filter((_cell, at) => isVehicle(mapping[at] ?? null))
  const name = title === '—' ? cells.join(' ').trim() : title
  return year === null ? name : `${name.replace(yearAtEnd, '')} ${String(year)}`.trim()
}

const isVehicle = (column: string | null): boolean =>
  column === 'marka_id' || column === 'model_id' || column === 'make_model'

/** The years that the file says, else those of the adverts. */
async function yearsOf(
  rows: readonly DraftRow[],
  { header }: Columns,
  { accounts, inventory }: Forecourt,
): Promise<(number | null)[]> {
  const { accountId } = await accounts.owner()
  const ids = rows.map(({ payload: { auto_id: id } }) => (typeof id === 'number' ? id : 0))
  const known = new Map(inventory.table.facts.brief(accountId, ids).map(({ id, year }) => [id, year]))
  const column = yearColumn(header)
  return rows.map(
    ({ cells }, at) => (column < 0 ? null : yearIn(cells[column] ?? '')) ?? known.get(ids[at] ?? 0) ?? null,
  )
}
