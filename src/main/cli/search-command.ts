import { m } from '#shared/i18n/generated/messages.js'
import { seenDirection } from '#shared/search/answer-order.ts'
import { orderWords } from '#shared/search/order-words.ts'
import { marketWarningWords, type MarketWarning } from '../service/market-warnings.ts'
import { searchParameters, searchParametersOfPractice } from '../search/search-parameters.ts'
import type { Forecourt } from '../assemble.ts'
import type { FoundPage, MarketService } from '../search/market-service.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Params } from '../service/params.ts'
import { defineCommand, jsonOption, numberOption } from './command-definition.ts'
import { wholeParam } from './name-value.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { parameterHelp } from './command-help.ts'
import { addSearchFilters, allFilters, flagsByParam, plainFilters, plainName } from './search-filters.ts'
import { UsageError } from './usage-error.ts'

/** Ids of one page at most (contract, Limits). */
const mostIds = 100

/** `search`: ids of the adverts of all sellers that match, with `--records` the adverts too. */
export const command = defineCommand({
  describe: (command) =>
    addSearchFilters(command)
      .description(m.cli_search_about())
      .argument('[name=value...]', m.cli_search_params())
      .addOption(numberOption('--page <N>', m.help_page()).conflicts('all'))
      .option('--all', m.cli_search_all())
      .option('--records', m.cli_search_records())
      .addOption(jsonOption())
      .addHelpText('after', () => `\n${m.cli_filter_names()}`)
      .addHelpText('after', () => parameterHelp(m.cli_title_parameters(), searchParameters))
      .addHelpText('after', () => parameterHelp(m.cli_title_practice(), searchParametersOfPractice)),
  examples: [
    'search --make BMW --year-from 2018 --price-to 30000 --json',
    "search 'marka_id[0]=9' --all --records --json",
  ],

  async run({ open, output }, { page, all = false, records = false, json: asJson, ...options }, pairs) {
    const plain = plainFilters(pairs, options)
    const first = pageOf(plain, page, all)
    const forecourt = await open()
    const params = await allFilters(plain, options, () => forecourt.search())
    const found = all
      ? await everyPage((await forecourt.search()).market, params, output)
      : await (await forecourt.search()).market.page(params, first)
    const byOption = flagsByParam(options)
    const nameOf = (param: string): string => byOption.get(plainName(param)) ?? param
    const given = found.warnings.map((each) => ({
      ...each,
      name: nameOf(each.name),
      ...(each.kind === 'reversed' && { end: nameOf(each.end) }),
    }))
    sayWarnings(given, output)
    const { adverts, code } = records
      ? await readRecords(forecourt, found.ids, output)
      : { adverts: [], code: exitCodes.done }
    sayOrder(params, adverts, output)
    const { count, ids } = found
    const warnings = given.map(marketWarningWords)
    if (asJson) output.print(json({ count, ids, adverts, warnings }))
    else if (records) for (const advert of adverts) output.print(`${line(advert)}\n`)
    else for (const id of ids) output.print(`${id}\n`)
    output.say(m.search_counted({ count: count ?? ids.length, ids: ids.length }))
    return code
  },
})

function pageOf(params: Params, page: number | undefined, all: boolean): number {
  const size = wholeParam(params, 'countpage')
  if (size !== undefined && (size < 1 || size > mostIds))
    throw new UsageError(m.cli_not_in_range({ option: 'countpage', least: 1, most: mostIds, value: size }))
  const given = wholeParam(params, 'page')
  if (given !== undefined && (page !== undefined || all))
    throw new UsageError(m.cli_options_exclude({ options: `page=, ${all ? '--all' : '--page'}` }))
  return page ?? given ?? 0
}

/** A page of a search, by its ids. */
interface Page {
  readonly count: number | null
  readonly ids: readonly number[]
}

/**
 * All ids of a search, or those of so many pages. A search without end costs a call for each page: how many is said
 * before the second one.
 */
export async function readPages<Found extends Page>(
  pages: AsyncIterable<Found>,
  output: Output,
  most = Infinity,
) {
  const ids: number[] = []
  let first: Found | null = null
  let count: number | null = null
  let read = 0
  for await (const page of pages) {
    first ??= page
    count ??= page.count
    ids.push(...page.ids)
    read += 1
    if (read === 1 && (count ?? 0) > ids.length)
      output.say(m.cli_cost({ calls: Math.ceil((count ?? 0) / Math.max(1, ids.length)) }))
    output.progress(m.cli_progress_adverts({ done: ids.length, total: count ?? ids.length }))
    if (read === most && (count === null || ids.length < count)) return { first, count, ids, bounded: true }
  }
  return { first, count, ids, bounded: false }
}

async function everyPage(market: MarketService, params: Params, output: Output): Promise<FoundPage> {
  const { first, ids } = await readPages(market.pages(params), output)
  return { count: first?.count ?? null, warnings: first?.warnings ?? [], ids }
}

async function readRecords(
  forecourt: Forecourt,
  ids: readonly number[],
  output: Output,
): Promise<{ adverts: AdvertRecord[]; code: ExitCode }> {
  if (ids.length > 0) output.say(m.cli_cost({ calls: ids.length }))
  const adverts: AdvertRecord[] = []
  let unread = 0
  try {
    for await (const answer of (await forecourt.search()).market.records(ids)) {
      if (answer.ok) adverts.push(answer.record)
      else {
        unread += 1
        output.say(m.cli_search_unread({ id: answer.id, words: forecourt.context.words(answer.error).words }))
      }
      output.progress(m.cli_progress_adverts({ done: adverts.length + unread, total: ids.length }))
    }
  } catch (error) {
    // What was read may have cost many calls, so that it is printed all the same.
    if (adverts.length === 0) throw error
    const { words, next } = forecourt.context.words(error)
    output.say(`${words} ${next} ${m.cli_search_left({ count: ids.length - adverts.length })}`)
    unread = ids.length - adverts.length
  }
  return { adverts, code: unread > 0 ? exitCodes.partly : exitCodes.done }
}

/** Says which way the service sorted, as the records show. */
function sayOrder(params: Params, adverts: readonly AdvertRecord[], output: Output): void {
  const value = String(params.findLast(([name]) => name === 'order_by')?.[1] ?? '')
  const direction = seenDirection(
    value,
    adverts.map(({ USD, autoData, addDate }) => ({
      usd: USD,
      year: autoData.year,
      mileage: autoData.raceInt,
      addedAt: addDate ?? '',
    })),
  )
  if (direction) output.say(m.cli_search_order({ value, order: orderWords(value, direction) }))
}

/** The warnings as people read them; those of the result are the same words. */
export function sayWarnings(warnings: readonly MarketWarning[], output: Output): void {
  for (const warning of warnings) output.say(marketWarningWords(warning))
}

const line = ({ autoData, title, USD, locationCityName }: AdvertRecord): string =>
  [autoData.autoId, USD === null ? '' : `${USD} $`, title ?? '', autoData.year, locationCityName ?? ''].join(
    '  ',
  )
