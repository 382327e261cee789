import { type Finding, finding } from '../../writes/finding.ts'
import type { NewVehicle, StockMatch } from '../../writes/stock-match.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { Compare } from './compare.ts'

/** Adds to each create the warning that the stock has its vehicle already, unless it is known for a row that was sent before. */
export function besideStock(rows: readonly CheckedRow[], compare: Compare): readonly CheckedRow[] {
  if (!compare.holdsStock) return rows
  const places = rows.flatMap((row, at) => (isLookedFor(row) ? [at] : []))
  if (places.length === 0) return rows
  const found = compare.inStock(places.flatMap((at) => vehicleOf(rows[at])))
  const compared = [...rows]
  places.forEach((at, place) => {
    const [row, match] = [rows[at], found[place]]
    if (row && match) compared[at] = { ...row, problems: [...row.problems, inStock(match)] }
  })
  return compared
}

const askedAlready: ReadonlySet<string> = new Set(['sent-before', 'duplicate-row', 'in-stock-already'])

/** A row that was sent before, is in the file twice, or has nearly the number of an advert, is asked about already. */
const isLookedFor = (row: CheckedRow): boolean =>
  row.operation === 'create' && isValid(row) && !row.problems.some(({ code }) => askedAlready.has(code))

function vehicleOf(row: CheckedRow | undefined): NewVehicle[] {
  if (!row) return []
  const { marka_id, model_id, base_id, equip_id, version } = row.payload
  return [
    {
      marka_id: Number(marka_id),
      model_id: Number(model_id),
      base_id: Number(base_id),
      equip_id: Number(equip_id),
      version: String(version ?? ''),
    },
  ]
}

const inStock = (match: StockMatch): Finding =>
  'batch' in match
    ? finding('', 'in-stock-already', '', { batch: match.batch })
    : finding('', 'in-stock-already', String(match.autoId), { title: match.title })
