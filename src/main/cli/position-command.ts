import { m } from '#shared/i18n/generated/messages.js'
import {
  listCalls,
  medianCalls,
  positionCalls,
  usualLikes,
  type PositionParts,
} from '#shared/search/position-calls.ts'
import type { Likes, Position } from '#shared/search/position.ts'
import { searchParameters } from '../search/search-parameters.ts'
import { positionWords } from '#shared/search/position-words.ts'
import type { Params } from '../service/params.ts'
import type { PositionService } from '../search/position-service.ts'
import { defineCommand, jsonOption, numberOption } from './command-definition.ts'
import { filtersOf, paramsOf, priceParam, wholeParam } from './name-value.ts'
import { exitCodes, json } from './output.ts'
import { parameterHelp } from './command-help.ts'
import { UsageError } from './usage-error.ts'

/** `position`: the place of a price among its likes. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_position_about())
      .argument('<AUTO_ID|name=value...>', m.cli_position_what())
      .addOption(numberOption('--price <N>', m.cli_position_price(), 1e9, 1))
      .addOption(numberOption('--years <N>', m.cli_position_years({ usual: usualLikes.years ?? 0 }), 50))
      .addOption(numberOption('--mileage <N>', m.cli_position_mileage(), 1_000))
      .option('--region', m.cli_position_region())
      .option('--any-gearbox', m.cli_position_any_gearbox())
      .option('--median', m.cli_position_median({ calls: medianCalls }))
      .option('--average', m.cli_position_average())
      .addOption(jsonOption())
      .addHelpText('after', () => parameterHelp(m.cli_title_parameters(), searchParameters)),
  examples: [
    'position 39100007 --median',
    'position 39100007 price=24900',
    "position 'marka_id[0]=9' 'model_id[0]=96' price=30000 --json",
  ],

  async run({ open, output }, options, words) {
    const subject = subjectOf(words, options.price)
    const { median = false, average = false } = options
    const { position: service } = await (await open()).search()
    const likes = likesOfOptions(options)
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

function subjectOf(words: readonly string[], planned: number | undefined): Subject {
  const [word = '', ...others] = words
  if (/^\d+$/.test(word)) return { autoId: Number(word), planned: planned ?? plannedOf(others) }
  const given = filtersOf(words)
  const price = planned ?? priceParam(given)
  if (price === undefined) throw new UsageError(m.cli_argument_missing({ what: 'price=' }))
  const currency = wholeParam(given, 'currency', 3) ?? 1
  const own = new Set(['price', 'currency', 'page', 'countpage'])
  return { params: given.filter(([name]) => !own.has(name)), price, currency }
}

/** With an id only its planned price can be given: similar adverts follow from the advert itself. */
function plannedOf(words: readonly string[]): number | undefined {
  const given = paramsOf(words)
  const odd = given.find(([name]) => name !== 'price')?.[0]
  if (odd !== undefined)
    throw new UsageError(m.cli_not_a_choice({ option: 'position AUTO_ID', value: odd, choices: 'price' }))
  return priceParam(given)
}

interface LikesOptions {
  readonly years?: number | undefined
  readonly mileage?: number | undefined
  readonly region?: boolean | undefined
  readonly anyGearbox?: boolean | undefined
}

const likesOfOptions = ({ years, mileage, region = false, anyGearbox = false }: LikesOptions): Likes => ({
  years: years ?? usualLikes.years,
  mileage: mileage ?? usualLikes.mileage,
  region,
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
