import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { HttpClient } from '../../../src/main/http/http-client.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { cachedAdvert } from '../../../src/main/inventory/cached-advert.ts'
import { recordGroups } from '../../../src/main/inventory/record-groups.ts'
import { chain, dictionaries, type LookupList } from '../../../src/main/lookups/lookup-lists.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { createRealtyApi } from '../../../src/main/realty/realty-api.ts'
import { createSearchApi } from '../../../src/main/search/search-api.ts'
import {
  advertAnswerSchema,
  ownAdvertsSchema,
  type AdvertRecord,
} from '../../../src/main/service/advert-record.ts'
import {
  asAdvertRecord,
  newSearchSchema,
  newVehicleSchema,
} from '../../../src/main/service/new-vehicle-record.ts'
import { searchResultSchema } from '../../../src/main/service/search-result.ts'
import { clientFor, failureOf, redact, startService } from '../http/local-service.ts'
import { lostPaths } from './lost-paths.ts'

const folder = 'test/fixtures/recorded-answers'
const files = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
const recorded = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))

async function answering(json: unknown, status = 200): Promise<HttpClient> {
  const service = await startService((_request, response) =>
    response.writeHead(status).end(JSON.stringify(json)),
  )
  return clientFor(service.baseUrl, { retries: { attempts: 1, baseMs: 1, capMs: 1, longestMs: 1 } })
}

/** The record as the cache has it. */
const cached = (record: AdvertRecord): AdvertRecord =>
  JSON.parse(cachedAdvert(record, '2026-11-21T00:00:00Z').record) as AdvertRecord

const readInfo = async (client: HttpClient): Promise<AdvertRecord> => {
  const record = await client.read('/auto/info', [], advertAnswerSchema, {})
  if (!record) throw new Error('no record')
  return cached(record)
}

const readNew = async (client: HttpClient): Promise<AdvertRecord> => {
  const found = await client.read('/auto/new/auto/7120334', [], newVehicleSchema, {})
  if (!found) throw new Error('no record')
  return cached(asAdvertRecord(found, { id: 7120334, userId: 77, currency: 1 }))
}

/** Where the fields of a new vehicle stand in the record that all adverts have. */
const movedOfNew: Readonly<Record<string, string>> = {
  autoId: 'autoData.autoId',
  'marka.id': 'markId',
  'marka.name': 'markName',
  'model.id': 'modelId',
  'model.name': 'modelName',
  priceUsd: 'USD',
  priceUah: 'UAH',
  'mainParams.year': 'autoData.year',
  'mainParams.version': 'autoData.version',
  'mainParams.fuel': 'autoData.fuelName',
  'mainParams.gearbox': 'autoData.gearboxName',
  'salon.id': 'dealer.id',
  'salon.name': 'dealer.name',
  'salon.link': 'dealer.link',
  'photos.1': 'photoData.all.1',
  note: 'autoData.description',
  linkAuto: 'linkToView',
}

const listOf =
  <Entry>(list: LookupList<Entry>) =>
  (client: HttpClient): Promise<unknown> =>
    client.read('/lookup', [], list.entries, {})

const readers: Readonly<Record<string, (client: HttpClient) => Promise<unknown>>> = {
  search: (client) => client.read('/auto/search', [], searchResultSchema, {}),
  info: readInfo,
  'new-search': (client) => client.read('/auto/new/search', [], newSearchSchema, {}),
  'new-auto': readNew,
  'own-list': (client) => client.read('/auto/new/autos', [], ownAdvertsSchema, {}),
  orders: async (client) => {
    const { orders, total, unreadable } = await new OrdersApi(client, redact).orders()
    expect(unreadable).toEqual([])
    return { orders, total }
  },
  'order-statuses': async (client) => ({ data: await new OrdersApi(client, redact).statuses() }),
  'realty-info': (client) => createRealtyApi(client).info(13825265),
  'realty-search': (client) => createRealtyApi(client).find([]),
  'realty-options-empty': (client) =>
    createRealtyApi(client).catalog({ category: 1, realtyType: 2, operationType: 1 }),
  conversion: (client) => createSearchApi(client).newToOld([]),
  'average-price': (client) => createSearchApi(client).averagePrice([]),
  'lookup-marks': listOf(chain.makes()),
  'lookup-models': listOf(chain.models(9)),
  'lookup-models-older': listOf(chain.models(9)),
  'lookup-generations': listOf(chain.generations(96)),
  'lookup-generations-older': listOf(chain.generations(96)),
  'lookup-bodies': listOf(chain.bodies(11020)),
  'lookup-bodies-older': listOf(chain.bodies(11020)),
  'lookup-bases': listOf(chain.bases(15021)),
  'lookup-equips': listOf(chain.equips(90412)),
  'lookup-equips-older': listOf(chain.equips(90412)),
  'lookup-dictionary': listOf(dictionaries.fuels()),
}

