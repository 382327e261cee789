import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse as parseYaml } from 'yaml'

const description = parseYaml(
  readFileSync(fileURLToPath(new URL('../docs/service/openapi.yaml', import.meta.url)), 'utf8'),
)
const isOfContract = (part) => part['x-source'] !== 'practice'

/**
 * Every parameter and field of the contract: `GET /auto/search: marka_id[<n>]`, `Order: status`. The key and headers come with each
 * request.
 */
export const items = [
  ...Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isOfContract(operation))
      .flatMap(([method, { parameters = [] }]) =>
        parameters
          .filter((parameter) => isOfContract(parameter) && parameter.in !== 'header')
          .flatMap((parameter) => parameter['x-spelling'] ?? [parameter.name])
          .map((name) => `${method.toUpperCase()} ${path}: ${name}`),
      ),
  ),
  ...Object.entries(description.components.schemas)
    .filter(([, schema]) => isOfContract(schema))
    .flatMap(([schema, { properties = {} }]) =>
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

const named = (schema, reason, ...fields) =>
  Object.fromEntries(fields.map((field) => [`${schema}: ${field}`, reason]))

/** The items that a person can't give or see in the window, each with the reason. */
export const missingInWindow = {
  ...named(
    'SearchContext',
    ofSearch,
    ...['lang_id', 'page', 'view_type_id', 'target', 'section', 'catalog_name', 'elastica', 'nodejs'],
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
    ...['group_name', 'group_prio', 'type_on_add', 'characteristic_category', 'field_name'],
    ...['display_label_search', 'display_label_add', 'group_orientation_search', 'group_orientation_add'],
    ...['empty_value', 'type'],
  ),
  ...named('CharacteristicItem', ofPlacing, 'required'),
  ...named('CharacteristicOption', forms, 'characteristic_id'),
}

/** The same for the command line. */
export const missingInCommand = named('WriteResult', isAnswer, 'num_rows')

const rows = (missing) => Object.entries(missing).map(([item, reason]) => `| \`${item}\` | ${reason} |`)
const head = ['| Item | Why not |', '| --- | --- |']

/** The part of docs/service/coverage.md about single items. */
export const itemsPage = () => [
  '## Each parameter and field',
  '',
  `Of the ${items.length} parameters and fields of the contract the window has ${items.length - Object.keys(missingInWindow).length}, the command line ` +
    `${items.length - Object.keys(missingInCommand).length}. \`test/contract-items.test.ts\` checks it against what the screens and commands are made of. Not in the window:`,
  '',
  ...head,
  ...rows(missingInWindow),
  '',
  'Not on the command line, whose `api` prints every answer to a read as it came:',
  '',
  ...head,
  ...rows(missingInCommand),
  '',
]
