import type { PowerSaveBlocker } from 'electron'

/**
 * Keeps the computer from falling asleep while something is sent: what sleeps between a request and its answer is not
 * confirmed when it wakes. The screen may go dark.
 */
export function keepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (sending: boolean) => void {
  let held: number | undefined
  return (sending) => {
    if (sending) held ??= blocker.start('prevent-app-suspension')
    else if (held !== undefined) {
      blocker.stop(held)
      held = undefined
    }
  }
}
