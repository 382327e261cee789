import { Command, Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { type CommandName, commandNames, groupOf, loadCommand, summaryOf } from './commands.ts'
import { type DescribedCommand, oneOf, type Place, readAuths, wholeNumber } from './command-definition.ts'
import { capitalized, programName } from './command-help.ts'
import { resolve } from 'node:path'
import { defaultDataDir } from '../system/data-dir.ts'
import { UsageError } from './usage-error.ts'

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

const userIdOf = wholeNumber('--user-id')
/** A variable of a script that isn't set must not stand for this folder. */
function folderOf(path: string): string {
  if (path === '') throw new UsageError(m.cli_option_value_missing({ option: '--data-dir' }))
  // No shell has replaced this sign, and a folder of that name is not meant: the call is refused.
  return /^~(?=$|[/\\])/.test(path) ? path : resolve(path)
}
const readAuthOf = oneOf('--auth', readAuths)

/**
 * Adds the options of every command to `command`.
 * @returns the reader for use once the command line was parsed. Options win over the environment, and the key comes
 * from the environment alone, so that no process list shows it.
 */
function addPlaceOptions(command: Command): (env: NodeJS.ProcessEnv) => Place {
  // Under commander's own heading if the command has no options of its own, so that it isn't the last of two.
  const group = command.options.length > 0 ? m.cli_title_account() : 'Options:'
  const placed = command
    .addOption(new Option('--base-url <URL>', m.cli_option_base_url()).helpGroup(group))
    .addOption(new Option('--user-id <N>', m.cli_option_user_id()).argParser(userIdOf).helpGroup(group))
    .addOption(
      new Option('--auth <query|basic>', m.cli_option_auth())
        .choices(readAuths)
        .argParser(readAuthOf)
        .helpGroup(group),
    )
    .addOption(new Option('--data-dir <DIR>', m.cli_option_data_dir()).argParser(folderOf).helpGroup(group))
    // Read by run.ts: a command has nothing to do with it.
    .addOption(new Option('--quiet', m.cli_option_quiet()).helpGroup(group))
  return (env) => {
    const { baseUrl, userId, auth, dataDir } = placed.opts()
    const authSet = nonEmpty(env.FORECOURT_AUTH)
    const userIdSet = nonEmpty(env.FORECOURT_USER_ID)
    const ownDataDir = dataDir ?? nonEmpty(env.FORECOURT_DATA_DIR)
    return {
      dataDir: ownDataDir ?? defaultDataDir(env),
      ownDataDir,
      dataDirFrom: dataDir === undefined ? 'FORECOURT_DATA_DIR' : '--data-dir',
      baseUrl: baseUrl ?? nonEmpty(env.FORECOURT_BASE_URL),
      userId: userId ?? (userIdSet === undefined ? undefined : userIdOf(userIdSet)),
      key: nonEmpty(env.FORECOURT_API_KEY),
      teamSecret: nonEmpty(env.FORECOURT_TEAM_SECRET),
      teamPassword: nonEmpty(env.FORECOURT_TEAM_PASSWORD),
      readAuth: auth ?? (authSet === undefined ? undefined : readAuthOf(authSet)),
    }
  }
}

const nonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value)
