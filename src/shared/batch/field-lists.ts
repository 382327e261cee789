import { type FieldKind, type FieldName, type WriteField, writeFields } from './write-fields.ts'
import { type Operation, operations } from './operation.ts'

/** The fields' names in the order of the table. */
export const fieldNames = Object.keys(writeFields) as readonly FieldName[]

/** The table's row of a name that may be any text; undefined for a name that is no field. */
export const fieldNamed = (name: string): WriteField | undefined =>
  Object.hasOwn(writeFields, name) ? writeFields[name as FieldName] : undefined

const rowOf = (field: FieldName): WriteField => writeFields[field]

const fieldsThat = (holds: (field: WriteField) => boolean): readonly FieldName[] =>
  fieldNames.filter((field) => holds(rowOf(field)))

const byOperation = <Value>(valueOf: (operation: Operation) => Value): Readonly<Record<Operation, Value>> => {
  const [create, edit, remove] = operations
  return { create: valueOf(create), edit: valueOf(edit), delete: valueOf(remove) }
}

const taken = byOperation((operation) => fieldsThat(({ takenBy }) => takenBy[operation] !== undefined))
const required = byOperation((operation) => fieldsThat(({ takenBy }) => takenBy[operation] === 'required'))

/** Everything that a write of the operation takes, in the order of the contract. */
export const fieldsOf = (operation: Operation): readonly FieldName[] => taken[operation]

/** Fields that the contract requires of a write of the operation; user_id comes from the account. */
export const requiredOf = (operation: Operation): readonly FieldName[] => required[operation]

/** True if every row of the operation must have the field: an edit without a price keeps the currency of its advert. */
export const isAlwaysRequired = (operation: Operation, field: FieldName): boolean =>
  required[operation].includes(field) && !(operation === 'edit' && field === 'currency_id')

export const kindOf = (field: FieldName): FieldKind => rowOf(field).kind

/** True if the field is a part of the price: the number or its currency. */
export const isOfPrice = (field: FieldName): boolean => ['price', 'currency'].includes(kindOf(field))

/** Fields that make an edit: one without any of these changes nothing. */
export const editableFields = fieldsThat(({ takenBy }) => takenBy.edit === 'optional')

/** Fields for new adverts only. */
export const fieldsOfCreates = fieldsThat(
  ({ takenBy }) => !!takenBy.create && !takenBy.edit && !takenBy.delete,
)

/** Values of an advert that a write may change; the id of an advert and what only a create takes stay. */
export const changeableFields = fieldsThat(({ takenBy }) => !!takenBy.edit && !takenBy.delete)

/** Fields of yes and no. */
export const flagFields = fieldsThat(({ kind }) => kind === 'flag')

/** True if the field is a text of several sentences, which wants room. */
export const isLong = (field: FieldName): boolean => rowOf(field).long === true

/** Texts of several sentences, which buyers read. */
export const publicTexts = fieldsThat(({ kind, long }) => kind === 'text' && long === true)

/** Fields that no read shows: only our own journal knows them (docs/service/practice.md, "write reach"). */
export const hiddenFields = fieldsThat(({ shownAs }) => shownAs === null)

/** Changeable fields that a read shows. */
export const visibleFields = changeableFields.filter((field) => !hiddenFields.includes(field))
