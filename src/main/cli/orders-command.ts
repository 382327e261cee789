import { Option } from '@commander-js/extra-typings'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { statusWithName } from '../orders/status-words.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { chooseOrders, day, namesOf } from './order-choice.ts'
import { exitCodes, json, type ExitCode, type Output, sayUnread } from './output.ts'
import type { OrderChange } from '#shared/orders/order-change.ts'
import { readingPause } from '../quota/background-share.ts'
import { systemClock } from '../system/clock.ts'
import { untilStopped } from './stop-signals.ts'

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
  { context: { accounts }, orders }: Forecourt,
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
        statuses: namesOf(statuses),
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

/** Pause between looks for changes that another program on the same folder has found, in ms. */
const pace = 1_000
/** Minutes between readings if the settings say that none are made in the background. */
const usualMinutes = 10

/** Reads the orders at the pace of the settings and prints a line of JSON for each change, until the process is asked to end. */
export const watchOrders = (
  { context: { accounts, settings }, orders }: Forecourt,
  output: Output,
): Promise<ExitCode> =>
  untilStopped(async (stop) => {
    const { accountId } = await accounts.connection()
    const { signal } = stop
    // It only prints: what nothing takes is not read.
    output.onLost?.(() => stop.abort())
    const watch = orders.watch(accountId)
    // The first reading of all shows the state, not changes.
    if (orders.readAt(accountId) === null)
      await orders.readings.read(accountId, signal).catch(unlessStopped(signal))
    watch.begin()
    let failures = 0
    let last = -Infinity
    while (!signal.aborted) {
      const { orderPollMinutes, quota } = settings.get()
      const age = Date.now() - last
      // A clock that was set back must not stop the readings.
      if (age < 0 || age >= readingPause((orderPollMinutes ?? usualMinutes) * 60_000, quota, failures)) {
        last = Date.now()
        const polled = await orders.poll(signal).catch(unlessStopped(signal))
        const failure = polled?.reading.failure
        failures = failure ? failures + 1 : 0
        if (failure) output.say(`${failure.words} ${failure.next}`)
        else if (polled && polled.reading.received < polled.reading.total)
          output.say(incompleteWords(polled.reading.total, polled.reading.received))
      }
      watch.report((change) => output.print(json(lineOf(change))))
      await systemClock.sleep(pace, signal)
    }
    return exitCodes.done
  })

/** Sentences about orders that the service counts but did not send. */
export const incompleteWords = (total: number, received: number): string =>
  `${m.orders_page_incomplete({ total, received })}. ${m.orders_page_incomplete_text()}`

/** A line of the watch: what changed in which order, without a buyer's data. */
const lineOf = ({ id, orderId, at, finding }: OrderChange) => ({
  change: id,
  at,
  orderId,
  ...finding,
})

const unlessStopped =
  (signal: AbortSignal) =>
  (error: unknown): null => {
    if (signal.aborted || (error instanceof Fault && error.code === 'cancelled')) return null
    throw error
  }
