import { z } from 'zod'
import { problemSchema, vehicleNamesSchema } from '../batch/row.ts'
import { writeFields } from '../batch/write-fields.ts'
import { advertId, cellText, idText, vehicleId } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { madeDraftSchema } from '../import/draft.ts'
import { failureSchema } from '../bridge/failure.ts'
import { formFields, formLists } from './form-fields.ts'

const fieldName = z.enum(Object.keys(writeFields) as (keyof typeof writeFields)[])

/** Cells that were typed or chosen, by the contract's names: an id or a name, a number, a text. */
const cellsSchema = z.partialRecord(
  fieldName.refine((field) => formFields.includes(field)),
  cellText,
)
export type FormCells = z.infer<typeof cellsSchema>

/** A form that was begun. */
export const formSchema = z.object({
  cells: cellsSchema,
  /** The ids that the modifications were narrowed by; '' for none. */
  generation: idText,
  body: idText,
  /** The advert that the values were copied from; null if the form was begun empty. */
  like: z
    .object({
      id: advertId,
      title: z.string().max(1_000),
      /** Fields of which the advert's value isn't known. */
      missing: z.array(fieldName).max(formFields.length),
    })
    .nullable(),
})
export type Form = z.infer<typeof formSchema>

/** A form and the account that it belongs to. */
const keptSchema = z.object({ accountId: idText, form: formSchema.nullable() })
export type KeptForm = z.infer<typeof keptSchema>

/** Check of the form as a row. */
const formCheckSchema = z.object({
  problems: z.array(problemSchema),
  /** The parameters that it would be sent with, as far as they can be read; complete if no problem is an error. */
  payload: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Names of the vehicle's ids, by their fields, as far as they are known. */
  names: vehicleNamesSchema,
})
export type FormCheck = z.infer<typeof formCheckSchema>

const vehicle = z.object({
  make: vehicleId.nullable(),
  model: vehicleId.nullable(),
  generation: vehicleId.nullable(),
  body: vehicleId.nullable(),
  base: vehicleId.nullable(),
})

const formNamesSchema = z.object({
  names: z.array(z.object({ id: z.number(), name: z.string(), about: z.string() })),
  /** `service`: the whole list. `known`: what this computer has learned, because the service did not give the list. */
  source: z.enum(['service', 'known']),
  /** Why the service did not answer; null if it did, or has no such list for the account. */
  failure: failureSchema.nullable(),
})
export type FormNames = z.infer<typeof formNamesSchema>

export const advertFormCalls = {
  /** The form of the current account; null if none was begun. */
  'advert-form:kept': call(z.null(), keptSchema),
  /** Keeps the form for its account, on the disk, and checks it as a row of an import is checked. */
  'advert-form:keep': call(
    z.object({ accountId: idText, form: formSchema }),
    /** Null if another account is the current one: its names and its user id are others. */
    formCheckSchema.nullable(),
  ),
  'advert-form:discard': call(z.object({ accountId: idText }), z.null()),
  /** A form with the values of an advert, as far as they are known; null if nothing is. It isn't kept yet. */
  'advert-form:like': call(z.object({ id: advertId }), formSchema.nullable()),
  /** Names of one list, by one call if they are not saved. */
  'advert-form:names': call(z.object({ list: z.enum(formLists), within: vehicle }), formNamesSchema),
  /** Begins a draft of the form, whose check shows what would be sent; null if the form has an error. */
  'advert-form:stage': call(
    z.object({ accountId: idText, form: formSchema }),
    z.object({ check: formCheckSchema, draft: madeDraftSchema.nullable() }),
  ),
}
