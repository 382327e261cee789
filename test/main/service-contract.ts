/** The rest of service-api.md's tables as data; adverts, real estate and catalog are in test/sandbox/contract-tables.ts. */
type Fields = Readonly<Record<string, string>>

const typed = (type: string, names: string): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

export const searchFields = {
  additional_params: {
    ...typed('integer', 'lang_id page view_type_id'),
    ...typed('string', 'target section catalog_name'),
    ...typed('boolean', 'elastica nodejs'),
  },
  'result.search_result': {
    ...typed('integer', 'count last_id'),
    ...typed('array', 'ids'),
    ...typed('object', 'qs'),
  },
  'result.search_result.qs': { ...typed('integer', 'size from'), ...typed('array', 'fields') },
} as const satisfies Record<string, Fields>

export const conversionFields: Fields = {
  ...typed('object', 'unrecognized converted'),
  ...typed('string', 'string'),
}

export const orderFields: Fields = {
  ...typed('integer', 'order_id status'),
  ...typed('number', 'total_order_sum'),
  ...typed('string', 'created_at'),
  ...typed('object', 'recipient delivery'),
  ...typed('array', 'items'),
}
export const orderObjects: Readonly<Record<string, Fields>> = {
  recipient: { ...typed('integer', 'user_id'), ...typed('string', 'name email phone') },
  delivery: { ...typed('integer', 'state_id city_id'), ...typed('string', 'address service') },
}
export const orderItemFields: Fields = {
  ...typed('integer', 'adv_id count'),
  ...typed('number', 'price'),
  ...typed('string', 'name note vendor_code'),
}
export const orderStatusFields: Fields = { ...typed('integer', 'id'), ...typed('string', 'name') }
export const photoFields: Fields = { ...typed('integer', 'id'), ...typed('string', 'file o') }
export const catalogGroupFields: Fields = {
  ...typed('string', 'group_name'),
  ...typed('integer', 'group_prio'),
  ...typed('array', 'items'),
}
/** Answers that hold a list. */
export const orderListFields: Fields = {
  ...typed('boolean', 'status'),
  ...typed('integer', 'total'),
  ...typed('array', 'orders'),
}
export const statusListFields: Fields = { ...typed('boolean', 'status'), ...typed('array', 'data') }
export const realtySearchFields: Fields = { ...typed('array', 'items'), ...typed('integer', 'count') }
export const writeResultFields: Fields = typed('integer', 'num_rows last_insert_id')

/** Parameters by endpoint, as the tables spell them; `<n>` and `<id>` stand for a number. */
export const parameters = {
  'GET /auto/info': ['auto_id'],
  'GET /auto/search': (
    'category_id bodystyle[<n>] brandOrigin[<n>] marka_id[<n>] model_id[<n>] s_yers[<n>] po_yers[<n>] price_ot ' +
    'price_do currency auctionPossible with_real_exchange with_exchange exchange_filter[marka_id] ' +
    'exchange_filter[model_id] state[<n>] city[<n>] abroad custom auto_options[<id>] type[<n>] gearbox[<n>] ' +
    'engineVolumeFrom engineVolumeTo powerFrom powerTo power_name with_photo countpage page'
  ).split(' '),
  'GET /dom/search': (
    'category realty_type operation_type state_id city_id district_id characteristic[<id>][from] ' +
    'characteristic[<id>][to] characteristic[<id>]'
  ).split(' '),
  'GET /dom/options': ['category', 'realty_type', 'operation_type', 'lang_id'],
  'POST /auto/new/autos':
    'user_id marka_id model_id base_id equip_id currency_id price auto_note version in_stock test_drive'.split(
      ' ',
    ),
  'PUT /auto/new/autos': 'user_id auto_id currency_id price auto_note version in_stock test_drive'.split(' '),
  'DELETE /auto/new/autos': ['user_id', 'auto_id'],
  'GET /new_to_old':
    'categories.main.id brand.id[<n>] year[<n>].gte year[<n>].lte custom.not fuel.id[<n>] gearbox.id[<n>] size'.split(
      ' ',
    ),
  'GET /old_to_new':
    'category_id marka_id[<n>] s_yers[<n>] po_yers[<n>] custom type[<n>] gearbox[<n>] countpage'.split(' '),
  'GET /states': [],
  'GET /ria/basket/orders/': [],
  'GET /ria/basket/status': [],
  'GET /dom/info/1': [],
} as const satisfies Record<string, readonly string[]>

/** Parameters without which an endpoint answers nothing but an error. */
export const required = {
  'GET /auto/info': ['auto_id'],
  'GET /dom/options': ['category', 'realty_type', 'operation_type'],
  'POST /auto/new/autos': ['user_id', 'marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id'],
  'PUT /auto/new/autos': ['user_id', 'auto_id', 'currency_id'],
  'DELETE /auto/new/autos': ['user_id', 'auto_id'],
} as const satisfies Record<string, readonly string[]>

/** Names of the two schemes that convert into each other. */
export const conversions: readonly (readonly [site: string, search: string])[] = [
  ['categories.main.id', 'category_id'],
  ['brand.id[0]', 'marka_id[0]'],
  ['year[0].gte', 's_yers[0]'],
  ['year[0].lte', 'po_yers[0]'],
  ['custom.not', 'custom'],
  ['fuel.id[0]', 'type[0]'],
  ['gearbox.id[0]', 'gearbox[0]'],
  ['size', 'countpage'],
]
