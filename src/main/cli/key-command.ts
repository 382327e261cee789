import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { sandboxId } from '../accounts/account-list.ts'
import { KeyCommand, type KeyReport } from '../accounts/key-command.ts'
import { feedAddress, loginName } from '../feeds/feed-address.ts'
import { proxyLoginName } from '../http/proxy-logins.ts'
import type { SavedLogins } from '../keychain/saved-logins.ts'
import type { Actions } from './command-help.ts'
import { defineCommand, jsonOption, actionArgument, withoutUndefined } from './command-definition.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { secretInput } from './standard-input.ts'
import { UsageError } from './usage-error.ts'

const meanings = {
  set: { meaning: m.cli_key_does_set },
  status: { meaning: m.cli_key_does_status },
  forget: { meaning: m.cli_key_does_forget },
} satisfies Actions
type Action = keyof typeof meanings

/** `key set|status|forget`: the key comes by standard input, so that no process list and no shell history has it. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_key_about())
      .addArgument(actionArgument('<set|status|forget>', meanings))
      .addOption(new Option('--for-url <URL>', m.cli_key_for_url()).conflicts('forProxy'))
      .option('--for-proxy <ADDRESS>', m.cli_key_for_proxy())
      .addOption(jsonOption()),
  actions: meanings,
  examples: [
    'key set < key.txt',
    'key set --for-url https://dealer.ua/stock.xml < login.txt',
    'key set --for-proxy http://proxy.dealer.ua:3128 < login.txt',
  ],

  async run({ open, output, place: { baseUrl, userId, key } }, { forUrl, forProxy, json: asJson }, action) {
    const owner =
      forProxy !== undefined ? proxyOwner(forProxy) : forUrl !== undefined ? urlOwner(forUrl) : null
    if (owner) return login(owner, action, (await open()).context.logins, asJson, output)
    const {
      context: { accounts },
    } = await open()
    const keys = new KeyCommand(accounts, withoutUndefined({ baseUrl, userId, key }))
    const report = action === 'set' ? await keys.set(await secretInput()) : await keys[action]()
    const words = wordsOf(report, action)
    output.print(asJson ? json({ account: report.account.name, state: report.state }) : `${words}\n`)
    return exitCodes.done
  },
})

/** Owner of a login that is no API key. */
interface LoginOwner {
  readonly host: string
  /** Name of the login in the keychain. */
  readonly name: string
}

function urlOwner(text: string): LoginOwner {
  const address = feedAddress(text)
  return { host: address.url.host, name: loginName(address) }
}

/** A proxy's address, with or without its scheme; a login in it would be seen by every process of the computer. */
function proxyOwner(text: string): LoginOwner {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (!url?.host || url.username !== '' || !/^https?:$/.test(url.protocol))
    throw new UsageError(m.cli_key_no_proxy())
  return { host: url.host, name: proxyLoginName(url.host) }
}

/** The same for the login of a host that tables are fetched from, or of a proxy. */
async function login(
  { host, name }: LoginOwner,
  action: Action,
  logins: SavedLogins,
  asJson: true | undefined,
  output: Output,
): Promise<ExitCode> {
  const state =
    action === 'set' ? await logins.set(name, await secretInput()) : await logins[loginVerbs[action]](name)
  const words =
    action === 'forget'
      ? m.cli_login_forgotten
      : state === 'missing'
        ? m.cli_login_missing
        : m.cli_login_stored
  output.print(asJson ? json({ host, state }) : `${words({ host })}\n`)
  return exitCodes.done
}

const loginVerbs = { status: 'state', forget: 'forget' } as const

function wordsOf({ account, state, refusal }: KeyReport, action: Action): string {
  if (account.id === sandboxId) return m.cli_key_sandbox()
  if (refusal) throw refusal
  if (action === 'forget') return m.cli_key_forgotten({ account: account.name })
  if (state === 'missing') return m.cli_key_missing({ account: account.name })
  return state === 'session-only'
    ? m.cli_key_session({ account: account.name })
    : m.cli_key_stored({ account: account.name })
}
