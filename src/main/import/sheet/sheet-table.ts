import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type FailureCode, type FailureDetails, Fault } from '#shared/bridge/failure.ts'
import { type FileState, withSource } from '../csv/source-file.ts'
import type { ConvertedFile, ConvertRequest } from './convert-sheet.ts'
import { sheetKindOf } from './file-kind.ts'
import { hugeSheet, slowSheet } from './sheet-faults.ts'

/** The rows of a sheet, or a text that was in another file, as they were written. */
export interface SheetTable {
  readonly file: ConvertedFile
  /** The spreadsheet as it was then. */
  readonly source: FileState
}

/**
 * Writes the sheet's rows unless they are those of `known`. Null if the file is a text itself.
 * @throws what convertSheet, sheetKindOf and withSource throw
 */
export async function readSheet(
  known: SheetTable | null,
  request: ConvertRequest,
  entry: URL,
): Promise<SheetTable | null> {
  const { kind, ...source } = withSource(request.path, request.fileName, (opened) => {
    const { name, bytes, changedAt } = opened
    return { kind: sheetKindOf(opened), name, bytes, changedAt }
  })
  if (kind === null) return null
  const name = known?.file.sheet?.name
  if (known && isSameState(known.source, source) && (name ?? request.sheet) === (request.sheet ?? name))
    return known
  try {
    return { file: await convertInThread(entry, request), source }
  } catch (error) {
    rmSync(request.output, { force: true })
    throw error
  }
}

const isSameState = (one: FileState, other: FileState): boolean =>
  one.bytes === other.bytes && one.changedAt === other.changedAt

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
 * @param entry `sheet-worker.cjs` next to the bundle, or its source
 * @throws what convertSheet throws; Fault `sheet-too-large` if the memory is too small or the time too short for it
 */
async function convertInThread(entry: URL, request: ConvertRequest): Promise<ConvertedFile> {
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
