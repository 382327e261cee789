import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import { NamedLists } from '../ui/named-lists.svelte.ts'

export type MarketNamesState = NamedLists<MarketList>

export const marketNames = (client: Client<Calls>): MarketNamesState =>
  new NamedLists((list, of) => client('search:names', { list, of }))
