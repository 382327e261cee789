import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Fault, type FailureCode, type FailureDetails } from '#shared/bridge/failure.ts'
import type { ConvertedFile, ConvertRequest } from './convert-sheet.ts'
import { hugeSheet, slowSheet } from './zip-directory.ts'

/** Answer of the thread. */
export interface Converted {
  readonly file?: ConvertedFile
  readonly fault?: { readonly code: FailureCode; readonly details: FailureDetails }
}

/** Megabytes: texts of a workbook that are more than this are no stock of a dealership. */
const mostMemory = 1_024

/** Milliseconds: a million rows take a third of this on a slow machine. */
const mostTime = 120_000

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Writes one sheet of a spreadsheet as records, in a thread whose memory and time are limited.
 * @param entry `sheet-worker.cjs` beside the bundle, or its source
 * @throws what convertSheet throws; Fault `sheet-too-large` if the memory is too small or the time too short for it
 */
export async function convertInThread(entry: URL, request: ConvertRequest): Promise<ConvertedFile> {
  const worker = new Worker(entry, {
    name: 'sheet',
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  })
  const expired = new AbortController()
  const limit = setTimeout(() => expired.abort(slowSheet(request.fileName)), mostTime)
  const answered = once(worker, 'message', { signal: expired.signal }).then(([answer]) => answer as Converted)
  try {
    const { file, fault } = await answered
    if (file) return file
    throw fault ? new Fault(fault.code, fault.details) : new Error('the sheet worker answered nothing')
  } catch (error) {
    expired.signal.throwIfAborted()
    throw isOutOfMemory(error) ? hugeSheet(request.fileName) : error
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
