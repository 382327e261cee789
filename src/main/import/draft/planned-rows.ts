import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { DraftRow } from '#shared/import/draft.ts'
import { rowState } from '#shared/import/row-state.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { foldOf, readStockKey } from '../../writes/stock-key.ts'
import { storageFaultOf } from '../../storage/storage-fault.ts'
import { isNoValue } from '../check/no-value.ts'

/** A row of a checked draft as the journal plans it. @param numberAt the column of the dealer's own numbers, -1 if there is none */
export function plannedRow(row: DraftRow, numberAt: number): PlannedRow {
  const { line, operation, payload, before, cells, problems, car } = row
  return {
    line,
    operation,
    autoId: operation !== 'create' && typeof payload.auto_id === 'number' ? payload.auto_id : null,
    payload,
    before,
    fingerprint: fingerprintOf(operation, payload),
    // A row that changes nothing would only cost a call.
    ...stateOf(row),
    problems,
    cells,
    ...(car && car.key !== '' && { stock: { key: car.key, fold: foldOf(car.key), missing: car.missing } }),
    ...(takesNumber(row) && numbered(cells[numberAt])),
  }
}

/** Newer values stay until a person takes the file's. */
function stateOf(row: DraftRow): Pick<PlannedRow, 'state' | 'errorCode'> {
  const { leftOut, valid, problems } = row
  if (leftOut && valid && problems.some(({ code }) => code === 'sent-since'))
    return { state: 'conflict', errorCode: 'sent-since' }
  return { state: rowState(row) }
}

/** Two equal rows are one car, or two of which the first has the number. */
const takesNumber = ({ operation, valid, leftOut, problems }: DraftRow): boolean =>
  operation === 'create' && valid && !leftOut && !problems.some(({ code }) => code === 'duplicate-row')

/** The own number of a new advert's row, which is kept with it: the next file finds the advert by it. */
function numbered(cell: string | undefined): Pick<PlannedRow, 'stock'> {
  const key = cell === undefined ? null : readStockKey(cell)
  return key === null || isNoValue(key.key) ? {} : { stock: { ...key, missing: false } }
}

const rowsAtOnce = 500
const bytesAtOnce = 262_144

/**
 * Writes planned rows to a file of its own, one line of JSON each: they are too many for a message between threads.
 * @throws Fault `storage`
 */
export function writePlannedRows<Row>(
  path: string,
  rows: readonly Row[],
  planned: (row: Row) => PlannedRow,
): void {
  const fd = openSync(path, 'w', 0o600)
  try {
    let lines: string[] = []
    const flush = (): void => {
      if (lines.length > 0) writeSync(fd, `${lines.join('\n')}\n`)
      lines = []
    }
    for (const row of rows) {
      lines.push(JSON.stringify(planned(row)))
      if (lines.length >= rowsAtOnce) flush()
    }
    flush()
  } catch (error) {
    throw storageFaultOf(error, path) ?? error
  } finally {
    closeSync(fd)
  }
}

/** Reads such a file, a part at a time. */
export function* readPlannedRows(path: string): Generator<PlannedRow> {
  const fd = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(bytesAtOnce)
    let rest: Buffer = Buffer.alloc(0)
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) {
      const bytes = Buffer.concat([rest, buffer.subarray(0, read)])
      const end = bytes.lastIndexOf(0x0a) + 1
      for (const line of bytes.toString('utf8', 0, end).split('\n'))
        if (line !== '') yield JSON.parse(line) as PlannedRow
      rest = Buffer.from(bytes.subarray(end))
    }
  } finally {
    closeSync(fd)
  }
}
