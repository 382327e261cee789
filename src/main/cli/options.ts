import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { nearestName } from '../service/odd-names.ts'
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

const mostWait = 86_400

/** Number of seconds that a batch waits for the turn of its team. */
export const waitOption = () =>
  new Option('--wait <SECONDS>', m.team_cli_wait()).argParser(wholeNumber('--wait', mostWait))
