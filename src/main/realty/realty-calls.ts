import type { Handlers } from '#shared/bridge/call.ts'
import type { realtyCalls } from '#shared/realty/realty-calls.ts'
import type { RealtyService } from './realty-service.ts'

export const realtyHandlers = (realty: RealtyService): Handlers<typeof realtyCalls, AbortSignal> => ({
  'realty:catalog': (combination, signal) => realty.catalog(combination, signal),
  'realty:page': ({ params, page }, signal) => realty.page(params, page, signal),
  'realty:answer': ({ params }) => realty.answer(params),
  'realty:rows': ({ ids, read }, signal) => realty.rows(ids, read, signal),
  'realty:detail': ({ id }, signal) => realty.detail(id, signal),
  'realty:export': ({ ids, format }) => realty.export(ids, format),
})