/** What the basket says about the answer itself, and not about an order. */
const ofEnvelope: readonly string[] = ['status', 'page']

test('every recorded answer has a reader', () => {
  const errors = files.filter((name) => name.startsWith('error-'))
  expect(files.filter((name) => !name.startsWith('error-')).sort()).toEqual(Object.keys(readers).sort())
  expect(errors.sort()).toEqual(Object.keys(failures).sort())
})

test.each(Object.entries(readers))('%s is read without loss', async (name, read) => {
  const answer = recorded(name)
  const kept = await read(await answering(answer))
  const moved = name === 'new-auto' ? movedOfNew : {}
  const isEnvelope = (path: string): boolean => name.startsWith('order') && ofEnvelope.includes(path)
  expect(lostPaths(answer, kept, moved).filter((path) => !isEnvelope(path))).toEqual([])
})

/** What the window shows, as a record again: a list stands there as JSON. */
function shownRecord(record: AdvertRecord): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    recordGroups(record).flatMap(({ name, fields }) =>
      fields.map((field) => [
        name === 'advert' ? field.name : `${name}.${field.name}`,
        field.value.startsWith('[') ? (JSON.parse(field.value) as unknown) : field.value,
      ]),
    ),
  )
}

/** `a.b.c` → a nested record. */
function nested(flat: Readonly<Record<string, unknown>>): object {
  const outer: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(flat)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    let inside = outer
    for (const step of steps) inside = (inside[step] ??= {}) as Record<string, unknown>
    inside[last] = value
  }
  return outer
}

test.each([
  ['info', readInfo],
  ['new-auto', readNew],
] as const)('every value of %s that is kept is shown among the fields of the advert', async (name, read) => {
  const record = await read(await answering(recorded(name)))
  expect(lostPaths(record, nested(shownRecord(record)))).toEqual([])
})

const errorSchema = z.object({ status: z.int(), body: z.unknown() })

/** What each error means to the client, and the text that a person can look up. */
const failures: Readonly<Record<string, object>> = {
  'error-hourly-limit': { code: 'rate-limit', reason: 'hour', retryAfterMs: 3_600_000, ownForm: true },
  'error-package-403': { code: 'package', reason: 'package', ownForm: true },
  'error-package-200': { code: 'package', reason: 'package', status: 200 },
  'error-upstream-dropped': { code: 'server', reason: 'upstream', ownForm: false },
  'error-resource-not-found': { code: 'not-found', reason: 'path', ownForm: false },
  'error-key-missing': { code: 'auth', serviceCode: 'API_KEY_MISSING' },
  'error-key-text': { code: 'auth', serviceCode: 'API_KEY_INVALID' },
  'error-not-found': { code: 'not-found', serviceCode: 'NOT_FOUND', ownForm: true },
  'error-over-rate-limit': { code: 'rate-limit', serviceCode: 'OVER_RATE_LIMIT' },
  'error-not-enough-data': { code: 'rejected', serviceCode: 'NOT_ENOUGH_DATA' },
  'error-notice': { code: 'rejected', serviceCode: 'NOTICE', status: 200 },
}

test.each(Object.entries(failures))(
  'errors of practice: %s is known and keeps its text',
  async (name, expected) => {
    const { status, body } = errorSchema.parse(recorded(name))
    const client = await answering(body, status)
    const error = await failureOf(ServiceError, client.read('/auto/info', [], advertAnswerSchema, {}))
    expect(error).toMatchObject(expected)
    expect(lostPaths(body, JSON.parse(error.answer ?? 'null'))).toEqual([])
  },
)
