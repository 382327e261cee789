import { fieldNames } from '../batch/field-lists.ts'
import { type FieldName, type WriteField, writeFields } from '../batch/write-fields.ts'
import { m } from '../i18n/generated/messages.js'

type Column = Pick<WriteField, 'label' | 'names' | 'otherNames'>

/**
 * Columns of a file that are no parameters: the row's action, the dealer's own number of the car, make and model in one
 * cell, and the file's owner check.
 */
const otherColumns = {
  action: {
    label: m.batch_wizard_field_action,
    names: {
      en: 'action, operation, what to do',
      uk: 'дія, операція, що зробити',
      ru: 'действие, операция, что сделать',
      pl: 'operacja',
    },
  },
  stock_no: {
    label: m.word_stock_number,
    names: {
      en: 'stock no, stock number, stock nr, stock id, stock code, own number, own no, internal number, internal no, internal id, internal code, inventory number, inventory no, dealer number, reference number, ref no',
      uk: '№ складу, складський номер, складський №, складський код, номер складу, номер на складі, код складу, свій номер, власний номер, внутрішній номер, внутрішній код, інвентарний номер',
      ru: '№ склада, складской номер, складской №, складской код, номер склада, номер на складе, внутренний номер, внутренний код, инвентарный номер, свой номер',
      de: 'lagernummer, lager nr, interne nummer, interne nr, bestandsnummer',
      pl: 'numer magazynowy, nr magazynowy, numer wewnętrzny, nr wewnętrzny',
    },
  },
  make_model: {
    label: m.batch_wizard_field_make_model,
    names: {
      en: 'make and model, make model',
      uk: 'марка і модель, марка та модель, марка й модель, марка модель',
      ru: 'марка и модель',
      de: 'marke und modell, marke modell',
      pl: 'marka i model, marka model',
    },
  },
  user_id: {
    label: m.word_user_id,
    names: {
      en: 'user, user id, owner id, seller id',
      uk: 'користувач, id користувача, ід користувача, продавець',
      ru: 'пользователь, id пользователя, ид пользователя, продавец',
      de: 'benutzer, benutzer id',
      pl: 'użytkownik, id użytkownika',
    },
  },
} as const satisfies Readonly<Record<string, Column>>

/** Every column that a file may have and that means something to us. */
export const fileColumns: Readonly<Record<ColumnName, Column>> = { ...writeFields, ...otherColumns }

export type ColumnName = FieldName | keyof typeof otherColumns

/**
 * Names that dealerships give to notes of their own, in small letters. Such a column is never taken for the text of the
 * advert, which buyers read, unless the dealer says so.
 */
export const internalNotes: ReadonlySet<string> = new Set(
  [
    'note, notes, comment, comments, remark, remarks',
    'примітка, примітки, нотатка, нотатки, коментар, коментарі',
    'примечание, примечания, заметка, заметки, комментарий, комментарии',
    'bemerkung, bemerkungen, anmerkung, anmerkungen, notiz, notizen, kommentar, kommentare',
    'uwaga, uwagi, notatka, notatki, komentarz, komentarze',
  ].flatMap((names) => names.split(', ')),
)

/** The columns' names in the order in which they are offered. */
export const columnNames: readonly ColumnName[] = [
  'action',
  'stock_no',
  'make_model',
  ...fieldNames,
  'user_id',
]

/** Fields that a column gives its rows: make and model in one cell are two fields. */
export const givenBy = (column: ColumnName): readonly ColumnName[] =>
  column === 'make_model' ? ['marka_id', 'model_id'] : [column]

/** True if two columns would give a row the same field twice. */
export const areTheSame = (one: ColumnName, other: ColumnName): boolean =>
  givenBy(one).some((field) => givenBy(other).includes(field))
