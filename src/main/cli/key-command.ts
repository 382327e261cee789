import { text } from 'node:stream/consumers'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { sandboxId } from '../accounts/account-list.ts'
import { KeyCommand, type KeyReport } from '../accounts/key-command.ts'
import type { Forecourt } from '../assemble.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/** `key set|status|forget`: the key comes by standard input, so that no process list and no shell history holds it. */
export async function keepKey(
  { action, place }: CommandNamed<'key'>,
  { accounts }: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const keys = new KeyCommand(accounts, {
    ...(place.baseUrl === undefined ? {} : { baseUrl: place.baseUrl }),
    ...(place.userId === undefined ? {} : { userId: place.userId }),
  })
  const report = action === 'set' ? await keys.set(await text(process.stdin)) : await keys[action]()
  output.print(`${report.state}\n`)
  output.say(wordsOf(report, action))
  return report.state === 'keychain-locked' || report.state === 'keychain-unavailable'
    ? exitCodes.unusable
    : exitCodes.done
}

function wordsOf({ account, state }: KeyReport, action: 'set' | 'status' | 'forget'): string {
  if (account.id === sandboxId) return m.cli_key_sandbox()
  if (state === 'keychain-locked' || state === 'keychain-unavailable') throw new Fault(state)
  if (action === 'forget') return m.cli_key_forgotten({ account: account.name })
  return state === 'missing'
    ? m.cli_key_missing({ account: account.name })
    : m.cli_key_stored({ account: account.name })
}
