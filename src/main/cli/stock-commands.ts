import { writeFileSync } from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Unread } from '#shared/bridge/unread.ts'
import type { Forecourt } from '../assemble.ts'
import type { CommandNamed } from './arguments.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'

/** `sync`: reads the stock into the cache. */
export async function syncStock(
  command: CommandNamed<'sync'>,
  { inventorySync }: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { failure, unread, adverts, syncedAt } = await inventorySync.sync()
  if (command.json) output.print(json({ adverts, syncedAt, failure, unread }))
  if (failure) {
    output.say(`${failure.words} ${failure.next}`)
    return exitCodes.unusable
  }
  output.say(m.cli_synced({ count: adverts }))
  return sayUnread(unread, m.cli_adverts_unread, output)
}

/** `orders`: reads the orders; as JSON with the contract's fields and each status's name. */
export async function readOrders(
  command: CommandNamed<'orders'>,
  { orders, accounts }: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { accountId } = await accounts.connection()
  const { orders: list, unread } = await orders.read(accountId)
  if (command.json) output.print(json({ total: list.length, orders: list, unread }))
  else
    for (const { order_id, created_at, statusName, total_order_sum, recipient } of list)
      output.print(
        `${order_id}  ${created_at ?? ''}  ${statusName}  ${total_order_sum ?? ''}  ${recipient.name ?? ''}\n`,
      )
  output.say(m.cli_orders_total({ count: list.length }))
  return sayUnread(unread, m.cli_orders_unread, output)
}

/** What could not be read makes a command end with 1, and its first reason is told. */
function sayUnread(
  unread: Unread,
  words: (said: { readonly count: number; readonly why: string }) => string,
  output: Output,
): ExitCode {
  if (unread === null) return exitCodes.done
  const { count, first } = unread
  output.say(words({ count, why: `${first.words} ${first.next}` }))
  return exitCodes.partly
}

/** `export`: writes the cached stock as CSV; reads it first where nothing is cached yet. */
export async function exportStock(
  { file }: CommandNamed<'export'>,
  { inventory, inventorySync }: Forecourt,
  output: Output,
): Promise<ExitCode> {
  const { syncedAt } = await inventorySync.state()
  const { failure } = syncedAt === null ? await inventorySync.sync() : { failure: null }
  if (failure) throw new Fault(failure.code, failure.details)
  const { text, adverts } = await inventory.export({ text: '', states: [], sort: [] })
  saveFile(file, text)
  output.say(m.cli_export_saved({ count: adverts, file }))
  return exitCodes.done
}

/** @throws Fault `storage` with the path and the system's reason. */
export function saveFile(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes)
  } catch (error) {
    throw new Fault(
      'storage',
      { path, reason: error instanceof Error ? error.message : String(error) },
      { cause: error },
    )
  }
}
