import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import {
  realtyOptionsParameters,
  realtyParametersOfPractice,
  realtySearchParameters,
} from '../realty/realty-parameters.ts'
import { single } from '../http/answer.ts'
import type { Params } from '../service/params.ts'
import { actionGiven, parameterHelp, type Actions } from './command-help.ts'
import { defineCommand } from './command-definition.ts'
import { filtersOf, paramsOf, wholeParam } from './name-value.ts'
import { jsonOption, actionArgument } from './options.ts'
import { exitCodes, type ExitCode } from './output.ts'
import { realtySearch, type RealtyContext } from './realty-search-action.ts'
import { printCatalog, printRecord } from './realty-words.ts'
import { UsageError } from './usage-error.ts'

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
      .addOption(new Option('--all', m.cli_realty_all()))
      .addOption(jsonOption())
      .addHelpText('after', ofAction('search', m.cli_realty_title_search, realtySearchParameters))
      .addHelpText('after', ofAction('search', m.cli_title_practice, realtyParametersOfPractice))
      .addHelpText('after', ofAction('options', m.cli_realty_title_options, realtyOptionsParameters)),
  actions: meanings,
  examples: () => [
    ['realty search category=1 realty_type=2 operation_type=1 --json', m.cli_realty_example_search()],
    ['realty info 13825265 --json', m.cli_realty_does_info()],
    ['realty options category=1 realty_type=2 operation_type=1 --json', m.cli_realty_does_options()],
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
    const record = single(await (await (await open()).service()).raw(`/dom/info/${id}`, []))
    if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new Fault('not-found')
    printRecord(record, asJson, output)
    return exitCodes.done
  },

  async options({ open, output, asJson }, words) {
    const params = optionsOf(paramsOf(words))
    const groups = await (await (await open()).service()).raw('/dom/options', params)
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
