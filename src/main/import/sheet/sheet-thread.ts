import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Fault, type FailureCode, type FailureDetails } from '#shared/bridge/failure.ts'
import type { ConvertedFile, ConvertRequest } from './convert-sheet.ts'
import { hugeSheet } from './zip-directory.ts'

/** What the thread answers. */
export interface Converted {
  readonly file?: ConvertedFile
  readonly fault?: { readonly code: FailureCode; readonly details: FailureDetails }
}

/** Megabytes: texts of a workbook that are more than this are no stock of a dealership. */
const mostMemory = 1_024

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Writes one sheet of a spreadsheet as records, in a thread whose memory is limited.
 * @param entry `sheet-worker.cjs` beside the bundle, or its source
 * @throws what convertSheet throws; Fault `sheet-too-large` if the memory is too small for it
 */
export async function convertInThread(entry: URL, request: ConvertRequest): Promise<ConvertedFile> {
  const worker = new Worker(entry, {
    name: 'sheet',
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  })
  const answered = once(worker, 'message').then(([answer]) => answer as Converted)
  try {
    const { file, fault } = await answered
    if (file) return file
    throw fault ? new Fault(fault.code, fault.details) : new Error('the sheet worker answered nothing')
  } catch (error) {
    throw isOutOfMemory(error) ? hugeSheet(request.fileName) : error
  } finally {
    await worker.terminate()
  }
}
