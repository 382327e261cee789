import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Forecourt } from '../assemble.ts'
import type { Output } from './output.ts'
import { statusWords } from './status-words.ts'

/** Locks the engine, takes over what an earlier process left, and says which rows that puts in doubt. */
export function recoverBatches({ batches }: Forecourt, output: Output): void {
  sayInDoubt(batches.recovery.recover().inDoubt, output)
}

/** The same for a command that only reads: what another process is sending stays as it is. */
export function recoverDeadBatches({ batches }: Forecourt, output: Output): void {
  sayInDoubt(batches.recovery.recoverDead(), output)
}

function sayInDoubt(count: number, output: Output): void {
  if (count > 0) output.say(m.cli_in_doubt({ count }))
}

/** Ctrl+C, a stop by the system, a terminal that was closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends the planned rows of a batch. A stop pauses it, and rows that are on their way are still waited for. */
export async function sendBatch(batchId: string, { batches }: Forecourt, output: Output): Promise<Batch> {
  const stop = (): void => void batches.control.pause(batchId)
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    await batches.control.send(batchId)
    await batches.control.idle()
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
  const batch = batches.reader.get(batchId)
  const status = statusWords(batch)
  if (status !== null) output.say(status)
  return batch
}
