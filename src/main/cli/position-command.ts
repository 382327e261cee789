import { m } from '#shared/i18n/generated/messages.js'
import {
  listCalls,
  medianCalls,
  positionCalls,
  usualLikes,
  type PositionParts,
} from '#shared/search/position-calls.ts'
import { readFilterNumber } from '#shared/search/filter-number.ts'
import { filterProblemWords } from '#shared/search/filter-problem-words.ts'
import type { Likes, Position } from '#shared/search/position.ts'
import { searchParameters } from '../search/search-parameters.ts'
import { positionWords } from '#shared/search/position-words.ts'
import type { Params } from '../service/params.ts'
import type { PositionService } from '../search/position-service.ts'
import { defineCommand, jsonOption, numberOption } from './command-definition.ts'
import { wholeParam } from './name-value.ts'
import { exitCodes, json } from './output.ts'
import { parameterHelp } from './command-help.ts'
import {
  addSearchFilters,
  allFilters,
  flagsByParam,
  type GivenFilters,
  plainFilters,
} from './search-filters.ts'
import { UsageError } from './usage-error.ts'

/** `position`: the place of a price among its likes. */
export const command = defineCommand({
  describe: (command) =>
    addSearchFilters(command)
      .description(m.cli_position_about())
      .argument('[AUTO_ID|name=value...]', m.cli_position_what())
      .option('--price <SUM>', m.cli_position_price(), priceOf)
      .addOption(numberOption('--years <N>', m.cli_position_years({ usual: usualLikes.years ?? 0 }), 50))
      .addOption(numberOption('--mileage <N>', m.cli_position_mileage(), 1_000))
      .option('--same-region', m.cli_position_region())
      .option('--any-gearbox', m.cli_position_any_gearbox())
      .option('--median', m.cli_position_median({ calls: medianCalls }))
      .option('--average', m.cli_position_average())
      .addOption(jsonOption())
      .addHelpText('after', () => `\n${m.cli_filter_names()}`)
      .addHelpText('after', () => parameterHelp(m.cli_title_parameters(), searchParameters)),
  examples: [
    'position 39100007 --median',
    'position 39100007 --price 24900',
    'position --make BMW --model X5 --year-from 2020 --price 30000 --json',
  ],

  async run({ open, output }, options, words) {
    const { price, years, mileage, sameRegion, anyGearbox, median = false, average = false } = options
    const likes = likesOfOptions({ years, mileage, sameRegion, anyGearbox })
    const given = subjectOf(words, options, price)
    const { position: service, names } = await (await open()).search()
    const subject =
      'autoId' in given
        ? given
        : { ...given, params: await allFilters(given.params, options, () => Promise.resolve({ names })) }
    output.say(m.cli_cost({ calls: costOf(subject, likes, { median, average }) }))
    const position = await read(service, subject, likes, { median, average })
    if (options.json) output.print(json(position))
    else for (const line of positionWords(position)) output.print(`${line}\n`)
    for (const warning of position.warnings) output.say(warning)
    return position.rank === null ? exitCodes.partly : exitCodes.done
  },
})

type Subject =
  | { readonly autoId: number; readonly planned: number | undefined }
  | { readonly params: Params; readonly price: number; readonly currency: number }

/** Similar adverts follow from the one that has this id, or from filters. @throws UsageError for both, or none */
function subjectOf(words: readonly string[], options: GivenFilters, price: number | undefined): Subject {
  const [word] = words
  const byOption = [...flagsByParam(options).values()]
  if (word === undefined && byOption.length === 0)
    throw new UsageError(m.cli_argument_missing({ what: 'AUTO_ID' }))
  if (word !== undefined && /^\d+$/.test(word)) {
    const others = [...words.slice(1), ...byOption]
    if (others.length > 0)
      throw new UsageError(m.cli_options_exclude({ options: ['AUTO_ID', ...others].join(', ') }))
    return { autoId: Number(word), planned: price }
  }
  const params = plainFilters(words, options)
  if (params.some(([name]) => name === 'price'))
    throw new UsageError(m.cli_filter_twice({ option: '--price', param: 'price' }))
  if (price === undefined) throw new UsageError(m.cli_argument_missing({ what: '--price' }))
  const currency = wholeParam(params, 'currency', 3) ?? 1
  const own = new Set(['currency', 'page', 'countpage'])
  return { params: params.filter(([name]) => !own.has(name)), price, currency }
}

const mostPrice = 1_000_000_000

/** A price as people write it. @throws UsageError */
function priceOf(text: string): number {
  const price = readFilterNumber('price', text)
  if (typeof price === 'string') throw new UsageError(`--price: ${filterProblemWords(price, text)}`)
  if (!Number.isInteger(price) || price < 1 || price > mostPrice)
    throw new UsageError(m.cli_not_in_range({ option: '--price', least: 1, most: mostPrice, value: text }))
  return price
}

interface LikesOptions {
  readonly years?: number | undefined
  readonly mileage?: number | undefined
  readonly sameRegion?: boolean | undefined
  readonly anyGearbox?: boolean | undefined
}

const likesOfOptions = ({ years, mileage, sameRegion = false, anyGearbox = false }: LikesOptions): Likes => ({
  years: years ?? usualLikes.years,
  mileage: mileage ?? usualLikes.mileage,
  region: sameRegion,
  gearbox: !anyGearbox,
})

/** An advert that is not cached is read first; the names of regions and gearboxes are read once a month. */
const costOf = (subject: Subject, likes: Likes, parts: PositionParts): number =>
  positionCalls(parts) + ('autoId' in subject ? 1 + listCalls(likes) : 0)

const read = (
  service: PositionService,
  subject: Subject,
  likes: Likes,
  parts: PositionParts,
): Promise<Position> =>
  'autoId' in subject
    ? service.ofAdvert(subject.autoId, likes, parts, { planned: subject.planned })
    : service.ofSearch(subject.params, subject, parts)
