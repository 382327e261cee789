import {
  Argument,
  Option,
  type Command,
  type CommandUnknownOpts,
  type OptionValues,
} from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { nearestName } from '../service/odd-names.ts'
import { UsageError } from './usage-error.ts'
import type { Forecourt } from '../assemble.ts'
import { addHelp, type Action, type Actions } from './command-help.ts'
import type { ExitCode, Output } from './output.ts'

/** Settings of every command: where the data is, and an account other than the active one. */
export interface Place {
  readonly dataDir: string
  /** The data folder that was asked for; absent if it is the usual one. */
  readonly ownDataDir: string | undefined
  /** Name by which it was asked for. */
  readonly dataDirFrom: '--data-dir' | 'FORECOURT_DATA_DIR'
  readonly baseUrl: string | undefined
  readonly userId: number | undefined
  readonly key: string | undefined
  /** Way in which reads carry the key, if it was said. */
  readonly readAuth: ReadAuth | undefined
  /** The desk's secret for its team, and the password of a role that may make one. */
  readonly teamSecret: string | undefined
  readonly teamPassword: string | undefined
}

export const readAuths = ['query', 'basic'] as const
type ReadAuth = (typeof readAuths)[number]

/** Parts that a command runs with. */
export interface CommandContext {
  readonly place: Place
  readonly output: Output
  /**
   * The app's services on the data folder: opened at the first call, closed after the command.
   * @param turnWait seconds for which a batch waits while another desk of the team sends
   * @throws Fault `storage`
   */
  readonly open: (turnWait?: number) => Promise<Forecourt>
}

/** A command, whose arguments and options get their types from how they are described. */
export interface CommandDefinition<Described extends CommandUnknownOpts> {
  /** Adds arguments and options. Called after the language is set. */
  readonly describe: (command: Command) => Described
  /** Actions that the first argument names. */
  readonly actions?: Actions
  /** Command lines without the program's name. */
  readonly examples: readonly string[]
  readonly run: (
    context: CommandContext,
    options: ReturnType<Described['opts']>,
    ...args: Described['processedArgs']
  ) => Promise<ExitCode> | ExitCode
}

/** A described command, to be read after the command line was parsed. */
export interface DescribedCommand {
  readonly options: () => OptionValues
  readonly args: () => readonly unknown[]
  readonly run: (context: CommandContext) => Promise<ExitCode> | ExitCode
}

/** A definition that keeps the types of its arguments and options to itself, so that a list can hold all. */
export type LoadedCommand = (command: Command) => DescribedCommand

export const defineCommand =
  <Described extends CommandUnknownOpts>(definition: CommandDefinition<Described>): LoadedCommand =>
  (command) => {
    const described = definition.describe(command)
    addHelp(described, definition.examples, definition.actions)
    const options = () => described.opts() as ReturnType<Described['opts']>
    return {
      options,
      args: () => described.processedArgs,
      run: (context) => definition.run(context, options(), ...described.processedArgs),
    }
  }

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

/** An option as it is typed: `perHour` is `--per-hour`. */
export const typedOption = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

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
