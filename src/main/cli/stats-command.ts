import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertDays, DayCount } from '#shared/demand/advert-days.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { defineCommand, jsonOption, wholeNumber, numberOption } from './command-definition.ts'
import { exitCodes, json, type Output, tableLine } from './output.ts'

const usualDays = 30

/**
 * `stats`: views of own adverts and openings of their phones, by day. Ends with 1 if some adverts were not read, with 2
 * if the service gives no views.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.demand_cli_about())
      .argument('[AUTO_ID...]', m.demand_cli_what())
      .addOption(numberOption('--days <N>', m.demand_cli_days({ usual: usualDays }), 366, 1))
      .option('--saved', m.demand_cli_saved())
      .addOption(jsonOption()),
  examples: ['stats --saved', 'stats 39100007 39100008 --days 14 --json'],

  async run({ open, output }, choice, words) {
    const forecourt = await open()
    const { days = usualDays, saved = false } = choice
    const ids = words.length > 0 ? [...new Set(words.map(advertIdOf))] : await liveIds(forecourt)
    const left = saved ? [] : await read(forecourt, ids, days, output)
    const known = await (await forecourt.demand()).known(ids, days)
    if (choice.json)
      output.print(json({ adverts: ids.flatMap((id) => shown(id, known.get(id))), unread: left }))
    else print(ids, known, output)
    return left.length > 0 ? exitCodes.partly : exitCodes.done
  },
})

const advertIdOf = wholeNumber('AUTO_ID', Number.MAX_SAFE_INTEGER, 1)

const liveIds = async ({ inventory }: Forecourt): Promise<number[]> => [
  ...(await inventory.lists.ids({
    text: '',
    states: ['live'],
    sort: [{ column: 'addedAt', descending: true }],
  })),
]

/**
 * Reads the adverts in turn; what ends it after the first is said, and what was read stays.
 * @returns ids of those that were not read
 * @throws what ends it before any was read
 */
async function read(
  forecourt: Forecourt,
  ids: readonly number[],
  days: number,
  output: Output,
): Promise<number[]> {
  const demand = await forecourt.demand()
  if (!(await demand.isMissing())) output.say(m.cli_cost({ calls: ids.length }))
  const left = new Set(ids)
  try {
    const unknown = await demand.read(ids, {
      days,
      onRead(id) {
        left.delete(id)
        output.progress(m.demand_cli_stopped({ read: ids.length - left.size, of: ids.length }))
      },
    })
    if (unknown.length > 0)
      output.say(m.demand_cli_unknown({ count: unknown.length, ids: unknown.join(', ') }))
    return unknown
  } catch (error) {
    if (left.size === ids.length || (error instanceof Fault && error.code === 'demand-missing')) throw error
    const { words, next } = forecourt.context.words(error)
    output.say(`${words} ${next}`)
    output.say(m.demand_cli_stopped({ read: ids.length - left.size, of: ids.length }))
    return [...left]
  }
}

const shown = (id: number, known: AdvertDays | undefined) => (known ? [{ id, ...known }] : [])

function print(ids: readonly number[], known: ReadonlyMap<number, AdvertDays>, output: Output): void {
  for (const id of ids) {
    const days = known.get(id)
    const said = days
      ? m.demand_sums({ views: sumOf(days.views), phones: sumOf(days.phones) })
      : m.word_not_read_yet()
    output.printText(tableLine([id, said]))
  }
}

const sumOf = (counts: readonly DayCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)
