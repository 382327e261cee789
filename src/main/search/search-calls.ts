import type { Handlers } from '#shared/bridge/call.ts'
import type { searchCalls } from '#shared/search/search-calls.ts'
import type { ConversionAnswer } from './conversion-service.ts'
import type { Search } from './open-search.ts'
import { pastedParams } from './pasted-query.ts'

export const searchHandlers = (search: () => Promise<Search>): Handlers<typeof searchCalls, AbortSignal> => ({
  'search:page': async ({ params, page }, signal) => (await search()).desk.page(params, page, signal),
  'search:answer': async ({ params }) => (await search()).desk.answer(params),
  'search:read': async ({ ids }, signal) => (await search()).desk.read(ids, signal),
  'search:saved': async () => (await search()).saved.all(),
  'search:save': async ({ name, params }) => (await search()).saved.save(name, params),
  'search:remove': async ({ id }) => (await search()).saved.remove(id),
  'search:mark-stock': async ({ id, stock }) => (await search()).saved.markStock(id, stock),
  'search:check': async ({ id, prices }, signal) => (await search()).saved.check(id, prices, signal),
  'search:from-site': async ({ text }, signal) =>
    shown(await (await search()).conversion.convert('old', pastedParams(text), signal)),
  'search:to-site': async ({ params }, signal) =>
    shown(await (await search()).conversion.convert('new', params, signal)),
  'search:names': async ({ list, of }, signal) => (await search()).names.read(list, of, signal),
  'search:position': async ({ id, likes, median, average, planned }, signal) =>
    (await search()).position.ofAdvert(
      id,
      likes,
      { median, average },
      { planned: planned ?? undefined, signal },
    ),
  'search:position-of-new': async ({ make, model, price, currency, median, average }, signal) =>
    (await search()).position.ofNew({ make, model }, { price, currency }, { median, average }, signal),
  'search:any-position': async () => (await search()).position.any(),
  'search:positions': async ({ ids }) =>
    [...(await (await search()).position.known(ids))].map(([id, known]) => ({ id, position: known })),
})

const shown = ({ params, string, unrecognized, source, readAt }: ConversionAnswer) => ({
  params: params.map(([name, value]): [string, string] => [name, value]),
  string,
  unrecognized: unrecognized.map(([name, value]): [string, string] => [name, value]),
  source,
  readAt,
})
