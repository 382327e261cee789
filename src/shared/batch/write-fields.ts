import { m } from '../i18n/generated/messages.js'
import type { Operation } from './operation.ts'

/** Kind of a field's values; main/writes/field-kinds.ts says how each kind is checked, compared and written. */
export type FieldKind = 'id' | 'currency' | 'price' | 'text' | 'flag'

/** Names of a column by language, separated by commas. */
export type ColumnNames = Readonly<Record<'en' | 'uk' | 'ru', string> & Partial<Record<'de' | 'pl', string>>>

interface Parameter {
  /**
   * Place where a read shows the value; null if it doesn't (docs/service/practice.md, "write reach"): then only our
   * journal knows it.
   */
  readonly shownAs: string | null
  /** The plain name on the screen. */
  readonly label: () => string
  /** Plain names that a header may use in addition to the contract's, by language, separated by commas. */
  readonly names: ColumnNames
  /**
   * Names that count only if no column has one of those: a price list may have a maker of the tyres in addition to the
   * make.
   */
  readonly otherNames?: string
  /** The value in the example row of a template. */
  readonly example: string
  /** A text of several sentences, which wants a wide column. */
  readonly long?: boolean
}

/** The operations that take a parameter; what the contract requires of them. */
type TakenBy = Readonly<Partial<Record<Exclude<Operation, 'edit'>, 'required' | 'optional'>>>

/** Field that an edit may change. A person edits it in the grid, in the pane and in bulk, each by its kind. */
type EditedParameter = Parameter & {
  readonly takenBy: TakenBy & { readonly edit: 'optional' }
} & (
    | { readonly kind: 'price'; readonly editedIn: 'prices' }
    | { readonly kind: 'text' | 'flag'; readonly editedIn: 'row' | 'own' }
  )

export type EditedKind = EditedParameter['kind']

/**
 * Columns of the stock's grid in which a field is edited: those of the prices, or the one by the name of the field,
 * which every row has (AdvertRow). Else a column of the field's own, which is read only while it is shown.
 */
export type EditedIn = EditedParameter['editedIn']

interface FixedParameter extends Parameter {
  readonly kind: FieldKind
  readonly takenBy: TakenBy & { readonly edit?: 'required' }
  readonly editedIn?: undefined
}

/** A parameter of the write endpoints. */
export type WriteField = EditedParameter | FixedParameter

/**
 * Every parameter of POST, PUT and DELETE /auto/new/autos but `api_key` and `user_id`, which come from the account. The
 * order is that of payloads, templates and exports. The lists of fields by what is done with them follow from it:
 * field-lists.ts, staged-fields.ts, form-fields.ts; so does what a read shows of them:
 * main/writes/shown-advert.ts.
 */
