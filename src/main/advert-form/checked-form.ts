import type { FormCells, FormCheck } from '#shared/advert-form/advert-form-calls.ts'
import { formFields } from '#shared/advert-form/form-fields.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import type { MadeDraft } from '#shared/import/draft.ts'
import { deletedAdvert } from '../joins/batch-ports.ts'
import type { Batches } from '../batch/open-batches.ts'
import { checkValues } from '../import/check/check.ts'
import { planRows } from '../import/check/row-plan.ts'
import { vehicleCellsOf } from '../import/check/row-vehicle.ts'
import type { DraftAccount } from '../import/draft-account.ts'
import type { DraftService } from '../import/draft-service.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { vehicleIdsOfRecord } from '../names/learned-names.ts'
import { toProblem } from '../writes/problem-words.ts'
import type { Values } from '../writes/values.ts'

/** Checks the form as a row of an import, by the same rules and in the same words. */
export function checkForm(account: DraftAccount, cells: FormCells): FormCheck {
  const reader = account.vehicleReader()
  // Under their plain names the columns of the vehicle take names as well as ids.
  const columns = { header: formFields.map((field) => writeFields[field].label()), mapping: [...formFields] }
  const plan = planRows(
    {
      ...columns,
      operation: 'create',
      decimalMark: '.',
      fixedCells: true,
      userId: account.userId,
      baseUrlLength: account.baseUrlLength,
    },
    {
      checksIds: account.holdsNames(),
      find: (key) => reader.read(vehicleCellsOf(key)),
    },
  )
  const values = formFields.map((field) => cells[field] ?? null)
  const { problems, payload } = checkValues(values, plan)
  return {
    problems: problems.map((found) => toProblem(found, columns)),
    names: account.vehicleNames(payload),
    payload,
  }
}

/** Begins a draft of one row, which creates an advert with this payload. @param name what its batch is called */
export async function beginForm(
  drafts: Pick<DraftService, 'beginValues' | 'add'>,
  name: string,
  payload: Values,
): Promise<MadeDraft> {
  const header = formFields.filter((field) => payload[field] !== undefined)
  const draftId = drafts.beginValues(name, header, 'create')
  await drafts.add(draftId, [header.map((field) => payload[field] ?? null)])
  return { draftId, fileName: name, header }
}

/** Facts that the cache and the journal have of an advert to copy; null if there are none. */
export function knownAdvert(
  inventory: InventoryService,
  { writes }: Batches,
  accountId: string,
  id: number,
): { title: string; values: Values } | null {
  const known = deletedAdvert(inventory, writes(), accountId, id)
  if (!known) return null
  const record = inventory.record(accountId, id)
  // The ids that the advert was created with outrank those that a record happens to name.
  const named: Record<string, number> = {}
  for (const [field, value] of Object.entries(record ? vehicleIdsOfRecord(record) : {}))
    if (value !== null) named[field] = value
  return { title: known.title, values: { ...named, ...known.values } }
}
