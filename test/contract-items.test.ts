import { expect, test } from 'vitest'
import { operations } from '#shared/batch/operation.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import { attemptSchema } from '#shared/batch/row.ts'
import { ordersStateSchema } from '#shared/orders/orders-calls.ts'
import { calls } from '#shared/bridge/calls.ts'
import { items, missingInCommand, missingInWindow } from './contract-items.ts'
import { endpoints } from '../src/main/cli/api/endpoints.ts'
import { recordGroups } from '../src/main/inventory/record-groups.ts'
import { ordersFile } from '../src/main/orders/orders-export.ts'
import { shownGroups } from '../src/main/realty/shown-catalog.ts'
import { shownDetail } from '../src/main/realty/shown-record.ts'
import { conversionNames } from '../src/main/search/conversion-names.ts'
import { advertRecordSchema } from '../src/main/service/advert-record.ts'
import { contractName } from '../src/main/service/named-parameter.ts'
import { catalogSchema } from '../src/main/service/realty-catalog.ts'
import { realtyRecordSchema } from '../src/main/service/realty-record.ts'
import { singleNames } from '../src/renderer/search/market-fields.ts'
import { listNames, paramsOfForm } from '../src/renderer/search/form-params.ts'
import { realtyParamsOf } from '../src/renderer/realty/realty-params.ts'
import { contractFields } from './sandbox/service-description.ts'

type Names = readonly string[]
const of = (place: string, names: Iterable<string>): string[] => [...names].map((name) => `${place}: ${name}`)
const all = (schema: string): string[] => of(schema, Object.keys(contractFields(schema)))

/** A value of each field of a schema. */
const sample = (schema: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(contractFields(schema)).map(([field, type]) => [field, samples[type] ?? 'text']),
  )
const samples: Readonly<Record<string, unknown>> = { integer: 7, number: 7, boolean: true, array: ['7'] }

/** What a person gives in forms and dialogs of the window. */
function given(): string[] {
  const one = { make: '1', model: '1', from: '1', to: '1' }
  const market = paramsOfForm({
    vehicles: [one],
    places: [{ state: '1', city: '1' }],
    lists: Object.fromEntries(listNames.map((name) => [name, ['1']])),
    single: Object.fromEntries([...singleNames].map((name) => [name, '1'])),
    other: [],
  })
  const realty = realtyParamsOf({
    combination: { category: 1, type: 1, operation: 1 },
    state: '1',
    city: '1',
    districts: '1',
    since: '2026-01-01',
    entered: { 1: { option: '1', from: '1', to: '1' } },
  })
  const methods = { create: 'POST', edit: 'PUT', delete: 'DELETE' } as const
  return [
    ...of('GET /auto/search', [...market.map(([name]) => contractName(name)), ...partsOf('search:page')]),
    ...of(
      'GET /auto/info',
      ['auto_id'].filter(() => 'inventory:add' in calls),
    ),
    ...of(
      'GET /dom/info/{advert_id}',
      ['advert_id'].filter(() => 'realty:detail' in calls),
    ),
    ...of(
      'GET /dom/search',
      realty.map(([name]) => contractName(name)),
    ),
    ...of('GET /dom/options', [...realty.map(([name]) => name), 'lang_id']),
    ...conversions(),
    // The user id is the account's.
    ...operations.flatMap((each) => of(`${methods[each]} /auto/new/autos`, ['user_id', ...fieldsOf(each)])),
  ]
}

const conversions = (): string[] =>
  conversionNames.flatMap(([site, search]) => [
    ...of('GET /new_to_old', [site.replace('#', '<n>')]),
    ...of('GET /old_to_new', [search.replace('#', '<n>')]),
  ])

/** Names in the question and in the answer of a call of the window. */
const partsOf = (name: 'search:page' | 'search:to-site' | 'realty:page'): Names => {
  const { request, answer } = calls[name]
  return [...Object.keys(request.shape), ...Object.keys(answer.shape)]
}

const objects = {
  userPhoneData: 'UserPhone',
  levelData: 'AdvertLevel',
  autoData: 'VehicleData',
  photoData: 'AdvertPhotos',
  stateData: 'AdvertPlace',
  oldTop: 'OldTop',
  checkedVin: 'CheckedVin',
  dealer: 'Dealer',
}

function vehicleItems(): string[] {
  const inside = Object.entries(objects).map(([field, schema]) => [field, sample(schema)])
  const record = advertRecordSchema.parse({ ...sample('VehicleAdvert'), ...Object.fromEntries(inside) })
  const schemaOf: Readonly<Record<string, string>> = { advert: 'VehicleAdvert', ...objects }
  return recordGroups(record).flatMap(({ name, fields }) => [
    `VehicleAdvert: ${name}`,
    ...of(
      schemaOf[name] ?? name,
      fields.map((field) => field.name),
    ),
  ])
}

function realtyItems(): string[] {
  const record = realtyRecordSchema.parse({
    ...sample('RealtyAdvert'),
    user: sample('RealtySeller'),
    priceArr: { 1: '1', 2: '2', 3: '3' },
    photos: { 5: { id: 5, file: 'a.jpg', o: 'h' } },
    characteristics_values: { 209: 3 },
  })
  const { row, fields, photos, characteristics } = shownDetail({ id: 7, record, readAt: '' }, [])
  return [
    ...fields.map(({ name }) =>
      name.startsWith('user.') ? `RealtySeller: ${name.slice('user.'.length)}` : `RealtyAdvert: ${name}`,
    ),
    ...(fields.some(({ name }) => name.startsWith('user.')) ? ['RealtyAdvert: user'] : []),
    ...(photos.includes('a.jpg') ? ['RealtyAdvert: photos', 'RealtyPhoto: file'] : []),
    ...(characteristics.length > 0 ? ['RealtyAdvert: characteristics_values'] : []),
    ...(row.usd === '1' && row.eur === '2' && row.uah === '3'
      ? ['RealtyAdvert: priceArr', ...all('RealtyPrices')]
      : []),
  ]
}

