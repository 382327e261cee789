import type { CommanderError } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'

type Words = (named: string, message: string) => string

const byCode: Readonly<Record<string, Words>> = {
  'commander.unknownCommand': (name) => m.cli_unknown_command({ name }),
  'commander.unknownOption': (name) => m.cli_unknown_option({ name }),
  'commander.missingArgument': (what) => m.cli_argument_missing({ what }),
  'commander.optionMissingArgument': (flags) => m.cli_option_value_missing({ option: longFlag(flags) }),
  'commander.conflictingOption': (_named, message) =>
    m.cli_options_exclude({
      options: [...message.matchAll(/'(--[\w-]+)/g)].map(([, flag]) => flag).join(', '),
    }),
}

/**
 * What commander doesn't understand, in the app's language, with the names that it suggests. Commander gives only an
 * English sentence with the word in quotes; a sentence of a kind that isn't known here stays as it is.
 */
export function usageWords({ code, message }: CommanderError): string {
  const [, named = ''] = /'(.*)'/s.exec(message) ?? []
  const [, names] = /\n\(Did you mean (?:one of )?(.+)\?\)$/.exec(message) ?? []
  const words = byCode[code]?.(named, message) ?? message
  return names === undefined ? words : `${words} ${m.cli_did_you_mean({ names })}`
}

/** `--report` of `--report <OUT.csv>`. */
const longFlag = (flags: string): string => flags.split(' ')[0] ?? flags
