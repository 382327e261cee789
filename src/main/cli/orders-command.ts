import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand } from './command-definition.ts'
import { jsonOption } from './options.ts'
import { json } from './output.ts'
import { examples } from './help-examples.ts'
import { sayUnread } from './unread-words.ts'

/** `orders`: reads the orders; as JSON with the contract's fields and the name of each status. */
export const ordersCommand = defineCommand({
  describe: (command) =>
    command.addOption(jsonOption()).addHelpText('after', examples(['orders --json', m.cli_orders_example()])),

  async run({ open, output }, { json: asJson }) {
    const { orders, accounts } = await open()
    const { accountId } = await accounts.connection()
    const { orders: list, unread } = await orders.read(accountId)
    if (asJson) output.print(json({ total: list.length, orders: list, unread }))
    else
      for (const { order_id, created_at, statusName, total_order_sum, recipient } of list)
        output.print(
          `${order_id}  ${created_at ?? ''}  ${statusName}  ${total_order_sum ?? ''}  ${recipient.name ?? ''}\n`,
        )
    output.say(m.cli_orders_total({ count: list.length }))
    return sayUnread(unread, m.cli_orders_unread, output)
  },
})
