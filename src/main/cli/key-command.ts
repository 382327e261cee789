import { text } from 'node:stream/consumers'
import { Argument } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { sandboxId } from '../accounts/account-list.ts'
import { KeyCommand, type KeyReport } from '../accounts/key-command.ts'
import { type FeedAddress, feedAddress } from '../feeds/feed-address.ts'
import type { Feeds } from '../feeds/feeds.ts'
import { defineCommand } from './command-definition.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'
import { examples } from './help-examples.ts'
import { UsageError } from './usage-error.ts'

const actions = ['set', 'status', 'forget'] as const
type Action = (typeof actions)[number]

/** `key set|status|forget`: the key comes by standard input, so that no process list and no shell history has it. */
export const keyCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_key_about())
      .addArgument(
        new Argument('<set|status|forget>', m.cli_key_action()).choices(actions).argParser(actionOf),
      )
      .option('--for-url <URL>', m.cli_key_for_url())
      .addHelpText(
        'after',
        examples(
          ['key set < key.txt', m.cli_key_example_set()],
          ['key set --for-url https://dealer.ua/stock.xml < login.txt', m.cli_key_example_for_url()],
        ),
      ),

  async run({ open, output, place: { baseUrl, userId } }, { forUrl }, action) {
    if (forUrl !== undefined) return login(feedAddress(forUrl), action, await (await open()).feeds(), output)
    const { accounts } = await open()
    const keys = new KeyCommand(accounts, {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(userId === undefined ? {} : { userId }),
    })
    const report = action === 'set' ? await keys.set(await text(process.stdin)) : await keys[action]()
    output.print(`${report.state}\n`)
    output.say(wordsOf(report, action))
    return exitCodes.done
  },
})

/** The same for the login of a host that tables are fetched from. */
async function login(
  address: FeedAddress,
  action: Action,
  { logins }: Feeds,
  output: Output,
): Promise<ExitCode> {
  const state =
    action === 'set'
      ? await logins.set(address, await text(process.stdin))
      : await logins[loginVerbs[action]](address)
  output.print(`${state}\n`)
  const { host } = address.url
  if (action === 'forget') output.say(m.cli_login_forgotten({ host }))
  else output.say(state === 'missing' ? m.cli_login_missing({ host }) : m.cli_login_stored({ host }))
  return exitCodes.done
}

const loginVerbs = { status: 'state', forget: 'forget' } as const

function actionOf(value: string): Action {
  const action = actions.find((each) => each === value)
  if (action === undefined) throw new UsageError(m.cli_unknown_command({ name: `key ${value}` }))
  return action
}

function wordsOf({ account, state, refusal }: KeyReport, action: Action): string {
  if (account.id === sandboxId) return m.cli_key_sandbox()
  if (refusal) throw refusal
  if (action === 'forget') return m.cli_key_forgotten({ account: account.name })
  return state === 'missing'
    ? m.cli_key_missing({ account: account.name })
    : m.cli_key_stored({ account: account.name })
}
