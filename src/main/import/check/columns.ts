import type { Operation } from '#shared/batch/advert-write.ts'
import { foldName } from './name-folding.ts'
import { type FieldName, fieldNames } from '#shared/import/draft.ts'

/** How the cells of a column are read. */
export type ColumnKind = 'operation' | 'id' | 'currency' | 'price' | 'text' | 'flag'

export const columnKinds: Readonly<Record<FieldName, ColumnKind>> = {
  action: 'operation',
  auto_id: 'id',
  marka_id: 'id',
  model_id: 'id',
  base_id: 'id',
  equip_id: 'id',
  currency_id: 'currency',
  price: 'price',
  auto_note: 'text',
  version: 'text',
  in_stock: 'flag',
  test_drive: 'flag',
  user_id: 'id',
}

/** Columns that the contract requires of each write; user_id comes from the account. */
export const requiredColumns: Readonly<Record<Operation, readonly FieldName[]>> = {
  create: ['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id'],
  edit: ['auto_id', 'currency_id'],
  delete: ['auto_id'],
}

/** Columns that only a create takes. */
export const createOnlyColumns: readonly FieldName[] = ['marka_id', 'model_id', 'base_id', 'equip_id']

/** What an edit can change. */
export const editableColumns: readonly FieldName[] = [
  'price',
  'auto_note',
  'version',
  'in_stock',
  'test_drive',
]

/** Everything that a write of each operation takes, what it requires first. */
export const writeColumns: Readonly<Record<Operation, readonly FieldName[]>> = {
  create: [...requiredColumns.create, ...editableColumns],
  edit: [...requiredColumns.edit, ...editableColumns],
  delete: requiredColumns.delete,
}

/** Plain names of each column in English, Ukrainian and Russian, beside its contract name. */
export const plainNames: Readonly<Record<FieldName, readonly string[]>> = {
  action: [
    'action',
    'operation',
    'what to do',
    'дія',
    'операція',
    'що зробити',
    'действие',
    'операция',
    'что сделать',
  ],
  auto_id: [
    'auto id',
    'advert id',
    'ad id',
    'id',
    'advert',
    'advert number',
    'ad number',
    'listing id',
    'advertisement id',
    'id оголошення',
    'номер оголошення',
    'оголошення',
    'ід оголошення',
    'ід',
    'код оголошення',
    'id авто',
    'id объявления',
    'номер объявления',
    'объявление',
    'ид объявления',
    'ид',
    'код объявления',
  ],
  marka_id: [
    'make',
    'make id',
    'brand',
    'brand id',
    'mark id',
    'марка',
    'id марки',
    'марка id',
    'ід марки',
    'код марки',
    'марка авто',
    'ид марки',
  ],
  model_id: [
    'model',
    'model id',
    'модель',
    'id моделі',
    'модель id',
    'ід моделі',
    'код моделі',
    'модель авто',
    'id модели',
    'ид модели',
    'код модели',
  ],
  base_id: [
    'modification',
    'modification id',
    'body type modification',
    'body modification',
    'body type',
    'base',
    'модифікація',
    'id модифікації',
    'модифікація id',
    'ід модифікації',
    'код модифікації',
    'модифікація кузова',
    'модификация',
    'id модификации',
    'модификация id',
    'ид модификации',
    'код модификации',
    'модификация кузова',
  ],
  equip_id: [
    'equipment',
    'equipment id',
    'trim',
    'trim id',
    'equip',
    'комплектація',
    'id комплектації',
    'комплектація id',
    'ід комплектації',
    'код комплектації',
    'комплектация',
    'id комплектации',
    'комплектация id',
    'ид комплектации',
    'код комплектации',
  ],
  currency_id: [
    'currency',
    'currency id',
    'price currency',
    'валюта',
    'id валюти',
    'валюта ціни',
    'id валюты',
    'валюта цены',
  ],
  price: ['price', 'new price', 'cost', 'ціна', 'нова ціна', 'вартість', 'цена', 'новая цена', 'стоимость'],
  auto_note: [
    'note',
    'notes',
    'description',
    'auto note',
    'text',
    'advert text',
    'опис',
    'текст',
    'примітка',
    'нотатка',
    'текст оголошення',
    'описание',
    'примечание',
    'заметка',
    'текст объявления',
  ],
  version: ['version', 'version text', 'версія', 'версия'],
  in_stock: [
    'in stock',
    'stock',
    'availability',
    'available',
    'в наявності',
    'наявність',
    'є в наявності',
    'в наличии',
    'наличие',
  ],
  test_drive: ['test drive', 'testdrive', 'тест драйв', 'тестдрайв'],
  user_id: [
    'user',
    'user id',
    'owner id',
    'seller id',
    'користувач',
    'id користувача',
    'ід користувача',
    'продавець',
    'пользователь',
    'id пользователя',
    'ид пользователя',
    'продавец',
  ],
}

const byName: ReadonlyMap<string, FieldName> = new Map(
  fieldNames.flatMap((field) =>
    [field, ...plainNames[field]].map((name) => [foldName(name), field] as const),
  ),
)

/** The field that a header names in any of the three languages, or null where it is none of ours. */
export const fieldOfHeader = (header: string): FieldName | null => byName.get(foldName(header)) ?? null
