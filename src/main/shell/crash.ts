import type { App, Dialog } from 'electron'
import { failureWords } from '#shared/words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { closedWithin } from './quit.ts'

export interface Crashing {
  readonly app: Pick<App, 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Writes it to the log without the key, if there is a log already. */
  readonly record: (what: string, error: unknown) => void
  /** Ends everything in order, as far as it got; what of it hangs is not waited for. */
  readonly close: () => Promise<void>
}

/**
 * Ends the app after an uncaught error: nothing is certain any more, and the journal knows what was on its
 * way. Electron's own box would show the error's words, in which a key may stand.
 */
export function crashEnds(
  { app, dialog, record, close }: Crashing,
  on: Pick<NodeJS.Process, 'on'> = process,
): (error: unknown) => void {
  let ending = false
  const crash = (error: unknown): void => {
    record('crashed', error)
    if (ending) return
    ending = true
    void Promise.allSettled([showCrash(dialog, error), closedWithin(close)]).then(() => app.exit(1))
  }
  on.on('uncaughtException', crash)
  // A rejection that is not handled leaves nothing half done.
  on.on('unhandledRejection', (error) => record('a failure was not handled', error))
  return crash
}

async function showCrash(dialog: Crashing['dialog'], error: unknown): Promise<void> {
  const { words, next } = failureWords(error instanceof Fault ? error : new Fault('internal'))
  await dialog.showMessageBox({ type: 'error', message: words, detail: next })
}
