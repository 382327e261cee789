import { text } from 'node:stream/consumers'
import { Argument } from '@commander-js/extra-typings'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { sandboxId } from '../accounts/account-list.ts'
import { KeyCommand, type KeyReport } from '../accounts/key-command.ts'
import { defineCommand } from './command-definition.ts'
import { exitCodes } from './output.ts'
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
      .addHelpText('after', examples(['key set < key.txt', m.cli_key_example_set()])),

  async run({ open, output, place: { baseUrl, userId } }, _options, action) {
    const { accounts } = await open()
    const keys = new KeyCommand(accounts, {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(userId === undefined ? {} : { userId }),
    })
    const report = action === 'set' ? await keys.set(await text(process.stdin)) : await keys[action]()
    output.print(`${report.state}\n`)
    output.say(wordsOf(report, action))
    return report.state === 'keychain-locked' || report.state === 'keychain-unavailable'
      ? exitCodes.unusable
      : exitCodes.done
  },
})

function actionOf(value: string): Action {
  const action = actions.find((each) => each === value)
  if (action === undefined) throw new UsageError(m.cli_unknown_command({ name: `key ${value}` }))
  return action
}

function wordsOf({ account, state }: KeyReport, action: Action): string {
  if (account.id === sandboxId) return m.cli_key_sandbox()
  if (state === 'keychain-locked' || state === 'keychain-unavailable') throw new Fault(state)
  if (action === 'forget') return m.cli_key_forgotten({ account: account.name })
  return state === 'missing'
    ? m.cli_key_missing({ account: account.name })
    : m.cli_key_stored({ account: account.name })
}
