import type { Forecourt } from '../assemble.ts'
import type { Recovered } from '../batch/sending/recovery.ts'
import { readAgain } from './read-again.ts'

export const nothingFound: Recovered = { inDoubt: 0, lost: 0, setAside: null, waiting: [] }

/**
 * Recovery of what an earlier process left. While the command line has the engine, the window still shows and reads.
 */
export function recover({ context: { log }, batches }: Forecourt): Recovered {
  try {
    return batches.recovery.recover()
  } catch (error) {
    log.warn('the batch engine is held', { error })
    return { ...nothingFound }
  }
}

/** Batches that waited for their quota wait on, and the screen is brought up to date. */
export async function resumeWaiting(forecourt: Forecourt, waiting: readonly string[]): Promise<void> {
  for (const batch of waiting)
    await forecourt.batches.control
      .resumeWait(batch)
      .catch((error: unknown) => forecourt.context.log.warn('a batch does not continue', { error }))
  await readAgain(forecourt)
}

/** The first page counts the whole stock, which is read while the page itself is loaded. If that fails, the call that needs it says why. */
export const prepareNumbers = ({ inventory }: Forecourt): Promise<void> =>
  inventory.lists.prepareNumbers().catch(() => undefined)

/** Edits that a batch held when the app was closed are done, or unsent again. */
export const settleEdits = ({ context: { log }, staged }: Forecourt): Promise<void> =>
  staged.settling
    .settleBatches()
    .catch((error: unknown) => log.warn('edits were not brought up to date', { error }))
