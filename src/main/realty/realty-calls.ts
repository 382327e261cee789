import type { Handlers } from '#shared/bridge/call.ts'
import type { realtyCalls } from '#shared/realty/realty-calls.ts'
import type { Realty } from './open-realty.ts'

export const realtyHandlers = (realty: () => Promise<Realty>): Handlers<typeof realtyCalls, AbortSignal> => ({
  'realty:catalog': async (combination, signal) => (await realty()).service.catalog(combination, signal),
  'realty:page': async ({ params, page }, signal) => (await realty()).service.page(params, page, signal),
  'realty:answer': async ({ params }) => (await realty()).service.answer(params),
  'realty:rows': async ({ ids, read }, signal) => (await realty()).service.rows(ids, read, signal),
  'realty:detail': async ({ id }, signal) => (await realty()).service.detail(id, signal),
  'realty:searches': async () => (await realty()).service.searches(),
  'realty:places': async ({ list, of }, signal) => (await realty()).places.read(list, of, signal),
  'realty:export': async ({ ids, format }) => (await realty()).service.export(ids, format),
})
