import type { Operation } from '#shared/batch/operation.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { wasMadeIn } from '../../names/decide/decide-variant.ts'
import { idIn, nameText, vehicleFields, type VehicleCells } from '../../names/vehicle-ids.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { yearIn } from '../columns/car-columns.ts'
import type { Row } from '../rows/row.ts'
import { changesLinked, hasAdvert } from './row-number.ts'
import type { RowPlan } from './row-plan.ts'
import { repairedText } from '../encoding/spoilt-letters.ts'
import { operationIn } from '../columns/action-columns.ts'
import { scanNumberId } from './scanners.ts'

/** Reading of a cell that is no id if it may be a name; a long id that a spreadsheet has spoilt stays a problem. */
const nameCodes: ReadonlySet<ProblemCode> = new Set(['not-a-number', 'not-an-integer'])

/** True if the reading of an id's cell leaves it to be a name. */
export const isName = (code: ProblemCode | number): boolean => typeof code !== 'number' && nameCodes.has(code)

/** Two rows with the same cells name the same vehicle. */
export const vehicleKey = (cells: VehicleCells): string => cells.join('\u001f')

/** The cells of a key. */
export const vehicleCellsOf = (key: string): VehicleCells => cellsOf(key.split('\u001f'))

/** The cells by which a create names its vehicle, to be looked at; null if they are ids that nothing is known of. */
export function vehicleCells(record: Row, plan: RowPlan): VehicleCells | null {
  const { vehicleIndexes, vehicles } = plan
  if (operationOfRow(record, plan) !== 'create' || hasAdvert(record, plan)) return null
  if (vehicleIndexes.every((index) => record.digits(index) > 0))
    return vehicles.checksIds ? cellsOf(vehicleIndexes.map((index) => String(record.digits(index)))) : null
  const texts = vehicleIndexes.map((index) => idOrName(record, index, plan))
  if (plan.makeModelIndex >= 0) return texts[1] === '' ? null : cellsOf(texts)
  return texts.some((text) => text !== '' && idIn(text) === null) ? cellsOf(texts) : null
}

/** The text of a cell; that of an id alone without decimals, and nothing for a word that is no name. */
function idOrName(record: Row, index: number, { cells }: RowPlan): string {
  const text = record.text(index).trim()
  const named = cells.create.find((cell) => cell.index === index)?.named ?? true
  const id = named ? null : scanNumberId(record, index)
  return typeof id === 'number' ? String(id) : text
}

function cellsOf(texts: readonly string[]): VehicleCells {
  const [make = '', model = '', base = '', equip = ''] = texts.map(nameText)
  return [make, model, base, equip]
}

/** Operation of a row; null if its cell doesn't say it. A new advert that the stock has by its number is changed, if a person said so. */
export function operationOfRow(record: Row, plan: RowPlan): Operation | null {
  const named = plan.operation ?? operationIn(record.text(plan.actionIndex), plan.flagDeletes)
  return named === 'create' && changesLinked(record, plan) ? 'edit' : named
}

/** Most rows have ids alone. */
function hasNames(cells: RowPlan['cells']['create'], numbers: readonly number[]): boolean {
  for (let at = 0; at < cells.length; at++) if (cells[at]?.named && Number.isNaN(numbers[at])) return true
  return false
}

/** Puts the ids of the vehicle that a create names in the place of its names, and says what is wrong with them. */
export function nameVehicle(record: Row, plan: RowPlan, numbers: number[], problems: Finding[]): void {
  if (!plan.vehicles.checksIds && !hasNames(plan.cells.create, numbers)) return
  const cells = vehicleCells(record, plan)
  if (!cells && plan.makeModelIndex >= 0) problems.push(finding('make_model', 'required'))
  if (!cells) return
  const known = plan.vehicles.find(vehicleKey(cells))
  const year = plan.yearIndex < 0 ? null : yearIn(record.text(plan.yearIndex))
  for (const [level, field] of vehicleFields.entries()) {
    const at = plan.cells.create.findIndex((cell) => cell.field === field)
    const together = plan.cells.create[at]?.together ?? false
    const column = together ? 'make_model' : field
    const text = cells[together ? 1 : level] ?? ''
    if (at < 0 || text === '' || problems.some((problem) => problem.column === column)) continue
    numbers[at] = known?.ids[field] ?? Number.NaN
    const isUnknown =
      !known || known.findings.some((each) => each.field === field && each.code === 'name-unknown')
    const repaired = isUnknown ? repairedText(text) : null
    if (repaired !== null) {
      problems.push(finding(column, 'letter-spoilt', text, { text: repaired }))
      continue
    }
    for (const found of known?.findings ?? [])
      if (found.field === field) problems.push(finding(column, found.code, text, found.details))
    const taken = known?.taken?.[field]
    if (taken && year !== null && wasMadeIn(taken.about, year) === false)
      problems.push(finding(column, 'name-years', text, { name: taken.name, about: taken.about, year }))
    if (!known && (together || idIn(text) === null)) problems.push(finding(column, 'name-unknown', text))
  }
}