export const writeFields = {
  auto_id: {
    kind: 'id',
    takenBy: { edit: 'required', delete: 'required' },
    shownAs: 'autoId',
    label: m.word_advert_id,
    names: {
      en: 'auto id, advert id, ad id, id, advert, advert number, ad number, listing id, advertisement id',
      uk: 'id оголошення, номер оголошення, оголошення, ід оголошення, ід, код оголошення, id авто',
      ru: 'id объявления, номер объявления, объявление, ид объявления, ид, код объявления',
      de: 'anzeigen id, anzeigennummer, inserat id, inserats id, inseratsnummer, inseratnummer',
      pl: 'id ogłoszenia, numer ogłoszenia, nr ogłoszenia',
    },
    example: '12345678',
  },
  marka_id: {
    kind: 'id',
    takenBy: { create: 'required' },
    shownAs: 'markaId',
    label: m.word_make,
    names: {
      en: 'make, make id, brand, brand id, mark id',
      uk: 'марка, id марки, марка id, ід марки, код марки, марка авто',
      ru: 'ид марки',
      de: 'marke',
      pl: 'marka',
    },
    otherNames:
      'manufacturer, бренд, виробник, производитель, изготовитель, hersteller, fabrikat, fahrzeugmarke, automarke, producent',
    example: '9',
  },
  model_id: {
    kind: 'id',
    takenBy: { create: 'required' },
    shownAs: 'modelId',
    label: m.word_model,
    names: {
      en: 'model, model id',
      uk: 'модель, id моделі, модель id, ід моделі, код моделі, модель авто',
      ru: 'id модели, ид модели, код модели',
      de: 'modell',
    },
    otherNames: 'model name, назва моделі, название модели, modellname, fahrzeugmodell, nazwa modelu',
    example: '96',
  },
  base_id: {
    kind: 'id',
    takenBy: { create: 'required' },
    shownAs: null,
    label: m.batch_wizard_field_base_id,
    names: {
      en: 'modification, modification id, body type modification, body modification, body type, base',
      uk: 'модифікація, id модифікації, модифікація id, ід модифікації, код модифікації, модифікація кузова',
      ru: 'модификация, id модификации, модификация id, ид модификации, код модификации, модификация кузова',
      de: 'modifikation',
      pl: 'modyfikacja',
    },
    example: '1001',
  },
  equip_id: {
    kind: 'id',
    takenBy: { create: 'required' },
    shownAs: null,
    label: m.batch_wizard_field_equip_id,
    names: {
      en: 'equipment, equipment id, trim, trim id, equip',
      uk: 'комплектація, id комплектації, комплектація id, ід комплектації, код комплектації',
      ru: 'комплектация, id комплектации, комплектация id, ид комплектации, код комплектации',
      de: 'ausstattung',
      pl: 'wyposażenie',
    },
    otherNames:
      'trim level, equipment level, trim name, рівень комплектації, назва комплектації, уровень комплектации, название комплектации, ausstattungslinie, ausstattungsvariante, ausstattungsniveau, poziom wyposażenia, wersja wyposażenia',
    example: '2001',
  },
  currency_id: {
    kind: 'currency',
    takenBy: { create: 'required', edit: 'required' },
    shownAs: 'currency',
    label: m.word_currency,
    names: {
      en: 'currency, currency id, price currency',
      uk: 'валюта, id валюти, валюта ціни',
      ru: 'id валюты, валюта цены',
      de: 'währung, waehrung',
      pl: 'waluta',
    },
    otherNames: 'currency code, код валюти, код валюты, währungscode, waehrungscode, kod waluty, waluta ceny',
    example: 'USD',
  },
  price: {
    kind: 'price',
    takenBy: { create: 'optional', edit: 'optional' },
    shownAs: 'price',
    editedIn: 'prices',
    label: m.word_price,
    names: {
      en: 'price, new price',
      uk: 'ціна, нова ціна',
      ru: 'цена, новая цена',
      de: 'preis',
      pl: 'cena, nowa cena',
    },
    otherNames: 'ррц, verkaufspreis, bruttopreis, fahrzeugpreis',
    example: '25900',
  },
  // Not by names of internal notes (internalNotes in shared/import/file-columns.ts): buyers read this text.
  auto_note: {
    kind: 'text',
    takenBy: { create: 'optional', edit: 'optional' },
    shownAs: 'description',
    editedIn: 'own',
    label: m.word_text,
    names: {
      en: 'description, auto note, text, advert text',
      uk: 'опис, текст, текст оголошення',
      ru: 'описание, текст объявления',
      de: 'beschreibung, anzeigentext, inseratstext',
      pl: 'opis, treść ogłoszenia, tekst ogłoszenia',
    },
    example: '',
    long: true,
  },
  version: {
    kind: 'text',
    takenBy: { create: 'optional', edit: 'optional' },
    shownAs: 'version',
    editedIn: 'row',
    label: m.word_version,
    names: { en: 'version, version text', uk: 'версія', ru: 'версия', pl: 'wersja' },
    example: '2.0 TDI',
  },
  in_stock: {
    kind: 'flag',
    takenBy: { create: 'optional', edit: 'optional' },
    shownAs: null,
    editedIn: 'own',
    label: m.word_in_stock,
    names: {
      en: 'in stock, stock, availability, available',
      uk: 'в наявності, наявність, є в наявності',
      ru: 'в наличии, наличие, есть в наличии',
      de: 'auf lager, verfügbarkeit, verfügbar, verfuegbarkeit, verfuegbar',
      pl: 'na stanie, dostępność, dostępny',
    },
    otherNames:
      'на складі, доступність, на складе, доступность, vorrätig, vorraetig, lagernd, w magazynie, dostępne',
    example: '1',
  },
  test_drive: {
    kind: 'flag',
    takenBy: { create: 'optional', edit: 'optional' },
    shownAs: null,
    editedIn: 'own',
    label: m.batch_wizard_field_test_drive,
    names: {
      en: 'test drive, testdrive',
      uk: 'тест драйв, тестдрайв',
      ru: 'тест драйв',
      de: 'probefahrt, testfahrt',
      pl: 'jazda próbna, jazda testowa',
    },
    otherNames: 'пробна поїздка, пробная поездка',
    example: '1',
  },
} as const satisfies Readonly<Record<string, WriteField>>

export type FieldName = keyof typeof writeFields
