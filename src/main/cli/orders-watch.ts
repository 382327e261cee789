import type { OrderChange } from '#shared/orders/order-change.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import { readingPause } from '../quota/background-share.ts'
import { exitCodes, json, type ExitCode, type Output } from './output.ts'
import { systemClock } from '../system/clock.ts'
import { untilStopped } from './stop-signals.ts'

/** Pause between looks for changes that another program on the same folder has found, in ms. */
const pace = 1_000
/** Minutes between readings if the settings say that none are made in the background. */
const usualMinutes = 10

/** Reads the orders at the pace of the settings and prints a line of JSON for each change, until the process is asked to end. */
export const watchOrders = ({ orders, accounts, settings }: Forecourt, output: Output): Promise<ExitCode> =>
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
      watch.tell((change) => output.print(json(lineOf(change))))
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
