import { fieldNames } from '../batch/field-lists.ts'
import {
  type EditedIn,
  type EditedKind,
  type FieldName,
  type WriteField,
  writeFields,
} from '../batch/write-fields.ts'

type Table = typeof writeFields

/** The fields that an advert on sale can be edited in. */
export type StagedField = {
  [Field in FieldName]: Table[Field] extends { readonly editedIn: EditedIn } ? Field : never
}[FieldName]

type OfKind<Kind extends EditedKind> = {
  [Field in StagedField]: Table[Field]['kind'] extends Kind ? Field : never
}[StagedField]

type In<Place extends EditedIn> = {
  [Field in StagedField]: Table[Field]['editedIn'] extends Place ? Field : never
}[StagedField]

const rowOf = (field: FieldName): WriteField => writeFields[field]

const isStaged = (field: FieldName): field is StagedField => rowOf(field).editedIn !== undefined

export const isOfKind = <Kind extends EditedKind>(field: StagedField, kind: Kind): field is OfKind<Kind> =>
  writeFields[field].kind === kind

export const isIn = <Place extends EditedIn>(field: StagedField, place: Place): field is In<Place> =>
  writeFields[field].editedIn === place

/** In the order of the contract, without a schema: the window's first script has them too. */
export const stagedFields: readonly StagedField[] = fieldNames.filter(isStaged)

export const stagedTexts = stagedFields.filter((field) => isOfKind(field, 'text'))
export const stagedFlags = stagedFields.filter((field) => isOfKind(field, 'flag'))

/** Fields that every row of the stock has, in a column of the same name. */
export type RowField = In<'row'>
export const rowFields = stagedFields.filter((field) => isIn(field, 'row'))

/** Fields that are read for a list only if it shows them: they are kept apart from its rows. */
export type ExtraField = In<'own'>
export const extraFields = stagedFields.filter((field) => isIn(field, 'own'))

/** Facts of an advert besides its row: the text that a read shows, and our own last writes. */
export interface KnownApart {
  readonly description: string | undefined
  readonly written: Readonly<Record<string, string | number>>
}

/** The value of a field that is kept apart; undefined if it is not known. */
export function extraValue(field: ExtraField, known: KnownApart): string | number | undefined {
  const { shownAs } = writeFields[field]
  return shownAs === null ? known.written[field] : known[shownAs]
}
