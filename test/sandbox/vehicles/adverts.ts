import { z } from 'zod'
import type { Running } from '../running.ts'
import type { VehicleFacts } from '../sandbox-control.ts'
import { fourIds } from './four-ids.ts'

/** The parts of the contract's answers that these tests look into; the conformance suite has all fields. */
const searchSchema = z.tuple([
  z.object({
    additional_params: z.looseObject({ page: z.number() }),
    result: z.object({
      search_result: z.object({
        ids: z.array(z.string()),
        count: z.number(),
        last_id: z.number(),
        qs: z.object({ fields: z.array(z.string()), size: z.number(), from: z.number() }),
      }),
    }),
  }),
])
export type Found = z.infer<typeof searchSchema>[0]['result']['search_result']

const recordSchema = z.looseObject({
  userId: z.number(),
  USD: z.number(),
  EUR: z.number(),
  UAH: z.number(),
  markName: z.string(),
  markId: z.number(),
  modelName: z.string(),
  modelId: z.number(),
  title: z.string(),
  addDate: z.string(),
  updateDate: z.string(),
  locationCityName: z.string(),
  photoData: z.looseObject({ count: z.number(), seoLinkM: z.string() }),
  dealer: z.looseObject({ id: z.number(), name: z.string() }),
  autoData: z.looseObject({
    description: z.string(),
    version: z.string(),
    autoId: z.number(),
    mainCurrency: z.string(),
    isSold: z.boolean(),
  }),
})
export type AdvertRecord = z.infer<typeof recordSchema>

export async function search(running: Running, query = ''): Promise<Found> {
  return searchSchema.parse(await running.get('/auto/search', query))[0].result.search_result
}

/** The ids of all pages. */
export async function searchAll(running: Running, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const found = await search(running, `${query}&countpage=100&page=${page}`)
    ids.push(...found.ids)
    if (found.ids.length < 100) return ids
  }
}

const atOnce = 40

/** What all listed adverts really are, in the order of the search. */
export async function listedFacts(running: Running): Promise<VehicleFacts[]> {
  const ids = await searchAll(running, '')
  const facts: VehicleFacts[] = []
  // Some at once: a connection for each would take longer than the answers.
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce).map((id) => running.control.advert(Number(id)))
    facts.push(...(await Promise.all(some)).filter((advert) => advert !== undefined))
  }
  return facts
}

export async function info(running: Running, id: number | string): Promise<AdvertRecord> {
  return z.tuple([recordSchema]).parse(await running.get('/auto/info', `auto_id=${id}`))[0]
}

const ownSchema = z.object({ active: z.array(z.number()), archive: z.array(z.number()) })

export async function ownAdverts(running: Running): Promise<z.infer<typeof ownSchema>> {
  return ownSchema.parse(await running.get('/auto/new/autos', `user_id=${running.sandbox.userId}`))
}

const writtenSchema = z.object({ num_rows: z.literal(1), last_insert_id: z.number() })

/** A create that the sandbox takes; answers the new id. */
export async function create(running: Running, more: Record<string, string> = {}): Promise<number> {
  const response = await running.fetch('POST', '/auto/new/autos', createQuery(running, more))
  return writtenSchema.parse(await response.json()).last_insert_id
}

export function createQuery(running: Running, more: Record<string, string> = {}): string {
  const user_id = String(running.sandbox.userId)
  const ids = Object.entries(fourIds()).map(([name, id]): [string, string] => [name, String(id)])
  return new URLSearchParams({ user_id, ...Object.fromEntries(ids), currency_id: '1', ...more }).toString()
}

/** PUT with the header that the contract wants; fetch sends Content-Length: 0 for a body of no bytes. */
export const edit = (running: Running, more: Record<string, string>): Promise<Response> => {
  const query = new URLSearchParams({ user_id: String(running.sandbox.userId), currency_id: '1', ...more })
  return running.fetch('PUT', '/auto/new/autos', query.toString())
}

export const withdraw = (running: Running, id: number): Promise<Response> =>
  running.fetch('DELETE', '/auto/new/autos', `user_id=${running.sandbox.userId}&auto_id=${id}`)
