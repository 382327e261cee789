import type { Handlers } from '#shared/bridge/call.ts'
import type { realtyCalls } from '#shared/realty/realty-calls.ts'
import type { RealtyService } from './realty-service.ts'

export const realtyHandlers = (
  realty: () => Promise<RealtyService>,
): Handlers<typeof realtyCalls, AbortSignal> => ({
  'realty:catalog': async (combination, signal) => (await realty()).catalog(combination, signal),
  'realty:page': async ({ params, page }, signal) => (await realty()).page(params, page, signal),
  'realty:answer': async ({ params }) => (await realty()).answer(params),
  'realty:rows': async ({ ids, read }, signal) => (await realty()).rows(ids, read, signal),
  'realty:detail': async ({ id }, signal) => (await realty()).detail(id, signal),
  'realty:searches': async () => (await realty()).searches(),
  'realty:places': async ({ list, of }, signal) => (await realty()).places(list, of, signal),
  'realty:export': async ({ ids, format }) => (await realty()).export(ids, format),
})
