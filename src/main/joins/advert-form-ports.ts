import type { FormCells, FormCheck } from '#shared/advert-form/advert-form-calls.ts'
import { formFields } from '#shared/advert-form/form-fields.ts'
import { writeFields, type FieldName } from '#shared/batch/write-fields.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import { deletedAdvert } from './batch-ports.ts'
import type { Batches } from '../batch/open-batches.ts'
import { readRecord, writeRecord } from '../import/csv/one-record.ts'
import { checkRecord } from '../import/check/record-check.ts'
import { payloadOf } from '../import/check/row-check.ts'
import { planRows } from '../import/check/row-plan.ts'
import { vehicleCellsOf } from '../import/check/row-vehicle.ts'
import type { DraftAccount } from '../import/draft-account.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { vehicleIdsOfRecord } from '../names/learned-names.ts'
import { fieldKinds } from '../writes/field-kinds.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import { toProblem } from '../writes/problem-words.ts'
import type { Values } from '../writes/values.ts'

const delimiter = '\t'

/** A text as a cell of a file has it. */
const cellOf = (field: FieldName, text: string): string => (kindOf(field) === 'text' ? guardText(text) : text)

/** Checks the form as a row of an import, by the same rules and in the same words. */
export function checkForm(account: DraftAccount, cells: FormCells): FormCheck {
  // Under their plain names the columns of the vehicle take names as well as ids.
  const columns = { header: formFields.map((field) => writeFields[field].label()), mapping: [...formFields] }
  const plan = planRows(
    {
      ...columns,
      operation: 'create',
      decimalMark: '.',
      delimiter,
      fixedCells: true,
      userId: account.userId,
      baseUrlLength: account.baseUrlLength,
    },
    {
      checksIds: account.holdsNames?.() ?? false,
      find: (key) => account.vehicles?.([vehicleCellsOf(key)])[0],
    },
  )
  const record = writeRecord(
    formFields.map((field) => cellOf(field, cells[field] ?? '')),
    delimiter,
  )
  const row = checkRecord(readRecord(record, delimiter), plan)
  const payload = payloadOf(row, plan)
  return {
    problems: row.problems.map((found) => toProblem(found, columns)),
    names: account.vehicleNames?.(payload) ?? {},
    payload,
  }
}

/** A payload as a file with the contract's names, whose row an import reads as the same payload. */
export function fileOfPayload(payload: Values): string {
  const fields = formFields.filter((field) => payload[field] !== undefined)
  const cells = fields.map((field) =>
    cellOf(field, String(fieldKinds[kindOf(field)].cell(payload[field] ?? ''))),
  )
  return Buffer.concat([writeRecord(fields, delimiter), writeRecord(cells, delimiter)]).toString()
}

/** What the cache and the journal know of an advert that another one is made like; null if that is nothing. */
export function knownAdvert(
  inventory: InventoryService,
  { ownWrites }: Batches,
  accountId: string,
  id: number,
): { title: string; values: Values } | null {
  const known = deletedAdvert(inventory, ownWrites(), accountId, id)
  if (!known) return null
  const record = inventory.record(accountId, id)
  // The ids that the advert was created with outrank those that a record happens to name.
  const named: Record<string, number> = {}
  for (const [field, value] of Object.entries(record ? vehicleIdsOfRecord(record) : {}))
    if (value !== null) named[field] = value
  return { title: known.title, values: { ...named, ...known.values } }
}
