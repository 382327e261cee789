import type { Handlers } from '#shared/bridge/call.ts'
import type { realtyCalls } from '#shared/realty/realty-calls.ts'
import type { RealtyPlaces } from './realty-places.ts'
import type { RealtyService } from './realty-service.ts'

export const realtyHandlers = (
  realty: RealtyService,
  places: RealtyPlaces,
): Handlers<typeof realtyCalls, AbortSignal> => ({
  'realty:catalog': (combination, signal) => realty.catalog(combination, signal),
  'realty:page': ({ params, page }, signal) => realty.page(params, page, signal),
  'realty:answer': ({ params }) => realty.answer(params),
  'realty:rows': ({ ids, read }, signal) => realty.rows(ids, read, signal),
  'realty:detail': ({ id }, signal) => realty.detail(id, signal),
  'realty:searches': () => realty.searches(),
  'realty:places': ({ list, of }, signal) => places.read(list, of, signal),
  'realty:export': ({ ids, format }) => realty.export(ids, format),
})
