import { describe, expect, it, test } from 'vitest'
import { quirkNames, type QuirkName } from '../../src/sandbox/control/quirks.ts'
import { running, type Running } from './running.ts'
import { answerOf, findOperation, operations, problemsOf, refusalPointer } from './service-description.ts'
import { createQuery, ownAdverts } from './vehicles/adverts.ts'

type Json = Record<string, unknown>

interface Exchange {
  readonly method: string
  /** The path of the operation in the description. */
  readonly path: string
  readonly answer: unknown
}

const catalogue = ['1/2/1', '1/2/3', '4/5/1', '10/11/1', '24/25/1', '30/31/1', '1/2/9']

/** The ways in which a sandbox can be started, each with how its answers are checked. */
const modes = [
  ['contract', { profile: 'contract' }, 'contract'],
  ['live', { profile: 'live' }, 'described'],
  ['contract, new vehicles elsewhere', { profile: 'contract', newElsewhere: true }, 'contract'],
  ['live, new vehicles elsewhere', { profile: 'live', newElsewhere: true }, 'described'],
] as const

/**
 * Calls every operation of the sandbox, each with what it answers differently to.
 * @param most how many adverts of a kind are read
 */
async function everyExchange(
  sandbox: Running,
  quirks: readonly QuirkName[] = [],
  most = 40,
): Promise<Exchange[]> {
  const { profile, newElsewhere } = await sandbox.control.modes()
  const exchanges: Exchange[] = []
  const call = async (method: string, path: string, query = '', address = path, body?: string) => {
    const response = await sandbox.fetch(method, address, query, {}, body)
    const answer: unknown = await response.json()
    expect({ call: `${method} ${address}?${query}`, status: response.status }).toMatchObject({ status: 200 })
    exchanges.push({ method, path, answer })
    return answer
  }
  const own = await call('GET', '/auto/new/autos', `user_id=${sandbox.sandbox.userId}`)
  await call('GET', '/auto/search', 'marka_id[0]=9&model_id[0]=0&page=1&countpage=5')
  const { ids } = searchResult(await call('GET', '/auto/search', 'countpage=60'))
  const archived = (own as { archive: number[] }).archive.slice(0, 5)
  const isElsewhere = (id: number | string) => newElsewhere && Number(id) < 10_000_000
  const readAdvert = (id: number | string) =>
    isElsewhere(id)
      ? call('GET', '/auto/new/auto/{id}', '', `/auto/new/auto/${id}`)
      : call('GET', '/auto/info', `auto_id=${id}`)
  for (const id of [...ids.slice(0, most), ...archived]) await readAdvert(id)
  if (profile === 'live' || newElsewhere) {
    const found = await call('GET', '/auto/new/search', 'markaId=9&priceFrom=1000&page=1&limit=20')
    for (const id of (found as { ids: number[] }).ids.slice(0, most))
      await call('GET', '/auto/new/auto/{id}', '', `/auto/new/auto/${id}`)
  }
  await call('GET', '/new_to_old', 'brand.id[0]=9&size=10&colour=1')
  await call('GET', '/old_to_new', 'marka_id[0]=9&countpage=10')
  await call('GET', '/states')
  const orders = await call(
    'GET',
    '/ria/basket/orders/',
    `user_id=${sandbox.sandbox.userId}`,
    '/ria/basket/orders',
  )
  const [order] = (orders as { orders: { order_id: number }[] }).orders
  const ofOrder = `user_id=${sandbox.sandbox.userId}&order_id=${order?.order_id}`
  await call('PUT', '/ria/basket/orders/', ofOrder, '/ria/basket/orders', '{"status":2}')
  await call('GET', '/ria/basket/status')
  await call('GET', '/auto/new/calls_stat', `user_id=${sandbox.sandbox.userId}&from=2020-01-01&to=2099-01-01`)
  const [advert] = (await ownAdverts(sandbox)).active
  await call(
    'GET',
    '/auto/new/stat',
    `user_id=${sandbox.sandbox.userId}&auto_id=${advert}&date_from=2020-01-01&date_to=2099-01-01`,
  )
  const account = `user_id=${sandbox.sandbox.userId}`
  await call('GET', '/auto/used/autos/ids', account)
  await call('GET', '/auto/used/autos/{auto_id}/statistic', account, `/auto/used/autos/${advert}/statistic`)
  await call('GET', '/auto/fotos/{auto_id}', '', `/auto/fotos/${advert}`)
  const { items } = (await call('GET', '/dom/search')) as { items: number[] }
  for (const id of items.slice(0, most)) await call('GET', '/dom/info/{advert_id}', '', `/dom/info/${id}`)
  for (const combination of catalogue) {
    const [category = '', type = '', operation = ''] = combination.split('/')
    for (const lang of ['', '&lang_id=4'])
      await call(
        'GET',
        '/dom/options',
        `category=${category}&realty_type=${type}&operation_type=${operation}${lang}`,
      )
  }
  if (profile === 'live')
    await call('GET', '/dom/average_price', 'category=1&sub_category=2&operation=1&date_from=2000-01')
  const isThere = (path: string) => !(quirks.includes('old-lookups') && newerLookups.has(path))
  for (const [path, query, address] of lookups) if (isThere(path)) await call('GET', path, query, address)
  await callWrites(sandbox, call, readAdvert)
  return exchanges
}

