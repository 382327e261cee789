import { localTime } from '#shared/time/time-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { conversionNames, conversionTargets } from '../search/conversion-names.ts'
import type { ConversionAnswer } from '../search/conversion-service.ts'
import { pastedParams } from '../search/pasted-query.ts'
import { defineCommand, jsonOption, choiceOption } from './command-definition.ts'
import { exitCodes, json } from './output.ts'
import { parameterHelp } from './command-help.ts'
import { UsageError } from './usage-error.ts'

const toOld = 'https://example.com/search/?brand.id[0]=9&year[0].gte=2018'

/** `convert`: parameters of the web site's search page ⇄ those of the search endpoint. */
export const command = defineCommand({
  describe: (command) =>
    command
      .argument('<QUERY>', m.cli_convert_query())
      .addOption(choiceOption('--to <old|new>', m.cli_convert_to(), conversionTargets))
      .addOption(jsonOption())
      .addHelpText('after', () =>
        parameterHelp(
          m.cli_convert_title_names(),
          conversionNames.map(([site, search]) => ({
            name: site.replace('#', '<n>'),
            meaning: () => search.replace('#', '<n>'),
          })),
        ),
      ),
  examples: [
    `convert --to old \\\n      '${toOld}'`,
    "convert --to new 'marka_id[0]=9&s_yers[0]=2018' --json",
  ],

  async run({ open, output }, { to, json: asJson }, query) {
    if (to === undefined) throw new UsageError(m.cli_argument_missing({ what: '--to' }))
    const asked = pastedParams(query)
    if (asked.length === 0) throw new UsageError(m.cli_convert_nothing({ value: query }))
    const forecourt = await open()
    const answer = await (await forecourt.search()).conversion.convert(to, asked)
    const { params, string, unrecognized, failure } = answer
    if (asJson) output.print(json({ params, string, unrecognized }))
    else output.print(`${string}\n`)
    for (const [name, value] of unrecognized)
      output.say(m.cli_convert_unrecognized({ pair: `${name}=${value}` }))
    if (failure !== null) output.say(`${forecourt.context.words(failure).words} ${sourceWords(answer)}`)
    return exitCodes.done
  },
})

const sourceWords = ({ readAt }: ConversionAnswer): string =>
  readAt === null ? m.search_site_by_table() : m.search_site_remembered({ when: localTime(readAt) })