/** A field of the catalog is used if another value of it changes what the form shows. */
function catalogItems(): string[] {
  // Names in the other language are shown where the Ukrainian ones are missing.
  const option = { characteristic_id: '7', name: '', name_uk: null, prio: '2' }
  const second = { ...option, name: 'Second', prio: '1' }
  const item = {
    ...sample('CharacteristicItem'),
    label: null,
    label_uk: null,
    group_name_uk: null,
    type_on_search: 'text',
    children: {},
  }
  const other = { ...item, characteristic_id: 9, prio: 8 }
  const form = (
    group: object = {},
    ofItem: object = {},
    children: object = { 1: option, 2: second },
  ): string =>
    JSON.stringify(
      shownGroups(
        catalogSchema.parse([
          { group_name: 'B', group_prio: 1, items: [{ ...item, children, ...ofItem }, other], ...group },
          { group_name: 'C', group_prio: 2, items: [other] },
        ]),
      ),
    )
  const texts: Readonly<Record<string, unknown>> = {
    type_on_search: 'checkbox',
    data_type: 'float',
    required: 1,
    group_prio: 3,
    items: [],
    children: {},
  }
  const otherThan = (schema: string, field: string): unknown =>
    // The options' weights are texts; below those that are there.
    texts[field] ?? (contractFields(schema)[field] === 'integer' ? 9 : field === 'prio' ? '0' : 'Other')
  const used = (schema: string, change: (part: object) => string): string[] =>
    of(
      schema,
      Object.keys(contractFields(schema)).filter(
        (field) => change({ [field]: otherThan(schema, field) }) !== change({}),
      ),
    )
  return [
    ...used('CharacteristicGroup', (part) => form(part)),
    ...used('CharacteristicItem', (part) => form({}, part)),
    ...used('CharacteristicOption', (part) => form({}, {}, { 1: { ...option, ...part }, 2: second })),
    ...(form({}, { characteristic_id: 8 }) === form() ? [] : ['CharacteristicItem: characteristic_id']),
  ]
}

/** The table of orders that the window exports has all that its details show. */
async function orderItems(): Promise<string[]> {
  const { text } = await ordersFile([], 'csv', 'day')
  const header = new TextDecoder()
    .decode(text)
    .replace('\uFEFF', '')
    .trim()
    .split(/[,;\r\n]/)
  const names = new Set(header.map((name) => (name === 'item_name' ? 'name' : name)))
  const parts = ['Order', 'Recipient', 'Delivery', 'OrderItem'].flatMap((schema) =>
    of(
      schema,
      Object.keys(contractFields(schema)).filter((field) => names.has(field)),
    ),
  )
  const lists = [
    'Order: recipient',
    'Order: delivery',
    'Order: items',
    'OrderList: orders',
    'OrderStatusList: data',
  ]
  const total = of(
    'OrderList',
    ['total'].filter((name) => name in ordersStateSchema.shape),
  )
  return [
    ...parts,
    ...lists,
    ...total,
    'OrderStatus: id',
    ...(names.has('status_name') ? ['OrderStatus: name'] : []),
  ]
}

const inWindow = async (): Promise<ReadonlySet<string>> =>
  new Set([
    ...given(),
    ...vehicleItems(),
    ...realtyItems(),
    ...catalogItems(),
    ...(await orderItems()),
    ...of('SearchResult', partsOf('search:page')),
    'SearchAnswer: result',
    'SearchOutcome: search_result',
    ...of('RealtySearchAnswer', ['count', ...(partsOf('realty:page').includes('ids') ? ['items'] : [])]),
    ...of(
      'Conversion',
      partsOf('search:to-site').map((name) => (name === 'params' ? 'converted' : name)),
    ),
    ...('answer' in attemptSchema.shape ? all('WriteResult') : []),
  ])

/** Answers to reads are printed as they came, by `api`; what is written comes from files, options and the account. */
const inCommand = (): ReadonlySet<string> => {
  const schemas = new Set(
    items.map((item) => item.split(': ')[0] ?? '').filter((place) => !place.includes(' ')),
  )
  schemas.delete('WriteResult')
  return new Set([
    ...endpoints.flatMap(({ method, path, parameters }) =>
      of(
        `${method} ${path}`,
        (parameters ?? []).map(({ name }) => name),
      ),
    ),
    ...given().filter((item) => item.includes('/auto/new/autos') || item.includes('{advert_id}')),
    ...[...schemas].flatMap((schema) => all(schema)),
    'WriteResult: last_insert_id',
  ])
}

test('what a table names as missing is an item of the contract', () => {
  const known = new Set(items)
  expect(
    [...Object.keys(missingInWindow), ...Object.keys(missingInCommand)].filter((item) => !known.has(item)),
  ).toEqual([])
})

test('the window has each parameter and field of the contract but those that are named with a reason', async () => {
  const shown = await inWindow()
  expect(items.filter((item) => !shown.has(item)).toSorted()).toEqual(Object.keys(missingInWindow).toSorted())
})

test('so has the command line', () => {
  const shown = inCommand()
  expect(items.filter((item) => !shown.has(item)).toSorted()).toEqual(
    Object.keys(missingInCommand).toSorted(),
  )
})
