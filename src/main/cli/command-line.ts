import { CommanderError, type Command, type OptionValues } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { type DescribedCommand, flagOf, type Place } from './command-definition.ts'
import { isCommandName, type CommandName } from './commands.ts'
import { createProgram, type HelpOutput } from './program.ts'
import { UsageError } from './usage-error.ts'

/** A command that was called, with what it was given. */
export interface Call {
  readonly name: CommandName
  readonly place: Place
  readonly options: OptionValues
  readonly args: readonly unknown[]
  readonly run: DescribedCommand['run']
}

/**
 * Reads a command line; only the file of the command that it names is loaded.
 * @returns the call, or null if the help or the version was printed.
 * @throws UsageError with the word that isn't understood.
 */
export async function readCommandLine(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  help: HelpOutput,
): Promise<Call | null> {
  const words = knownWords(helpAsOption(commandFirst(argv)))
  const [name = ''] = words
  const { program, ready } = await createProgram(isCommandName(name) ? [name] : [], help)
  const [called] = ready
  if (called) {
    refuseOptionAsValue(words, called.command)
    // Without an action, commander takes a command for one that was called without its subcommand.
    called.command.allowExcessArguments().action(() => refuseArguments(called.command))
  }
  if (!parsed(program, words) || !called) return null
  return {
    name: called.name,
    place: called.place(env),
    options: called.options(),
    args: called.args(),
    run: called.run,
  }
}

/**
 * Options of every command stand before it, too: `--json sync` is `sync --json`.
 * @throws UsageError for an option that stands before its command or has none
 */
function commandFirst(argv: readonly string[]): readonly string[] {
  let at = 0
  for (let word = argv[at]; word !== undefined && isOfAll(word); word = argv[at])
    at += valued.includes(word) ? 2 : 1
  const [name, ...rest] = argv.slice(at)
  if (name === 'help') return [name, ...rest]
  if (name?.startsWith('-')) {
    if (!helpFlags.includes(name) && rest.some(isCommandName))
      throw new UsageError(m.cli_option_before({ option: name }))
    return [name, ...rest]
  }
  if (name !== undefined) return [name, ...argv.slice(0, at), ...rest]
  const [option = '', value = option] = argv.slice(-2)
  // `--data-dir sync` has taken the command for the folder.
  if (valued.includes(value) || (valued.includes(option) && isCommandName(value)))
    throw new UsageError(m.cli_option_value_missing({ option: valued.includes(value) ? value : option }))
  if (at > 0) throw new UsageError(m.cli_option_before({ option: argv[0] ?? '' }))
  return argv
}

/** Options of every command that have a value, and those that have none. */
const valued = ['--base-url', '--user-id', '--auth', '--data-dir']
const flags = ['--json', '--quiet']
const helpFlags = ['-h', '--help', '-V', '--version']

const isOfAll = (word: string): boolean =>
  [...valued, ...flags].includes(word) || valued.some((option) => word.startsWith(`${option}=`))

/** `help COMMAND` is `COMMAND --help`, so that the command's file is loaded in the same way; without words, `--help`. */
function helpAsOption(argv: readonly string[]): readonly string[] {
  const [name, command, ...words] = argv
  if (name === undefined) return ['--help']
  if (name !== 'help') return argv
  return command === undefined || command.startsWith('-') || command === 'help'
    ? ['--help']
    : [command, ...words, '--help']
}

/**
 * Only the name of an unknown command: otherwise `imprt --help` would show the list of commands instead of the error.
 */
function knownWords(words: readonly string[]): readonly string[] {
  const [name = ''] = words
  return isCommandName(name) || name.startsWith('-') ? words : [name]
}

/** False if the help or the version was printed instead. */
function parsed(program: Command, words: readonly string[]): boolean {
  try {
    program.parse(words, { from: 'user' })
    return true
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return false
    throw new UsageError(usageWords(error))
  }
}

/** Commander takes the next word for the value, whatever it is: `--report --json` would write a file named `--json`. */
function refuseOptionAsValue(words: readonly string[], { options }: Command): void {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const at = before.findIndex(
    (word, index) =>
      options.some(({ long, required }) => required && long === word) &&
      /^-[^\d]/.test(before[index + 1] ?? ''),
  )
  if (at >= 0) throw new UsageError(m.cli_option_value_missing({ option: before[at] ?? '' }))
}

/** Commander's own words don't distinguish an argument with a comma from two. */
function refuseArguments({ args, registeredArguments }: Command): void {
  // A variable of a script that isn't set.
  const blank = registeredArguments.find(({ required }, at) => required && args[at]?.trim() === '')
  if (blank) throw new UsageError(m.cli_argument_missing({ what: blank.name() }))
  const extra = args[registeredArguments.length]
  if (extra === undefined || registeredArguments.at(-1)?.variadic) return
  throw new UsageError(m.cli_argument_extra({ value: extra }))
}

type Words = (named: string, message: string) => string

const byCode: Readonly<Record<string, Words>> = {
  'commander.unknownCommand': (name) => m.cli_unknown_command({ name }),
  'commander.unknownOption': (name) => m.cli_unknown_option({ name }),
  'commander.missingArgument': (what) => m.cli_argument_missing({ what }),
  'commander.optionMissingArgument': (flags) => m.cli_option_value_missing({ option: flagOf(flags) }),
  'commander.conflictingOption': (_named, message) =>
    m.cli_options_exclude({
      options: [...message.matchAll(/'(--[\w-]+)/g)].map(([, flag]) => flag).join(', '),
    }),
}

/**
 * Words for an error of commander, in the app's language, with the names that it suggests. Commander gives only an
 * English sentence with the word in quotes; a sentence of a kind that isn't known here stays as it is.
 */
function usageWords({ code, message }: CommanderError): string {
  const [, named = ''] = /'(.*)'/s.exec(message) ?? []
  const [, names] = /\n\(Did you mean (?:one of )?(.+)\?\)$/.exec(message) ?? []
  const words = byCode[code]?.(named, message) ?? message
  return names === undefined ? words : `${words} ${m.cli_did_you_mean({ names })}`
}
