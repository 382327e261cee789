import { type FieldName, type WriteField, writeFields } from './write-fields.ts'

/** The fields' names in the order of the table. */
export const fieldNames = Object.keys(writeFields) as readonly FieldName[]

/** The table's row of a name that may be any text; undefined for a name that is no field. */
export const fieldNamed = (name: string): WriteField | undefined =>
  Object.hasOwn(writeFields, name) ? writeFields[name as FieldName] : undefined
