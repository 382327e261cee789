import { promises, renameSync } from 'node:fs'

/** What a virus scanner or an indexer does to a file that was just written: it is over in a moment. */
const passing: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY']
/** About a second in all, in ms. */
const pauses = [10, 20, 50, 100, 200, 300, 320]
const pause = new Int32Array(new SharedArrayBuffer(4))

const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && passing.includes(error.code)

/** Renames a file; what another program may hold for a moment is tried again. @throws what the file system throws last */
export function renameHeld(from: string, to: string): void {
  for (const ms of pauses)
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      Atomics.wait(pause, 0, 0, ms)
    }
  renameSync(from, to)
}

/** The same without holding the thread meanwhile. */
export async function renameHeldLater(from: string, to: string): Promise<void> {
  for (const ms of pauses)
    try {
      await promises.rename(from, to)
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  await promises.rename(from, to)
}
