/** The contract's fields and parameters for the client's tests, from docs/service/openapi.yaml. */
import { contractFields, contractParameters, operations } from '../sandbox/service-description.ts'

type Fields = Readonly<Record<string, string>>

const byField = (schemas: Readonly<Record<string, string>>): Record<string, Fields> =>
  Object.fromEntries(Object.entries(schemas).map(([field, schema]) => [field, contractFields(schema)]))

export const vehicleFields = contractFields('VehicleAdvert')
/** The objects inside a vehicle advert. */
export const vehicleObjects = byField({
  userPhoneData: 'UserPhone',
  levelData: 'AdvertLevel',
  autoData: 'VehicleData',
  photoData: 'AdvertPhotos',
  stateData: 'AdvertPlace',
  oldTop: 'OldTop',
  checkedVin: 'CheckedVin',
  dealer: 'Dealer',
})

/** By the path inside a search answer. */
export const searchFields = byField({
  additional_params: 'SearchContext',
  'result.search_result': 'SearchResult',
  'result.search_result.qs': 'SearchQuery',
})

export const conversionFields = contractFields('Conversion')

export const orderListFields = contractFields('OrderList')
export const orderFields = contractFields('Order')
export const orderObjects = byField({ recipient: 'Recipient', delivery: 'Delivery' })
export const orderItemFields = contractFields('OrderItem')
export const statusListFields = contractFields('OrderStatusList')
export const orderStatusFields = contractFields('OrderStatus')

export const realtySearchFields = contractFields('RealtySearchAnswer')
export const realtyFields = contractFields('RealtyAdvert')
export const realtyObjects = byField({ user: 'RealtySeller', priceArr: 'RealtyPrices' })
export const photoFields = contractFields('RealtyPhoto')
export const catalogGroupFields = contractFields('CharacteristicGroup')
export const characteristicFields = contractFields('CharacteristicItem')
export const childFields = contractFields('CharacteristicOption')

const ofContract = operations.filter((operation) => operation['x-source'] === 'contract')

/** Parameters by endpoint, as they are spelled; `<n>` and `<id>` stand for a number. */
export const parameters: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ofContract.map((operation) => [
    `${operation.method} ${operation.path.replace('{advert_id}', '1')}`,
    contractParameters(operation),
  ]),
)

export function parametersOf(endpoint: string): string[] {
  const names = parameters[endpoint]
  if (names === undefined) throw new Error(`the contract has no ${endpoint}`)
  return [...names].sort()
}

/** Parameters without which an endpoint answers nothing but an error. */
export const required: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ofContract
    .map(({ method, path, parameters: all }): [string, string[]] => [
      `${method} ${path}`,
      all.filter((one) => one.in === 'query' && one.required).map(({ name }) => name),
    ])
    .filter(([, names]) => names.length > 0),
)

/** Names of the two schemes that convert into each other. */
export const conversions: readonly (readonly [site: string, search: string])[] = operations
  .filter(({ path }) => path === '/new_to_old')
  .flatMap((operation) => operation.parameters)
  .flatMap((parameter) =>
    parameter['x-converts-to'] === undefined
      ? []
      : [[parameter['x-spelling']?.[0] ?? parameter.name, parameter['x-converts-to']] as const],
  )
  .map(([site, search]) => [site.replace('<n>', '0'), search.replace('<n>', '0')])
