import type { App, Dialog } from 'electron'
import { failureWords } from '../words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'

export interface Crashing {
  readonly app: Pick<App, 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Writes it down without the key, where there is a log already. */
  readonly note: (what: string, error: unknown) => void
  /** Ends everything in order, as far as it got. */
  readonly close: () => Promise<void>
}

/**
 * Ends the app after an error that nobody caught: nothing is certain any more, and the journal knows what was on its
 * way. Electron's own box would show the error's words, in which a key may stand.
 */
export function crashEnds(
  { app, dialog, note, close }: Crashing,
  on: Pick<NodeJS.Process, 'on'> = process,
): (error: unknown) => void {
  let ending = false
  const crash = (error: unknown): void => {
    note('crashed', error)
    if (ending) return
    ending = true
    void Promise.allSettled([tell(dialog, error), close()]).then(() => app.exit(1))
  }
  on.on('uncaughtException', crash)
  // An answer that nobody waits for leaves nothing half done.
  on.on('unhandledRejection', (error) => note('a failure went unheard', error))
  return crash
}

async function tell(dialog: Crashing['dialog'], error: unknown): Promise<void> {
  const { words, next } = failureWords(error instanceof Fault ? error : new Fault('internal'))
  await dialog.showMessageBox({ type: 'error', message: words, detail: next })
}
