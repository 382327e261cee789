import { resolve } from 'node:path'
import { Option, type Command } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { type Place, readAuths, oneOf, wholeNumber } from './command-definition.ts'
import { defaultDataDir } from '../system/data-dir.ts'
import { UsageError } from './usage-error.ts'

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
export function addPlaceOptions(command: Command): (env: NodeJS.ProcessEnv) => Place {
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
