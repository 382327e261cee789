import { ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { callList, type CallParts } from '../demand/call-list.ts'
import { dayStatistics, type StatisticsParts } from '../demand/day-statistics.ts'
import { averagePrice } from '../lookups/average-price.ts'
import { dictionaries } from '../lookups/dictionaries.ts'
import { furtherLists } from '../lookups/further-lists.ts'
import { liveDictionaries } from '../lookups/live-dictionaries.ts'
import { NewLookups } from '../lookups/new-lookups.ts'
import { realtyPlaces } from '../lookups/realty-places.ts'
import type { Realty } from '../realty/realty.ts'
import { newToOld, oldToNew } from '../vehicles/conversion.ts'
import type { NewVehicleReads } from '../vehicles/new-vehicle-reads.ts'
import type { UsedAdverts } from '../vehicles/used-adverts.ts'
import type { VehicleReads } from '../vehicles/vehicle-reads.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'
import { regions } from '../world/regions.ts'
import type { Route } from './route-table.ts'
import { writesPath } from './write-executor.ts'

export interface RouteParts {
  readonly reads: VehicleReads
  readonly newReads: NewVehicleReads
  readonly stock: () => readonly VehicleFacts[]
  readonly userId: () => number
  readonly realty: () => Realty
  readonly orders: (call: Call) => Answer
  readonly setOrderStatus: (call: Call) => Answer
  readonly orderStatuses: () => Answer
  readonly statistics: StatisticsParts & CallParts
  readonly used: UsedAdverts
  /** True if the profile is the live one. */
  readonly live: () => boolean
  /** True if only the older paths of the lookups are there, with what they answered. */
  readonly older: () => boolean
}

/** Every address but those of vehicle writes, by its place in docs/service/openapi.yaml. */
export function makeRoutes(parts: RouteParts): Record<string, Route> {
  const { reads, newReads, realty, used } = parts
  return {
    'GET /auto/info': (call) => reads.info(call),
    'GET /auto/search': (call) => reads.search(call),
    [`GET ${writesPath}`]: (call) => reads.own(call, parts.userId()),
    'GET /auto/new/search': (call) => newReads.search(call),
    'GET /auto/new/auto/{id}': (call, ids) => newReads.info(call, ids),
    'GET /new_to_old': ({ query }) => ok(newToOld(query, parts.live())),
    'GET /old_to_new': ({ query }) => ok(oldToNew(query)),
    'GET /states': () => ok(regions.map(({ id, name }) => ({ name, value: id }))),
    'GET /ria/basket/orders': (call) => parts.orders(call),
    'PUT /ria/basket/orders': (call) => parts.setOrderStatus(call),
    'GET /ria/basket/status': () => parts.orderStatuses(),
    'GET /auto/new/stat': (call) => dayStatistics(call, parts.statistics),
    'GET /auto/new/calls_stat': (call) => callList(call, parts.statistics),
    'GET /dom/search': (call) => realty().search(call),
    'GET /dom/info/{advert_id}': (call) => realty().info(call),
    'GET /dom/options': (call) => realty().options(call),
    'GET /dom/average_price': (call) => realty().average(call),
    'GET /auto/fotos/{auto_id}': (call, ids) => used.photos(call, ids),
    'GET /auto/used/autos/ids': (call) => used.ids(call),
    'GET /auto/used/autos/{auto_id}/statistic': (call, ids) => used.statistic(call, ids),
    ...lookupRoutes(parts),
  }
}

function lookupRoutes({ stock, older, live }: RouteParts): Record<string, Route> {
  const lookups = new NewLookups(stock)
  const tables = { ...dictionaries, ...furtherLists, ...realtyPlaces }
  return {
    'GET /auto/new/marks': ({ query }) => lookups.marks(query),
    'GET /auto/new/models': ({ query }) => lookups.models(query),
    'GET /auto/new/generations': ({ query }) => lookups.generations(query),
    'GET /auto/new/generation': ({ query }) => lookups.generations(query),
    'GET /auto/new/generation_bodystyles': ({ query }) => lookups.bodies(query, older()),
    'GET /auto/new/generation_bodystyles_bases': ({ query }) => lookups.bases(query),
    'GET /auto/new/equips': ({ query }) => lookups.equips(query, false),
    'GET /auto/new/equip_base': ({ query }) => lookups.equips(query, true),
    'GET /auto/average_price': ({ query }) => averagePrice(stock(), query),
    ...Object.fromEntries(
      Object.entries(tables).map(([path, table]): [string, Route] => [
        `GET ${path}`,
        ({ query }, ids) => ((live() ? liveDictionaries[path] : undefined) ?? table)(query, ids),
      ]),
    ),
  }
}