/** Lookups that are not there when only the older paths are. */
const newerLookups = new Set(['/auto/new/generations', '/auto/new/equips'])

/** The lookups: path, query and, if it differs, the address. */
const lookups: readonly (readonly [path: string, query?: string, address?: string])[] = [
  ['/auto/new/marks', 'category_id=1'],
  ['/auto/new/models', 'marka_id=9'],
  ['/auto/new/generations', 'model_id=2153'],
  ['/auto/new/generation', 'model_id=2153'],
  ['/auto/new/generation_bodystyles', 'generation_id=432'],
  ['/auto/new/generation_bodystyles_bases', 'generation_bodystyle_id=538'],
  ['/auto/new/equips', 'base_id=9036'],
  ['/auto/new/equip_base', 'base_id=9036'],
  ['/auto/categories'],
  ['/auto/categories/{id}/marks', '', '/auto/categories/1/marks'],
  ['/auto/categories/{id}/marks/{marka_id}/models', '', '/auto/categories/1/marks/9/models'],
  ['/auto/categories/{id}/bodystyles', '', '/auto/categories/1/bodystyles'],
  ['/auto/categories/{id}/gearboxes', '', '/auto/categories/1/gearboxes'],
  ['/auto/categories/{id}/driverTypes', '', '/auto/categories/1/driverTypes'],
  ['/auto/categories/{id}/options', '', '/auto/categories/1/options'],
  ['/auto/type'],
  ['/auto/colors'],
  ['/auto/countries'],
  ['/auto/states'],
  ['/auto/states/{id}/cities', '', '/auto/states/10/cities'],
  ['/auto/average_price', 'marka_id=9'],
  ['/auto/bodystyles'],
  ['/auto/models'],
  ['/auto/categories/{id}/bodystyles/_group', '', '/auto/categories/1/bodystyles/_group'],
  ['/auto/categories/{id}/marks/{marka_id}/models/_group', '', '/auto/categories/1/marks/9/models/_group'],
  ['/generations/by/models/{model_id}/generations', '', '/generations/by/models/2153/generations'],
  [
    '/modifications/by/generation/{generation_id}/modifications',
    '',
    '/modifications/by/generation/432/modifications',
  ],
  [
    '/modifications/by/generation/{generation_id}/body/{body_id}/modifications',
    '',
    '/modifications/by/generation/432/body/3/modifications',
  ],
  ['/bodies/by/generation/{generation_id}/bodies', '', '/bodies/by/generation/432/bodies'],
  ['/auto_ria/equips_by_modifications', 'modificationId=9036'],
  ['/dom/states'],
  ['/dom/cities/{id}', '', '/dom/cities/10'],
  ['/dom/cities_districts/{id}', '', '/dom/cities_districts/10'],
]

async function callWrites(
  sandbox: Running,
  call: (method: string, path: string, query?: string) => Promise<unknown>,
  readAdvert: (id: number) => Promise<unknown>,
): Promise<void> {
  const path = '/auto/new/autos'
  const created = (await call('POST', path, createQuery(sandbox))) as {
    last_insert_id: number
  }
  const advert = `user_id=${sandbox.sandbox.userId}&auto_id=${created.last_insert_id}`
  await call('PUT', path, `${advert}&currency_id=1&price=5`)
  // Quirk `stale-read` answers 404 to the first read.
  await sandbox.fetch('GET', '/auto/info', advert)
  await sandbox.fetch('GET', `/auto/new/auto/${created.last_insert_id}`)
  await readAdvert(created.last_insert_id)
  await call('DELETE', path, advert)
}

/** The ids of a search, whether its answer is an array or an object. */
function searchResult(answer: unknown): { ids: string[] } {
  const root: unknown = Array.isArray(answer) ? answer[0] : answer
  return (root as { result: { search_result: { ids: string[] } } }).result.search_result
}

type Check = 'contract' | 'practice' | 'described'

/** What the contract says nothing of is checked by what is described of practice. */
const checkOf = (operation: Pick<Exchange, 'method' | 'path'>, check: Check): Check =>
  check === 'contract' && findOperation(operation.method, operation.path)['x-source'] === 'practice'
    ? 'described'
    : check

const problems = (exchanges: readonly Exchange[], check: Check) =>
  exchanges.flatMap(({ answer, ...operation }) =>
    problemsOf(answerOf(operation), answer, checkOf(operation, check)).map(
      (problem) => `${operation.method} ${operation.path} ${problem}`,
    ),
  )

/** Quirks that refuse or change whole answers; the refusals have tests of their own. */
const refusing: readonly QuirkName[] = ['error-forms', 'rate-limit']
const shaping = quirkNames.filter((name) => !refusing.includes(name))

