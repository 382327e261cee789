/** Compiled, never run: what a new field needs beside its row of the table, and what is refused if it is forgotten. */
import type { ShownAdvert } from '../../../src/main/writes/shown-values.ts'
import type { FieldKind, WriteField } from '#shared/batch/write-fields.ts'
import { fieldKinds } from '../../../src/main/writes/field-kinds.ts'

const taken = { create: 'optional', edit: 'optional' } as const
const names = { en: 'slogan', uk: 'гасло', ru: 'лозунг' }
const shown = { kind: 'text', takenBy: taken, label: () => 'Headline', names, example: '' } as const
const headline = { ...shown, editedIn: 'own' } as const

export const complete: WriteField = { ...headline, shownAs: null }

// @ts-expect-error whether a read shows the field has to be said
export const withoutReads: WriteField = headline

// @ts-expect-error where an edit of the field is made has to be said
export const withoutColumn: WriteField = { ...shown, shownAs: null }

// @ts-expect-error nobody can edit an id
export const editedId: WriteField = { ...complete, kind: 'id' }

// @ts-expect-error only a price is edited in the columns of the prices
export const textAsPrice: WriteField = { ...complete, editedIn: 'prices' }

// @ts-expect-error an edit doesn't take what isn't among its parameters
export const notTaken: WriteField = { ...complete, takenBy: { create: 'optional' } }

// @ts-expect-error all three languages have their names
export const withoutRussian: WriteField = { ...complete, names: { en: 'slogan', uk: 'гасло' } }

// @ts-expect-error a new kind has to be checked, compared and written like the others
export const kinds: Readonly<Record<FieldKind | 'date', unknown>> = fieldKinds

// @ts-expect-error what reads a record has to read every property that a field is shown by
export const withoutTexts: ShownAdvert = {
  autoId: 5,
  markaId: 9,
  modelId: 96,
  usd: 1,
  eur: 1,
  uah: 40,
  currency: 1,
}
