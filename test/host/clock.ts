/**
 * Main's clock, which can be put forward: a number of milliseconds on a line of standard input has passed at once. What
 * main waits for at least a few seconds is then over when its time has come; shorter waits, as those between two requests,
 * go on as they are. A line `sleep 60000` has the computer asleep for so long: its timers stand still, and main is told.
 */
import { createInterface } from 'node:readline'

/** Ms from which on a wait is one of main's plans. */
const longWait = 5_000

interface Wait {
  readonly due: number
  readonly work: () => void
}

/** Puts the clock in the place of the system's, for all that is loaded later. */
export function installClock(): void {
  const { setTimeout, clearTimeout } = globalThis
  const now = Date.now.bind(Date)
  const waits = new Map<NodeJS.Timeout, Wait>()
  let ahead = 0
  Date.now = () => now() + ahead

  const wait = (work: (...args: unknown[]) => void, delay = 0, ...args: unknown[]): NodeJS.Timeout => {
    if (delay < longWait) return setTimeout(work, delay, ...args)
    const done = (): void => {
      waits.delete(timer)
      work(...args)
    }
    const timer = setTimeout(done, delay)
    waits.set(timer, { due: Date.now() + delay, work: done })
    return timer
  }
  const end = (timer?: Parameters<typeof clearTimeout>[0]): void => {
    waits.delete(timer as NodeJS.Timeout)
    clearTimeout(timer)
  }
  Object.assign(globalThis, { setTimeout: Object.assign(wait, setTimeout), clearTimeout: end })

  createInterface(process.stdin).on('line', (line) => {
    const [, slept] = /^sleep (\d+)$/.exec(line) ?? []
    ahead += Number(slept ?? line)
    if (slept !== undefined) {
      void import('./desktop.ts').then(({ powerMonitor }) => powerMonitor.emit('resume'))
      return
    }
    for (const [timer, { due, work }] of [...waits])
      if (due <= Date.now()) {
        clearTimeout(timer)
        work()
      }
  })
  process.stdin.unref()
}