describe('every answer is as docs/service/openapi.yaml describes it', () => {
  const profiles = ['contract', 'live'] as const
  const cases = [
    ...profiles.map((profile) => [profile, 'all of them', shaping] as const),
    // One that hides another is apart from it.
    ...profiles.map(
      (profile, half) => [profile, 'half of them', shaping.filter((_, at) => at % 2 === half)] as const,
    ),
  ]

  test.each(cases)('%s, with the quirks of practice: %s', async (profile, _, quirks) => {
    const sandbox = await running({ profile })
    await sandbox.control.setQuirks(quirks)
    expect(problems(await everyExchange(sandbox, quirks, 8), 'practice')).toEqual([])
  })

  it.each(modes)(
    '%s: no field that is not described, by the contract every field, and an operation that is not there says so',
    async (_, options, check) => {
      const sandbox = await running({ adverts: 2_000, ...options })
      const exchanges = await everyExchange(sandbox)
      expect(problems(exchanges, check)).toEqual([])
      const called = new Set(exchanges.map(({ method, path }) => `${method} ${path}`))
      const others = operations.filter(({ method, path }) => !called.has(`${method} ${path}`))
      expect(others.filter((operation) => operation['x-source'] === 'contract')).toEqual([])
      const expected = options.profile === 'live' ? 0 : 'newElsewhere' in options ? 1 : 3
      expect(others).toHaveLength(expected)
      for (const { method, path } of others) {
        const response = await sandbox.fetch(method, path.replace(/\{.*?\}/g, '1'))
        expect([
          path,
          response.status,
          problemsOf(refusalPointer, await response.json(), 'practice'),
        ]).toEqual([path, 404, []])
      }
    },
  )
})

/** The requests of every refusal of the sandbox. */
async function refusalsOf(sandbox: Running): Promise<Response[]> {
  const { baseUrl, userId } = sandbox.sandbox
  const foreign = searchResult(await sandbox.get('/auto/search')).ids
  const own = new Set((await ownAdverts(sandbox)).active.map(String))
  const notOwn = foreign.find((id) => !own.has(id)) ?? ''
  return Promise.all([
    fetch(`${baseUrl}/states`),
    fetch(`${baseUrl}/states?api_key=${'x'.repeat(40)}`),
    sandbox.fetch('GET', '/auto/info'),
    sandbox.fetch('GET', '/auto/info', 'auto_id=1'),
    sandbox.fetch('GET', '/nowhere'),
    sandbox.fetch('POST', '/auto/info'),
    sandbox.fetch('GET', '/states', '', { accept: 'text/html' }),
    sandbox.fetch('GET', '/auto/average_price', 'marka_id=1'),
    sandbox.fetch('GET', '/auto/new/models'),
    sandbox.fetch('GET', '/dom/info/1'),
    sandbox.fetch('GET', '/auto/search', 'a'.repeat(9000)),
    sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox, { currency_id: '7' })),
    sandbox.fetch('POST', '/auto/new/autos', createQuery(sandbox, { user_id: '1' })),
    sandbox.fetch('DELETE', '/auto/new/autos', `user_id=${userId}&auto_id=${notOwn}`),
  ])
}

/** A body that is not JSON counts as a text. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return /^["{[]/.test(text) ? (JSON.parse(text) as unknown) : text
}

const forms: ['contract' | 'live', readonly QuirkName[]][] = [
  ['contract', []],
  ['contract', ['error-forms']],
  ['live', []],
  ['live', ['error-forms']],
]

it.each(forms)('refusals are as described: %s, quirks %j', async (profile, quirks) => {
  const sandbox = await running({ profile })
  await sandbox.control.setQuirks(quirks)
  for (const response of await refusalsOf(sandbox)) {
    expect(problemsOf(refusalPointer, await bodyOf(response), 'practice')).toEqual([])
  }
})

/** Every place inside an answer; of the elements of an array and the entries of a map the first. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  const inside = Array.isArray(value) ? value.slice(0, 1) : value
  if (typeof inside !== 'object' || inside === null) return path.length === 0 ? [] : [[...path]]
  const deeper = Object.entries(inside).flatMap(([name, one]) => placesIn(one, [...path, name]))
  return path.length === 0 ? deeper : [[...path], ...deeper]
}

const parentOf = (answer: unknown, path: readonly string[]): [parent: Json, name: string] => [
  path.slice(0, -1).reduce((inside, name) => (inside as Json)[name], answer) as Json,
  path.at(-1) ?? '',
]

const firstOf = (exchanges: readonly Exchange[]) => [
  ...new Map(
    exchanges.toReversed().map((exchange) => [`${exchange.method} ${exchange.path}`, exchange]),
  ).values(),
]

it('the check fails if any field of any answer changes its type', async () => {
  const unnoticed = firstOf(await everyExchange(await running())).flatMap(({ answer, ...operation }) =>
    placesIn(answer)
      .filter((path) => {
        const [parent, name] = parentOf(answer, path)
        const was = parent[name]
        parent[name] = typeof was === 'boolean' ? 'true' : true
        const found = problemsOf(answerOf(operation), answer, checkOf(operation, 'contract'))
        parent[name] = was
        return found.length === 0
      })
      .map((path) => `${operation.method} ${operation.path} ${path.join('.')}`),
  )
  expect(unnoticed).toEqual([])
})
