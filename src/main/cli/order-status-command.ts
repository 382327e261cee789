import { Fault } from '#shared/bridge/failure.ts'
import type { StatusResult } from '#shared/orders/order-status.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { statusWithName } from '../orders/status-words.ts'
import { allStatuses } from '../service/order-status.ts'
import { defineCommand, jsonOption, wholeNumber } from './command-definition.ts'
import { namesOf, statusMeant } from './order-choice.ts'
import { exitCodes, json, tableLine, type ExitCode, type Output } from './output.ts'

/**
 * `order-status`: shows the order's status and the one that it is to have; with `--commit` sets it. Ends with 1 if it was not
 * set or is not confirmed, with 2 if the service takes no status. What is not confirmed is checked first, and never sent again.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_order_status_about())
      .argument('<ORDER>', m.cli_order_status_order(), wholeNumber('ORDER', Number.MAX_SAFE_INTEGER, 1))
      .argument('<STATUS>', m.cli_order_status_status())
      .option('--commit', m.cli_order_status_commit())
      .addOption(jsonOption()),
  examples: ['order-status 500060 1 --commit'],

  async run({ open, output }, { commit, json: asJson }, orderId, wanted) {
    const forecourt = await open()
    const {
      context: { accounts },
      orders,
      orderStatuses,
    } = forecourt
    const { accountId } = await accounts.connection()
    await orderStatuses.refuseIfMissing()
    // What the person saw is what was saved: a status that a colleague set since is not replaced unseen.
    const seen = orders.savedStatus(accountId, orderId)
    const { statuses } = await orders.readStatuses(accountId)
    const list = (await orders.list()).statuses
    const after = statusMeant(list, wanted)
    if (after === null)
      throw new Fault('usage', {
        reason: m.cli_orders_no_status({
          status: wanted,
          statuses: namesOf(list.filter(({ id }) => id !== allStatuses)),
        }),
      })
    const now = statuses.get(orderId)
    if (now === undefined) throw new Fault('order-status', { reason: 'not-listed' })
    const before = commit && seen !== undefined ? seen : now
    const change = { orderId, before, after }
    if (!commit) {
      if (asJson) output.print(json({ ...named(forecourt, accountId, change), state: 'planned' }))
      else print(forecourt, accountId, change, output)
      output.say(before === after ? m.cli_order_status_same() : m.cli_dry_run())
      return exitCodes.done
    }
    const [result, ...earlier] = await orderStatuses.set([change], { accountId })
    if (result === undefined) return exitCodes.partly
    for (const each of earlier) sayEarlier(each, output)
    const { failure } = result
    if (failure?.code === 'demand-missing') throw new Fault(failure.code, failure.details)
    if (asJson) output.print(json({ ...result, ...named(forecourt, accountId, change) }))
    else print(forecourt, accountId, change, output)
    return sayResult(result, output)
  },
})

type Change = Pick<StatusResult, 'orderId' | 'before' | 'after'>

const named = ({ orders }: Forecourt, accountId: string, change: Change) => ({
  ...change,
  beforeName: orders.statusName(accountId, change.before),
  afterName: orders.statusName(accountId, change.after),
})

function print(forecourt: Forecourt, accountId: string, change: Change, output: Output): void {
  const { beforeName, afterName } = named(forecourt, accountId, change)
  output.printText(
    tableLine([change.orderId, `${statusWithName(beforeName)} → ${statusWithName(afterName)}`]),
  )
}

/** Says what became of changes that were in doubt, for this order or another: the same reading settled them. */
function sayEarlier({ orderId, failure }: StatusResult, output: Output): void {
  const result = failure ? failure.words : m.cli_order_status_done()
  output.say(m.cli_order_status_earlier({ order: orderId, result }))
}

function sayResult({ state, failure }: StatusResult, output: Output): ExitCode {
  if (failure) output.say(state === 'in-doubt' ? failure.words : `${failure.words} ${failure.next}`)
  if (state === 'in-doubt') output.say(m.cli_order_status_in_doubt())
  if (state === 'done') output.say(m.cli_order_status_done())
  return state === 'done' ? exitCodes.done : exitCodes.partly
}
