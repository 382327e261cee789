import { Command } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { commandNames, groupOf, loadCommand, summaryOf, type CommandName } from './commands.ts'
import type { DescribedCommand, Place } from './command-definition.ts'
import { capitalized, programName } from './command-help.ts'
import { addPlaceOptions } from './place.ts'

/** A command that knows its arguments and options. */
export interface ReadyCommand extends DescribedCommand {
  readonly name: CommandName
  readonly command: Command
  readonly place: (env: NodeJS.ProcessEnv) => Place
}

/** Output of the program without a command. */
export interface HelpOutput {
  /** Gets the help and the version. */
  readonly print: (text: string) => void
  readonly version: string
}

/**
 * The command line in the app's language. It lists every command, but only those in `names` are loaded and know their
 * arguments and options.
 */
export async function createProgram(
  names: readonly CommandName[],
  help: HelpOutput,
): Promise<{ program: Command; ready: readonly ReadyCommand[] }> {
  const program = emptyProgram(help)
  const ready: ReadyCommand[] = []
  for (const name of commandNames) {
    const command = program
      .command(name)
      .helpGroup(groupOf(name))
      .summary(summaryOf(name))
      .description(capitalized(summaryOf(name)))
    if (names.includes(name)) ready.push(await describe(name, command))
  }
  return { program, ready }
}

async function describe(name: CommandName, command: Command): Promise<ReadyCommand> {
  const described = (await loadCommand(name))(command)
  const place = addPlaceOptions(command)
  command.usage(command.usage().replace('[options]', m.cli_usage_options()))
  return { ...described, name, command, place }
}

/** Commander prints nothing by itself but the help and the version: what is wrong is thrown, and said in the app's language. */
const emptyProgram = ({ print, version }: HelpOutput): Command =>
  new Command(programName)
    .usage(m.cli_usage_program())
    .description(m.cli_about())
    .version(version, '-V, --version', m.cli_version_option())
    .helpOption('-h, --help', m.cli_help_option())
    .commandsGroup(m.cli_group_desk())
    .helpCommand('help [COMMAND]', m.cli_help_summary())
    .addHelpText('after', `\n${m.cli_help_after()}`)
    .exitOverride()
    .configureOutput({ writeOut: print, outputError: () => undefined })
    .configureHelp({
      styleTitle: (title) => titles[title]?.() ?? title,
      // Without commander's English "(choices: …)": the descriptions name them.
      optionDescription: ({ description }) => description,
      argumentDescription: ({ description }) => description,
    })

/** Commander's own headings. */
const titles: Readonly<Record<string, () => string>> = {
  'Usage:': m.cli_title_usage,
  'Arguments:': m.cli_title_arguments,
  'Options:': m.cli_title_options,
  'Commands:': () => `${m.app_palette()}:`,
}
