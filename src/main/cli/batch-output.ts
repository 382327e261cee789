import type { Batch, BatchRow } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { unreadablePartsWords } from '#shared/batch/unreadable-words.ts'
import type { Forecourt } from '../assemble.ts'
import { printedBatch, type PrintedBatch, printedRow, type PrintedRow } from '../batch/batch-json.ts'
import { jsonWithRows, type Output, printPieces } from './output.ts'

/** A batch as `--json` prints it, in pieces. @param changed parts that are printed otherwise */
export const jsonOfBatch = (
  batch: Batch,
  { batches }: Forecourt,
  changed: Partial<PrintedBatch> = {},
): AsyncGenerator<string> =>
  jsonWithRows({ ...printedBatch(batch), ...changed }, printedRows(batches.reader.allRows(batch.id)))

function* printedRows(rows: Iterable<BatchRow>): Generator<PrintedRow> {
  for (const row of rows) yield printedRow(row)
}

/** Prints a batch: as one object with its rows, or as a line with its counts. Says how many rows wait for a person's answer. */
export async function printBatch(
  batch: Batch,
  asJson: boolean,
  forecourt: Forecourt,
  output: Output,
): Promise<void> {
  if (asJson) await printPieces(jsonOfBatch(batch, forecourt), output)
  else output.print(`${batch.id}  ${countsOf(batch)}\n`)
  sayConflicts(batch, output)
}

export function countsOf(batch: Batch): string {
  const { sending, ...counts } = batch.counts
  const words = m.cli_counts({ ...counts, inDoubt: counts.inDoubt + sending })
  const lacking = unreadablePartsWords(batch)
  return lacking === null ? words : `${words}  ${lacking}`
}

/** Says how many rows are done only because an advert like theirs was found. */
export function sayLikeness({ likeness: count = 0 }: Batch, output: Output): void {
  if (count > 0) output.say(m.batch_by_likeness({ count }))
}

/** Says how many rows wait for a person's answer, and how to answer. */
export function sayConflicts({ id: batch, counts }: Batch, output: Output): void {
  if (counts.conflict > 0) output.say(m.cli_conflicts({ count: counts.conflict, batch }))
}
