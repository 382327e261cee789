import { m } from '#shared/i18n/generated/messages.js'
import { realtyPages } from '../realty/realty-search.ts'
import { realtyWarnings } from '../realty/realty-warnings.ts'
import type { CommandContext } from './command-definition.ts'
import { wholeParam } from './name-value.ts'
import { exitCodes, json, type ExitCode } from './output.ts'
import { sayWarnings } from './search-command.ts'
import type { Params } from '../service/params.ts'

export interface RealtyContext extends Pick<CommandContext, 'open' | 'output'> {
  readonly asJson: boolean
  /** Every page, however many there are. */
  readonly all: boolean
}

/** Pages that a search reads unless all are asked for: each is a call of the quota. */
const mostPages = 10

/** `realty search`: the ids of the adverts that match; one page if `page` is given. */
export async function realtySearch(context: RealtyContext, params: Params): Promise<ExitCode> {
  const { open, output, asJson } = context
  sayWarnings(realtyWarnings(params), output)
  const { realty: api } = await (await open()).service()
  const { count, items, bounded } =
    wholeParam(params, 'page') === undefined ? await walked(context, api, params) : await onePage(api, params)
  if (asJson) output.print(json({ count, items }))
  else for (const id of items) output.print(`${id}\n`)
  output.say(m.search_counted({ count: count ?? items.length, ids: items.length }))
  if (bounded) output.say(m.cli_realty_bounded({ pages: mostPages }))
  return exitCodes.done
}

type Api = Parameters<typeof realtyPages>[0]

interface Found {
  readonly count: number | null
  readonly items: readonly number[]
  /** There may be more. */
  readonly bounded: boolean
}

async function onePage(api: Api, params: Params): Promise<Found> {
  const { items, count } = await api.find(params)
  return { count, items: [...new Set(items)], bounded: false }
}

async function walked({ output, all }: RealtyContext, api: Api, params: Params): Promise<Found> {
  const items: number[] = []
  let count: number | null = null
  let pages = 0
  for await (const page of realtyPages(api, params)) {
    count ??= page.count
    items.push(...page.ids)
    if (pages === 0 && (count ?? 0) > items.length)
      output.say(m.cli_search_cost({ calls: Math.ceil((count ?? 0) / Math.max(1, items.length)) }))
    pages += 1
    output.progress(m.cli_progress_adverts({ done: items.length, total: count ?? items.length }))
    if (!all && pages === mostPages && (count === null || items.length < count))
      return { count, items, bounded: true }
  }
  return { count, items, bounded: false }
}
