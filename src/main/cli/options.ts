import { Argument, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { nearestName } from '../service/odd-names.ts'
import type { Action } from './command-help.ts'
import { UsageError } from './usage-error.ts'

export const jsonOption = () => new Option('--json', m.cli_option_json())

/** Reads the value of `option` as a whole number from `least` to `most`. The parser throws UsageError. */
export const wholeNumber =
  (option: string, most = Number.MAX_SAFE_INTEGER, least = 0) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number > most || number < least)
      throw new UsageError(rangeWords(option, value, most, least))
    return number
  }

function rangeWords(option: string, value: string, most: number, least: number): string {
  if (most !== Number.MAX_SAFE_INTEGER || (/^\d+$/.test(value) && Number(value) > most))
    return m.cli_not_in_range({ option, value, least, most })
  return least === 0 ? m.cli_not_a_number({ option, value }) : m.cli_not_at_least({ option, value, least })
}

/** Reads the value of `option` as one of `choices`. The parser throws UsageError. */
export const oneOf =
  <Choice extends string>(option: string, choices: readonly Choice[]) =>
  (value: string): Choice => {
    const choice = choices.find((each) => each === value)
    if (choice !== undefined) return choice
    const near = nearestName(value, choices)
    throw new UsageError(
      [
        m.cli_not_a_choice({ option, value, choices: choices.join(', ') }),
        ...(near === undefined ? [] : [m.cli_did_you_mean({ names: near })]),
      ].join(' '),
    )
  }

/** The flag of an option without the name of its value: `--make` of `--make <NAME>`. */
export const flagOf = (flags: string): string => flags.split(' ')[0] ?? flags

/** An option that takes one of `choices`. */
export const choiceOption = <Flags extends string, Choice extends string>(
  flags: Flags,
  meaning: string,
  choices: readonly Choice[],
) => new Option(flags, meaning).choices(choices).argParser(oneOf(flagOf(flags), choices))

/** An option that takes a whole number from `least` to `most`. */
export const numberOption = <Flags extends string>(
  flags: Flags,
  meaning: string,
  most?: number,
  least?: number,
) => new Option(flags, meaning).argParser(wholeNumber(flagOf(flags), most, least))

/** The argument that names an action of a command. */
export function actionArgument<Usage extends string, Name extends string>(
  usage: Usage,
  actions: Readonly<Record<Name, Action>>,
) {
  const names = Object.keys(actions) as Name[]
  return new Argument(usage, m.cli_action()).choices(names).argParser(oneOf('ACTION', names))
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The values that were given: what is undefined is left out. */
export const withoutUndefined = <Values extends object>(values: Values): Defined<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>

const mostWait = 86_400

/** Number of seconds that a batch waits for the turn of its team. */
export const waitOption = () => numberOption('--wait <SECONDS>', m.team_cli_wait(), mostWait)
