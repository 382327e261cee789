import { z } from 'zod'
import type { Operation } from '#shared/batch/operation.ts'
import { type FieldName, type WriteField, writeFields } from '#shared/batch/write-fields.ts'
import { fieldKinds } from './field-kinds.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'

type Table = typeof writeFields
type SchemaOf<Field extends FieldName> = (typeof fieldKinds)[Table[Field]['kind']]['schema']

/** Names of the fields that an operation requires, or may take. */
type TakenAs<Op extends Operation, Need extends 'required' | 'optional'> = {
  [Field in FieldName]: Table[Field]['takenBy'] extends Readonly<Record<Op, Need>> ? Field : never
}[FieldName]

type Shape<Op extends Operation> = { [Field in TakenAs<Op, 'required'>]: SchemaOf<Field> } & {
  [Field in TakenAs<Op, 'optional'>]: z.ZodOptional<SchemaOf<Field>>
}

/** The schema of an operation's parameters, by their contract names, without api_key and user_id. */
function payloadSchema<Op extends Operation>(operation: Op) {
  const shape = fieldsOf(operation).map((field) => {
    const { kind, takenBy }: WriteField = writeFields[field]
    const { schema } = fieldKinds[kind]
    return [field, takenBy[operation] === 'required' ? schema : schema.optional()]
  })
  return z.strictObject(Object.fromEntries(shape) as Shape<Op>)
}

export const createPayload = payloadSchema('create')
/** As the contract has it; a price and its currency are sent together only (edit-price.ts), which the engine checks. */
export const editPayload = payloadSchema('edit')
export const deletePayload = payloadSchema('delete')

/** A row's frozen request: what the dealer saw is what is sent. */
export const advertWrite = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('create'), payload: createPayload }),
  z.object({ operation: z.literal('edit'), payload: editPayload }),
  z.object({ operation: z.literal('delete'), payload: deletePayload }),
])
export type AdvertWrite = z.infer<typeof advertWrite>
export type CreatePayload = z.infer<typeof createPayload>
export type EditPayload = z.infer<typeof editPayload>

/** Answer of the service to a write: rows affected, and the id of a created advert (0 otherwise). */
export interface WriteResult {
  readonly numRows: number
  readonly lastInsertId: number
}
