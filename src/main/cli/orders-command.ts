import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { exitCodes, json } from './output.ts'
import { examples } from './help-examples.ts'
import { sayUnread } from './unread-words.ts'

/** `orders`: reads the orders; as JSON with the contract's fields and the name of each status. A list shorter than its count ends with 1. */
export const ordersCommand = defineCommand({
  describe: (command) =>
    command.addOption(jsonOption()).addHelpText('after', examples(['orders --json', m.cli_orders_example()])),

  async run({ open, output }, { json: asJson }) {
    const { orders, accounts } = await open()
    const { accountId } = await accounts.connection()
    const { orders: list, total, received, unread } = await orders.readList(accountId)
    const complete = received >= total
    if (asJson) output.print(json({ total, received, complete, orders: list, unread }))
    else
      for (const { order_id, created_at, statusName, total_order_sum, recipient } of list)
        output.print(
          `${order_id}  ${created_at ?? ''}  ${statusName}  ${total_order_sum ?? ''}  ${recipient.name ?? ''}\n`,
        )
    output.say(m.cli_orders_total({ count: list.length }))
    if (!complete) output.say(m.cli_orders_incomplete({ total, received }))
    const read = sayUnread(unread, m.cli_orders_unread, output)
    return complete ? read : exitCodes.partly
  },
})
