import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import {
  realtyOptionsParameters,
  realtyParametersOfPractice,
  realtySearchParameters,
} from '../realty/realty-parameters.ts'
import type { Params } from '../service/params.ts'
import { actionGiven, parameterHelp, type Actions } from './command-help.ts'
import { defineCommand, type CommandContext, jsonOption, actionArgument } from './command-definition.ts'
import { filtersOf, paramsOf, wholeParam } from './name-value.ts'
import { exitCodes, type ExitCode, json, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'
import { realtyPages } from '../realty/realty-search.ts'
import { realtyWarnings } from '../realty/realty-warnings.ts'
import { readPages, sayWarnings } from './search-command.ts'
import { printRealty } from './info-command.ts'
import { catalogSchema } from '../service/realty-catalog.ts'

const meanings = {
  search: { takes: 'NAME=VALUE…', meaning: m.cli_realty_does_search, options: ['--all'] },
  info: { takes: 'ID', meaning: m.cli_realty_does_info },
  options: { takes: 'NAME=VALUE…', meaning: m.cli_realty_does_options },
} satisfies Actions
type Action = keyof typeof meanings

/** Parameters of an action, which the help of another one leaves out. */
const ofAction =
  (action: Action, title: () => string, parameters: Parameters<typeof parameterHelp>[1]) =>
  ({ command }: { readonly command: CommandUnknownOpts }): string => {
    const given = actionGiven(command)
    return given in meanings && given !== action ? '' : parameterHelp(title(), parameters)
  }

/** `realty search|info|options`: real estate as the service answers it. */
export const command = defineCommand({
  describe: (command) =>
    command
      .addArgument(actionArgument('<search|info|options>', meanings))
      .argument('[value...]', m.cli_realty_params())
      .option('--all', m.cli_realty_all())
      .addOption(jsonOption())
      .addHelpText('after', ofAction('search', m.cli_realty_title_search, realtySearchParameters))
      .addHelpText('after', ofAction('search', m.cli_title_practice, realtyParametersOfPractice))
      .addHelpText('after', ofAction('options', m.cli_realty_title_options, realtyOptionsParameters)),
  actions: meanings,
  examples: [
    'realty search category=1 realty_type=2 operation_type=1 --json',
    'realty info 13825265 --json',
    'realty options category=1 realty_type=2 operation_type=1 --json',
  ],

  async run({ open, output }, { json: asJson = false, all = false }, action, words) {
    if (all && action !== 'search')
      throw new UsageError(m.cli_only_with({ option: '--all', other: 'realty search' }))
    return byAction[action]({ open, output, asJson, all }, words)
  },
})

type Run = (context: RealtyContext, words: readonly string[]) => Promise<ExitCode>

const byAction: Readonly<Record<Action, Run>> = {
  search: (context, words) => realtySearch(context, filtersOf(words)),

  async info({ open, output, asJson }, words) {
    const [word, extra] = words
    const id = /^(?:realty-)?(\d+)$/.exec(word ?? '')?.[1]
    if (word === undefined) throw new UsageError(m.cli_argument_missing({ what: 'ID' }))
    if (extra !== undefined) throw new UsageError(m.cli_argument_extra({ value: extra }))
    if (id === undefined) throw new UsageError(m.cli_not_a_number({ option: 'ID', value: word }))
    return printRealty(await open(), id, asJson, output)
  },

  async options({ open, output, asJson }, words) {
    const params = optionsOf(paramsOf(words))
    const groups = await (await (await open()).context.current()).raw('/dom/options', params)
    if (!Array.isArray(groups)) throw new Fault('unreadable', { reason: 'root' })
    printCatalog(groups, params, asJson, output)
    if (groups.length > 0) return exitCodes.done
    output.say(m.realty_no_catalog())
    return exitCodes.partly
  },
}

/** Category, type and operation are needed; an unknown parameter is refused, because it would go unnoticed. */
function optionsOf(params: Params): Params {
  for (const name of ['category', 'realty_type', 'operation_type'])
    if (wholeParam(params, name) === undefined) throw new UsageError(m.cli_argument_missing({ what: name }))
  const known = realtyOptionsParameters.map(({ name }) => name)
  const odd = params.find(([name]) => !known.includes(name))?.[0]
  if (odd !== undefined)
    throw new UsageError(
      m.cli_not_a_choice({ option: 'realty options', value: odd, choices: known.join(', ') }),
    )
  return params
}

interface RealtyContext extends Pick<CommandContext, 'open' | 'output'> {
  readonly asJson: boolean
  /** Every page, however many there are. */
  readonly all: boolean
}

/** Pages that a search reads unless all are asked for: each is a call of the quota. */
const mostPages = 10

/** `realty search`: the ids of the adverts that match; one page if `page` is given. */
async function realtySearch({ open, output, asJson, all }: RealtyContext, params: Params): Promise<ExitCode> {
  sayWarnings(realtyWarnings(params), output)
  const { realty: api } = await (await open()).context.current()
  const { count, ids, bounded } =
    wholeParam(params, 'page') === undefined
      ? await readPages(realtyPages(api, params), output, all ? Infinity : mostPages)
      : await onePage(api, params)
  if (asJson) output.print(json({ count, items: ids }))
  else for (const id of ids) output.print(`${id}\n`)
  output.say(m.search_counted({ count: count ?? ids.length, ids: ids.length }))
  if (bounded) output.say(m.cli_realty_bounded({ pages: mostPages }))
  return exitCodes.done
}

async function onePage(api: Parameters<typeof realtyPages>[0], params: Params) {
  const { items, count } = await api.find(params)
  return { count, ids: [...new Set(items)], bounded: false }
}

/** The groups as the service answered them; for people, a line for each characteristic with its options. */
function printCatalog(groups: readonly unknown[], params: Params, asJson: boolean, output: Output): void {
  if (asJson) {
    output.print(json({ groups }))
    return
  }
  const inUkrainian = params.some(([name, value]) => name === 'lang_id' && Number(value) === 4)
  const catalog = catalogSchema.safeParse(groups).data
  if (catalog === undefined) throw new Fault('unreadable', { reason: 'root' })
  for (const { group_name, items } of catalog) {
    output.print(`${group_name ?? ''}\n`)
    for (const { characteristic_id, label, label_uk, sufix, children } of items) {
      const words = [inUkrainian ? (label_uk ?? label) : label, sufix].filter(Boolean).join(', ')
      output.print(`  ${String(characteristic_id).padEnd(6)}${words}\n`)
      for (const [id, { name, name_uk }] of Object.entries(children))
        output.print(`          ${id.padEnd(6)}${(inUkrainian ? (name_uk ?? name) : name) ?? ''}\n`)
    }
  }
}
