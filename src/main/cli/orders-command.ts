import { Option } from '@commander-js/extra-typings'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { statusWithName } from '../orders/status-words.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { chooseOrders, day } from './order-choice.ts'
import { incompleteWords, watchOrders } from './orders-watch.ts'
import { exitCodes, json, type ExitCode, type Output, sayUnread } from './output.ts'

interface Choice {
  readonly since?: string | undefined
  readonly status?: string | undefined
  readonly json?: true | undefined
}

/**
 * `orders`: reads the orders; as JSON with the contract's fields and the name of each status. A list shorter than its count
 * ends with 1. With `--watch` reads them again and again, and prints what changes.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .addOption(new Option('--since <DATE>', m.cli_orders_since()).argParser(day))
      .option('--status <STATUS>', m.cli_orders_status())
      .addOption(new Option('--watch', m.cli_orders_watch()).conflicts(['since', 'status']))
      .addOption(jsonOption()),
  examples: ['orders --since 2026-11-01 --status 0', 'orders --watch'],

  async run({ open, output }, { watch = false, ...choice }) {
    const forecourt = await open()
    return watch ? watchOrders(forecourt, output) : listOrders(forecourt, choice, output)
  },
})

async function listOrders(
  { orders, accounts }: Forecourt,
  choice: Choice,
  output: Output,
): Promise<ExitCode> {
  const { accountId } = await accounts.connection()
  const { orders: all, total, received, unread } = await orders.readList(accountId)
  const { statuses } = await orders.list()
  const list = chooseOrders(all, choice, statuses)
  if (list === null)
    throw new Fault('usage', {
      reason: m.cli_orders_no_status({
        status: choice.status ?? '',
        statuses: statuses.map(({ id, name }) => `${id} ${statusWithName(name)}`).join(', '),
      }),
    })
  const complete = received >= total
  if (choice.json) output.print(json({ total, received, complete, orders: list, unread }))
  else
    for (const { order_id, created_at, statusName, total_order_sum, recipient } of list)
      output.print(
        `${order_id}  ${created_at ?? ''}  ${statusWithName(statusName)}  ${total_order_sum ?? ''}  ${recipient.name ?? ''}\n`,
      )
  output.say(m.cli_orders_total({ count: list.length }))
  if (!choice.json && list.length > 0) output.say(m.orders_page_no_currency())
  if (!complete) output.say(incompleteWords(total, received))
  const read = sayUnread(unread, m.orders_page_unread, output)
  return complete ? read : exitCodes.partly
}
