export const columns = ['client', 'screen', 'command', 'test'] as const
type Column = (typeof columns)[number]

/** Each endpoint of the contract: `file` and a text in it that shows that the file is about the endpoint. */
export const places: Readonly<Record<string, Record<Column, readonly [file: string, text: string]>>> = {
  'GET /states': {
    client: ['src/main/accounts/accounts-api.ts', '/states'],
    screen: ['src/renderer/accounts/AccountEditor.svelte', 'test'],
    command: ['src/main/cli/states-command.ts', '/states'],
    test: ['test/main/cli/market.test.ts', "'states'"],
  },
  'GET /auto/info': {
    client: ['src/main/inventory/advert-addresses.ts', '/auto/info'],
    screen: ['src/renderer/inventory/AdvertPane.svelte', 'inventory:detail'],
    command: ['src/main/cli/info-command.ts', 'records'],
    test: ['test/main/cli/market.test.ts', '--records'],
  },
  'GET /auto/search': {
    client: ['src/main/search/search-api.ts', '/auto/search'],
    screen: ['src/renderer/search/MarketPage.svelte', 'market.search'],
    command: ['src/main/cli/search-command.ts', 'market.page'],
    test: ['test/e2e/market.spec.ts', 'GET /auto/search'],
  },
  'POST /auto/new/autos': {
    client: ['src/main/batch/sending/service-adverts.ts', 'POST'],
    screen: ['src/renderer/import/SendButton.svelte', 'send'],
    command: ['src/main/cli/import-command.ts', 'commit'],
    test: ['test/e2e/import.spec.ts', 'import'],
  },
  'PUT /auto/new/autos': {
    client: ['src/main/batch/sending/service-adverts.ts', 'PUT'],
    screen: ['src/renderer/import/SendButton.svelte', 'send'],
    command: ['src/main/cli/import-command.ts', 'commit'],
    test: ['test/main/cli/settle.test.ts', 'edit'],
  },
  'DELETE /auto/new/autos': {
    client: ['src/main/batch/sending/service-adverts.ts', 'DELETE'],
    screen: ['src/renderer/import/SendButton.svelte', 'send'],
    command: ['src/main/cli/import-command.ts', 'commit'],
    test: ['test/main/cli/import.test.ts', 'delete'],
  },
  'GET /new_to_old': {
    client: ['src/main/search/search-api.ts', '/new_to_old'],
    screen: ['src/renderer/search/SiteAddress.svelte', 'search:from-site'],
    command: ['src/main/cli/convert-command.ts', '--to'],
    test: ['test/main/cli/market.test.ts', "'--to', 'old'"],
  },
  'GET /old_to_new': {
    client: ['src/main/search/search-api.ts', '/old_to_new'],
    screen: ['src/renderer/search/SiteAddress.svelte', 'search:to-site'],
    command: ['src/main/cli/convert-command.ts', '--to'],
    test: ['test/main/cli/market.test.ts', "'--to', 'new'"],
  },
  'GET /ria/basket/orders/': {
    client: ['src/main/orders/orders-api.ts', '/ria/basket/orders'],
    screen: ['src/renderer/orders/OrdersPage.svelte', 'orders.refresh'],
    command: ['src/main/cli/orders-command.ts', 'orders.read'],
    test: ['test/main/cli/orders.test.ts', 'orders'],
  },
  'GET /ria/basket/status': {
    client: ['src/main/orders/orders-api.ts', '/ria/basket/status'],
    screen: ['src/renderer/orders/OrderFilters.svelte', 'statuses'],
    command: ['src/main/cli/orders-command.ts', 'statusName'],
    test: ['test/main/cli/orders.test.ts', 'orders'],
  },
  'GET /dom/search': {
    client: ['src/main/realty/realty-api.ts', '/dom/search'],
    screen: ['src/renderer/realty/RealtyPage.svelte', 'realty.search'],
    command: ['src/main/cli/realty-command.ts', 'realtyPages'],
    test: ['test/e2e/realty.spec.ts', 'Search'],
  },
  'GET /dom/info/{advert_id}': {
    client: ['src/main/realty/realty-api.ts', '/dom/info/'],
    screen: ['src/renderer/realty/RealtyPane.svelte', 'characteristics'],
    command: ['src/main/cli/info-command.ts', '/dom/info/'],
    test: ['test/e2e/realty.spec.ts', 'Characteristics'],
  },
  'GET /dom/options': {
    client: ['src/main/realty/realty-api.ts', '/dom/options'],
    screen: ['src/renderer/realty/RealtyForm.svelte', 'catalog'],
    command: ['src/main/cli/realty-command.ts', '/dom/options'],
    test: ['test/main/realty/realty-service.test.ts', 'catalog'],
  },
}
