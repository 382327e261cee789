import type { Handlers } from '#shared/bridge/call.ts'
import type { MarketList, searchCalls } from '#shared/search/search-calls.ts'
import type { ConversionAnswer, ConversionService } from './conversion-service.ts'
import type { MarketDesk } from './market-desk.ts'
import { pastedParams } from './pasted-query.ts'
import type { PositionService } from './position-service.ts'
import type { SavedSearches } from './saved-searches.ts'

export interface MarketNames {
  /** Names with ids; null if the service gives no such list. */
  read(
    list: MarketList,
    of: number | null,
    signal?: AbortSignal,
  ): Promise<{ id: number; name: string }[] | null>
}

export interface SearchParts {
  readonly desk: MarketDesk
  readonly saved: SavedSearches
  readonly conversion: ConversionService
  readonly position: PositionService
  readonly names: MarketNames
}

export const searchHandlers = ({
  desk,
  saved,
  conversion,
  position,
  names,
}: SearchParts): Handlers<typeof searchCalls, AbortSignal> => ({
  'search:page': ({ params, page }, signal) => desk.page(params, page, signal),
  'search:answer': ({ params }) => desk.answer(params),
  'search:read': ({ ids }, signal) => desk.read(ids, signal),
  'search:saved': () => saved.all(),
  'search:save': ({ name, params }) => saved.save(name, params),
  'search:remove': ({ id }) => saved.remove(id),
  'search:mark-stock': ({ id, stock }) => saved.markStock(id, stock),
  'search:check': ({ id, prices }, signal) => saved.check(id, prices, signal),
  'search:from-site': async ({ text }, signal) =>
    shown(await conversion.convert('old', pastedParams(text), signal)),
  'search:to-site': async ({ params }, signal) => shown(await conversion.convert('new', params, signal)),
  'search:names': ({ list, of }, signal) => names.read(list, of, signal),
  'search:position': ({ id, likes, median, average, planned }, signal) =>
    position.ofAdvert(id, likes, { median, average }, { planned: planned ?? undefined, signal }),
  'search:position-of-new': ({ make, model, price, currency, median, average }, signal) =>
    position.ofNew({ make, model }, { price, currency }, { median, average }, signal),
  'search:positions': async ({ ids }) =>
    [...(await position.known(ids))].map(([id, known]) => ({ id, position: known })),
})

const shown = ({ params, string, unrecognized, source, readAt }: ConversionAnswer) => ({
  params: params.map(([name, value]): [string, string] => [name, value]),
  string,
  unrecognized: unrecognized.map(([name, value]): [string, string] => [name, value]),
  source,
  readAt,
})
