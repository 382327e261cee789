import { operations, schemas } from './sandbox/service-description.ts'

const isOfContract = (part: { readonly 'x-source'?: string | undefined }): boolean =>
  part['x-source'] !== 'practice'

/**
 * Every parameter and field of the contract: `GET /auto/search: marka_id[<n>]`, `Order: status`. The key and headers come with each
 * request.
 */
export const items: readonly string[] = [
  ...operations.filter(isOfContract).flatMap(({ method, path, parameters }) =>
    parameters
      .filter((parameter) => isOfContract(parameter) && parameter.in !== 'header')
      .flatMap((parameter) => parameter['x-spelling'] ?? [parameter.name])
      .map((name) => `${method} ${path}: ${name}`),
  ),
  ...Object.entries(schemas)
    .filter(([, schema]) => isOfContract(schema))
    .flatMap(([schema, { properties }]) =>
      Object.entries(properties)
        .filter(([, field]) => isOfContract(field))
        .map(([field]) => `${schema}: ${field}`),
    ),
]

const ofPlacing = 'Of placing an advert; a search asks for none.'
const forms = 'How the service’s own forms lay out the characteristic; ours have their own layout.'
const ofSearch =
  'The service’s account of how it read the search, of no use to a dealer; the filters are shown as they were sent.'
const ofPaging = 'Where the page begins and ends; the window counts its own pages.'
const isStatus = 'Says that the answer is one; what is wrong is said in words.'
const isPath = 'The photo is shown by its path.'
const isAnswer = 'Becomes the state of the row; the answer is shown with the row’s attempts in the window.'

const named = (schema: string, reason: string, ...fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [`${schema}: ${field}`, reason]))

/** The items that a person can't give or see in the window, each with the reason. */
export const missingInWindow: Readonly<Record<string, string>> = {
  ...named(
    'SearchContext',
    ofSearch,
    'lang_id',
    'page',
    'view_type_id',
    'target',
    'section',
    'catalog_name',
    'elastica',
    'nodejs',
  ),
  ...named('SearchAnswer', ofSearch, 'additional_params'),
  ...named('SearchResult', ofPaging, 'last_id', 'qs'),
  ...named('SearchQuery', ofPaging, 'fields', 'size', 'from'),
  ...named('OrderList', isStatus, 'status'),
  ...named('OrderStatusList', isStatus, 'status'),
  ...named('RealtyPhoto', isPath, 'id', 'o'),
  ...named(
    'CharacteristicItem',
    forms,
    'group_name',
    'group_prio',
    'type_on_add',
    'characteristic_category',
    'field_name',
    'display_label_search',
    'display_label_add',
    'group_orientation_search',
    'group_orientation_add',
    'empty_value',
    'type',
  ),
  ...named('CharacteristicItem', ofPlacing, 'required'),
  ...named('CharacteristicOption', forms, 'characteristic_id'),
}

/** The same for the command line. */
export const missingInCommand = named('WriteResult', isAnswer, 'num_rows')
