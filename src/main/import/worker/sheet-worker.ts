import { parentPort, workerData } from 'node:worker_threads'
import { Fault } from '#shared/bridge/failure.ts'
import { type ConvertRequest, convertSheet } from '../sheet/convert-sheet.ts'
import type { Converted } from '../sheet/sheet-table.ts'

/** The thread in which one spreadsheet is read: its memory is limited, and it ends with the spreadsheet. */
async function convert(): Promise<Converted> {
  try {
    return { file: await convertSheet(workerData as ConvertRequest) }
  } catch (error) {
    if (error instanceof Fault) return { fault: { code: error.code, details: error.details } }
    throw error
  }
}

void convert().then((converted) => parentPort?.postMessage(converted))
