import { fieldNames } from '../batch/field-lists.ts'
import { type FieldName, type WriteField, writeFields } from '../batch/write-fields.ts'

const takenBy = (field: FieldName): WriteField['takenBy'] => writeFields[field].takenBy

/** The fields of the form, in the order of the contract: everything that a create takes. */
export const formFields: readonly FieldName[] = fieldNames.filter((field) => !!takenBy(field).create)

export const isRequired = (field: FieldName): boolean => takenBy(field).create === 'required'

/** The fields of the vehicle, each inside of the one before: their lists are asked for one by one. */
export const vehicleFields = ['marka_id', 'model_id', 'base_id', 'equip_id'] as const
export type VehicleField = (typeof vehicleFields)[number]

/** Lists of names, from the make down. Generation and body style are no fields: they only narrow the modifications. */
export const formLists = ['makes', 'models', 'generations', 'bodies', 'bases', 'equips'] as const
export type FormList = (typeof formLists)[number]
